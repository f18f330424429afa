/** The live stream: server-sent events (WHATWG HTML §9.2) over a fetch with the bearer header. */
import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../platform/errors.ts';
import type { EventLog, LoggedEvent } from '../../platform/events.ts';
import { getConta, type Identidade, watchSessoes } from '../../platform/http/guard.ts';
import { CSP_DADOS, FIXOS } from '../../platform/http/headers.ts';
import { hangUp } from '../../platform/http/raw.ts';

const BATIMENTO_MS = 15_000;
const BATIMENTO = Buffer.from(': \n\n');
/** A client with more unread bytes is disconnected; it resumes by Last-Event-ID. */
const MAXIMO_PENDENTE = 64 * 1024;
/** Frames of one busy moment are sent together: a write costs more than its content. */
const JUNTAR_MS = 25;
const POR_CONTA = 6;
const NO_SERVIDOR = 2_000;

const formatQuadro = ({ id, tipo, dados }: LoggedEvent): string =>
  `id: ${id}\nevent: ${tipo}\ndata: ${dados}\n\n`;

/** A stream's answer bypasses the hooks, so it sets its own headers. */
const CABECALHOS = {
  ...FIXOS,
  'Content-Security-Policy': CSP_DADOS,
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
};

const tooManyJanelas = (): Problem =>
  new Problem(429, 'muitos-fluxos', 'Há janelas demais abertas. Feche alguma e tente de novo.', {
    headers: { 'Retry-After': '5' },
  });

interface StreamClient {
  conta: string;
  sid: string;
  resposta: ServerResponse;
}

export function eventStream(deps: { eventos: EventLog; identidade: Identidade }) {
  const { eventos, identidade } = deps;
  const clientes = new Set<StreamClient>();

  function write({ resposta }: StreamClient, pedaco: Uint8Array): void {
    if (resposta.writableLength > MAXIMO_PENDENTE) resposta.destroy();
    else resposta.write(pedaco);
  }

  /** Removes the client first: a response that has ended must not be written again. */
  function dismiss(cliente: StreamClient, ultimas?: string): void {
    clientes.delete(cliente);
    hangUp(cliente.resposta, ultimas);
  }

  function dismissSessao(sid: string): void {
    for (const cliente of clientes) if (cliente.sid === sid) dismiss(cliente);
  }

  let aguardando = '';
  let ultimaEscrita = 0;
  let relogio: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(relogio);
    relogio = undefined;
    if (aguardando === '') return;
    // Encoded once: slow readers hold the same bytes as all others.
    const pedaco = Buffer.from(aguardando);
    for (const cliente of clientes) write(cliente, pedaco);
    aguardando = '';
    ultimaEscrita = performance.now();
  }

  /** One frame is sent at once; those that follow closely are sent together a moment later. */
  const parar = eventos.subscribe((evento) => {
    aguardando += formatQuadro(evento);
    const falta = ultimaEscrita + JUNTAR_MS - performance.now();
    if (falta <= 0) flush();
    else relogio ??= setTimeout(flush, falta);
  });
  const unwatch = watchSessoes(
    identidade,
    () => [...clientes].map(({ sid }) => sid),
    dismissSessao,
  );
  const batimento = setInterval(() => {
    for (const cliente of clientes) write(cliente, BATIMENTO);
  }, BATIMENTO_MS);
  batimento.unref();

  async function missed(request: FastifyRequest): Promise<LoggedEvent[]> {
    const pedido = request.headers['last-event-id'];
    if (pedido === undefined) return [];
    const recarregar = [{ id: eventos.last, tipo: 'recarregar', dados: '{}' }];
    if (typeof pedido !== 'string' || !/^\d{1,15}$/.test(pedido)) return recarregar;
    return (await eventos.since(Number(pedido))) ?? recarregar;
  }

  /** The missed events, read again while new ones arrive meanwhile. */
  async function missedUntilNow(request: FastifyRequest): Promise<LoggedEvent[]> {
    for (;;) {
      const antes = eventos.last;
      const perdidos = await missed(request);
      if (eventos.last === antes) return perdidos;
    }
  }

  return {
    /** Answers a request with the stream, beginning with the events after its Last-Event-ID. */
    async open(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const { id: conta, sid } = getConta(request);
      const perdidos = await missedUntilNow(request);
      // From here to `add` there is no await, so no event is missed and the limit has no race.
      const dela = [...clientes].filter((cliente) => cliente.conta === conta);
      if (dela.length >= POR_CONTA || clientes.size >= NO_SERVIDOR) throw tooManyJanelas();
      reply.hijack();
      const resposta = reply.raw;
      if (resposta.destroyed) return;
      const cliente: StreamClient = { conta, sid, resposta };
      resposta.on('close', () => clientes.delete(cliente));
      // An error without a listener ends the process; the connection is over in any case.
      resposta.on('error', () => resposta.destroy());
      resposta.writeHead(200, CABECALHOS);
      // Waiting frames are in the log already, so they are among the missed events.
      flush();
      clientes.add(cliente);
      write(cliente, Buffer.from(`retry: 2000\n\n${perdidos.map(formatQuadro).join('')}`));
    },

    /** Ends every stream, telling each client when to come back. */
    close(): void {
      clearInterval(batimento);
      parar();
      flush();
      unwatch();
      for (const cliente of clientes) dismiss(cliente, 'retry: 2000\n\n');
    },
  };
}
