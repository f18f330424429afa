/** Finds a person in any text: by name, contact, matrícula and plate, however they are written. */
import { findGemea } from '@unipark/contract/placa';
import { foldText } from '@unipark/contract/texto';

/** What names a person. */
export interface PersonTexts {
  matriculas: string[];
  /** Names and addresses: whole words, without case and accents. */
  textos: string[];
  telefones: string[];
  /** Identity keys of the cars. */
  chaves: string[];
}

/** Whether one of these texts names the person. */
export type PersonTest = (...textos: (string | null)[]) => boolean;

/** A shorter number is found in places that mean something else. */
const MATRICULA_CURTA = 5;
/** Fields that hold a matrícula: a short one is a person's in these alone. */
const DE_MATRICULA = new Set(['matricula', 'proprietario_matricula', 'proprietario']);
/** Of an owner's record: in that of another person they are the other person's. */
const DO_TITULAR = new Set(['nome', 'email', 'telefone']);
/** Records whose key is a matrícula. */
const DE_PROPRIETARIO = ['proprietario', 'historico'];
/** A day or an instant of ours. */
const DATA = /^\d{4}-\d\d-\d\d(t[\d:.]+z)?$/;
/** Fields of a fixed vocabulary, or with numbers of ours: a word or a number there is not a person's. */
const SEM_PESSOA = new Set([
  ...['id', 'passagem', 'leitura', 'passagem_id', 'evento_id', 'imagem', 'versao', 'limite'],
  ...['tipo', 'cor', 'status', 'marca', 'modelo', 'ano', 'cidade', 'estado', 'camera', 'sentido'],
]);

const quote = (texto: string): string => texto.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const whole = (padrao: string): string => `(?<![a-z0-9])${padrao}(?![a-z0-9])`;
/** A matrícula is no part of a longer one, as 88123 of 88123-4 and of 2019/88123. */
const wholeMatricula = (padrao: string): string =>
  `(?<![a-z0-9][._/-]?)${padrao}(?![._/-]?[a-z0-9])`;
/** An address is no part of a longer one, as ana@x.br of maria.ana@x.br. */
const wholeAddress = (padrao: string): string => `(?<![a-z0-9][._%+-]?)${padrao}(?![.-]?[a-z0-9])`;
/** The characters with at most three others between two of them: '(35) 99123-4567'. */
const spaced = (texto: string): string => [...texto].map(quote).join('[^a-z0-9]{0,3}');
const fold = (texto: string): string => foldText(texto).trim();
const words = (texto: string, espaco = '\\s+'): string =>
  fold(texto).split(/\s+/).map(quote).join(espaco);
const anyOf = (padroes: string[]): RegExp => new RegExp(padroes.join('|') || '(?!)');
/** In JSON a line ends with a letter after a backslash. */
const ESPACO = '(?:\\s|\\\\[nrt])+';
/** As it stands in JSON. */
const escaped = (texto: string): string => JSON.stringify(texto).slice(1, -1);

/**
 * Answers whether a text names the person; in JSON each value is looked at with its field. A name of
 * one word and a short matrícula are found in texts that mean something else: they count as a whole
 * value only. The record of another owner names its own person, also with the same name or contact.
 */
export function createPersonFinder({
  matriculas,
  textos,
  telefones,
  chaves,
}: PersonTexts): PersonTest {
  const nomes = textos.filter((texto) => texto.trim() !== '');
  const isWord = (texto: string): boolean => !/[\s@]/.test(texto.trim());
  const palavras = new Set(nomes.filter(isWord).map(fold));
  const longos = nomes.filter((texto) => !isWord(texto));
  const todas = new Set(matriculas.map(fold));
  const longas = matriculas.filter(({ length }) => length >= MATRICULA_CURTA).map(fold);
  const placas = chaves.flatMap((chave) => [chave, findGemea(chave) ?? chave]);
  const dele = [
    ...telefones.map((telefone) => whole(spaced(telefone))),
    ...placas.map((placa) => whole(spaced(fold(placa)))),
  ];
  const wholeText = (texto: string): string =>
    /^\S+@\S+$/.test(texto.trim()) ? wholeAddress(words(texto)) : whole(words(texto));
  const padrao = anyOf([...longos.map(wholeText), ...dele]);
  const numero = anyOf(longas.map((matricula) => wholeMatricula(quote(matricula))));
  /** Where this finds nothing, no value does. */
  const talvez = anyOf([
    ...longos.flatMap((texto) => [texto, escaped(texto)]).map((texto) => words(texto, ESPACO)),
    ...[...palavras, ...todas].flatMap((texto) => [texto, escaped(texto)]).map(quote),
    ...dele,
    // A character of JSON that is spelled by its number.
    '\\\\u',
  ]);

  /** The key of an owner, in the filter of a search of the audit. */
  const isKeyNamed = (valor: { entidade?: unknown; chave?: unknown }): boolean =>
    DE_PROPRIETARIO.includes(String(valor.entidade)) && todas.has(fold(String(valor.chave)));

  const isValueNamed = (valor: unknown, campo: string): boolean => {
    if (typeof valor === 'string') {
      const texto = fold(valor);
      if (padrao.test(texto)) return true;
      if (DE_MATRICULA.has(campo)) return todas.has(texto);
      if (SEM_PESSOA.has(campo) || DATA.test(texto)) return false;
      return palavras.has(texto) || numero.test(texto);
    }
    if (Array.isArray(valor)) return valor.some((item) => isValueNamed(item, campo));
    if (typeof valor !== 'object' || valor === null) return false;
    if (isKeyNamed(valor)) return true;
    const { matricula } = valor as { matricula?: unknown };
    const deOutro = typeof matricula === 'string' && !todas.has(fold(matricula));
    return Object.entries(valor).some(
      ([nome, item]) =>
        !(deOutro && DO_TITULAR.has(nome)) && (padrao.test(fold(nome)) || isValueNamed(item, nome)),
    );
  };

  return (...lidos) =>
    lidos.some((texto) => {
      if (texto === null || !talvez.test(foldText(texto))) return false;
      if (!/^[[{]/.test(texto)) return isValueNamed(texto, '');
      try {
        return isValueNamed(JSON.parse(texto), '');
      } catch {
        return isValueNamed(texto, '');
      }
    });
}

/** A key of a record, for the test: that of an owner is a matrícula. */
export const asMatricula = (chave: string): string => JSON.stringify({ matricula: chave });
