/** The only reader of process.env: every variable is validated once, at start. */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { StartError } from './platform/startup.ts';

export interface Config {
  port: number;
  host: string;
  publicUrl: URL | null;
  dataDir: string;
  /** Loopback only, no proxy, no public address: the default of a first try. */
  local: boolean;
  signupMode: 'aberto' | 'fechado';
  trustProxy: string[];
  logLevel: string;
  contato: Record<'telefone' | 'email' | 'endereco' | 'horario' | 'encarregado', string | null>;
  redes: Record<'facebook' | 'instagram' | 'linkedin', string>;
  /** The operator's list of cameras; null: no camera is configured. */
  camerasFile: string | null;
  /** The video engine; null: looked for on PATH. */
  ffmpegPath: string | null;
  /** Opens /metrics away from a local installation. */
  metricsToken: string | null;
  /** A secret that the operator's own files name, such as a camera's `senhaEnv`. */
  segredoDoAmbiente: (nome: string) => string | undefined;
  versao: string;
}

/** A variable that cannot be used, said in one line that names it and shows an example. */
export class ConfigError extends StartError {}

export type Environment = Record<string, string | undefined>;

/** Variables of the product that this release does not serve yet: refused, never ignored. */
const AINDA_NAO = [
  'DATABASE_URL',
  'SECRET_FILE',
  'ARQUIVOS_DIR',
  'SIGNUP_DOMAINS',
  'MFA_ADMIN',
  'SMTP_URL',
  'MAIL_FROM',
  'FIREBASE_PROJECT_ID',
  'FIREBASE_API_KEY',
  'FIREBASE_AUTH_DOMAIN',
  'FIREBASE_JWKS_URL',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_NOME',
  'FIPE_PROVEDORES',
  'FIPE_TOKEN',
  'FIPE_BASE_URL',
  'FIPE_ATUALIZAR',
];

const NIVEIS_LOG = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/;

/** A variable's value; blank counts as absent. */
const setting = (env: Environment, nome: string): string | undefined =>
  env[nome]?.trim() || undefined;

const refuse = (nome: string, motivo: string, exemplo: string): never => {
  throw new ConfigError(`${nome}: ${motivo} Exemplo: ${nome}=${exemplo}`);
};

function refuseUnserved(env: Environment): void {
  const usada = Object.keys(env).find((nome) => {
    const base = nome.replace(/_FILE$/, '');
    const futura = AINDA_NAO.includes(nome) || AINDA_NAO.includes(base);
    return (futura || nome.startsWith('RETENTION_')) && setting(env, nome);
  });
  if (usada) throw new ConfigError(`${usada}: ainda não é aceita nesta versão. Retire a variável.`);
  if ((setting(env, 'IDENTITY_PROVIDER') ?? 'local') !== 'local') {
    refuse('IDENTITY_PROVIDER', 'só local é aceito nesta versão.', 'local');
  }
}

function porta(env: Environment): number {
  const valor = setting(env, 'PORT') ?? '3000';
  const numero = Number(valor);
  if (!/^\d{1,5}$/.test(valor) || numero > 65_535) {
    return refuse('PORT', `'${valor}' não é uma porta (0 a 65535).`, '3000');
  }
  return numero;
}

function enderecoPublico(env: Environment): URL | null {
  const valor = setting(env, 'PUBLIC_URL');
  if (!valor) return null;
  const exemplo = 'https://unipark.exemplo.edu.br';
  if (!URL.canParse(valor)) return refuse('PUBLIC_URL', 'não é um endereço.', exemplo);
  const url = new URL(valor);
  if (!/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.username) {
    return refuse('PUBLIC_URL', 'use só esquema, nome e porta (http ou https).', exemplo);
  }
  return url;
}

function modoCadastro(env: Environment, local: boolean): Config['signupMode'] {
  const modo = setting(env, 'SIGNUP_MODE') ?? (local ? 'aberto' : '');
  if (modo === 'aberto' || modo === 'fechado') return modo;
  const motivo = modo
    ? `'${modo}' não é aceito nesta versão. Use aberto ou fechado.`
    : 'escolha como novas contas entram antes de expor o servidor: aberto ou fechado.';
  return refuse('SIGNUP_MODE', motivo, 'fechado');
}

