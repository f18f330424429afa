/** Reads the environment once, at start, and validates every variable. */
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isEmail } from '@unipark/contract/textosConta';
import { type ConfigCopias, readCopias } from './config/copias.ts';
import { type ConfigCorreio, readCorreio } from './config/correio.ts';
import { type ConfigFipe, readFipe } from './config/fipe.ts';
import { type ConfigIdentidade, readIdentidade } from './config/identidade.ts';
import {
  type Environment,
  flag,
  listOf,
  refuse,
  setting,
  timeOfDay,
  valueOrFile,
} from './config/leitor.ts';
import { type ConfigRetencao, readRetencao } from './config/retencao.ts';
import { type ConfigSincronizacao, readSincronizacao } from './config/sincronizacao.ts';

export { ConfigError, type Environment } from './config/leitor.ts';

export interface Config extends ConfigIdentidade, ConfigCopias {
  port: number;
  host: string;
  publicUrl: URL | null;
  dataDir: string;
  /** The folder of the pictures of readings; null: they are in the database. */
  arquivosDir: string | null;
  /** A PostgreSQL for everything; null: the embedded database of the data folder. */
  databaseUrl: string | null;
  /** Accepts a PostgreSQL that may lose what it confirmed: for throw-away data. */
  databaseUnsafe: boolean;
  /** The secret that all nodes share; null: one is made in the data folder. */
  segredoFile: string | null;
  /** Loopback only, no proxy, no public address: the default for a first try. */
  local: boolean;
  /** null: the server sends no mail; administrators hand over the links. */
  correio: ConfigCorreio | null;
  fipe: ConfigFipe;
  /** Periods of storage that the settings' page cannot change. */
  retencao: ConfigRetencao;
  /** null: nothing is imported by itself. */
  sincronizacao: ConfigSincronizacao | null;
  /** Owners get a mail in the week in which the permission of their vehicle ends. */
  avisoValidade: boolean;
  /** 'hh:mm' of São Paulo at which the count of the cars inside begins anew. */
  dentroHora: string;
  trustProxy: string[];
  logLevel: string;
  /** Times of the log as people of São Paulo read them; otherwise as programs do. */
  logLocal: boolean;
  contato: Record<'telefone' | 'email' | 'endereco' | 'horario' | 'encarregado', string | null>;
  redes: Record<'facebook' | 'instagram' | 'linkedin', string>;
  /** The operator's list of cameras; null: no camera is configured. */
  camerasFile: string | null;
  /** The video engine; null: searched on PATH. */
  ffmpegPath: string | null;
  /** Opens /metrics on an installation that is not local. */
  metricsToken: string | null;
  /** A secret that the operator's files name, such as a camera's `senhaEnv`. */
  findSegredo: (nome: string) => string | undefined;
  versao: string;
}

const NIVEIS_LOG = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
/** The default data folder: in the project, for any working directory. */
const DATA = fileURLToPath(new URL('../../data', import.meta.url));
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/;

function readPorta(env: Environment): number {
  const valor = setting(env, 'PORT') ?? '3000';
  const numero = Number(valor);
  if (!/^\d{1,5}$/.test(valor) || numero > 65_535) {
    return refuse('PORT', `'${valor}' não é uma porta (0 a 65535).`, '3000');
  }
  return numero;
}

