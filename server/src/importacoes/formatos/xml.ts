/** A scanner for the XML of spreadsheets: tags and texts as they come; no DTD, no entities of its own. */
import { damagedPlanilha, refusedArquivo } from './recusa.ts';

/** The longest tag or text: a cell has at most 32,767 characters. */
const MAXIMO_TRECHO = 1024 * 1024;

export interface XmlHandler {
  /** `atributos`: as written; `attributeOf` reads one. */
  open(nome: string, atributos: string): void;
  close(nome: string): void;
  text(texto: string): void;
}

const ENTIDADES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function decodeEntity(_tudo: string, nome: string): string {
  if (!nome.startsWith('#')) return ENTIDADES[nome] ?? '';
  const codigo = nome[1] === 'x' ? Number.parseInt(nome.slice(2), 16) : Number(nome.slice(1));
  return codigo > 0 && codigo <= 0x10ffff ? String.fromCodePoint(codigo) : '';
}

const decode = (texto: string): string =>
  texto.includes('&') ? texto.replace(/&(#x[\da-f]+|#\d+|\w+);/gi, decodeEntity) : texto;

const LEITORES = new Map<string, RegExp>();

/** The value of an attribute, by its name with its prefix. */
export function attributeOf(atributos: string, nome: string): string | undefined {
  let leitor = LEITORES.get(nome);
  if (!leitor) {
    leitor = new RegExp(`(?:^|\\s)${nome}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
    LEITORES.set(nome, leitor);
  }
  const achado = leitor.exec(atributos);
  return achado ? decode(achado[1] ?? achado[2] ?? '') : undefined;
}

/** The end of a tag: a '>' outside of the values of its attributes; -1 when it has not come yet. */
function findTagEnd(texto: string, desde: number): number {
  for (let em = desde; em < texto.length; em += 1) {
    const sinal = texto[em];
    if (sinal === '>') return em;
    if (sinal === '"' || sinal === "'") {
      em = texto.indexOf(sinal, em + 1);
      if (em < 0) return -1;
    }
  }
  return -1;
}

/** What is not a tag: where it ends, and its text when it is a CDATA section. */
const OUTROS: [inicio: string, fim: string][] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
];

const semPrefixo = (nome: string): string => nome.slice(nome.indexOf(':') + 1);

/** @throws a sentence for a DTD, and for what is not the XML of a spreadsheet */
export function createScanner(handler: XmlHandler) {
  let resto = '';

  function takeTag(dentro: string): void {
    if (dentro.startsWith('/')) {
      handler.close(semPrefixo(dentro.slice(1).trimEnd()));
      return;
    }
    const vazia = dentro.endsWith('/');
    const tag = vazia ? dentro.slice(0, -1) : dentro;
    const espaco = tag.search(/\s/);
    const nome = semPrefixo(espaco < 0 ? tag : tag.slice(0, espaco));
    handler.open(nome, espaco < 0 ? '' : tag.slice(espaco));
    if (vazia) handler.close(nome);
  }

  /** Reads what begins at `em`; answers where the next thing begins, -1 when more must come. */
  function takeNext(texto: string, em: number): number {
    const outro = OUTROS.find(([inicio]) => texto.startsWith(inicio, em));
    if (outro) {
      const fim = texto.indexOf(outro[1], em + outro[0].length);
      if (fim < 0) return -1;
      if (outro[0] === '<![CDATA[') handler.text(texto.slice(em + 9, fim));
      return fim + outro[1].length;
    }
    if (texto.startsWith('<!', em) && texto.length > em + 9) {
      throw refusedArquivo(
        'A planilha tem definições que não são aceitas. Salve de novo no Excel.',
      );
    }
    const fim = findTagEnd(texto, em + 1);
    if (fim < 0) return -1;
    takeTag(texto.slice(em + 1, fim));
    return fim + 1;
  }

  return {
    write(pedaco: string): void {
      const texto = resto + pedaco;
      let em = 0;
      for (;;) {
        const sinal = texto.indexOf('<', em);
        if (sinal < 0) break;
        if (sinal > em) handler.text(decode(texto.slice(em, sinal)));
        em = sinal;
        const depois = takeNext(texto, em);
        if (depois < 0) break;
        em = depois;
      }
      resto = texto.slice(em);
      if (resto.length > MAXIMO_TRECHO) throw damagedPlanilha();
    },
  };
}
