/** The tables of identity and of the mail that goes out, as TypeScript sees them. */
import type { Generated } from 'kysely';

/** The identity library's tables keep its column names. Its dates are ISO text here. */
export interface TabelaUser {
  id: string;
  name: string;
  email: string;
  emailVerified: number;
  image: string | null;
  createdAt: string;
  updatedAt: string;
  admin: number;
  desabilitadoEm: string | null;
  /** What the account still waits for; null: nothing. */
  pendencia: 'email' | 'aprovacao' | null;
}

export interface TabelaSession {
  id: string;
  expiresAt: string;
  token: string;
  createdAt: string;
  updatedAt: string;
  ipAddress: string | null;
  userAgent: string | null;
  userId: string;
}

export interface TabelaAccount {
  id: string;
  accountId: string;
  providerId: string;
  userId: string;
  password: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface TabelaMensagensContato {
  id: Generated<number>;
  nome: string;
  email: string;
  mensagem: string;
  criada_em: string;
  lida_em: string | null;
}

/** Mail that is to go out, and what became of it. `tentar_em` null: sent, or given up. */
export interface TabelaCorreio {
  id: Generated<number>;
  para: string;
  responder_a: string | null;
  assunto: string;
  texto: string;
  criado_em: string;
  expira_em: string;
  tentar_em: string | null;
  tentativas: Generated<number>;
  enviado_em: string | null;
  ultimo_erro: string | null;
  ultimo_erro_em: string | null;
}

export interface TabelaConvites {
  id: Generated<number>;
  email: string;
  hash: string;
  criado_por: string;
  criado_em: string;
  expira_em: string;
  aceito_em: string | null;
}

export interface TabelaChavesAcesso {
  /** The credential's own id, base64url. */
  id: string;
  conta: string;
  nome: string;
  /** COSE key, base64url. */
  chave_publica: string;
  contador: number;
  /** JSON array of WebAuthn transports. */
  transportes: string;
  criada_em: string;
  usada_em: string | null;
}

/** Short-lived questions to one browser: the second factor, a passkey, the way to a provider. */
export interface TabelaDesafios {
  hash: string;
  tipo: string;
  conta: string | null;
  dados: string | null;
  expira_em: string;
}

export interface TabelaSessoesExternas {
  sid: string;
  conta: string;
  agente: string | null;
  endereco: string | null;
  criada_em: string;
  vista_em: string;
  encerrada_em: string | null;
}

/** What belongs to accounts. */
export interface TabelasDaConta {
  user: TabelaUser;
  session: TabelaSession;
  account: TabelaAccount;
  jwks: { id: string; publicKey: string; alg: string | null };
  /** Failures and calls counted per key, until `ate` (milliseconds since 1970). */
  tentativas: { chave: string; total: number; ate: number };
  mensagens_contato: TabelaMensagensContato;
  correio: TabelaCorreio;
  /** Single-use links that were mailed or printed: only their hashes. */
  links: { hash: string; tipo: string; conta: string | null; expira_em: string };
  convites: TabelaConvites;
  totp: {
    conta: string;
    segredo: string;
    confirmado_em: string | null;
    ultimo_passo: Generated<number>;
  };
  codigos_recuperacao: { conta: string; hash: string; usado_em: string | null };
  chaves_acesso: TabelaChavesAcesso;
  desafios: TabelaDesafios;
  sessoes_externas: TabelaSessoesExternas;
}
