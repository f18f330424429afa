/** No regular expression of the server or the contract is slow on a hostile text. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';

const ROOTS = ['../server/src/', '../contract/src/'];
/** About the most that Node accepts as the headers of one request. */
const LENGTH = 16_000;
/** An expression in linear time needs about a tenth of this. */
const LIMIT_MS = 80;

const STARTS = ['', 'a', '"', 'a="', '<', 'Digest ', 'token', 'http://'];
const ATOMS = [
  'a',
  '0',
  ' ',
  '-',
  '.',
  ',',
  ';',
  '/',
  '\\"',
  '=',
  '<',
  '{',
  'é',
  'a ',
  'a,',
  'a="',
];
const ENDS = ['', '\0'];

const texts: string[] = [];
for (const start of STARTS) {
  for (const atom of ATOMS) {
    for (const end of ENDS) {
      texts.push(start + atom.repeat(LENGTH / atom.length) + end);
    }
  }
}
for (const atom of ATOMS) {
  texts.push(atom.repeat(LENGTH / 2 / atom.length) + ' '.repeat(LENGTH / 2));
}

interface Found {
  place: string;
  regex: RegExp;
}

function regexesOf(file: string): Found[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(file, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const found: Found[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push({
        place: `${file.slice(file.indexOf('/src/'))}:${line + 1} ${node.text}`,
        regex: new RegExp(node.text.slice(1, end), node.text.slice(end + 1)),
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const all = ROOTS.flatMap((root) => {
  const folder = fileURLToPath(new URL(root, import.meta.url));
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => regexesOf(folder + file));
});

function timeOf(regex: RegExp, text: string): number {
  const start = performance.now();
  text.replace(regex, '');
  return performance.now() - start;
}

/** Whether it is slow three times in a row: another process may delay one of them. */
const isSlow = (regex: RegExp, text: string): boolean =>
  [1, 2, 3].every(() => timeOf(regex, text) > LIMIT_MS);

const slowOf = (found: Found[]): string[] =>
  found.filter(({ regex }) => texts.some((text) => isSlow(regex, text))).map(({ place }) => place);

it('an expression that starts again at each letter is found', () => {
  const regex = /([\w-]+)\s*=/g;
  expect(slowOf([{ place: 'planted', regex }])).toEqual(['planted']);
});

it('each expression reads a hostile text in linear time', () => {
  expect(all.length).toBeGreaterThan(150);
  expect(slowOf(all)).toEqual([]);
});
