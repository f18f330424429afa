/** What a row means for the register: by the schemas of the forms and the records of now. */
import type { MudancaLinha, VereditoLinha } from '@unipark/contract/importacao';
import { letterOf } from '@unipark/contract/importacao';
import type { Queryable } from '../platform/db/banco.ts';
import type { ImportData, ImportRecord, ImportTarget, StoredRecord } from './alvos/alvo.ts';
import type { ColumnState } from './colunas.ts';
import type { CellMark } from './formatos/linha.ts';
import type { ImportLine } from './linhasRepo.ts';

export interface JudgeRules {
  alvo: ImportTarget;
  colunas: ColumnState[];
  apagarVazias: boolean;
  /** Fields that a file must have. */
  obrigatorios: readonly string[];
}

interface JudgedLine {
  linha: ImportLine;
  /** The record as it is, and as the row makes it; absent with an error. */
  antes?: StoredRecord | undefined;
  depois?: ImportRecord | undefined;
}

const FRASES: Record<CellMark, string> = {
  formula: 'Fórmula sem valor. Digite o valor.',
  erro: 'A fórmula desta célula tem erro. Digite o valor.',
  numero: 'Número alterado pela planilha. Digite o código.',
  sobra: 'A linha tem mais células que o cabeçalho.',
};

/** Fields whose zeros at the left a spreadsheet drops. */
const CODIGOS = ['matricula', 'proprietario_matricula'];

interface ReadLine {
  linha: ImportLine;
  dados?: ImportData;
  chave: string | null;
  erros: Record<string, string>;
  avisos: Record<string, string>;
}

/** Cells as values, with the sentences of their marks; by the column's index. */
function readLine(
  linha: ImportLine,
  { alvo, colunas, apagarVazias, obrigatorios }: JudgeRules,
): ReadLine {
  const celulas: string[] = JSON.parse(linha.celulas);
  const marcas: Record<string, CellMark> = linha.marcas ? JSON.parse(linha.marcas) : {};
  const valores: ImportData = {};
  const erros: Record<string, string> = {};
  const avisos: Record<string, string> = {};
  const places = new Map<string, number>();
  for (const [i, { campo, digitos }] of colunas.entries()) {
    const marca = marcas[i];
    if (marca && (campo !== null || marca === 'sobra')) erros[i] = FRASES[marca];
    if (campo === null) continue;
    places.set(campo, i);
    const texto = celulas[i] ?? '';
    const vazia = texto.trim() === '';
    if (!vazia) valores[campo] = texto;
    else if (apagarVazias && !obrigatorios.includes(campo)) valores[campo] = null;
    if (digitos && CODIGOS.includes(campo) && /^\d+$/.test(texto) && texto.length < digitos) {
      avisos[i] = `Pode ter perdido zeros à esquerda: quase todas têm ${digitos} dígitos.`;
    }
  }
  const lida = alvo.parse(valores);
  if ('erros' in lida) {
    for (const [campo, frase] of Object.entries(lida.erros))
      erros[places.get(campo) ?? 0] ??= frase;
  }
  const chave = alvo.readKey(celulas[places.get(alvo.chave) ?? -1] ?? '') ?? null;
  const certa = Object.keys(erros).length === 0 && 'dados' in lida;
  return { linha, chave, erros, avisos, ...(certa && { dados: lida.dados }) };
}

function compare(antes: ImportRecord, depois: ImportRecord): MudancaLinha[] {
  return Object.entries(depois.valores)
    .filter(([campo, valor]) => (antes.valores[campo] ?? null) !== valor)
    .map(([campo, valor]) => ({ campo, antes: antes.valores[campo] ?? null, depois: valor }));
}

const orNull = (valor: object): string | null =>
  Object.keys(valor).length > 0 ? JSON.stringify(valor) : null;

/**
 * Judges rows in the order of the file. `primeiras`: the first line of each key that stands before
 * these rows.
 */
export async function judgeLines(
  db: Queryable,
  regras: JudgeRules,
  linhas: ImportLine[],
  findBefore: (chaves: string[]) => Promise<Map<string, number>>,
): Promise<JudgedLine[]> {
  const { alvo, colunas } = regras;
  const lidas = linhas.map((linha) => readLine(linha, regras));
  const chaves = [...new Set(lidas.flatMap(({ chave }) => chave ?? []))];
  const primeiras = await findBefore(chaves);
  const existentes = await alvo.findExisting(db, chaves);
  const certos = lidas.flatMap(({ dados }) => (dados ? [dados] : []));
  const noteOf = await alvo.loadReferences(db, certos);
  const indexOf = (campo: string): number =>
    Math.max(
      0,
      colunas.findIndex((coluna) => coluna.campo === campo),
    );
  const coluna = indexOf(alvo.chave);

  return lidas.map(({ linha, dados, chave, erros, avisos }) => {
    const primeira = chave === null ? undefined : primeiras.get(chave);
    if (primeira !== undefined && primeira !== linha.linha) {
      erros[coluna] = `Repetida: igual à célula ${letterOf(coluna)}${primeira}.`;
    } else if (chave !== null) primeiras.set(chave, linha.linha);
    const notas = dados && noteOf(dados);
    for (const [campo, frase] of Object.entries(notas?.erros ?? {}))
      erros[indexOf(campo)] ??= frase;
    for (const [campo, frase] of Object.entries(notas?.avisos ?? {}))
      avisos[indexOf(campo)] = frase;
    const base = { ...linha, chave, erros: orNull(erros), avisos: orNull(avisos) };
    const judged = (veredito: VereditoLinha, mudancas: MudancaLinha[] = []): ImportLine => ({
      ...base,
      veredito,
      mudancas: mudancas.length > 0 ? JSON.stringify(mudancas) : null,
    });
    if (!dados || chave === null || base.erros !== null) return { linha: judged('erro') };
    const antes = existentes.get(chave);
    if (!antes) return { linha: judged('nova'), depois: alvo.build(dados) };
    const depois = alvo.edit(antes, dados);
    const mudancas = compare(antes, depois);
    return { linha: judged(mudancas.length > 0 ? 'altera' : 'igual', mudancas), antes, depois };
  });
}
