import type { OpcaoFipe } from '@unipark/contract/fipe';
import { rotuloAno } from '@unipark/contract/fipe';
import type { Banco, Transacao } from '../platform/db/banco.ts';
import { chunks } from '../platform/db/chunks.ts';
import type { Tabelas } from '../platform/db/tabelas.ts';

/** The committed catalogue: types, their makes, models and years. */
export interface Catalogo {
  referencia: string;
  tipos: Record<string, Marca[]>;
}
interface Marca {
  codigo: string;
  nome: string;
  modelos: { codigo: string; nome: string; anos: string[] }[];
}

const opcao = ({ codigo, nome }: { codigo: string; nome: string }): OpcaoFipe => ({
  Label: nome,
  Value: codigo,
});

export async function listMarcas(db: Banco, tipo: string): Promise<OpcaoFipe[]> {
  const linhas = await db
    .selectFrom('fipe_marcas')
    .select(['codigo', 'nome'])
    .where('tipo', '=', tipo)
    .orderBy('posicao')
    .execute();
  return linhas.map(opcao);
}

export async function listModelos(db: Banco, tipo: string, marca: string): Promise<OpcaoFipe[]> {
  const linhas = await db
    .selectFrom('fipe_modelos')
    .select(['codigo', 'nome'])
    .where('tipo', '=', tipo)
    .where('marca', '=', marca)
    .orderBy('posicao')
    .execute();
  return linhas.map(opcao);
}

export async function listAnos(
  db: Banco,
  tipo: string,
  marca: string,
  modelo: string,
): Promise<OpcaoFipe[]> {
  const linhas = await db
    .selectFrom('fipe_anos')
    .select('codigo')
    .where('tipo', '=', tipo)
    .where('marca', '=', marca)
    .where('modelo', '=', modelo)
    .orderBy('posicao')
    .execute();
  return linhas.map(({ codigo }) => ({ Label: rotuloAno(codigo), Value: codigo }));
}

/** Puts the catalogue in place of the one before, all of it or nothing. */
export async function replaceAll(trx: Transacao, { tipos }: Catalogo): Promise<void> {
  for (const tabela of ['fipe_anos', 'fipe_modelos', 'fipe_marcas'] as const) {
    await trx.deleteFrom(tabela).execute();
  }
  const marcas: Tabelas['fipe_marcas'][] = [];
  const modelos: Tabelas['fipe_modelos'][] = [];
  const anos: Tabelas['fipe_anos'][] = [];
  for (const [tipo, lista] of Object.entries(tipos)) {
    for (const [posicao, { codigo, nome, modelos: dela }] of lista.entries()) {
      marcas.push({ tipo, codigo, nome, posicao });
      for (const [lugar, modelo] of dela.entries()) {
        modelos.push({
          tipo,
          marca: codigo,
          codigo: modelo.codigo,
          nome: modelo.nome,
          posicao: lugar,
        });
        for (const [vez, ano] of modelo.anos.entries()) {
          anos.push({ tipo, marca: codigo, modelo: modelo.codigo, codigo: ano, posicao: vez });
        }
      }
    }
  }
  for (const lote of chunks(marcas)) await trx.insertInto('fipe_marcas').values(lote).execute();
  for (const lote of chunks(modelos)) await trx.insertInto('fipe_modelos').values(lote).execute();
  for (const lote of chunks(anos)) await trx.insertInto('fipe_anos').values(lote).execute();
}
