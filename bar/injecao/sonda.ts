/** Looks for SQL in a server's parameters: pairs of texts that differ only for a database that runs them. */
import { call } from '../chamadas.ts';
import type { Measure } from '../row.ts';

export interface ProbeTarget {
  path: string;
  /** Its parameters in the query. */
  query: string[];
}

/** A true and a false condition, in each place that SQL has for them. */
const CONDITIONS = [
  `' OR '1'=?'1`,
  `') OR ('1'=?'1`,
  "%' OR 1=?1 -- ",
  "%') OR 1=?1 -- ",
  '" OR "1"=?"1',
  ' OR 1=?1 -- ',
  `' AND '1'=?'1`,
  "' UNION SELECT 1 WHERE 1=?1 -- ",
  `'||(CASE WHEN 1=?1 THEN '' ELSE 'x' END)||'`,
  '(CASE WHEN 1=?1 THEN 1 ELSE 2 END)',
];
/**
 * The two texts have the same length, letters and digits: a limit of length, or what drops all other
 * signs, answers alike.
 */
const PAIRS = CONDITIONS.map((text): [yes: string, no: string] => [
  text.replace('=?', '= '),
  text.replace('=?', '<>'),
]);
const STACKED = [
  `'; DELETE FROM veiculos; --`,
  `1; DROP TABLE veiculos; --`,
  `\\'; DELETE FROM veiculos --`,
];
/** Words of a database that was asked something that it does not understand. */
const SQL_WORDS = /SQLITE|SqliteError|syntax error|unterminated|no such (column|table)|pg_|42601/i;

interface Peer {
  port: number;
  token: string;
}

/** What a request brought, without what differs between equal requests. */
async function look({ port, token }: Peer, path: string, sent: string) {
  const { status, corpo, headers } = await call(port, path, {
    headers: { authorization: `Bearer ${token}` },
  });
  // A file says when it was made.
  if (!headers['content-type']?.includes('json')) return { status, texto: '' };
  const texto = corpo
    .replaceAll(JSON.stringify(sent).slice(1, -1), '')
    .replaceAll(/"(pedido|agora|criado_em)":"[^"]*"/g, '');
  return { status, texto };
}

const encode = encodeURIComponent;

/** The addresses of a target with a text in each of its places in turn. */
function* addressesOf({ path, query }: ProbeTarget, text: string): Generator<string> {
  const base = path.replaceAll(/\{\w+\}/g, '1');
  for (const name of query) yield `${base}?${name}=${encode(text)}`;
  const places = [...path.matchAll(/\{\w+\}/g)].map(([place]) => place);
  for (const place of places) {
    yield path.replace(place, encode(text)).replaceAll(/\{\w+\}/g, '1');
  }
}

/** Probes every place of every target; `bases` are texts that find something. */
export async function probe(
  m: Measure,
  peer: Peer,
  targets: readonly ProbeTarget[],
  bases: readonly string[],
): Promise<void> {
  let sent = 0;
  for (const target of targets) {
    for (const base of bases) {
      for (const [yes, no] of PAIRS) {
        const outros = addressesOf(target, base + no);
        for (const address of addressesOf(target, base + yes)) {
          const other = outros.next().value as string;
          const [um, dois] = await Promise.all([
            look(peer, address, base + yes),
            look(peer, other, base + no),
          ]);
          sent += 2;
          const calm = um.status < 500 && !SQL_WORDS.test(um.texto);
          m.check(calm, `no database answers: ${address}`, um);
          const alike = um.status === dois.status && um.texto === dois.texto;
          m.check(alike, `a true and a false condition are equal texts: ${address}`);
        }
      }
    }
    for (const text of STACKED) {
      for (const address of addressesOf(target, text)) {
        const { status } = await look(peer, address, text);
        sent += 1;
        m.check(status < 500, `no database answers: ${address}`, status);
      }
    }
  }
  m.note('probes', sent);
}
