/** The columns of a file: which field each one fills, by its heading. */
import { createHash } from 'node:crypto';
import {
  CAMPOS_IMPORTACAO,
  type ColunaImportada,
  letterOf,
  type TipoImportacao,
} from '@unipark/contract/importacao';
import { foldText } from '@unipark/contract/texto';
import { refusedArquivo } from './formatos/recusa.ts';

/** As stored: with the number of digits that nearly all codes of the column have. */
export interface ColumnState extends ColunaImportada {
  digitos: number | null;
}

const AMOSTRAS = 3;
const AMOSTRA_MAXIMA = 60;

/** Other headings of a field, folded, without signs. */
const SINONIMOS: Record<TipoImportacao, Record<string, readonly string[]>> = {
  veiculos: {
    placa: ['placa do veiculo', 'placa veiculo', 'placa do carro', 'plate'],
    tipo: ['tipo de veiculo', 'tipo veiculo', 'tipo do veiculo', 'especie', 'categoria'],
    marca: ['fabricante', 'montadora', 'marca do veiculo'],
    modelo: ['modelo do veiculo', 'veiculo', 'descricao', 'carro'],
    ano: ['ano modelo', 'ano do modelo', 'ano de fabricacao', 'ano fabricacao', 'ano do veiculo'],
    cor: ['cor do veiculo', 'cor predominante'],
    status: ['situacao', 'estado do cadastro', 'situacao do veiculo', 'status do veiculo'],
    motivo: ['motivo da proibicao', 'motivo do bloqueio', 'observacao', 'obs'],
    proprietario_matricula: [
      ...['matricula', 'ra', 'r a', 'registro academico', 'registro', 'siape', 'codigo'],
      ...['proprietario', 'matricula proprietario', 'matricula do dono', 'dono', 'prontuario'],
    ],
    cidade: ['municipio', 'cidade da placa'],
    estado: ['uf', 'estado da placa'],
    valido_ate: [
      ...['validade', 'data de validade', 'validade da permissao', 'vencimento'],
      ...['data de vencimento', 'vence em', 'valida ate', 'expira em'],
    ],
  },
  proprietarios: {
    matricula: [
      ...['ra', 'r a', 'registro academico', 'registro', 'siape', 'codigo', 'prontuario'],
      ...['matricula do proprietario', 'numero de matricula', 'n matricula', 'id'],
    ],
    nome: [
      'nome completo',
      'nome do proprietario',
      'proprietario',
      'aluno',
      'servidor',
      'nome do aluno',
    ],
    email: ['e mail', 'correio eletronico', 'endereco de e mail', 'mail'],
    telefone: ['celular', 'fone', 'tel', 'telefone celular', 'whatsapp', 'contato'],
  },
};

/** A heading as it is compared: without case, accents and signs. */
const foldTitulo = (titulo: string): string =>
  foldText(titulo)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** The headings by name; a field takes the first column that fits it. */
export function matchCampos(tipo: TipoImportacao, titulos: readonly string[]): (string | null)[] {
  const dobrados = titulos.map(foldTitulo);
  const campos: (string | null)[] = titulos.map(() => null);
  const givesTo = (coluna: number, campo: string): void => {
    if (coluna >= 0 && campos[coluna] === null && !campos.includes(campo)) campos[coluna] = campo;
  };
  for (const { campo, rotulo } of CAMPOS_IMPORTACAO[tipo]) {
    const exatos = [foldTitulo(rotulo), foldTitulo(campo)];
    givesTo(
      dobrados.findIndex((titulo) => exatos.includes(titulo)),
      campo,
    );
  }
  for (const { campo } of CAMPOS_IMPORTACAO[tipo]) {
    for (const outro of SINONIMOS[tipo][campo] ?? []) givesTo(dobrados.indexOf(outro), campo);
  }
  return campos;
}

/** The columns of the headings. @throws a sentence for headings that cannot be told apart */
export function readTitulos(celulas: readonly string[]): ColumnState[] {
  const titulos = celulas.map((titulo) => titulo.trim());
  while (titulos.at(-1) === '') titulos.pop();
  const vistos = new Map<string, number>();
  for (const [i, titulo] of titulos.entries()) {
    const dobrado = foldTitulo(titulo);
    const antes = vistos.get(dobrado);
    if (dobrado !== '' && antes !== undefined) {
      const onde = `${letterOf(antes)} e ${letterOf(i)}`;
      throw refusedArquivo(`O título '${titulo}' está em duas colunas (${onde}). Mude um deles.`);
    }
    vistos.set(dobrado, i);
  }
  return titulos.map((titulo, i) => ({
    letra: letterOf(i),
    titulo: titulo.slice(0, AMOSTRA_MAXIMA),
    amostras: [],
    campo: null,
    digitos: null,
  }));
}

/** The key under which a person's choice for these headings is remembered. */
export const hashTitulos = (colunas: readonly ColumnState[]): string =>
  createHash('sha256')
    .update(JSON.stringify(colunas.map(({ titulo }) => foldTitulo(titulo))))
    .digest('hex');

/** The labels of the required fields that no column fills. */
export const listMissing = (tipo: TipoImportacao, campos: readonly (string | null)[]): string[] =>
  CAMPOS_IMPORTACAO[tipo]
    .filter(({ campo, obrigatorio }) => obrigatorio && !campos.includes(campo))
    .map(({ rotulo }) => rotulo);

/** Codes of the column are numbers of one length when so many of them are. */
const QUASE_TODOS = 0.8;
const POUCOS = 5;

/** Collects samples and lengths of codes while the rows are read. */
export function createColumnStats(colunas: ColumnState[]) {
  const tamanhos = colunas.map(() => new Map<number, number>());
  return {
    add(celulas: readonly string[]): void {
      for (const [i, coluna] of colunas.entries()) {
        const texto = celulas[i]?.trim() ?? '';
        if (texto === '') continue;
        const { amostras } = coluna;
        if (amostras.length < AMOSTRAS) amostras.push(texto.slice(0, AMOSTRA_MAXIMA));
        if (!/^\d{1,32}$/.test(texto)) continue;
        const dele = tamanhos[i];
        dele?.set(texto.length, (dele.get(texto.length) ?? 0) + 1);
      }
    },
    finish(): ColumnState[] {
      return colunas.map((coluna, i) => {
        const todos = [...(tamanhos[i] ?? [])];
        const total = todos.reduce((soma, [, vezes]) => soma + vezes, 0);
        const comum = todos.find(([, vezes]) => total >= POUCOS && vezes >= total * QUASE_TODOS);
        return { ...coluna, digitos: comum?.[0] ?? null };
      });
    },
  };
}
