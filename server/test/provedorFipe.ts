/**
 * The three providers of the table on this machine, over a small invented table, each with its own
 * API; and every failure that was ever seen of them, until reset.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatAno, PROVEDORES_FIPE, type ProvedorFipe } from '@unipark/contract/fipe';

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

interface CodigoNomeTest {
  codigo: string;
  nome: string;
}

export interface TabelaFipe {
  listMarcas(tipo: string): CodigoNomeTest[];
  listModelos(tipo: string, marca: string): CodigoNomeTest[];
  listAnos(tipo: string, marca: string, modelo: string): CodigoNomeTest[];
}

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

interface FipeTestOptions {
  /** Makes of each type, models of each make, years of each model. */
  marcas?: number;
  modelos?: number;
  anos?: number;
}

const TIPOS: Record<string, string> = {
  ...{ cars: '1', motorcycles: '2', trucks: '3' },
  ...{ carros: '1', motos: '2', caminhoes: '3' },
};

/** A table of this size, the same each time: make 7 of any type has the models 7001, 7002, … */
export function buildTabela({
  marcas = 3,
  modelos = 4,
  anos = 2,
}: FipeTestOptions = {}): TabelaFipe {
  const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1);
  const within = (codigo: string, base: number, n: number): boolean =>
    Number(codigo) > base && Number(codigo) <= base + n;
  const hasMarca = (tipo: string, marca: string): boolean =>
    /^[123]$/.test(tipo) && within(marca, 0, marcas);
  return {
    listMarcas: (tipo) =>
      /^[123]$/.test(tipo)
        ? range(marcas).map((i) => ({ codigo: String(i), nome: `Marca ${tipo}.${i}` }))
        : [],
    listModelos: (tipo, marca) =>
      hasMarca(tipo, marca)
        ? range(modelos).map((i) => {
            const codigo = String(Number(marca) * 1_000 + i);
            return { codigo, nome: `Modelo ${codigo} 1.${i % 10} Flex` };
          })
        : [],
    listAnos: (tipo, marca, modelo) =>
      hasMarca(tipo, marca) && within(modelo, Number(marca) * 1_000, modelos)
        ? range(anos).map((i) => {
            const codigo = i === 1 ? '32000-5' : `${2027 - i}-5`;
            return { codigo, nome: formatAno(codigo) };
          })
        : [],
  };
}

const PAGINA = `<!DOCTYPE html><html><head><title>Just a moment...</title></head>
<body><script>window._cf_chl_opt={};</script><div id="cf-chl-opt"></div></body></html>`;

type FipeTestAnswer = { status?: number; corpo: unknown };

/** The official service: form input, its errors as 200, models in an object. */
function oficial(
  caminho: string,
  campos: URLSearchParams,
  deles: ProvedorFipeDeTeste,
): FipeTestAnswer {
  const { tabela } = deles;
  const getCampo = (nome: string): string => campos.get(nome) ?? '';
  const [tipo, marca] = [getCampo('codigoTipoVeiculo'), getCampo('codigoMarca')];
  const toOptions = (pares: CodigoNomeTest[], toValue: (codigo: string) => unknown = String) =>
    pares.map(({ codigo, nome }) => ({ Label: nome, Value: toValue(codigo) }));
  if (caminho === 'ConsultarTabelaDeReferencia') {
    const mes = `${deles.mes.replace(' de ', '/')} `;
    return {
      corpo: [
        { Codigo: 308, Mes: 'abril/2024 ' },
        { Codigo: 339, Mes: mes },
      ],
    };
  }
  if (getCampo('codigoTabelaReferencia') !== '339') {
    return { corpo: { codigo: '2', erro: 'Parâmetros inválidos' } };
  }
  if (caminho === 'ConsultarMarcas') return { corpo: toOptions(tabela.listMarcas(tipo)) };
  const listModelos = tabela.listModelos(tipo, marca);
  const listAnos = tabela.listAnos(tipo, marca, getCampo('codigoModelo'));
  const nada = { corpo: { codigo: '0', erro: 'nadaencontrado' } };
  if (caminho === 'ConsultarModelos') {
    if (listModelos.length === 0) return nada;
    return { corpo: { Modelos: toOptions(listModelos, Number), Anos: toOptions([]) } };
  }
  return listAnos.length === 0 ? nada : { corpo: toOptions(listAnos) };
}

/** Parallelum, version 2: unknown codes are 404. */
function parallelum(caminho: string, deles: ProvedorFipeDeTeste): FipeTestAnswer {
  if (caminho === 'references') {
    return {
      corpo: [
        { code: '339', month: deles.mes },
        { code: '308', month: 'abril de 2024' },
      ],
    };
  }
  const [nome = '', , marca, , modelo] = caminho.split('/');
  const pares = itemsOf(deles.tabela, TIPOS[nome] ?? '', marca, modelo);
  if (pares.length === 0) return { status: 404, corpo: { error: 'not found' } };
  return { corpo: pares.map(({ codigo, nome: name }) => ({ code: codigo, name })) };
}

/** BrasilAPI: makes and years as nome and valor, models as modelo and valor. */
function brasilapi(caminho: string, deles: ProvedorFipeDeTeste): FipeTestAnswer {
  const [assunto, , nome = '', marca, modelo] = caminho.split('/');
  if (assunto === 'tabelas') {
    return { corpo: [{ codigo: 339, mes: `${deles.mes.replace(' de ', '/')} ` }] };
  }
  const pares = itemsOf(deles.tabela, TIPOS[nome] ?? '', marca, modelo);
  if (pares.length === 0 && assunto === 'anos') {
    return { status: 404, corpo: { message: 'Modelo não encontrado', name: 'NotFoundError' } };
  }
  return {
    corpo: pares.map((par) =>
      assunto === 'veiculos'
        ? { modelo: par.nome, valor: Number(par.codigo) }
        : { nome: par.nome, valor: par.codigo },
    ),
  };
}

function itemsOf(
  tabela: TabelaFipe,
  tipo: string,
  marca?: string,
  modelo?: string,
): CodigoNomeTest[] {
  if (marca === undefined) return tabela.listMarcas(tipo);
  return modelo === undefined
    ? tabela.listModelos(tipo, marca)
    : tabela.listAnos(tipo, marca, modelo);
}

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
