/** The only reader of process.env: every variable is validated once, at start. */
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { ehEmail } from '@unipark/contract/textosConta';
import { type ConfigCorreio, readCorreio } from './config/correio.ts';
import { type ConfigFipe, readFipe } from './config/fipe.ts';
import { type ConfigIdentidade, readIdentidade } from './config/identidade.ts';
import {
  ConfigError,
  type Environment,
  listOf,
  refuse,
  setting,
  valueOrFile,
} from './config/leitor.ts';

export { ConfigError, type Environment } from './config/leitor.ts';

export interface Config extends ConfigIdentidade {
  port: number;
  host: string;
  publicUrl: URL | null;
  dataDir: string;
  /** Loopback only, no proxy, no public address: the default of a first try. */
  local: boolean;
  /** null: no mail goes out; what people need of it, the administration gives by hand. */
  correio: ConfigCorreio | null;
  fipe: ConfigFipe;
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

/** Variables of the product that this release does not serve yet: refused, never ignored. */
const AINDA_NAO = ['DATABASE_URL', 'SECRET_FILE', 'ARQUIVOS_DIR'];

const NIVEIS_LOG = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/;

function refuseUnserved(env: Environment): void {
  const usada = Object.keys(env).find((nome) => {
    const base = nome.replace(/_FILE$/, '');
    const futura = AINDA_NAO.includes(nome) || AINDA_NAO.includes(base);
    return (futura || nome.startsWith('RETENTION_')) && setting(env, nome);
  });
  if (usada) throw new ConfigError(`${usada}: ainda não é aceita nesta versão. Retire a variável.`);
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

function endereco(env: Environment, nome: string, padrao: string): string {
  const valor = setting(env, nome) ?? padrao;
  if (!URL.canParse(valor) || !/^https?:$/.test(new URL(valor).protocol)) {
    return refuse(nome, 'não é um endereço http(s).', padrao);
  }
  return valor;
}

/** Whom the contact form writes to: a slip here would lose what people write. */
function emailDeContato(env: Environment): string | null {
  const valor = valueOrFile(env, 'CONTATO_EMAIL');
  if (valor === null || ehEmail(valor)) return valor;
  return refuse('CONTATO_EMAIL', `'${valor}' não é um e-mail.`, 'portaria@exemplo.edu.br');
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
  const trustProxy = listOf(setting(env, 'TRUST_PROXY'));
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

  const correio = readCorreio(env);
  if (correio && !local && !publicUrl) {
    refuse(
      'PUBLIC_URL',
      'é preciso com SMTP_URL: os links dos e-mails apontam para ele.',
      'https://unipark.exemplo.edu.br',
    );
  }

  return {
    port: porta(env),
    host,
    publicUrl,
    dataDir: resolve(setting(env, 'DATA_DIR') ?? 'data'),
    local,
    correio,
    ...readIdentidade(env, {
      local,
      temCorreio: correio !== null,
      temEndereco: publicUrl !== null,
    }),
    fipe: readFipe(env),
    trustProxy,
    logLevel,
    contato: {
      telefone: valueOrFile(env, 'CONTATO_TELEFONE'),
      email: emailDeContato(env),
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
