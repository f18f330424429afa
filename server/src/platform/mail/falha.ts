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
  ETLS: 'A conexão cifrada (TLS) com o servidor de e-mail falhou. Confira smtp:// ou smtps:// e a porta.',
  CERTIFICADO: 'O certificado do servidor de e-mail não é confiável, venceu ou é de outro nome.',
  EPROTOCOL: 'O servidor de e-mail respondeu de forma inesperada.',
  EAUTH: SEM_ENTRADA,
  ENOAUTH: SEM_ENTRADA,
};

const RECUSAS: Record<string, string> = {
  'MAIL FROM': 'O servidor de e-mail recusou o remetente (MAIL_FROM).',
  'RCPT TO': 'O servidor de e-mail recusou o destinatário.',
};

/** What Node says of a certificate, and of a server that does not speak TLS, is in its words alone. */
function kindOf(code: string, error: unknown): string {
  const { message } = error as Error;
  if (code !== 'ESOCKET' || !message) return code;
  if (/certificate|altname/i.test(message)) return 'CERTIFICADO';
  return /SSL routines/.test(message) ? 'ETLS' : code;
}

/** Reads what the mail library threw. */
export function readFalha(error: unknown): Falha {
  const { code = 'ERRO', responseCode, command = '' } = error as ErroSmtp;
  const recusa = code === 'EENVELOPE' || code === 'EMESSAGE';
  // 421: the server closes. A refused sender is refused in every message.
  const daMensagem = recusa && command !== 'MAIL FROM' && responseCode !== 421;
  const motivo = recusa
    ? (RECUSAS[command] ?? 'O servidor de e-mail recusou a mensagem.')
    : (MOTIVOS[kindOf(code, error)] ?? 'O envio falhou.');
  return {
    motivo: responseCode ? `${motivo} (${responseCode})` : motivo,
    codigo: [code, responseCode].filter(Boolean).join(' '),
    daMensagem,
    definitiva: daMensagem && (responseCode ?? 500) >= 500,
  };
}
