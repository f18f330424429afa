/** A file becomes the catalogue: read once, written aside in small steps, put in use in one. */
import { audit } from '../../platform/audit.ts';
import type { Banco } from '../../platform/db/banco.ts';
import { describeDatabaseError } from '../../platform/db/errors.ts';
import { invalid, Problem } from '../../platform/errors.ts';
import { activate, countByTipo, countEdicao, findAtiva, type Nivel } from '../edicoesRepo.ts';
import { release } from '../posseRepo.ts';
import { type EmMontagem, takeEdicao } from './edicao.ts';
import { describeShrinking, NOMES_TIPOS } from './encolhimento.ts';
import { recusa } from './falhas.ts';
import { addNovas, type LinhaNivel, sliceOf } from './importacaoRepo.ts';
import { type Lidos, readInto } from './leitura.ts';
import { codigosPorNome } from './marcas.ts';
import type { Acompanhamento, Pedido } from './pedido.ts';

export interface Importado extends Pick<Lidos, 'repetidos' | 'referencia'> {
  marcas: number;
  modelos: number;
  anos: number;
  /** Types that the file has nothing of: they stay as they were. */
  mantidos: string[];
}

const NIVEIS: Nivel[] = ['fipe_marcas', 'fipe_modelos', 'fipe_anos'];
const FATIA = 500;

interface Lugar {
  db: Banco;
  id: number;
}

/** Copies the types that the file does not have from the catalogue in use. Answers which. */
async function keepOthers(
  emUso: Lugar,
  edicao: EmMontagem,
  { tipos, passo }: Lidos,
): Promise<string[]> {
  const mantidos = [...(await countByTipo(emUso.db, emUso.id, 'fipe_marcas')).keys()];
  const outros = mantidos.filter((tipo) => !tipos.has(tipo)).sort();
  for (const tipo of outros) {
    for (const nivel of NIVEIS) {
      let apos: LinhaNivel | undefined;
      do {
        const fatia = await sliceOf(emUso.db, emUso.id, nivel, tipo, apos, FATIA);
        await edicao.step(passo, async (trx) => {
          await addNovas(trx, edicao.id, nivel, fatia);
        });
        apos = fatia.length === FATIA ? fatia.at(-1) : undefined;
      } while (apos);
    }
  }
  return outros;
}

/** Whatever is wrong with the whole, now that all of it is read. @throws with every sentence */
function checkWhole({ falhas, registros, hash }: Lidos, pedido: Pedido): void {
  if (falhas.total > 0) {
    throw invalid({ arquivo: [...falhas.lines(), 'Nada foi importado.'].join('\n') });
  }
  if (registros === 0) throw recusa('O arquivo não tem nenhuma marca.');
  if (hash !== pedido.hash) {
    throw recusa('O arquivo mudou enquanto era lido. Espere ele ficar pronto e repita.');
  }
}

async function checkSize(emUso: Lugar, nova: Lugar, tipos: Set<string>): Promise<void> {
  const frases = await describeShrinking(emUso, nova, [...tipos].sort());
  if (frases.length === 0) return;
  frases.push('O catálogo perderia mais da metade. Se é isso mesmo, repita com --substituir.');
  throw recusa(frases.join('\n'));
}

/**
 * Imports a file. With `rascunho`, another database, all is done there and nothing put in use.
 * Undefined when it was interrupted: the same file goes on where it stopped.
 * @throws sentences for whoever has the file; nothing of it is in use then
 */
export async function importFile(
  db: Banco,
  pedido: Pedido,
  acompanhamento: Acompanhamento,
  rascunho?: Banco,
): Promise<Importado | undefined> {
  const ativa = await findAtiva(db);
  const escrita = rascunho ?? db;
  const { hash, tipo, codificacao, referencia, arquivo } = pedido;
  // What decides the rows is part of what has to be the same for going on.
  const marca = [hash, tipo ?? '-', codificacao, ativa?.id ?? 0].join(' ');
  const edicao = await takeEdicao(escrita, marca);
  if (edicao.substituiu) {
    acompanhamento.onNotice('Uma atualização que tinha parado foi abandonada.');
  }
  try {
    const codigoDaMarca = await codigosPorNome(db, ativa?.id);
    const contexto = { tipo, referencia, codigoDaMarca };
    const lidos = await readInto(edicao, pedido, contexto, acompanhamento);
    if (!lidos) {
      await edicao.release();
      return undefined;
    }
    checkWhole(lidos, pedido);
    const nova = { db: escrita, id: edicao.id };
    const emUso = ativa && { db, id: ativa.id };
    if (emUso && !pedido.substituir) await checkSize(emUso, nova, lidos.tipos);
    const mantidos = emUso ? await keepOthers(emUso, edicao, lidos) : [];
    const contagens = await countEdicao(escrita, edicao.id);
    const importado = {
      ...contagens,
      repetidos: lidos.repetidos,
      referencia: lidos.referencia,
      mantidos: mantidos.map((outro) => NOMES_TIPOS[outro] ?? outro),
    };
    if (rascunho) return importado;
    await edicao.step(lidos.passo, async (trx) => {
      await activate(trx, edicao.id, contagens);
      await release(trx, edicao.id);
      await audit(trx, acompanhamento.autor, {
        acao: 'importar',
        entidade: 'catalogo',
        chave: String(edicao.id),
        detalhe: {
          arquivo: arquivo.nome,
          hash,
          referencia: lidos.referencia,
          ...contagens,
          mantidos,
        },
      });
    });
    return importado;
  } catch (error) {
    // What is wrong with the file stays wrong; any other fault may be gone at the next try.
    await (error instanceof Problem ? edicao.discard() : edicao.release()).catch(() => undefined);
    const doBanco = describeDatabaseError(error);
    throw doBanco ? new Problem(doBanco.status, doBanco.codigo, doBanco.mensagem) : error;
  }
}
