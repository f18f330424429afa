/** The live stream: server-sent events (WHATWG HTML §9.2) over a fetch with the bearer header. */
import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../platform/errors.ts';
import type { EventLog, Evento } from '../platform/events.ts';
import { contaOf, type Identidade } from '../platform/guard.ts';
import { CSP_DADOS, FIXOS } from '../platform/headers.ts';

const BATIMENTO_MS = 15_000;
const BATIMENTO = Buffer.from(': \n\n');
const REVISAO_MS = 4_000;
/** A client that leaves more than this unread is dropped; it resumes by Last-Event-ID. */
const MAXIMO_PENDENTE = 64 * 1024;
/** Frames of one busy moment leave together: a write costs more than what it carries. */
const JUNTAR_MS = 25;
const POR_CONTA = 6;
const NO_SERVIDOR = 2_000;

const quadro = ({ id, tipo, dados }: Evento): string =>
  `id: ${id}\nevent: ${tipo}\ndata: ${dados}\n\n`;

/** A stream is answered past the hooks, so it brings its headers along. */
const CABECALHOS = {
  ...FIXOS,
  'Content-Security-Policy': CSP_DADOS,
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
};

const muitasJanelas = (): Problem =>
  new Problem(429, 'muitos-fluxos', 'Há janelas demais abertas. Feche alguma e tente de novo.', {
    headers: { 'Retry-After': '5' },
  });

interface Cliente {
  conta: string;
  sid: string;
  resposta: ServerResponse;
}

export function eventStream(deps: { eventos: EventLog; identidade: Identidade }) {
  const { eventos, identidade } = deps;
  const clientes = new Set<Cliente>();

  function write({ resposta }: Cliente, pedaco: Uint8Array): void {
    if (resposta.writableLength > MAXIMO_PENDENTE) resposta.destroy();
    else resposta.write(pedaco);
  }

  let aguardando = '';
  let ultimaEscrita = 0;
  let relogio: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(relogio);
    relogio = undefined;
    if (aguardando === '') return;
    // Encoded once: whoever is slow to read holds on to the same bytes as everybody.
    const pedaco = Buffer.from(aguardando);
    for (const cliente of clientes) write(cliente, pedaco);
    aguardando = '';
    ultimaEscrita = performance.now();
  }

  /** One frame for all, at once; those that follow it closely leave together a moment later. */
  const parar = eventos.subscribe((evento) => {
    aguardando += quadro(evento);
    const falta = ultimaEscrita + JUNTAR_MS - performance.now();
    if (falta <= 0) flush();
    else relogio ??= setTimeout(flush, falta);
  });
  const semSessao = identidade.onSessaoEnd((sid) => {
    for (const cliente of clientes) if (cliente.sid === sid) cliente.resposta.end();
  });
  const batimento = setInterval(() => {
    for (const cliente of clientes) write(cliente, BATIMENTO);
  }, BATIMENTO_MS);
  batimento.unref();
  /** A session may also be ended by another process: the operator's tool. */
  const revisao = setInterval(async () => {
    for (const sid of new Set([...clientes].map((cliente) => cliente.sid))) {
      if (await identidade.isSessaoAlive(sid).catch(() => true)) continue;
      for (const cliente of clientes) if (cliente.sid === sid) cliente.resposta.end();
    }
  }, REVISAO_MS);
  revisao.unref();

  async function missed(request: FastifyRequest): Promise<Evento[]> {
    const pedido = request.headers['last-event-id'];
    if (pedido === undefined) return [];
    const recarregar = [{ id: eventos.last, tipo: 'recarregar', dados: '{}' }];
    if (typeof pedido !== 'string' || !/^\d{1,15}$/.test(pedido)) return recarregar;
    return (await eventos.since(Number(pedido))) ?? recarregar;
  }

  /** What was missed, asked again while events arrive in the meantime. */
  async function missedUntilNow(request: FastifyRequest): Promise<Evento[]> {
    for (;;) {
      const antes = eventos.last;
      const perdidos = await missed(request);
      if (eventos.last === antes) return perdidos;
    }
  }

  return {
    /** Answers a request with the stream, beginning with what its Last-Event-ID missed. */
    async open(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const { id: conta, sid } = contaOf(request);
      const perdidos = await missedUntilNow(request);
      // From here to `add` nothing waits, so nothing is told in between and no limit is raced.
      const dela = [...clientes].filter((cliente) => cliente.conta === conta);
      if (dela.length >= POR_CONTA || clientes.size >= NO_SERVIDOR) throw muitasJanelas();
      reply.hijack();
      const resposta = reply.raw;
      if (resposta.destroyed) return;
      const cliente: Cliente = { conta, sid, resposta };
      resposta.on('close', () => clientes.delete(cliente));
      resposta.writeHead(200, CABECALHOS);
      // What waits is told already, and so among what was missed.
      flush();
      clientes.add(cliente);
      write(cliente, Buffer.from(`retry: 2000\n\n${perdidos.map(quadro).join('')}`));
    },

    /** Ends every stream, telling each when to come back. */
    close(): void {
      clearInterval(batimento);
      clearInterval(revisao);
      parar();
      flush();
      semSessao();
      for (const { resposta } of clientes) resposta.end('retry: 2000\n\n');
    },
  };
}
