import { NOMES_DIALETO } from '@unipark/contract/dispositivo';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { buildMensagem, buildParte, EXEMPLOS } from '../../../test/dialetos/exemplos/exemplos.ts';
import { CONTEXTO, checkLeitura } from '../../../test/dialetos/provas.ts';
import { type DeviceMessage, Ilegivel, type MessagePart } from '../dialeto.ts';
import { DIALETOS_SERVIDOS } from './todos.ts';

/** What hostile input must not make slow takes seconds: this is for a slow machine. */
const LIMITE_MS = 500;

/** Reads a message of any content. */
function judge(nome: (typeof NOMES_DIALETO)[number], recebida: DeviceMessage): void {
  try {
    const resultado = DIALETOS_SERVIDOS[nome].read(recebida, CONTEXTO);
    if (resultado.tipo === 'leituras') {
      expect(resultado.leituras.length).toBeGreaterThan(0);
      for (const leitura of resultado.leituras) checkLeitura(leitura);
    } else expect(resultado.motivo).toMatch(/\.$/);
  } catch (error) {
    if (!(error instanceof Ilegivel)) throw error;
    expect(error.message).toMatch(/^[A-ZÀ-Ý].*\.$/);
  }
}

/** As `judge`, within a time: the best of a few runs, because the machine may be busy. */
function readInTime(nome: (typeof NOMES_DIALETO)[number], recebida: DeviceMessage): void {
  let melhor = Number.POSITIVE_INFINITY;
  for (let vez = 0; vez < 5 && melhor > LIMITE_MS; vez += 1) {
    const inicio = performance.now();
    judge(nome, recebida);
    melhor = Math.min(melhor, performance.now() - inicio);
  }
  expect(melhor).toBeLessThan(LIMITE_MS);
}

const HOSTIS = [
  '',
  'null',
  '__proto__',
  'constructor',
  '-1',
  '1e999',
  'NaN',
  'true',
  '[]',
  '{}',
  '\u0000',
  '\u202e',
  '\ud800',
  'á'.repeat(300),
  '<!DOCTYPE a [<!ENTITY b "c">]>',
  '9999999999999',
  '0',
  '1970-01-01T00:00:00Z',
  '2099-12-31 23:59:59',
  '2026-13-45T99:99:99',
  'http://user:pass@host/x',
  'javascript:alert(1)',
  ' '.repeat(5_000),
  '-'.repeat(5_000),
];

const texto = fc.oneof(fc.constantFrom(...HOSTIS), fc.string({ unit: 'binary', maxLength: 40 }));
const escalar = fc.oneof(texto, fc.double(), fc.integer(), fc.boolean(), fc.constant(null));
const qualquer = fc.oneof(escalar, fc.array(escalar, { maxLength: 5 }), fc.json().map(JSON.parse));

/** Replaces the value of one of the fields of a JSON, at any depth. */
function changeJson(bytes: Buffer, onde: number, novo: unknown): Buffer {
  let alvo = onde;
  const mudado = JSON.stringify(JSON.parse(bytes.toString('utf8')), (_nome, valor) => {
    alvo -= 1;
    return alvo === 0 ? novo : valor;
  });
  return Buffer.from(mudado ?? 'null');
}

/** Replaces the text of one of the elements of an XML. */
function changeXml(bytes: Buffer, onde: number, novo: string): Buffer {
  let alvo = onde % 60;
  return Buffer.from(
    bytes.toString('utf8').replace(/>[^<>]+</g, (tudo) => {
      alvo -= 1;
      return alvo === 0 ? `>${novo}<` : tudo;
    }),
  );
}

const estrago = fc.oneof(
  fc.record({ como: fc.constant('cortar' as const), onde: fc.nat(8_000), valor: fc.constant('') }),
  fc.record({ como: fc.constant('virar' as const), onde: fc.nat(8_000), valor: fc.nat(255) }),
  fc.record({ como: fc.constant('campo' as const), onde: fc.nat(150), valor: qualquer }),
  fc.record({ como: fc.constant('latin1' as const), onde: fc.nat(8_000), valor: texto }),
  fc.record({ como: fc.constant('utf16' as const), onde: fc.constant(0), valor: fc.constant('') }),
);

type Damage = typeof estrago extends fc.Arbitrary<infer T> ? T : never;

function damage(bytes: Buffer, { como, onde, valor }: Damage): Buffer {
  const meio = bytes.length === 0 ? 0 : onde % bytes.length;
  if (como === 'cortar') return bytes.subarray(0, meio);
  if (como === 'utf16') return Buffer.from(bytes.toString('utf8'), 'utf16le');
  if (como === 'latin1') {
    const inserido = Buffer.from(String(valor), 'latin1');
    return Buffer.concat([bytes.subarray(0, meio), inserido, bytes.subarray(meio)]);
  }
  if (como === 'virar') {
    const copia = Buffer.from(bytes);
    copia[meio] = (copia[meio] ?? 0) ^ Number(valor);
    return copia;
  }
  if (bytes[0] === 0x3c) return changeXml(bytes, onde, String(valor));
  return bytes[0] === 0x7b || bytes[0] === 0x5b ? changeJson(bytes, onde, valor) : bytes;
}

