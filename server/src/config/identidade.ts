/** How people enter: sign-up mode, provider, single sign-on, second factor. */
import { MODOS_CADASTRO, type ModoCadastro } from '@unipark/contract/textosConta';
import { type Environment, flag, listOf, refuse, setting, valueOrFile } from './leitor.ts';

export interface ConfigFirebase {
  projectId: string;
  /** Public by design: it identifies the project and grants no access. */
  apiKey: string;
  authDomain: string;
  /** Where the provider publishes the keys of its ID tokens. */
  jwksUrl: URL;
  /** The provider's account calls (Identity Toolkit). */
  apiUrl: URL;
}

export interface ConfigOidc {
  issuer: URL;
  clientId: string;
  clientSecret: string;
  /** The name on the button, such as 'Conta da universidade'. */
  nome: string;
}

export interface ConfigIdentidade {
  signupMode: ModoCadastro;
  /** Lower case, without '@'; the domains that SIGNUP_MODE=dominio accepts. */
  signupDomains: string[];
  mfaAdmin: boolean;
  provedor: 'local' | 'firebase';
  firebase: ConfigFirebase | null;
  oidc: ConfigOidc | null;
}

interface IdentityContext {
  local: boolean;
  temCorreio: boolean;
  temEndereco: boolean;
}

const MODOS = MODOS_CADASTRO.join(', ');
const DOMINIO =
  /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+([a-z]{2,}|xn--[a-z0-9-]*[a-z0-9])$/;
const JWKS_DO_GOOGLE =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';
const API_DO_GOOGLE = 'https://identitytoolkit.googleapis.com';
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

function readModoCadastro(env: Environment, { local }: IdentityContext): ModoCadastro {
  const modo = setting(env, 'SIGNUP_MODE') ?? (local ? 'aberto' : '');
  const aceito = MODOS_CADASTRO.find((nome) => nome === modo);
  if (aceito) return aceito;
  const motivo = modo
    ? `'${modo}' não existe. Use um destes: ${MODOS}.`
    : `escolha como novas contas são criadas antes de publicar o servidor: ${MODOS}.`;
  return refuse('SIGNUP_MODE', motivo, 'convite');
}

function readDominios(env: Environment): string[] {
  const lista = listOf(setting(env, 'SIGNUP_DOMAINS')).map((nome) =>
    nome.replace(/^@/, '').toLowerCase(),
  );
  if (lista.every((nome) => DOMINIO.test(nome))) return lista;
  return refuse('SIGNUP_DOMAINS', 'use domínios separados por vírgula.', 'exemplo.edu.br');
}

function required(env: Environment, nome: string, motivo: string, exemplo: string): string {
  return valueOrFile(env, nome) ?? refuse(nome, motivo, exemplo);
}

/** An address to which secrets are sent: https, or this machine in a test. */
function safeUrl(nome: string, valor: string, exemplo: string): URL {
  const url = URL.canParse(valor) ? new URL(valor) : undefined;
  const seguro =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname));
  if (!url || !seguro || url.username || url.hash) {
    return refuse(nome, 'use um endereço https.', exemplo);
  }
  return url;
}

function firebase(env: Environment): ConfigFirebase {
  const falta = 'é preciso com IDENTITY_PROVIDER=firebase.';
  const projectId = required(env, 'FIREBASE_PROJECT_ID', falta, 'unipark-campus');
  if (!/^[a-z0-9-]{4,64}$/.test(projectId)) {
    refuse('FIREBASE_PROJECT_ID', 'não é o nome de um projeto.', 'unipark-campus');
  }
  const authDomain = setting(env, 'FIREBASE_AUTH_DOMAIN') ?? `${projectId}.firebaseapp.com`;
  if (!DOMINIO.test(authDomain)) {
    refuse('FIREBASE_AUTH_DOMAIN', 'não é um domínio.', 'unipark-campus.firebaseapp.com');
  }
  const jwks = setting(env, 'FIREBASE_JWKS_URL') ?? JWKS_DO_GOOGLE;
  const api = setting(env, 'FIREBASE_API_URL') ?? API_DO_GOOGLE;
  return {
    projectId,
    apiKey: required(env, 'FIREBASE_API_KEY', falta, 'AIza…'),
    authDomain,
    jwksUrl: safeUrl('FIREBASE_JWKS_URL', jwks, JWKS_DO_GOOGLE),
    apiUrl: safeUrl('FIREBASE_API_URL', api, API_DO_GOOGLE),
  };
}

