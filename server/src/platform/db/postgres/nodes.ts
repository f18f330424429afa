/** Messages between the nodes of one PostgreSQL, by LISTEN/NOTIFY on a connection of their own. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';

const CANAL = 'unipark';
const NOVA_TENTATIVA_MS = 250;
/** A connection that is silently dead is found after this time. */
const PROVA_MS = 3_000;
/** A notification has at most 8,000 bytes; an item is a session id at the longest. */
const ITENS = 100;

/** Held by the connection of one node: it does the work that only one of them does. */
const LIDERANCA = 7_241_964;

/** What a message is about; 'lideranca' is this node's own: it begins or ends to lead. */
export type NodeTopic = 'eventos' | 'sessoes' | 'correio' | 'dispositivos' | 'lideranca';
type NodeListener = (itens: string[]) => void;

interface NodeMessage {
  de: string;
  assunto: NodeTopic;
  itens: string[];
}

/** The process in messages: it does not hear its own. */
const EU = randomUUID();

/** The payloads of a message, cut to the size of a notification. */
export function toPayloads(assunto: NodeTopic, itens: string[]): string[] {
  const partes: string[] = [];
  for (let i = 0; i === 0 || i < itens.length; i += ITENS) {
    const mensagem: NodeMessage = { de: EU, assunto, itens: itens.slice(i, i + ITENS) };
    partes.push(JSON.stringify(mensagem));
  }
  return partes;
}

export class NodeMessages {
  readonly #connect: () => Promise<Client>;
  readonly #ouvintes = new Map<NodeListener, NodeTopic>();
  readonly #fim = new AbortController();
  #laco: Promise<void> | undefined;
  #lidera = false;

  constructor(connect: () => Promise<Client>) {
    this.#connect = connect;
  }

  /**
   * Calls `listener` for each message of another node, and without items after every connection:
   * messages may be lost before it.
   */
  hear(assunto: NodeTopic, listener: NodeListener): () => void {
    this.#ouvintes.set(listener, assunto);
    this.#laco ??= this.#run();
    return () => this.#ouvintes.delete(listener);
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
      await client.query(`listen ${CANAL}`);
      for (const listener of this.#ouvintes.keys()) listener([]);
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
    for (const [listener, dele] of this.#ouvintes) if (dele === 'lideranca') listener([]);
  }

  async #isAlive(client: Client): Promise<boolean> {
    const espera = { signal: this.#fim.signal };
    await sleep(PROVA_MS, undefined, espera).catch(() => undefined);
    if (this.#fim.signal.aborted) return false;
    const resposta = client.query('select 1').then(
      () => true,
      () => false,
    );
    return Promise.race([resposta, sleep(PROVA_MS, false, espera).catch(() => false)]);
  }

  #receive(payload: string): void {
    const { de, assunto, itens } = JSON.parse(payload) as NodeMessage;
    if (de === EU) return;
    for (const [listener, dele] of this.#ouvintes) if (dele === assunto) listener(itens);
  }
}
