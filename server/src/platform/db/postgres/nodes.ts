/** Messages between the nodes of one PostgreSQL, by LISTEN/NOTIFY on a connection of their own. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, ClientBase } from 'pg';
import * as z from 'zod/mini';
import { followClock } from './clock.ts';

const CANAL = 'unipark';
const NOVA_TENTATIVA_MS = 250;
/** A connection that is silently dead is found after this time. */
const PROVA_MS = 3_000;
/** The time is waited for in parts: one in which this process itself stood still counts once. */
const PARTES = 10;
/** PostgreSQL itself ends the connection of a node that is frozen or gone, and its leadership. */
const SILENCIO_MS = 10_000;
/** A notification has at most 8,000 bytes; an item is a session id at the longest. */
const ITENS = 100;

/** The name of a node's connection, by which other programs see that a server runs. */
export const SERVIDOR = 'unipark-servidor';

/** Held by the connection of one node: it does the work that only one of them does. */
export const LIDERANCA = 7_241_964;

/** What a message is about; 'lideranca' is this node's own: it begins or ends to lead. */
const NodeTopic = z.enum(['eventos', 'sessoes', 'correio', 'dispositivos', 'lideranca']);
export type NodeTopic = z.infer<typeof NodeTopic>;

const NodeMessage = z.object({ de: z.string(), assunto: NodeTopic, itens: z.array(z.string()) });
type NodeMessage = z.infer<typeof NodeMessage>;

interface NodeListener {
  assunto: NodeTopic;
  hear: (itens: string[]) => void;
}

/** A notification's text, which every role of the database may send; undefined when it is not ours. */
function parsePayload(texto: string): NodeMessage | undefined {
  try {
    return NodeMessage.safeParse(JSON.parse(texto)).data;
  } catch {
    return undefined;
  }
}

/** This process in messages: it does not hear its own. */
const PROCESSO = randomUUID();

/** The payloads of a message, cut to the size of a notification. */
export function toPayloads(assunto: NodeTopic, itens: string[]): string[] {
  const partes: string[] = [];
  for (let i = 0; i === 0 || i < itens.length; i += ITENS) {
    const mensagem: NodeMessage = { de: PROCESSO, assunto, itens: itens.slice(i, i + ITENS) };
    partes.push(JSON.stringify(mensagem));
  }
  return partes;
}

export class NodeMessages {
  readonly #connect: () => Promise<Client>;
  readonly #ouvintes = new Set<NodeListener>();
  readonly #fim = new AbortController();
  #laco: Promise<void> | undefined;
  #lidera = false;
  #segue = false;

  constructor(connect: () => Promise<Client>) {
    this.#connect = connect;
  }

  /**
   * Calls `listener` for each message of another node, and without items after every connection:
   * messages may be lost before it.
   */
  hear(assunto: NodeTopic, listener: NodeListener['hear']): () => void {
    const ouvinte = { assunto, hear: listener };
    this.#ouvintes.add(ouvinte);
    this.#laco ??= this.#run();
    return () => this.#ouvintes.delete(ouvinte);
  }

  /** Corrects our clock by the database's, now and with each proof that the connection lives. */
  async followClock(client: ClientBase): Promise<void> {
    await followClock(client);
    this.#segue = true;
  }

  /** Whether this node does the work that only one does. Another takes over within seconds. */
  get leads(): boolean {
    return this.#lidera;
  }

  async close(): Promise<void> {
    this.#fim.abort();
    await this.#laco;
  }

  async #run(): Promise<void> {
    const { signal } = this.#fim;
    while (!signal.aborted) {
      // A database that is away is tried again soon.
      await this.#stay(signal).catch(() => undefined);
      await sleep(NOVA_TENTATIVA_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Listens until the connection breaks. */
  async #stay(signal: AbortSignal): Promise<void> {
    const client = await this.#connect();
    const fim = Promise.withResolvers<void>();
    client.on('end', fim.resolve);
    client.on('notification', ({ payload }) => this.#receive(payload ?? ''));
    signal.addEventListener('abort', () => fim.resolve(), { once: true });
    try {
      await client.query(
        `set idle_session_timeout = ${SILENCIO_MS}; set application_name = '${SERVIDOR}'; listen ${CANAL}`,
      );
      for (const { hear } of this.#ouvintes) hear([]);
      let vivo = true;
      while (vivo && !signal.aborted) {
        if (!this.#lidera) await this.#tryToLead(client);
        vivo = await Promise.race([this.#isAlive(client), fim.promise.then(() => false)]);
      }
    } finally {
      this.#setLeads(false);
      void client.end().catch(() => undefined);
    }
  }

  async #tryToLead(client: Client): Promise<void> {
    const { rows } = await client.query(`select pg_try_advisory_lock(${LIDERANCA}) as lidera`);
    this.#setLeads(rows[0]?.lidera === true);
  }

  #setLeads(lidera: boolean): void {
    if (lidera === this.#lidera) return;
    this.#lidera = lidera;
    this.#tell('lideranca', []);
  }

  async #isAlive(client: Client): Promise<boolean> {
    const espera = { signal: this.#fim.signal };
    await sleep(PROVA_MS, undefined, espera).catch(() => undefined);
    if (this.#fim.signal.aborted) return false;
    const pergunta = this.#segue ? followClock(client) : client.query('select 1');
    const resposta = pergunta.then(
      () => true,
      () => false,
    );
    const silencio = async (): Promise<boolean> => {
      for (let parte = 0; parte < PARTES; parte += 1) {
        await sleep(PROVA_MS / PARTES, undefined, espera);
      }
      return false;
    };
    return Promise.race([resposta, silencio().catch(() => false)]);
  }

  #receive(payload: string): void {
    const mensagem = parsePayload(payload);
    if (mensagem && mensagem.de !== PROCESSO) this.#tell(mensagem.assunto, mensagem.itens);
  }

  #tell(assunto: NodeTopic, itens: string[]): void {
    for (const ouvinte of this.#ouvintes) if (ouvinte.assunto === assunto) ouvinte.hear(itens);
  }
}
