/** Imports and their rows as they travel on the wire. */
import type { Importacao, LinhaImportada } from '@unipark/contract/importacao';
import type { Autor } from '../platform/audit.ts';
import type { Banco } from '../platform/db/banco.ts';
import type { ColumnState } from './colunas.ts';
import { queueOf } from './fila.ts';
import type { ImportLine } from './linhasRepo.ts';
import type { ImportRow } from './repo.ts';
import * as repo from './repo.ts';

const parse = <T>(texto: string | null, vazio: T): T =>
  texto === null ? vazio : JSON.parse(texto);

/** A row of the preview. */
export const toLinha = (linha: ImportLine): LinhaImportada => ({
  linha: linha.linha,
  celulas: JSON.parse(linha.celulas),
  veredito: linha.veredito ?? 'erro',
  erros: parse(linha.erros, {}),
  avisos: parse(linha.avisos, {}),
  originais: parse(linha.originais, {}),
  mudancas: parse(linha.mudancas, []),
});

/** An import as its screens show it. */
export async function describeImportacao(db: Banco, row: ImportRow): Promise<Importacao> {
  const autor: Autor = JSON.parse(row.autor);
  return {
    id: row.id,
    tipo: row.tipo,
    nome: row.nome,
    bytes: row.bytes,
    fase: row.fase,
    erro: row.erro,
    colunas: (JSON.parse(row.colunas) as ColumnState[]).map(
      ({ letra, titulo, amostras, campo }) => ({ letra, titulo, amostras, campo }),
    ),
    avisos: JSON.parse(row.avisos),
    existentes: row.existentes,
    apagar_vazias: row.apagar_vazias === 1,
    linhas: row.linhas,
    contagem: JSON.parse(row.contagem),
    feitos: row.feitos,
    fase_desde: row.fase_desde,
    na_frente: row.fase_desde === null ? await repo.countAhead(db, row, queueOf(row.fase)) : 0,
    resultado: JSON.parse(row.resultado),
    desfeitas: row.desfeitas,
    mantidas: row.mantidas,
    criada_em: row.criada_em,
    quem: autor.id,
    parte: row.parte,
    espera: row.fase === 'previa' ? row.espera : null,
  };
}
