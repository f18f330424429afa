/**
 * The refresh itself: the makes of each type, then the models of each make, each level on disk
 * before the next request. Nothing is requested twice, by any process at any time.
 */
import { TIPOS, type TipoVeiculo } from '@unipark/contract/veiculo';
import { audit } from '../../platform/audit.ts';
import { nowIso } from '../../platform/clock.ts';
import type { Banco, Queryable, Transacao } from '../../platform/db/banco.ts';
import type { JobRun } from '../../platform/jobs/jobs.ts';
import {
  activate,
  add,
  type CatalogoEdicao,
  countByTipo,
  findAtiva,
  listMarcasOf,
  type LevelTable as Tabela,
} from '../edicoesRepo.ts';
import { saveNivel } from '../niveisRepo.ts';
import {
  type Cadeia,
  FalhaDoProvedor,
  type FipeItem,
  type FipeLevel,
} from '../provedores/provedor.ts';
import { count, number } from '../rotulos.ts';
import {
  inheritAnos,
  inheritModelos,
  listAsked,
  listMarcasAsked,
  readProgress,
  TIPOS_FIPE,
} from './atualizacaoRepo.ts';
import { insist, pause, type RefreshPace } from './ritmo.ts';

export interface RefreshDeps {
  db: Banco;
  cadeia: Cadeia;
  ritmo: RefreshPace;
  edicao: CatalogoEdicao;
  job: JobRun;
}

/** Far less than the known catalogue: not activated until a person confirms it. */
export class SmallAnswer extends Error {}

type MarcaRow = Awaited<ReturnType<typeof listMarcasOf>>[number];

/** Makes in a row without an answer: after these the providers are considered down. */
export const SEGUIDAS = 3;

/** One request, after the polite pause. */
export async function ask(
  { cadeia, ritmo, job: { sinal, check } }: RefreshDeps,
  nivel: FipeLevel,
): Promise<FipeItem[]> {
  await pause(ritmo.pausaMs, sinal);
  await check();
  const { itens } = await insist((vez) => cadeia.list(nivel, vez), ritmo, sinal);
  return itens;
}

const placed = <T extends object>(itens: FipeItem[], acima: T) =>
  itens.map((item, posicao) => ({ ...acima, ...item, posicao }));

/** Writes level by level to the disk, with the progress. */
async function createPassos({ db, edicao: { id }, job }: RefreshDeps) {
  let { feitos, total } = await readProgress(db, id);
  await job.step({ feitos, total });
  return async (nivel: FipeLevel, achados: number, work: (trx: Transacao) => Promise<void>) => {
    const mais = nivel.marca === undefined ? achados : 0;
    await job.step({ feitos: feitos + 1, total: total + mais }, async (trx) => {
      await work(trx);
      await saveNivel(trx, id, nivel, achados);
    });
    feitos += 1;
    total += mais;
  };
}

type RefreshSteps = Awaited<ReturnType<typeof createPassos>>;

async function fetchMarcas(obra: RefreshDeps, passo: RefreshSteps): Promise<void> {
  const { id } = obra.edicao;
  const pedidos = await listAsked(obra.db, id);
  for (const tipo of TIPOS_FIPE) {
    if (pedidos.some((nivel) => nivel.tipo === tipo && nivel.marca === '')) continue;
    const itens = await ask(obra, { tipo });
    if (itens.length === 0) throw new FalhaDoProvedor('Respondeu uma lista de marcas vazia.');
    await passo({ tipo }, itens.length, (trx) =>
      add(trx, id, { marcas: placed(itens, { tipo }), modelos: [], anos: [] }),
    );
  }
}

/** Copies a make from the edition in use: models when the new one has none, then years. */
async function inherit(trx: Transacao, para: number, marca: MarcaRow, modelos: boolean) {
  const ativa = await findAtiva(trx);
  if (!ativa) return;
  const heranca = { de: ativa.id, para, tipo: marca.tipo, marca: marca.codigo };
  // The release's catalogue has its own codes for cars without a known FIPE code.
  const mesma =
    ativa.origem !== 'inicial' ||
    (await listMarcasOf(trx, ativa.id)).some(
      ({ tipo, codigo, nome }) =>
        tipo === marca.tipo && codigo === marca.codigo && nome === marca.nome,
    );
  if (modelos && mesma) await inheritModelos(trx, heranca);
  await inheritAnos(trx, heranca);
}