/** Reads X or, for a mounted secret, the file named by X_FILE. */
function valueOrFile(env: Environment, nome: string): string | null {
  const arquivo = setting(env, `${nome}_FILE`);
  if (!arquivo) return setting(env, nome) ?? null;
  try {
    return readFileSync(arquivo, 'utf8').trim();
  } catch {
    return refuse(
      `${nome}_FILE`,
      `não foi possível ler '${arquivo}'.`,
      `/run/secrets/${nome.toLowerCase()}`,
    );
  }
}

function endereco(env: Environment, nome: string, padrao: string): string {
  const valor = setting(env, nome) ?? padrao;
  if (!URL.canParse(valor) || !/^https?:$/.test(new URL(valor).protocol)) {
    return refuse(nome, 'não é um endereço http(s).', padrao);
  }
  return valor;
}

const pathOf = (valor: string | undefined): string | null => (valor ? resolve(valor) : null);

/** A token that can be guessed is none. */
function metricsToken(env: Environment): string | null {
  const valor = valueOrFile(env, 'METRICS_TOKEN');
  if (valor === null || /^[\x21-\x7e]{16,}$/.test(valor)) return valor;
  return refuse(
    'METRICS_TOKEN',
    'use ao menos 16 caracteres visíveis.',
    'k3…(openssl rand -hex 24)',
  );
}

/** An address, or a range of them in CIDR. */
function isRange(texto: string): boolean {
  const [endereco = '', bits, ...resto] = texto.split('/');
  const familia = isIP(endereco);
  if (familia === 0 || resto.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (familia === 4 ? 32 : 128))
  );
}

/**
 * The validated configuration.
 * @throws {ConfigError} one Portuguese line that names the variable and shows an example
 */
export function readConfig(env: Environment, versao: string): Config {
  refuseUnserved(env);
  const host = (setting(env, 'HOST') ?? '127.0.0.1').replace(/^\[(.*)\]$/, '$1');
  const publicUrl = enderecoPublico(env);
  const trustProxy = (setting(env, 'TRUST_PROXY') ?? '')
    .split(',')
    .map((parte) => parte.trim())
    .filter(Boolean);
  if (!trustProxy.every(isRange)) {
    refuse('TRUST_PROXY', 'use endereços ou faixas separados por vírgula.', '127.0.0.1,10.0.0.0/8');
  }
  const local =
    LOOPBACK.test(host) &&
    trustProxy.length === 0 &&
    (publicUrl === null || LOOPBACK.test(publicUrl.hostname));
  const logLevel = setting(env, 'LOG_LEVEL') ?? 'info';
  if (!NIVEIS_LOG.includes(logLevel)) {
    refuse('LOG_LEVEL', `'${logLevel}' não existe. Use ${NIVEIS_LOG.join(', ')}.`, 'info');
  }

  return {
    port: porta(env),
    host,
    publicUrl,
    dataDir: resolve(setting(env, 'DATA_DIR') ?? 'data'),
    local,
    signupMode: modoCadastro(env, local),
    trustProxy,
    logLevel,
    contato: {
      telefone: valueOrFile(env, 'CONTATO_TELEFONE'),
      email: valueOrFile(env, 'CONTATO_EMAIL'),
      endereco: valueOrFile(env, 'CONTATO_ENDERECO'),
      horario: valueOrFile(env, 'CONTATO_HORARIO'),
      encarregado: valueOrFile(env, 'CONTATO_ENCARREGADO'),
    },
    redes: {
      facebook: endereco(env, 'SOCIAL_FACEBOOK', 'https://www.facebook.com/unilavras'),
      instagram: endereco(env, 'SOCIAL_INSTAGRAM', 'https://www.instagram.com/unilavras'),
      linkedin: endereco(env, 'SOCIAL_LINKEDIN', 'https://www.linkedin.com/school/unilavras'),
    },
    camerasFile: pathOf(setting(env, 'CAMERAS_FILE')),
    ffmpegPath: pathOf(setting(env, 'FFMPEG_PATH')),
    metricsToken: metricsToken(env),
    segredoDoAmbiente: (nome) => env[nome] || undefined,
    versao,
  };
}
