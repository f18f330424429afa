/** What a failed delivery means, in a sentence of ours: the server's own words may hold an address. */

export interface Falha {
  /** For the administration; never an address, a password or a word of the message. */
  motivo: string;
  /** For the log. */
  codigo: string;
  /** The server refuses this message alone: the others go on. */
  daMensagem: boolean;
  /** It will say the same again (RFC 5321 §4.2.1), unless somebody sets something right. */
  definitiva: boolean;
}

interface ErroSmtp {
  code?: string;
  responseCode?: number;
  command?: string;
}

const SEM_CONEXAO = 'Não foi possível conectar ao servidor de e-mail.';
const SEM_RESPOSTA = 'O servidor de e-mail não respondeu a tempo.';
const SEM_ENTRADA = 'O servidor de e-mail recusou o usuário ou a senha.';

const MOTIVOS: Record<string, string> = {
  ECONNECTION: SEM_CONEXAO,
  ESOCKET: SEM_CONEXAO,
  EDNS: 'O nome do servidor de e-mail não foi encontrado.',
  ETIMEDOUT: SEM_RESPOSTA,
  EABORT: SEM_RESPOSTA,
  ETLS: 'A conexão cifrada com o servidor de e-mail falhou (TLS ou certificado).',
  EPROTOCOL: 'O servidor de e-mail respondeu de forma inesperada.',
  EAUTH: SEM_ENTRADA,
  ENOAUTH: SEM_ENTRADA,
};

const RECUSAS: Record<string, string> = {
  'MAIL FROM': 'O servidor de e-mail recusou o remetente (MAIL_FROM).',
  'RCPT TO': 'O servidor de e-mail recusou o destinatário.',
};

/** Node's own words for a certificate that is not trusted or names another server. */
const CERTIFICADO = /certificate|altname|ERR_TLS/i;

/** Reads what the mail library threw. */
export function readFalha(error: unknown): Falha {
  const { code = 'ERRO', responseCode, command = '' } = error as ErroSmtp;
  const recusa = code === 'EENVELOPE' || code === 'EMESSAGE';
  // 421: the server closes. A refused sender is refused in every message.
  const daMensagem = recusa && command !== 'MAIL FROM' && responseCode !== 421;
  const tls = code === 'ESOCKET' && CERTIFICADO.test(String((error as Error).message));
  const motivo = recusa
    ? (RECUSAS[command] ?? 'O servidor de e-mail recusou a mensagem.')
    : (MOTIVOS[tls ? 'ETLS' : code] ?? 'O envio falhou.');
  return {
    motivo: responseCode ? `${motivo} (${responseCode})` : motivo,
    codigo: [code, responseCode].filter(Boolean).join(' '),
    daMensagem,
    definitiva: daMensagem && (responseCode ?? 500) >= 500,
  };
}
