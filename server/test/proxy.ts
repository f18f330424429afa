/** nginx and Caddy with the files of `deploy/`, with TLS, in front of a server of a test. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';

/** The name in the files of `deploy/`. */
export const NOME = 'unipark.exemplo.edu.br';

export type ProxyName = 'nginx' | 'caddy';

export interface RunningProxy {
  /** Of https. */
  porta: number;
  /** Of plain http, where nginx redirects. */
  portaHttp: number;
  /** Trusted by a client of this proxy. */
  certificado: string;
  /** The lines of nginx's own log of requests. */
  readLog(): string;
  end(): Promise<void>;
}

interface ProxyPlace {
  pasta: string;
  porta: number;
  portaHttp: number;
  servidor: number;
}

const programOf = (nome: string): string | undefined =>
  globSync(`/usr/{local/,}{sbin,bin}/${nome}`)[0];

/**
 * Whether its package is installed. With UNIPARK_TESTE_PROXY=1 a missing one fails the tests
 * instead of leaving them out.
 */
export const hasProxy = (nome: ProxyName): boolean =>
  process.env.UNIPARK_TESTE_PROXY === '1' ||
  [nome, 'openssl'].every((programa) => programOf(programa) !== undefined);

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const porteiro = createServer().listen(0, '127.0.0.1');
  await once(porteiro, 'listening');
  const { port } = porteiro.address() as AddressInfo;
  porteiro.close();
  await once(porteiro, 'close');
  return port;
}

const readModelo = (nome: string): string =>
  readFileSync(new URL(`../../deploy/${nome}`, import.meta.url), 'utf8');

/** A certificate for the name, where the files of `deploy/` expect one. */
function createCertificado(pasta: string): void {
  const arquivos = ['-keyout', join(pasta, 'unipark.key'), '-out', join(pasta, 'unipark.pem')];
  const nomes = ['-subj', `/CN=${NOME}`, '-addext', `subjectAltName=DNS:${NOME}`];
  const tipo = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-noenc',
    '-days',
    '2',
  ];
  execFileSync('openssl', ['req', '-x509', ...tipo, ...arquivos, ...nomes], { stdio: 'ignore' });
}

/** The file of `deploy/nginx` with these ports and this folder. */
function startNginx({ pasta, porta, portaHttp, servidor }: ProxyPlace): ChildProcess {
  const aqui = readModelo('nginx/unipark.conf')
    .replace(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 443 ', `listen 127.0.0.1:${porta} `)
    .replace('listen 80;', `listen 127.0.0.1:${portaHttp};`)
    .replace('127.0.0.1:3000', `127.0.0.1:${servidor}`)
    .replaceAll('/etc/ssl', pasta)
    .replace('/var/log/nginx', pasta);
  const temporarios = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((nome) => `${nome}_temp_path ${pasta}/${nome};`)
    .join('\n');
  const arquivo = join(pasta, 'nginx.conf');
  writeFileSync(
    arquivo,
    `${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off; worker_processes 1; pid ${pasta}/pid; error_log stderr crit;
    events { worker_connections 128; }
    http { ${temporarios} ${aqui} }`,
  );
  return spawn(programOf('nginx') ?? 'nginx', ['-p', pasta, '-e', 'stderr', '-c', arquivo], {
    stdio: 'inherit',
  });
}

/** The file of `deploy/caddy` on this port, with the certificate instead of a public authority's. */
function startCaddy({ pasta, porta, servidor }: ProxyPlace): ChildProcess {
  const aqui = readModelo('caddy/Caddyfile').replace('# tls /etc/ssl', 'tls /etc/ssl');
  const arquivo = join(pasta, 'Caddyfile');
  writeFileSync(
    arquivo,
    `{
      admin off
      auto_https disable_redirects
      default_bind 127.0.0.1
    }
    ${aqui.replaceAll('/etc/ssl', pasta)}`,
  );
  return spawn(
    programOf('caddy') ?? 'caddy',
    ['run', '--config', arquivo, '--adapter', 'caddyfile'],
    {
      stdio: 'ignore',
      env: {
        HOME: pasta,
        UNIPARK_NOME: `${NOME}:${porta}`,
        UNIPARK_SERVIDOR: `127.0.0.1:${servidor}`,
      },
    },
  );
}

/** Starts the proxy in front of the port `servidor`, where a server may begin later. */
export async function startProxy(
  nome: ProxyName,
  pasta: string,
  servidor: number,
): Promise<RunningProxy> {
  mkdirSync(pasta, { recursive: true });
  createCertificado(pasta);
  const porta = await freePort();
  const portaHttp = await freePort();
  const programas = { nginx: startNginx, caddy: startCaddy };
  const processo = programas[nome]({ pasta, porta, portaHttp, servidor });
  return {
    porta,
    portaHttp,
    certificado: readFileSync(join(pasta, 'unipark.pem'), 'utf8'),
    readLog: () => readFileSync(join(pasta, 'unipark.log'), 'utf8'),
    async end() {
      if (processo.exitCode !== null) return;
      processo.kill('SIGTERM');
      await once(processo, 'exit');
    },
  };
}
