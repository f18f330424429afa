/**
 * The refresh itself: the makes of each type, then the models of each make, each level on disk before
 * the next is asked. What was asked is not asked again, whoever goes on and whenever.
 */
import { TIPOS, type TipoVeiculo } from '@unipark/contract/veiculo';
import { type Autor, audit } from '../../platform/audit.ts';
import type { Banco, Transacao } from '../../platform/db/banco.ts';
import {
  activate,
  add,
  countByTipo,
  findAtiva,
  listMarcasDe,
  progress,
  type Nivel as Tabela,
} from '../edicoesRepo.ts';
import { saveNivel } from '../niveisRepo.ts';
import { release } from '../posseRepo.ts';
import { type Cadeia, FalhaDoProvedor, type Item, type Nivel } from '../provedores/provedor.ts';
import { count, number } from '../rotulos.ts';
import { inheritAnos, inheritModelos, listAsked, listMarcasAsked } from './atualizacaoRepo.ts';
import type { Posse } from './posse.ts';
import { insist, pause, type Ritmo } from './ritmo.ts';

/** What work on an edition needs. */
export interface Obra {
  db: Banco;
  cadeia: Cadeia;
  ritmo: Ritmo;
  posse: Posse;
  /** Ends it: the server stops, somebody pauses, Ctrl+C, the edition is lost. */
  sinal: AbortSignal;
  autor: Autor;
  /** Told after each level. */
  onProgress: (feitos: number, total: number) => void;
}

/** Far less than what is known: kept out, until a person says that it is right. */
export class RespostaPequena extends Error {}

type Marca = Awaited<ReturnType<typeof listMarcasDe>>[number];

const TIPOS_FIPE = Object.keys(TIPOS) as TipoVeiculo[];

/** Makes in a row without an answer: it is not the make, nobody answers. */
export const SEGUIDAS = 3;

/** One question, after the pause that is due to whoever answers. */
export async function ask({ cadeia, ritmo, sinal }: Obra, nivel: Nivel): Promise<Item[]> {
  await pause(ritmo.pausaMs, sinal);
  const { itens } = await insist((vez) => cadeia.list(nivel, vez), ritmo, sinal);
  return itens;
}

const placed = <T extends object>(itens: Item[], acima: T) =>
  itens.map((item, posicao) => ({ ...acima, ...item, posicao }));

/** Level by level to the disk, with how far it is. */
async function createPassos({ db, posse, onProgress }: Obra) {
  const { id } = posse.edicao;
  let feitos = (await listAsked(db, id)).length;
  let total = TIPOS_FIPE.length + (await listMarcasDe(db, id)).length;
  onProgress(feitos, total);
  return async (nivel: Nivel, achados: number, work: (trx: Transacao) => Promise<void>) => {
    const mais = nivel.marca === undefined ? achados : 0;
    await posse.write(async (trx) => {
      await work(trx);
      await saveNivel(trx, id, nivel, achados);
      await progress(trx, id, { feitos: feitos + 1, total: total + mais });
    });
    feitos += 1;
    total += mais;
    onProgress(feitos, total);
  };
}

type Passo = Awaited<ReturnType<typeof createPassos>>;

async function fetchMarcas(obra: Obra, passo: Passo): Promise<void> {
  const { id } = obra.posse.edicao;
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

/** What the edition in use has of a make: its models if there are none here, then their years. */
async function inherit(trx: Transacao, para: number, marca: Marca, modelos: boolean) {
  const ativa = await findAtiva(trx);
  if (!ativa) return;
  const heranca = { de: ativa.id, para, tipo: marca.tipo, marca: marca.codigo };
  // The release's catalogue has codes of its own where FIPE's are not known.
  const mesma =
    ativa.origem !== 'inicial' ||
    (await listMarcasDe(trx, ativa.id)).some(
      ({ tipo, codigo, nome }) =>
        tipo === marca.tipo && codigo === marca.codigo && nome === marca.nome,
    );
  if (modelos && mesma) await inheritModelos(trx, heranca);
  await inheritAnos(trx, heranca);
}

/** The models of all makes, in two rounds; answers the makes for which nobody answered. */
async function fetchModelos(obra: Obra, passo: Passo): Promise<Marca[]> {
  const { id } = obra.posse.edicao;
  const pedidos = new Set((await listAsked(obra.db, id)).map((n) => `${n.tipo}/${n.marca}`));
  const marcas = await listMarcasDe(obra.db, id);
  let faltam = marcas.filter(({ tipo, codigo }) => !pedidos.has(`${tipo}/${codigo}`));
  for (const ultima of [false, true]) {
    const falhas: Marca[] = [];
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

/** @throws {RespostaPequena} when a type has fewer than half of what is known of it */
async function checkSize({ db, posse }: Obra, tabela: Exclude<Tabela, 'fipe_anos'>): Promise<void> {
  const ativa = await findAtiva(db);
  if (!ativa || ativa.origem === 'inicial') return;
  const agora = await countByTipo(db, posse.edicao.id, tabela);
  const plural = tabela === 'fipe_marcas' ? 'marcas' : 'modelos';
  for (const [tipo, antes] of await countByTipo(db, ativa.id, tabela)) {
    const novas = agora.get(tipo) ?? 0;
    if (novas * 2 >= antes) continue;
    const nome = TIPOS[tipo as TipoVeiculo] ?? tipo;
    throw new RespostaPequena(
      `A resposta tem ${count(novas, plural)} do tipo ${nome}, e o catálogo em uso, ${number(antes)}. Ela não foi usada.`,
    );
  }
}

/** Years that forms asked for meanwhile, into the edition in use: they come along too. */
async function listMeanwhile(db: Banco | Transacao, desde: string) {
  const ativa = await findAtiva(db);
  if (!ativa) return [];
  const marcas = await listMarcasAsked(db, ativa.id, desde);
  return marcas.map((marca) => ({ de: ativa.id, ...marca }));
}

/** Fills the edition, and puts it in use. @throws {FalhaDoProvedor} {RespostaPequena} {PossePerdida} */
export async function refazer(obra: Obra, aceitarMenor: boolean): Promise<void> {
  const { posse, autor } = obra;
  const { id, criada_em } = posse.edicao;
  const passo = await createPassos(obra);
  await fetchMarcas(obra, passo);
  if (!aceitarMenor) await checkSize(obra, 'fipe_marcas');
  const semResposta = await fetchModelos(obra, passo);
  for (const marca of semResposta) await posse.write((trx) => inherit(trx, id, marca, true));
  if (!aceitarMenor) await checkSize(obra, 'fipe_modelos');
  const desde = new Date().toISOString();
  for (const marca of await listMeanwhile(obra.db, criada_em)) {
    await posse.write((trx) => inheritAnos(trx, { para: id, ...marca }));
  }
  await posse.write(async (trx) => {
    for (const marca of await listMeanwhile(trx, desde)) {
      await inheritAnos(trx, { para: id, ...marca });
    }
    await activate(trx, id);
    await release(trx, id);
    const detalhe = { herdadas: semResposta.map(({ tipo, nome }) => ({ tipo, nome })) };
    await audit(trx, autor, { acao: 'ativar', entidade: 'catalogo', chave: String(id), detalhe });
  });
}
