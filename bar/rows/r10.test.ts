/** R10: the catalogue's providers are down, slow or wrong while people fill in the form. */
import type { AddressInfo } from 'node:net';
import type { ProvedorFipe } from '@unipark/contract/fipe';
import type { Dubles } from '../../server/src/appDeps.ts';
import { readFipe } from '../../server/src/config/fipe.ts';
import { activate, add, begin } from '../../server/src/fipe/edicoesRepo.ts';
import { createProvedores } from '../../server/src/fipe/provedores/cadeia.ts';
import { inTransaction } from '../../server/src/platform/db/banco.ts';
import { buildTestApp, type TestApp } from '../../server/test/app.ts';
import {
  type FalhaFipe,
  type ProvedorFipeDeTeste,
  startProvedorFipe,
} from '../../server/test/provedorFipe.ts';
import { describeRow, type Measure } from '../row.ts';

const CHAMADAS = 20;
/** The promised time, and the extra that a busy machine may take. */
const PRAZO_MS = 2_000;
const FOLGA_MS = 300;
/** The time for a list that is in the tables. */
const NA_HORA_MS = 300;
const BATIDAS = 3;
const LIDOS = 1_048_576;

const MODOS: readonly FalhaFipe[] = [
  ...(['hang', 'garbage', 'reset', 'endless', 'html200'] as const),
  { status: 500 },
];
const TODOS_OS_MODOS: readonly FalhaFipe[] = [
  ...MODOS,
  ...(['redirect', 'schema'] as const),
  ...[{ status: 403 }, { status: 429, retryAfter: 60 }, { slow: 2_500 }],
];

interface ProviderPlan {
  modos: readonly FalhaFipe[];
  /** Each entry is one installation: the providers that it asks. */
  cadeias: readonly (readonly ProvedorFipe[])[];
  chamadas: number;
  wrapCadeia?: (deles: ProvedorFipeDeTeste) => Dubles['wrapCadeia'];
}

const RAPIDO: ProviderPlan = { modos: MODOS, cadeias: [['parallelum']], chamadas: CHAMADAS };
const COMPLETO: ProviderPlan = {
  modos: TODOS_OS_MODOS,
  cadeias: [['oficial'], ['parallelum'], ['brasilapi'], ['oficial', 'parallelum', 'brasilapi']],
  chamadas: CHAMADAS,
};

/** Makes without models, and one make with a model. */
const useEdicao = ({ db }: TestApp, vazias: number): Promise<void> =>
  inTransaction(db, async (trx) => {
    const { id } = await begin(trx, { origem: 'arquivo', situacao: 'antiga' });
    await add(trx, id, {
      marcas: Array.from({ length: vazias + 1 }, (_, i) => ({
        tipo: '1',
        codigo: String(i),
        nome: `Marca ${i}`,
        posicao: i,
      })),
      modelos: [{ tipo: '1', marca: '0', codigo: '1', nome: 'UNO MILLE 1.0', posicao: 0 }],
      anos: [],
    });
    await activate(trx, id);
  });

interface LevelReply {
  ok: boolean;
  itens: number;
  ms: number;
}

