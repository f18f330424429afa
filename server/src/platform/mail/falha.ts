/** A failed delivery in our own sentence: the server's text may contain an address. */

export interface MailFailure {
  /** For administrators; without address, password or word of the message. */
  motivo: string;
  /** For the log. */
  codigo: string;
  /** The server refuses only this message: the others continue. */
  daMensagem: boolean;
  /** The server will answer the same again (RFC 5321 §4.2.1), unless a setting changes. */
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

/** Node's errors about certificates and missing TLS have no code, so their text is read. */
function kindOf(code: string, error: unknown): string {
  const { message } = error as Error;
  if (code !== 'ESOCKET' || !message) return code;
  if (/certificate|altname/i.test(message)) return 'CERTIFICADO';
  return /SSL routines/.test(message) ? 'ETLS' : code;
}

/** Translates an error of the mail library. */
export function readFalha(error: unknown): MailFailure {
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
