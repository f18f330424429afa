/**
 * The register under load beside the limit reference: both take turns under the same requests on
 * the same data, so the speed of the machine cancels out.
 */
import autocannon, { type Request } from 'autocannon';
import { makePlaca } from '../server/src/demo/registro.ts';
import { listTermos } from './dados.ts';
import { promiseAtMost, promiseRate, showTable } from './promessas.ts';
import { type LoadTarget, quantileOf, startBancada, startLimite } from './servidor.ts';

const RODADAS = 3;
const CONEXOES = 32;

export interface LoadWork {
  nome: string;
  requests: Request[];
  /** At least this share of the limit's requests a second. */
  taxa?: number;
  /** At most this many times the CPU a request of the limit, or of the plain list. */
  cpu: number;
  /** At most this many times the limit's 99th percentile. */
  p99?: number;
  /** A question that the limit does not answer: compared with our own plain list. */
  semLimite?: boolean;
}

interface LoadResult {
  taxa: number;
  cpu: number;
  /** KB written for each request: the answer, and the database's pages. */
  kb: number;
  p50: number;
  p97: number;
  p99: number;
}

const LISTA = 'lista de 50';

export const get = (path: string): Request => ({ method: 'GET', path });

/** Sends the method's body, made anew for each request. */
const send = (method: 'POST' | 'PUT', make: () => { path: string; corpo: object }): Request => ({
  method,
  setupRequest: (pedido) => {
    const { path, corpo } = make();
    return { ...pedido, path, body: JSON.stringify(corpo) };
  },
});

export function listWorks(veiculos: number): LoadWork[] {
  let criados = 0;
  let alterados = 0;
  const placaOf = (i: number): string => makePlaca((i * 197) % veiculos);
  return [
    {
      nome: 'GET um veículo',
      requests: Array.from({ length: 500 }, (_, i) => get(`/db/veiculos/${placaOf(i)}`)),
      taxa: 0.6,
      cpu: 1.8,
    },
    { nome: LISTA, requests: [get('/db/veiculos?limite=50&ordem=modelo')], taxa: 0.7, cpu: 1.5 },
    {
      nome: 'busca, 200 termos',
      requests: listTermos(veiculos).map((q) =>
        get(`/db/veiculos/busca?q=${encodeURIComponent(q)}`),
      ),
      taxa: 0.6,
      cpu: 1.5,
      p99: 2,
    },
    {
      nome: 'lista com dois filtros',
      requests: [get('/db/veiculos?limite=50&status=PROIBIDO&cor=Prata')],
      cpu: 2,
      semLimite: true,
    },
    {
      nome: 'filtros sem resultado',
      requests: [get('/db/veiculos?limite=50&status=ATIVO&cor=Furta-cor')],
      cpu: 2,
      semLimite: true,
    },
    {
      nome: 'criar',
      requests: [
        send('POST', () => {
          criados += 1;
          const placa = makePlaca(veiculos + criados);
          return {
            path: '/db/veiculos',
            corpo: { placa, modelo: 'GOL', cor: 'Azul', status: 'ATIVO' },
          };
        }),
      ],
      taxa: 0.55,
      cpu: 2,
    },
    {
      nome: 'alterar',
      requests: [
        send('PUT', () => {
          alterados += 1;
          const cor = alterados % 2 === 0 ? 'Verde' : 'Azul';
          return { path: `/db/veiculos/${placaOf(alterados)}`, corpo: { cor } };
        }),
      ],
      taxa: 0.55,
      cpu: 2,
    },
  ];
}

/** One load on one server. @throws when an answer is not 2xx: a refused request is cheap */
export async function measure(
  alvo: LoadTarget,
  { nome, requests }: Pick<LoadWork, 'nome' | 'requests'>,
  duration: number | { amount: number },
  connections = CONEXOES,
): Promise<LoadResult> {
  const antes = alvo.usage();
  const resultado = await autocannon({
    url: alvo.url,
    connections,
    ...(typeof duration === 'number' ? { duration } : duration),
    requests: requests.map((pedido) => ({ ...pedido, headers: alvo.headers })),
  });
  const { requests: feitos, latency, non2xx, errors } = resultado;
  if (non2xx + errors > 0) throw new Error(`${nome}: ${non2xx} recusas, ${errors} erros`);
  const depois = alvo.usage();
  return {
    taxa: feitos.total / resultado.duration,
    cpu: (depois.cpu - antes.cpu) / feitos.total,
    kb: (depois.kb - antes.kb) / feitos.total,
    p50: latency.p50,
    p97: latency.p97_5,
    p99: latency.p99,
  };
}