async function ask(porta: number, token: string, caminho: string): Promise<LevelReply> {
  const inicio = performance.now();
  const resposta = await fetch(`http://127.0.0.1:${porta}/fipe/${caminho}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  const corpo = (await resposta.json()) as { data?: unknown };
  const lista = Array.isArray(corpo.data) ? corpo.data : undefined;
  return {
    ok: resposta.status === 200 && lista !== undefined,
    itens: lista?.length ?? 0,
    ms: performance.now() - inicio,
  };
}

interface AnswerTimes {
  vazio: number;
  tabela: number;
}

/** One installation and one fault: a person opens one empty list after the other. */
async function exercise(
  m: Measure,
  { wrapCadeia, chamadas }: ProviderPlan,
  quem: readonly ProvedorFipe[],
  modo: FalhaFipe,
): Promise<AnswerTimes> {
  const deles = await startProvedorFipe({ marcas: chamadas });
  const nome = `${quem.join('+')} ${JSON.stringify(modo)}`;
  deles.fault(modo);
  const teste = await buildTestApp({
    env: deles.env(...quem),
    dubles: { wrapCadeia: wrapCadeia?.(deles) },
  });
  try {
    await useEdicao(teste, chamadas);
    await teste.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = teste.app.server.address() as AddressInfo;
    await ask(port, teste.token, '1');
    const tempos = { vazio: 0, tabela: 0 };
    let respondidas = 0;
    for (let i = 1; i <= chamadas; i += 1) {
      // Lists from the tables are asked for while the provider fails.
      const [vazia, cheia] = await Promise.all([
        ask(port, teste.token, `1/${i}`),
        ask(port, teste.token, '1/0'),
      ]);
      if (vazia.ok && vazia.itens === 0 && cheia.ok && cheia.itens === 1) respondidas += 1;
      tempos.vazio = Math.max(tempos.vazio, vazia.ms);
      tempos.tabela = Math.max(tempos.tabela, cheia.ms);
    }
    m.check(
      respondidas === chamadas,
      `${nome}: ${chamadas} of ${chamadas} are answered`,
      respondidas,
    );
    for (const provedor of quem) {
      const { pedidos, bytes, juntos } = deles.contagens[provedor];
      m.check(
        pedidos <= BATIDAS,
        `${nome}: ${provedor} receives at most ${BATIDAS} requests`,
        pedidos,
      );
      m.check(pedidos > 0, `${nome}: ${provedor} receives a request`, pedidos);
      m.check(juntos <= 1, `${nome}: ${provedor} receives one request at a time`, juntos);
      const cada = Math.round(bytes / Math.max(1, pedidos));
      m.check(cada <= LIDOS, `${nome}: at most 1 MB of an answer is read`, cada);
    }
    const batidas = quem.map((provedor) => deles.contagens[provedor].pedidos).join('/');
    m.note(
      nome,
      `${batidas} hits, slowest ${Math.round(tempos.vazio)} ms, from the tables ${Math.round(tempos.tabela)} ms`,
    );
    return tempos;
  } finally {
    await teste.close();
    await deles.stop();
  }
}

const late = ({ vazio, tabela }: AnswerTimes): string[] => [
  ...(vazio > PRAZO_MS + FOLGA_MS ? [`empty ${Math.round(vazio)} ms`] : []),
  ...(tabela > NA_HORA_MS ? [`from the tables ${Math.round(tabela)} ms`] : []),
];

/** A time that is too long is measured once more, and the run says so; no other check is repeated. */
async function run(m: Measure, plano: ProviderPlan): Promise<void> {
  for (const quem of plano.cadeias) {
    for (const modo of plano.modos) {
      let tarde = late(await exercise(m, plano, quem, modo));
      if (tarde.length > 0) {
        m.note('late, so measured once more', tarde.join(', '));
        tarde = late(await exercise(m, plano, quem, modo));
      }
      m.check(
        tarde.length === 0,
        `an empty list takes at most ${PRAZO_MS} ms, a full one ${NA_HORA_MS} ms`,
        tarde,
      );
    }
  }
}

/** The fault: failures are not counted, so every question reaches the provider. */
const SEM_DISJUNTOR: ProviderPlan = {
  modos: [{ status: 500 }],
  cadeias: [['parallelum']],
  chamadas: 5,
  wrapCadeia: (deles) => (real) => {
    const [provedor] = createProvedores(readFipe(deles.env('parallelum')));
    if (!provedor) return real;
    return {
      ...real,
      list: async (nivel, sinal) => ({
        itens: await provedor.list(nivel, sinal),
        provedor: provedor.nome,
      }),
    };
  },
};

describeRow({
  id: 'R10',
  promise: 'works when FIPE is dead, slow or lying',
  run: (m) => run(m, m.full ? COMPLETO : RAPIDO),
  canary: (m) => run(m, SEM_DISJUNTOR),
});
