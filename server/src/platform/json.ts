/** Reading JSON bodies strictly: UTF-8, nothing odd, and nothing that is costly to refuse. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from './errors.ts';

/** A larger body is a reading with its picture: one long text and a handful of fields. */
const PEQUENO = 64 * 1024;
const MAXIMO_PARTES = 200;

const VIRGULA = 0x2c;
const COLCHETE = 0x5b;
const CHAVE = 0x7b;

const utf8 = new TextDecoder('utf-8', { fatal: true });

const malformado = (mensagem: string): Problem => new Problem(400, 'json-invalido', mensagem);

/** Commas and brackets, counted until there are too many: base64 has none of them. */
function hasManyParts(corpo: Buffer): boolean {
  let partes = 0;
  for (const byte of corpo) {
    if (byte === VIRGULA || byte === COLCHETE || byte === CHAVE) partes += 1;
    if (partes > MAXIMO_PARTES) return true;
  }
  return false;
}

function decode(request: FastifyRequest, corpo: Buffer): string {
  const charset = /charset\s*=\s*"?([^";\s]+)/i.exec(request.headers['content-type'] ?? '')?.[1];
  if (charset && !/^utf-?8$/i.test(charset)) {
    throw new Problem(415, 'tipo-nao-aceito', 'Envie os dados como application/json em UTF-8.');
  }
  if (corpo.length > PEQUENO && hasManyParts(corpo)) {
    throw new Problem(413, 'corpo-grande', 'O pedido é grande demais.');
  }
  try {
    return utf8.decode(corpo);
  } catch {
    throw malformado('O corpo do pedido não está em UTF-8.');
  }
}

/** Takes application/json and nothing else. A body of no bytes is no body. */
export function registerJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, corpo, done) => {
    if (corpo.length === 0) return done(null, undefined);
    try {
      const texto = decode(request, corpo as Buffer);
      parse(request, texto, (error, valor) =>
        error ? done(malformado('O corpo do pedido não é um JSON válido.')) : done(null, valor),
      );
    } catch (error) {
      done(error as Error);
    }
  });
}