function readPublicUrl(env: Environment): URL | null {
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

/** The recipient of the contact form. It is checked, because a wrong address loses messages. */
function readEmailContato(env: Environment): string | null {
  const valor = valueOrFile(env, 'CONTATO_EMAIL');
  if (valor === null || isEmail(valor)) return valor;
  return refuse('CONTATO_EMAIL', `'${valor}' não é um e-mail.`, 'portaria@exemplo.edu.br');
}

/** Where the data is. The nodes of one PostgreSQL need one secret: each would make its own. */
function readDatabase(
  env: Environment,
): Pick<Config, 'databaseUrl' | 'databaseUnsafe' | 'segredoFile'> {
  const databaseUrl = valueOrFile(env, 'DATABASE_URL');
  const segredoFile = pathOf(setting(env, 'SECRET_FILE'));
  if (databaseUrl !== null && !/^postgres(ql)?:\/\/[^/]+\/./.test(databaseUrl)) {
    // The address has a password: it is not repeated.
    refuse(
      'DATABASE_URL',
      'não é um endereço do PostgreSQL.',
      'postgres://unipark:…@banco/unipark',
    );
  }
  if (databaseUrl !== null && segredoFile === null) {
    const motivo = 'é preciso com DATABASE_URL: o mesmo arquivo em todos os servidores.';
    refuse('SECRET_FILE', motivo, '/etc/unipark/segredo');
  }
  return { databaseUrl, databaseUnsafe: flag(env, 'DATABASE_UNSAFE'), segredoFile };
}

const pathOf = (valor: string | undefined): string | null => (valor ? resolve(valor) : null);

/** A short token can be guessed, so it is refused. */
function metricsToken(env: Environment): string | null {
  const valor = valueOrFile(env, 'METRICS_TOKEN');
  if (valor === null || /^[\x21-\x7e]{16,}$/.test(valor)) return valor;
  return refuse(
    'METRICS_TOKEN',
    'use ao menos 16 caracteres visíveis.',
    'k3…(openssl rand -hex 24)',
  );
}

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
  const host = (setting(env, 'HOST') ?? '127.0.0.1').replace(/^\[(.*)\]$/, '$1');
  const publicUrl = readPublicUrl(env);
  const trustProxy = listOf(setting(env, 'TRUST_PROXY'));
  if (!trustProxy.every(isRange)) {
    refuse('TRUST_PROXY', 'use endereços ou faixas separados por vírgula.', '127.0.0.1,10.0.0.0/8');
  }
  const local =
    LOOPBACK.test(host) &&
    trustProxy.length === 0 &&
    (publicUrl === null || LOOPBACK.test(publicUrl.hostname));
  // This server has no TLS: an https address has a proxy before it, which hides the caller's
  // address.
  if (publicUrl?.protocol === 'https:' && !local && trustProxy.length === 0) {
    const motivo =
      'é preciso com PUBLIC_URL em https: informe o endereço do proxy que recebe os pedidos. ' +
      'Sem isso, todas as pessoas contam como uma só, e 30 senhas erradas bloqueiam o acesso de todas.';
    refuse('TRUST_PROXY', motivo, '127.0.0.1');
  }
  const logLevel = setting(env, 'LOG_LEVEL') ?? 'info';
  if (!NIVEIS_LOG.includes(logLevel)) {
    refuse('LOG_LEVEL', `'${logLevel}' não existe. Use ${NIVEIS_LOG.join(', ')}.`, 'info');
  }

  const logHora = setting(env, 'LOG_HORA');
  if (logHora !== undefined && logHora !== 'local') {
    refuse('LOG_HORA', `'${logHora}' não existe. Use local, ou retire a variável.`, 'local');
  }

  const dataDir = resolve(setting(env, 'DATA_DIR') ?? DATA);
  const banco = readDatabase(env);
  const correio = readCorreio(env);
  if (correio && !local && !publicUrl) {
    refuse(
      'PUBLIC_URL',
      'é preciso com SMTP_URL: os links dos e-mails apontam para ele.',
      'https://unipark.exemplo.edu.br',
    );
  }

  return {
    port: readPorta(env),
    host,
    publicUrl,
    dataDir,
    arquivosDir: pathOf(setting(env, 'ARQUIVOS_DIR')),
    ...banco,
    ...readCopias(env, dataDir),
    local,
    correio,
    ...readIdentidade(env, {
      local,
      temCorreio: correio !== null,
      temEndereco: publicUrl !== null,
    }),
    fipe: readFipe(env),
    retencao: readRetencao(env),
    sincronizacao: readSincronizacao(env),
    avisoValidade: !flag(env, 'VALIDADE_SEM_AVISO'),
    dentroHora: timeOfDay(env, 'DENTRO_HORA', '00:00'),
    trustProxy,
    logLevel,
    logLocal: logHora === 'local',
    contato: {
      telefone: valueOrFile(env, 'CONTATO_TELEFONE'),
      email: readEmailContato(env),
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
    findSegredo: (nome) => env[nome] || undefined,
    versao,
  };
}
