/** Where imports name a person, and what is emptied there. */
import type { ColunaImportada, MudancaLinha } from '@unipark/contract/importacao';
import type { Banco, Transacao } from '../platform/db/banco.ts';
import { walk } from '../platform/db/slices.ts';
import { TITULAR_ANONIMO } from './anonimizacaoRepo.ts';
import { asMatricula, type PersonTest } from './procura.ts';

/**
 * Cells by column, a list or an object of some of them, with the fields of their columns: one record,
 * and the cells of columns that have no field.
 */
function withFields(celulas: string | null, campos: (string | null)[]): string | null {
  if (celulas === null) return null;
  const registro: Record<string, string> = {};
  const outras: string[] = [];
  for (const [i, celula] of Object.entries(JSON.parse(celulas) as string[])) {
    const campo = campos[Number(i)];
    if (campo && !(campo in registro)) registro[campo] = celula;
    else outras.push(celula);
  }
  return JSON.stringify([registro, ...outras]);
}

/** The values of changes with their fields. */
const valuesOf = (mudancas: string | null): string | null =>
  mudancas === null
    ? null
    : JSON.stringify(
        (JSON.parse(mudancas) as MudancaLinha[]).map(({ campo, antes, depois }) => ({
          [campo]: [antes, depois],
        })),
      );

/** The rows of imports that name the person, in slices. */
export async function* listImported(db: Banco, isNamed: PersonTest) {
  const importacoes = await db
    .selectFrom('importacoes')
    .select(['id', 'tipo', 'linhas', 'colunas'])
    .execute();
  for (const { id: importacao, tipo, linhas: total, colunas } of importacoes) {
    const campos = (JSON.parse(colunas) as ColunaImportada[]).map(({ campo }) => campo);
    yield* walk({ de: 0, ate: Number(total) + 1 }, 'asc', async ({ de, ate }) => {
      const lidas = await db
        .selectFrom('importacao_linhas')
        .selectAll()
        .where('importacao', '=', importacao)
        .where('linha', '>=', de)
        .where('linha', '<=', ate)
        .execute();
      return lidas.filter(({ celulas, originais, chave, anterior, mudancas, erros, avisos }) =>
        isNamed(
          withFields(celulas, campos),
          withFields(originais, campos),
          chave && (tipo === 'proprietarios' ? asMatricula(chave) : chave),
          ...[anterior, valuesOf(mudancas), erros, avisos],
        ),
      );
    });
  }
}

/** Takes the person out of what is kept of each import beside its rows: its file's name, samples. */
export async function forgetImports(trx: Transacao, isNamed: PersonTest): Promise<void> {
  const lidas = await trx
    .selectFrom('importacoes')
    .select(['id', 'nome', 'colunas', 'avisos', 'resultado', 'erro'])
    .execute();
  for (const { id, nome, colunas, avisos, resultado, erro } of lidas) {
    const limpas = (JSON.parse(colunas) as ColunaImportada[]).map((coluna) => ({
      ...coluna,
      titulo: isNamed(coluna.titulo) ? '' : coluna.titulo,
      amostras: coluna.amostras.filter(
        (amostra) => !isNamed(JSON.stringify({ [coluna.campo ?? '']: amostra })),
      ),
    }));
    const mudou = JSON.stringify(limpas) !== JSON.stringify(JSON.parse(colunas));
    if (!mudou && !isNamed(nome, avisos, resultado, erro)) continue;
    await trx
      .updateTable('importacoes')
      .set({ colunas: JSON.stringify(limpas) })
      .$if(isNamed(nome), (eb) => eb.set({ nome: TITULAR_ANONIMO }))
      .$if(isNamed(avisos), (eb) => eb.set({ avisos: '[]' }))
      .$if(isNamed(erro), (eb) => eb.set({ erro: null }))
      .where('id', '=', id)
      .execute();
  }
}

type ImportedRow = { importacao: number; linha: number; celulas: string; feito: string | null };

/** Empties these rows of imports; what they wrote can no longer be undone. */
export async function forgetImported(trx: Transacao, linhas: ImportedRow[]): Promise<void> {
  for (const { importacao, linha, celulas, feito } of linhas) {
    const vazias = JSON.stringify((JSON.parse(celulas) as string[]).map(() => ''));
    const escrita = feito === 'criada' || feito === 'alterada';
    await trx
      .updateTable('importacao_linhas')
      .set({ celulas: vazias, originais: null, marcas: null, chave: null, anterior: null })
      .set({ mudancas: null, erros: null, avisos: null, motivo: null })
      .$if(escrita, (eb) => eb.set({ feito: 'mantida' }))
      .where('importacao', '=', importacao)
      .where('linha', '=', linha)
      .execute();
  }
}