/** The models of all makes, in two rounds; answers the makes without an answer. */
async function fetchModelos(obra: RefreshDeps, passo: RefreshSteps): Promise<MarcaRow[]> {
  const { id } = obra.edicao;
  const pedidos = new Set((await listAsked(obra.db, id)).map((n) => `${n.tipo}/${n.marca}`));
  const marcas = await listMarcasOf(obra.db, id);
  let faltam = marcas.filter(({ tipo, codigo }) => !pedidos.has(`${tipo}/${codigo}`));
  for (const ultima of [false, true]) {
    const falhas: MarcaRow[] = [];
    let seguidas = 0;
    for (const marca of faltam) {
      const { tipo, codigo } = marca;
      try {
        const itens = await ask(obra, { tipo, marca: codigo });
        seguidas = 0;
        await passo({ tipo, marca: codigo }, itens.length, async (trx) => {
          const modelos = placed(itens, { tipo, marca: codigo });
          await add(trx, id, { marcas: [], modelos, anos: [] });
          await inherit(trx, id, marca, itens.length === 0);
        });
      } catch (error) {
        seguidas += 1;
        const segue = error instanceof FalhaDoProvedor && !error.recusa;
        if (!segue || (!ultima && seguidas === SEGUIDAS)) throw error;
        falhas.push(marca);
      }
    }
    faltam = falhas;
  }
  return faltam;
}

/** @throws {SmallAnswer} when a type has fewer than half of its known rows */
async function checkSize(
  { db, edicao }: RefreshDeps,
  tabela: Exclude<Tabela, 'fipe_anos'>,
): Promise<void> {
  const ativa = await findAtiva(db);
  if (!ativa) return;
  const agora = await countByTipo(db, edicao.id, tabela);
  const plural = tabela === 'fipe_marcas' ? 'marcas' : 'modelos';
  for (const [tipo, antes] of await countByTipo(db, ativa.id, tabela)) {
    const novas = agora.get(tipo) ?? 0;
    if (novas * 2 >= antes) continue;
    const nome = TIPOS[tipo as TipoVeiculo] ?? tipo;
    throw new SmallAnswer(
      `A resposta tem ${count(novas, plural)} do tipo ${nome}, e o catálogo em uso, ${number(antes)}. Ela não foi usada.`,
    );
  }
}

/** Years that forms requested meanwhile, into the edition in use: they are copied too. */
async function listMeanwhile(db: Queryable, desde: string) {
  const ativa = await findAtiva(db);
  if (!ativa) return [];
  const marcas = await listMarcasAsked(db, ativa.id, desde);
  return marcas.map((marca) => ({ de: ativa.id, ...marca }));
}

/** Fills the edition, and activates it. @throws {FalhaDoProvedor} {RespostaPequena} {JobLost} */
export async function rebuildCatalogo(
  obra: RefreshDeps,
  aceitarMenor: boolean,
  fim: unknown,
): Promise<void> {
  const { edicao, job } = obra;
  const { id, criada_em } = edicao;
  const passo = await createPassos(obra);
  await fetchMarcas(obra, passo);
  if (!aceitarMenor) await checkSize(obra, 'fipe_marcas');
  const semResposta = await fetchModelos(obra, passo);
  for (const marca of semResposta) await job.step({}, (trx) => inherit(trx, id, marca, true));
  if (!aceitarMenor) await checkSize(obra, 'fipe_modelos');
  const desde = nowIso();
  for (const marca of await listMeanwhile(obra.db, criada_em)) {
    await job.step({}, (trx) => inheritAnos(trx, { para: id, ...marca }));
  }
  await job.finish(fim, async (trx) => {
    for (const marca of await listMeanwhile(trx, desde)) {
      await inheritAnos(trx, { para: id, ...marca });
    }
    await activate(trx, id);
    const detalhe = { herdadas: semResposta.map(({ tipo, nome }) => ({ tipo, nome })) };
    const ato = { acao: 'ativar', entidade: 'catalogo', chave: String(id), detalhe } as const;
    await audit(trx, job.autor, ato);
  });
}
