/**
 * The three providers of the table on this machine, over a small invented table, each with its own
 * API; and every failure that was ever seen of them, until reset.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROVEDORES_FIPE, type ProvedorFipe } from '@unipark/contract/fipe';
import {
  brasilapi,
  buildTabela,
  type FipeTestOptions,
  oficial,
  parallelum,
  type TabelaFipe,
} from './respostasFipe.ts';

/**
 * hang: never answers · garbage: invalid JSON · html200: a page with status 200 · reset: cut in the
 * middle of the body · endless: a body without end · redirect: to another path of its own · schema:
 * JSON of another shape · slow: correct, `ms` late · status: that one.
 */
export type FalhaFipe =
  | 'hang'
  | 'garbage'
  | 'html200'
  | 'reset'
  | 'endless'
  | 'redirect'
  | 'schema'
  | { slow: number }
  | { status: number; retryAfter?: number | string };

export interface FipeCounts {
  /** Requests received, with any result. */
  pedidos: number;
  /** The most simultaneous requests so far. */
  juntos: number;
  bytes: number;
}

export interface ProvedorFipeDeTeste {
  /** FIPE_PROVEDORES and FIPE_BASE_URL for these providers; by default for all three. */
  env(...nomes: ProvedorFipe[]): { FIPE_PROVEDORES: string; FIPE_BASE_URL: string };
  /** Injects a fault into one provider, or into all; null removes it. */
  fault(falha: FalhaFipe | null, nome?: ProvedorFipe): void;
  contagens: Record<ProvedorFipe, FipeCounts>;
  countPedidos(): number;
  /** The requests, in order: 'parallelum GET /cars/brands'. */
  historico: { linha: string; cabecalhos: IncomingMessage['headers'] }[];
  /** The reference month, in their spelling: 'novembro de 2026' by default. */
  mes: string;
  /** Replaces the table: the change from one month to the next. */
  tabela: TabelaFipe;
  /** Replaces the table's answer, when it is not undefined. */
  corpo: ((provedor: ProvedorFipe, caminho: string) => unknown) | null;
  stop(): Promise<void>;
}

const PAGINA = `<!DOCTYPE html><html><head><title>Just a moment...</title></head>
<body><script>window._cf_chl_opt={};</script><div id="cf-chl-opt"></div></body></html>`;

/** Applies the fault; answers whether an answer is still needed. */
async function fail(
  falha: FalhaFipe,
  resposta: ServerResponse,
  write: (corpo: string) => void,
): Promise<boolean> {
  const json = { 'content-type': 'application/json; charset=utf-8' };
  if (typeof falha === 'object') {
    if ('slow' in falha) {
      await sleep(falha.slow);
      return true;
    }
    const { status, retryAfter } = falha;
    resposta.writeHead(status, {
      ...json,
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    });
    write('{"message":"recusado"}');
    resposta.end();
  }
  if (falha === 'garbage') {
    resposta.writeHead(200, json);
    write('[{"code": ai de mim\u0000');
    resposta.end();
  }
  if (falha === 'html200') {
    resposta.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    write(PAGINA);
    resposta.end();
  }
  if (falha === 'schema') {
    resposta.writeHead(200, json);
    write('{"data":[{"id":1,"title":"Fiat"}]}');
    resposta.end();
  }
  if (falha === 'redirect') {
    resposta.writeHead(302, { location: '/desviado' });
    resposta.end();
  }
  if (falha === 'reset') {
    resposta.writeHead(200, json);
    write('[{"code":"1","name":"Ma');
    setTimeout(() => resposta.destroy(), 5);
  }
  if (falha === 'endless') {
    resposta.writeHead(200, json);
    write('[');
    // Slowly, so that the bytes written are the bytes read, and not those in the system's buffers.
    while (!resposta.destroyed) {
      write(`${'{"code":"1","name":"Marca"},'.repeat(585)}`);
      await sleep(4);
    }
  }
  return false;
}

/** Listens on a free port of 127.0.0.1. */
export async function startProvedorFipe(
  options: FipeTestOptions = {},
): Promise<ProvedorFipeDeTeste> {
  const falhas: Partial<Record<ProvedorFipe, FalhaFipe | null>> = {};
  const abertos: Record<ProvedorFipe, number> = { oficial: 0, parallelum: 0, brasilapi: 0 };

  async function serve(pedido: IncomingMessage, resposta: ServerResponse): Promise<void> {
    const [, nome = '', ...partes] = (pedido.url ?? '').split('?')[0]?.split('/') ?? [];
    const provedor = PROVEDORES_FIPE.find((conhecido) => conhecido === nome);
    const caminho = partes.map(decodeURIComponent).join('/');
    deles.historico.push({
      linha: `${nome} ${pedido.method} /${caminho}`,
      cabecalhos: pedido.headers,
    });
    if (!provedor) {
      resposta.writeHead(404).end();
      return;
    }
    const contagem = deles.contagens[provedor];
    contagem.pedidos += 1;
    abertos[provedor] += 1;
    contagem.juntos = Math.max(contagem.juntos, abertos[provedor]);
    resposta.on('close', () => {
      abertos[provedor] -= 1;
    });
    const write = (corpo: string): void => {
      contagem.bytes += Buffer.byteLength(corpo);
      resposta.write(corpo);
    };
    const campos = new URLSearchParams(await text(pedido));
    const falha = falhas[provedor];
    if (falha && !(await fail(falha, resposta, write))) return;
    const outro = deles.corpo?.(provedor, caminho);
    const { status = 200, corpo } = {
      oficial: () => oficial(caminho, campos, deles),
      parallelum: () => parallelum(caminho, deles),
      brasilapi: () => brasilapi(caminho, deles),
    }[provedor]();
    resposta.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
    write(JSON.stringify(outro ?? corpo));
    resposta.end();
  }

  const servidor = createServer((pedido, resposta) => {
    serve(pedido, resposta).catch(() => resposta.destroy());
  });
  servidor.listen(0, '127.0.0.1');
  await once(servidor, 'listening');
  const { port } = servidor.address() as AddressInfo;
  const zeroContagem = (): FipeCounts => ({ pedidos: 0, juntos: 0, bytes: 0 });
  const deles: ProvedorFipeDeTeste = {
    env: (...nomes) => {
      const pedidos = nomes.length > 0 ? nomes : [...PROVEDORES_FIPE];
      return {
        FIPE_PROVEDORES: pedidos.join(','),
        FIPE_BASE_URL: pedidos.map((nome) => `${nome}=http://127.0.0.1:${port}/${nome}`).join(','),
      };
    },
    fault(falha, nome) {
      for (const cada of nome ? [nome] : PROVEDORES_FIPE) falhas[cada] = falha;
    },
    contagens: { oficial: zeroContagem(), parallelum: zeroContagem(), brasilapi: zeroContagem() },
    countPedidos: () =>
      Object.values(deles.contagens).reduce((soma, { pedidos }) => soma + pedidos, 0),
    historico: [],
    mes: 'novembro de 2026',
    tabela: buildTabela(options),
    corpo: null,
    async stop() {
      servidor.closeAllConnections();
      await new Promise((fechado) => servidor.close(fechado));
    },
  };
  return deles;
}
