/** A catalogue in JSON, whole or a record a line: read piece by piece, each piece with its line. */
import { jsonParser, type Token } from 'stream-json/core/parser.js';
import { type Lista, ValorErrado } from './falhas.ts';
import { registrosDe } from './formas.ts';
import { type Elemento, Montador, pathOf } from './nos.ts';
import type { Contexto, Lido } from './registro.ts';

/** Lines with their ends, so that what a line says is known to be said on it. */
function* linesOf(texto: string): Generator<string> {
  let desde = 0;
  for (let fim = texto.indexOf('\n'); fim >= 0; fim = texto.indexOf('\n', desde)) {
    yield texto.slice(desde, fim + 1);
    desde = fim + 1;
  }
  if (desde < texto.length) yield texto.slice(desde);
}

/** What the tokenizer answers: tokens in a bag, or a sign that there are none yet. */
const tokensOf = (resposta: unknown): Token[] =>
  typeof resposta === 'object' && resposta !== null && 'values' in resposta
    ? (resposta.values as Token[])
    : [];

const where = (montador: Montador): string | undefined => pathOf(montador.caminho) || undefined;

/** The rows of a file; what is wrong with one goes to `falhas`, and the reading goes on. */
export async function* readJson(
  textos: AsyncGenerator<string>,
  contexto: Contexto,
  falhas: Lista,
): AsyncGenerator<Lido> {
  const tokenize = jsonParser({ packValues: false, jsonStreaming: true });
  let prontos: Elemento[] = [];
  const montador = new Montador((elemento) => prontos.push(elemento));
  try {
    for await (const texto of textos) {
      for (const pedaco of linesOf(texto)) {
        for (const token of tokensOf(tokenize(pedaco))) montador.take(token);
        if (prontos.length > 0) {
          const agora = prontos;
          prontos = [];
          for (const elemento of agora) yield* registrosDe(elemento, contexto, falhas);
        }
        if (pedaco.endsWith('\n')) montador.linha += 1;
      }
    }
    if (!montador.pendente) return;
    falhas.addAt(montador.linha, where(montador), 'o arquivo acaba no meio. Ele está completo?');
  } catch (error) {
    if (error instanceof ValorErrado) falhas.addAt(montador.linha, where(montador), error.message);
    else if (error instanceof Error && error.message.startsWith('Parser ')) {
      falhas.addAt(montador.linha, where(montador), 'o JSON não está bem formado aqui.');
    } else throw error;
  }
}