function oidc(env: Environment, { local, temEndereco }: IdentityContext): ConfigOidc | null {
  const emissor = valueOrFile(env, 'OIDC_ISSUER');
  const clientId = valueOrFile(env, 'OIDC_CLIENT_ID');
  const clientSecret = valueOrFile(env, 'OIDC_CLIENT_SECRET');
  if (!emissor && !clientId && !clientSecret) return null;
  const exemplo = 'https://sso.exemplo.edu.br';
  if (!emissor) return refuse('OIDC_ISSUER', 'falta o endereço do provedor.', exemplo);
  if (!clientId)
    return refuse('OIDC_CLIENT_ID', 'falta o nome deste sistema no provedor.', 'unipark');
  if (!clientSecret)
    return refuse('OIDC_CLIENT_SECRET', 'falta o segredo.', '(dado pelo provedor)');
  if (!local && !temEndereco) {
    return refuse(
      'PUBLIC_URL',
      'é preciso com OIDC_ISSUER: o provedor redireciona para ele.',
      exemplo,
    );
  }
  const nome = setting(env, 'OIDC_NOME') ?? 'Conta da universidade';
  if (nome.length > 60) refuse('OIDC_NOME', 'use no máximo 60 caracteres.', 'Conta UNILAVRAS');
  return { issuer: safeUrl('OIDC_ISSUER', emissor, exemplo), clientId, clientSecret, nome };
}

function checkDominio(
  { signupMode, signupDomains, provedor }: ConfigIdentidade,
  tem: IdentityContext,
) {
  if (signupMode !== 'dominio') {
    // A list of domains in another mode restricts nothing, although the operator expects it to.
    if (signupDomains.length > 0) {
      refuse('SIGNUP_MODE', 'SIGNUP_DOMAINS só vale com SIGNUP_MODE=dominio.', 'dominio');
    }
    return;
  }
  if (signupDomains.length === 0) {
    refuse('SIGNUP_DOMAINS', 'SIGNUP_MODE=dominio precisa dos domínios aceitos.', 'exemplo.edu.br');
  }
  if (provedor === 'local' && !tem.temCorreio) {
    const motivo = 'SIGNUP_MODE=dominio confirma cada endereço por e-mail.';
    refuse('SMTP_URL', motivo, 'smtps://unipark:senha@smtp.exemplo.edu.br');
  }
}

/** @throws {ConfigError} when a variable is missing, or two contradict each other */
export function readIdentidade(env: Environment, contexto: IdentityContext): ConfigIdentidade {
  const provedor = setting(env, 'IDENTITY_PROVIDER') ?? 'local';
  if (provedor !== 'local' && provedor !== 'firebase') {
    return refuse('IDENTITY_PROVIDER', `'${provedor}' não existe. Use local ou firebase.`, 'local');
  }
  const config: ConfigIdentidade = {
    signupMode: readModoCadastro(env, contexto),
    signupDomains: readDominios(env),
    mfaAdmin: flag(env, 'MFA_ADMIN'),
    provedor,
    firebase: provedor === 'firebase' ? firebase(env) : null,
    oidc: oidc(env, contexto),
  };
  if (provedor === 'firebase' && config.oidc) {
    refuse('OIDC_ISSUER', 'só vale com IDENTITY_PROVIDER=local.', '(retire a variável)');
  }
  if (provedor === 'firebase' && config.mfaAdmin) {
    refuse('MFA_ADMIN', 'com IDENTITY_PROVIDER=firebase o segundo fator é do provedor.', '0');
  }
  checkDominio(config, contexto);
  return config;
}