export const median = (numeros: number[]): number => quantileOf(numeros, 0.5);
const medianOf = (rodadas: LoadResult[], nome: keyof LoadResult): number =>
  median(rodadas.map((rodada) => rodada[nome]));

/** Prints the table and adds the promises. `duration`: seconds of each load. */
export async function benchCadastro(veiculos: number, duration: number): Promise<void> {
  const produto = await startBancada(veiculos);
  const limite = await startLimite(produto);
  const ociosa = produto.usage().mb;
  const trabalhos = listWorks(veiculos);
  const medidas = trabalhos.map(() => ({ nosso: [] as LoadResult[], dele: [] as LoadResult[] }));
  try {
    for (let rodada = 0; rodada < RODADAS; rodada += 1) {
      for (const [i, trabalho] of trabalhos.entries()) {
        if (!trabalho.semLimite) {
          medidas[i]?.dele.push(await measure(limite, trabalho, duration));
        }
        medidas[i]?.nosso.push(await measure(produto, trabalho, duration));
      }
    }
  } finally {
    await limite.stop();
  }
  const listaNossa = medidas[trabalhos.findIndex(({ nome }) => nome === LISTA)]?.nosso ?? [];
  const linhas = trabalhos.map(({ nome, taxa, cpu, p99, semLimite }, i) => {
    const { nosso = [], dele = [] } = medidas[i] ?? {};
    const padrao = semLimite ? listaNossa : dele;
    const ratios = nosso.map((rodada, vez) => ({
      taxa: rodada.taxa / (padrao[vez]?.taxa ?? Number.NaN),
      cpu: rodada.cpu / (padrao[vez]?.cpu ?? Number.NaN),
      p99: rodada.p99 / (padrao[vez]?.p99 ?? Number.NaN),
    }));
    const ratio = (qual: 'taxa' | 'cpu' | 'p99') => median(ratios.map((vez) => vez[qual]));
    if (taxa) {
      promiseRate({
        trabalho: nome,
        limite: medianOf(dele, 'taxa'),
        nosso: medianOf(nosso, 'taxa'),
        parte: ratio('taxa'),
        promessa: taxa,
      });
    }
    promiseAtMost(`${nome}: CPU`, ratio('cpu'), cpu, semLimite ? ' × lista' : ' × limite');
    if (p99) promiseAtMost(`${nome}: p99`, ratio('p99'), p99, ' × limite');
    return {
      trabalho: nome,
      'limite/s': semLimite ? '–' : Math.round(medianOf(dele, 'taxa')),
      'limite CPU ms': semLimite ? '–' : medianOf(dele, 'cpu').toFixed(3),
      'limite KB': semLimite ? '–' : medianOf(dele, 'kb').toFixed(1),
      'nosso/s': Math.round(medianOf(nosso, 'taxa')),
      'nosso CPU ms': medianOf(nosso, 'cpu').toFixed(3),
      'nosso KB': medianOf(nosso, 'kb').toFixed(1),
      'p50 ms': medianOf(nosso, 'p50'),
      'p99 ms': medianOf(nosso, 'p99'),
      'CPU ÷': ratio('cpu').toFixed(2),
      'taxa ÷': ratio('taxa').toFixed(2),
    };
  });
  showTable(`Cadastro, ${veiculos} veículos, ${CONEXOES} conexões`, linhas);
  promiseAtMost('partida até o primeiro 200', produto.partida, 1_000, ' ms');
  promiseAtMost('memória ociosa', ociosa, 130, ' MB');
  promiseAtMost('memória depois da carga', produto.usage().mb, 280, ' MB');
  await produto.stop();
}
