/** Values drawn from the description of the API: right ones, nearly right ones, and hostile ones. */
import fc, { type Arbitrary } from 'fast-check';

export interface JsonSchema {
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
}

/** Values that the rules of a field accept: without them no body gets past the first check. */
const CERTOS: Record<string, string[]> = {
  placa: ['ABC1234', 'RIO2A18', 'bra2e19', 'QXJ-0D52'],
  matricula: ['1001', 'A-77', '000123'],
  proprietario_matricula: ['1001', '9999'],
  nome: ['Ana Souza', 'José da Silva', 'Zoë', 'João'],
  email: ['ana@exemplo.br', 'x@y.zz'],
  status: ['ATIVO', 'PROIBIDO', 'VISITANTE', 'INDEFINIDO'],
  tipo: ['1', '2', '3'],
  cor: ['Prata', 'Azul'],
  instante: ['2026-11-20T10:00:00Z', '2026-11-20T10:00:00.123-03:00'],
  limite: ['1', '50', '200'],
  busca: ['abc', 'silva', 'ABC 123'],
};

/** Strings that broke other programs: ends of C strings, of SQL, of HTML, of encodings, of numbers. */
const HOSTIS = [
  ...['', ' ', '\0', 'a\0b', '\ud800', '\udc00x', '\u202e', '\ufeff', '\u200b', 'e\u0301'],
  ...['\r\nX-A: 1', "'", "' or 1=1 --", '";drop table veiculos;--', '%', '_', '\\', '../../etc'],
  ...['<script>alert(1)</script>', '{{7*7}}', `\${7}`, '=1+1', 'NaN', 'null', '__proto__'],
  ...[
    '1e309',
    '-0',
    '9007199254740993',
    '00',
    '٣',
    'ﬀ',
    'İ',
    'ß',
    '👩‍👩‍👧‍👦',
    '*',
    '"',
    'AND',
    'NEAR(',
  ],
  ...['x'.repeat(300), 'x'.repeat(70_000), '9'.repeat(400), 'é'.repeat(4_001)],
];
const texto = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTIS) },
  { weight: 2, arbitrary: fc.string({ maxLength: 60, unit: 'binary' }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 20 }) },
);
/** Any JSON, of any type. */
const qualquer: Arbitrary<unknown> = fc.oneof(
  texto,
  fc.double(),
  fc.integer(),
  fc.constantFrom(null, true, [], {}, [[]], [null], { toString: 1 }, { length: -1 }, 1e308),
  fc.jsonValue({ maxDepth: 3 }),
);

const rightText = (nome: string, { pattern }: JsonSchema): Arbitrary<string> => {
  const certos = CERTOS[nome];
  if (certos) return fc.constantFrom(...certos);
  if (pattern) {
    try {
      return fc.stringMatching(new RegExp(pattern), { maxLength: 120 });
    } catch {
      // A pattern that the generator does not read.
    }
  }
  return fc.string({ maxLength: 30 });
};

/** A value that the schema accepts, or nearly. */
function drawRight(nome: string, schema: JsonSchema): Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((um) => drawRight(nome, um)));
  const [tipo = 'string', ...outros] = [schema.type ?? 'object'].flat();
  if (outros.length > 0) {
    return fc.oneof(...[tipo, ...outros].map((um) => drawRight(nome, { ...schema, type: um })));
  }
  const { minimum = -1_000, maximum = 1_000 } = schema;
  const faixa = { min: Math.max(minimum, -1e9), max: Math.min(maximum, 1e9) };
  switch (tipo) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer(faixa);
    case 'number':
      return fc.double({ ...faixa, noNaN: true });
    case 'array':
      return fc.array(drawValue(nome, schema.items ?? {}), { maxLength: 4 });
    case 'string':
      return rightText(nome, schema);
    default:
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([um, dele]) => [um, drawValue(um, dele)]),
        ),
        { requiredKeys: schema.required ?? [] },
      );
  }
}

/** Mostly a right value, so that the other fields of a body are reached. */
export const drawValue = (nome: string, schema: JsonSchema): Arbitrary<unknown> =>
  fc.oneof(
    { weight: 6, arbitrary: drawRight(nome, schema) },
    { weight: 2, arbitrary: texto },
    { weight: 1, arbitrary: qualquer },
  );

/** A part of an address or a value of a query. */
export const drawText = (nome: string, schema: JsonSchema): Arbitrary<string> =>
  fc.oneof({ weight: 1, arbitrary: rightText(nome, schema) }, { weight: 1, arbitrary: texto });

/** A body: mostly an object of the schema, else anything. */
export const drawBody = (schema: JsonSchema | undefined): Arbitrary<unknown> =>
  schema
    ? fc.oneof({ weight: 8, arbitrary: drawRight('', schema) }, { weight: 1, arbitrary: qualquer })
    : fc.oneof(fc.constant(undefined), qualquer);
