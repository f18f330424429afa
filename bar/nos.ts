/** UNIPARK on a PostgreSQL of its own: the stage of the rows about the database and its nodes. */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTA } from '../server/test/app.ts';
import { type Cluster, createCluster } from '../server/test/cluster.ts';
import { databaseUrl, runOnce } from '../server/test/postgres.ts';
import { type ServerProcess, startProcesso } from '../server/test/processo.ts';
import { type SwitchedWire, startBalanceador } from './balanceador.ts';

export interface NodeStage {
  cluster: Cluster;
  /** Address of the installation's database. */
  url: string;
  /** Starts a server of the installation, with a fault of `filho.ts`. */
  startNode(falha?: string, ambiente?: Record<string, string>): Promise<ServerProcess>;
  remove(): void;
}

/** An installation with a standby; its nodes reach the database by the wire. */
export interface StandbyStage extends NodeStage {
  standby: Cluster;
  wire: SwitchedWire;
}

export interface NodeAnswer {
  status: number;
  retryAfter: string | null;
  ms: number;
  json: Record<string, unknown>;
}

async function createDatabase(banco: string): Promise<{ cluster: Cluster; url: string }> {
  const cluster = await createCluster({ duravel: true });
  try {
    await runOnce(cluster.url, `create database ${banco}`);
  } catch (error) {
    cluster.remove();
    throw error;
  }
  return { cluster, url: databaseUrl(cluster.url, banco) };
}

function createNodes(cluster: Cluster, url: string): NodeStage {
  const segredo = join(cluster.pasta, 'segredo');
  writeFileSync(segredo, randomBytes(48).toString('base64url'));
  const nodes: ServerProcess[] = [];
  return {
    cluster,
    url,
    async startNode(falha, ambiente = {}) {
      const env = { DATABASE_URL: url, SECRET_FILE: segredo, LOG_LEVEL: 'error', ...ambiente };
      const node = await startProcesso({ env, falha });
      nodes.push(node);
      return node;
    },
    remove() {
      for (const node of nodes) node.remove();
      cluster.remove();
    },
  };
}

/** A durable cluster with an empty database. */
export async function createStage(banco = 'unipark'): Promise<NodeStage> {
  const { cluster, url } = await createDatabase(banco);
  return createNodes(cluster, url);
}

/** The same with a standby. `sincrona`: a commit waits until the standby has it. */
export async function createStandbyStage(sincrona: boolean): Promise<StandbyStage> {
  const { cluster, url } = await createDatabase('unipark');
  try {
    await cluster.stop();
    const standby = await cluster.copyAsStandby('reserva');
    await cluster.start(sincrona ? { synchronous_standby_names: 'reserva' } : {});
    await standby.start();
    const wire = await startBalanceador(url);
    const stage = createNodes(cluster, wire.url);
    const remove = (): void => {
      stage.remove();
      wire.close();
    };
    return { ...stage, standby, wire, remove };
  } catch (error) {
    cluster.remove();
    throw error;
  }
}

/** A request with its duration; a broken connection has the status 0. */
export async function ask(
  { url }: Pick<ServerProcess, 'url'>,
  method: string,
  path: string,
  {
    token,
    body,
    headers,
  }: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<NodeAnswer> {
  const start = performance.now();
  try {
    const response = await fetch(url + path, {
      method,
      headers: {
        origin: url,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    const texto = await response.text();
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      ms: performance.now() - start,
      json: texto.startsWith('{') ? (JSON.parse(texto) as Record<string, unknown>) : {},
    };
  } catch {
    return { status: 0, retryAfter: null, ms: performance.now() - start, json: {} };
  }
}

/** The first account of an installation; its token works on every node. @throws when it is refused */
export async function signUp(node: Pick<ServerProcess, 'url'>): Promise<string> {
  const { status, json } = await ask(node, 'POST', '/api/auth/sign-up/email', { body: CONTA });
  if (typeof json.token !== 'string') throw new Error(`not signed up: ${status}`);
  return json.token;
}
