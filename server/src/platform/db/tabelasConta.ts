import type { Generated } from 'kysely';

/** An account. Dates are ISO text. */
export interface TabelaContas {
  id: string;
  nome: string;
  email: string;
  email_verificado: number;
  foto_url: string | null;
  criada_em: string;
  atualizada_em: string;
  admin: number;
  desabilitada_em: string | null;
  /** What the account waits for; null: nothing. */
  pendencia: 'email' | 'aprovacao' | null;
  /** The password's hash; null when the account has none. */
  senha: string | null;
  /** When the password was last set or removed. */
  senha_alterada_em: string | null;
  nome_ordem: Generated<string>;
  busca: Generated<string>;
}

/** The link of an account to a person of an outside provider. */
export interface TabelaVinculos {
  provedor: string;
  /** The provider's own id of the person. */
  identificador: string;
  conta: string;
  criado_em: string;
}

/** The long session of a browser. */
export interface TabelaSessoes {
  sid: string;
  conta: string;
  /** SHA-256 of the cookie's value. */
  hash: string;
  agente: string | null;
  endereco: string | null;
  criada_em: string;
  vista_em: string;
  expira_em: string;
}

/** Keys that sign access tokens, as JWK; the private half is encrypted. */
export interface TabelaChavesAssinatura {
  kid: string;
  publica: string;
  privada: string;
  criada_em: string;
}

export interface TabelaMensagensContato {
  id: Generated<number>;
  nome: string;
  email: string;
  mensagem: string;
  criada_em: string;
  lida_em: string | null;
}

/** Outgoing mail and its result. `tentar_em` null: sent, or given up. */
export interface TabelaCorreio {
  id: Generated<number>;
  para: string;
  responder_a: string | null;
  /** The owner whom it is for; null for the letter of an account. */
  proprietario_matricula: string | null;
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

/** Challenges for one browser: second factor, passkey, return from a provider. */
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

/** Tables that belong to accounts. */
export interface TabelasDaConta {
  contas: TabelaContas;
  sessoes: TabelaSessoes;
  vinculos: TabelaVinculos;
  chaves_assinatura: TabelaChavesAssinatura;
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
