/** Reads cameras' XML: local names in lower case, texts only, no DTD and no entities. */
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { Ilegivel } from '../dialeto.ts';
import { type JsonObject, toObjeto } from './json.ts';

const MAXIMO = 256 * 1024;
const PROFUNDIDADE = 32;
/** An alert has about two hundred; a document of empty elements is small but slow. */
const MARCAS = 4_000;
const PROIBIDO = /<!(DOCTYPE|ENTITY)/i;

const leitor = new XMLParser({
  ignoreAttributes: true,
  removeNSPrefix: true,
  transformTagName: (nome) => nome.toLowerCase(),
  parseTagValue: false,
  processEntities: false,
  maxNestedTags: PROFUNDIDADE,
});

/** Counts elements and attributes before the parser runs. */
function hasManyMarks(texto: string): boolean {
  let marcas = 0;
  for (const sinal of ['<', '=']) {
    for (let i = texto.indexOf(sinal); i !== -1; i = texto.indexOf(sinal, i + 1)) marcas += 1;
  }
  return marcas > MARCAS;
}

/**
 * The elements of an XML document.
 * @throws {Ilegivel} not well-formed, too large, too deep, or with a DTD
 */
export function parseXml(bruto: string): JsonObject {
  const texto = bruto.trim();
  if (texto.length > MAXIMO) throw new Ilegivel('O XML passa de 256 KB.');
  if (hasManyMarks(texto)) throw new Ilegivel('O XML tem elementos demais.');
  if (PROIBIDO.test(texto)) throw new Ilegivel('O XML traz um DTD, que não é aceito.');
  let lido: JsonObject | null = null;
  try {
    if (XMLValidator.validate(texto) === true) lido = toObjeto(leitor.parse(texto));
  } catch {
    // Names or depths that the parser refuses: the document is invalid too.
  }
  if (!lido) throw new Ilegivel('O XML da mensagem está malformado.');
  return lido;
}