const nest = (abre: string, fecha: string, vezes: number): Buffer =>
  Buffer.from(abre.repeat(vezes) + fecha.repeat(vezes));

const PESADOS: [string, Buffer][] = [
  ['nothing', Buffer.alloc(0)],
  ['deep list', nest('[', ']', 100_000)],
  ['deep object', nest('{"data":', '}', 50_000)],
  ['deep XML', nest('<a>', '</a>', 20_000)],
  ['open XML', Buffer.from('<a '.repeat(80_000))],
  ['attributes', Buffer.from(`<a ${' b="c"'.repeat(40_000)}/>`)],
  ['spaces in XML', Buffer.from(`<a${' '.repeat(250_000)}>`)],
  ['comment that does not end', Buffer.from(`<a>${'<!--'.repeat(60_000)}`)],
  ['CDATA that does not end', Buffer.from(`<a>${'<![CDATA['.repeat(25_000)}`)],
  ['instruction', Buffer.from(`<?xml ${'?'.repeat(250_000)}`)],
  ['many elements', Buffer.from(`<a>${'<b/>'.repeat(60_000)}</a>`)],
  ['backslashes', Buffer.from(`{"a":"${'\\'.repeat(200_000)}`)],
  ['quotes', Buffer.from('"'.repeat(200_000))],
  ['escaped quotes', Buffer.from(`{"a":"${'\\"'.repeat(100_000)}`)],
  ['own prototype', Buffer.from('{"__proto__":{"results":[{"plate":"ABC1D23"}]}}')],
];

describe.each(NOMES_DIALETO)('%s', (nome) => {
  const dialeto = DIALETOS_SERVIDOS[nome];
  const exemplos = EXEMPLOS[nome];

  it('has its own name', () => {
    expect(dialeto.nome).toBe(nome);
  });

  test.each(exemplos)('sample: %s', (_titulo, recebida, leituras) => {
    const resultado = dialeto.read(recebida, CONTEXTO);
    expect(resultado.tipo === 'leituras' ? resultado.leituras.length : null).toBe(leituras);
    readInTime(nome, recebida);
    expect(dialeto.answer(recebida).status).toBe(200);
  });

  it('does not change the bytes of a message, and has no state between messages', () => {
    const antes = exemplos.map(([, recebida]) => ({
      copia: structuredClone(recebida.partes.map(({ bytes }) => bytes)),
      lida: dialeto.read(recebida, CONTEXTO),
    }));
    for (const [, bytes] of PESADOS) judge(nome, buildMensagem([buildParte(bytes)]));
    for (const [i, [, recebida]] of [...exemplos.entries()].reverse()) {
      expect(dialeto.read(recebida, CONTEXTO)).toEqual(antes[i]?.lida);
      const bytes = recebida.partes.map((uma) => new Uint8Array(uma.bytes));
      expect(bytes).toEqual(antes[i]?.copia.map((copia) => new Uint8Array(copia)));
    }
  });

  test.each(PESADOS)('survives: %s', (_titulo, bytes) => {
    for (const caminho of ['', '/NotificationInfo/TollgateInfo']) {
      for (const tipo of ['application/json', 'application/xml']) {
        readInTime(nome, buildMensagem([buildParte(bytes, { tipo })], caminho));
      }
    }
    readInTime(nome, buildMensagem([]));
  });

  it('survives any bytes', () => {
    const partes = fc.array(
      fc.record<MessagePart>({
        nome: fc.constantFrom('', 'json', 'event', 'upload', '__proto__'),
        arquivo: fc.constantFrom(null, 'a.jpg'),
        tipo: fc.constantFrom(
          'application/json',
          'application/x-www-form-urlencoded',
          'image/jpeg',
          '',
        ),
        bytes: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
      }),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(partes, fc.webPath(), (quais, caminho) =>
        readInTime(nome, buildMensagem(quais, caminho)),
      ),
    );
  });

  it('survives any JSON', () => {
    fc.assert(
      fc.property(fc.json(), (corpo) =>
        readInTime(nome, buildMensagem([buildParte(Buffer.from(corpo))])),
      ),
    );
  });

  it('survives altered samples', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...exemplos),
        fc.array(estrago, { minLength: 1, maxLength: 2 }),
        ([, { partes, caminho }], estragos) => {
          const [primeira, ...resto] = partes;
          let bytes = primeira?.bytes ?? Buffer.alloc(0);
          for (const um of estragos) {
            try {
              bytes = damage(bytes, um);
            } catch {
              // An earlier change made it invalid JSON.
            }
          }
          readInTime(
            nome,
            buildMensagem([buildParte(bytes, { ...primeira, bytes }), ...resto], caminho),
          );
        },
      ),
      { numRuns: 400 },
    );
  });
});
