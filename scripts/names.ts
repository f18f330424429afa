/**
 * The rules of docs/style.md that a parser can hold: one meaning for each type name in the
 * repository, no Portuguese verb at the head of a function name, and a known verb there in the
 * files of SQL. `node scripts/names.ts` prints what breaks them and exits 1.
 */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const raiz = fileURLToPath(new URL('..', import.meta.url));
const PASTAS = 'contract,server,web,e2e,bar,bench,demo,generators,firebase-emulator,test';
/** Of a module each: every component and every part of the server has its own. */
const PER_MODULE = new Set(['Props', 'Deps']);
/** English words that end as a Portuguese verb does. */
const ENGLISH = new Set(
  'administer after alter another answer bar bearer caller car chair clear closer counter dealer deliver differ discover drawer either enter error filter footer gather handler hear header her integer jitter later layer letter linear linger listener loader number offer order other over owner pager pair parameter pointer prefer reader recover register remember render repair resolver router sender server signer snapshotter stir timer transfer trigger user viewer writer'.split(
    ' ',
  ),
);

/** The verbs of functions that read and write the database, which another module calls by `repo.`. */
const VERBS = new Set(
  'accept activate add begin build clear confirm convert count create discard end find fold forget get give has inherit insert is keep list mark parse pick prepare prolong prune put quarantine read release remove rename replace save search select set take to touch update'.split(
    ' ',
  ),
);

/** Type declarations of a module's top level, by name. */
function* typesOf(source: ts.SourceFile): Generator<ts.Identifier> {
  for (const statement of source.statements) {
    const isType =
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement) ||
      ts.isClassDeclaration(statement);
    if (isType && statement.name) yield statement.name;
  }
}

const isFunction = (node: ts.Node | undefined): boolean =>
  node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));

/** A table in capitals has the keys of its data, and their values may be functions. */
const isTable = (node: ts.Node): boolean =>
  ts.isVariableDeclaration(node) && /^[A-Z_]+$/.test(node.name.getText());

/** Names of functions, methods and function-typed members, wherever they stand. */
function* functionsOf(node: ts.Node): Generator<ts.Identifier> {
  if (isTable(node)) return;
  const named =
    ts.isFunctionDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isMethodSignature(node) ||
    (ts.isPropertySignature(node) && node.type !== undefined && ts.isFunctionTypeNode(node.type)) ||
    ((ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node)) &&
      isFunction(node.initializer));
  if (named && node.name && ts.isIdentifier(node.name)) yield node.name;
  for (const child of node.getChildren()) yield* functionsOf(child);
}

const headOf = (nome: string): string => /^[a-z]+/.exec(nome)?.[0] ?? '';

const isPortugueseVerb = (nome: string): boolean => {
  const head = headOf(nome);
  return /(?:[aei]r|^eh|^ao)$/.test(head) && !ENGLISH.has(head);
};

/** Functions that a file of SQL gives to others. */
function* exportsOf(source: ts.SourceFile): Generator<ts.Identifier> {
  for (const statement of source.statements) {
    if (!ts.canHaveModifiers(statement)) continue;
    const modifiers = ts.getModifiers(statement) ?? [];
    if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) continue;
    yield* [...functionsOf(statement)].filter(
      (name) => name.parent === statement || name.parent.parent.parent === statement,
    );
  }
}

/** One line for each name in these files that breaks a rule. */
export function findFaults(files: (readonly [path: string, text: string])[]): string[] {
  const types = new Map<string, string[]>();
  const faults: string[] = [];
  for (const [path, text] of files) {
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    const place = (name: ts.Identifier): string =>
      `${path}:${source.getLineAndCharacterOfPosition(name.getStart()).line + 1}`;
    for (const name of typesOf(source)) {
      if (PER_MODULE.has(name.text)) continue;
      types.set(name.text, [...(types.get(name.text) ?? []), place(name)]);
    }
    for (const name of functionsOf(source)) {
      if (isPortugueseVerb(name.text)) faults.push(`Portuguese verb: ${name.text} ${place(name)}`);
    }
    if (!/repo\.ts$/i.test(path)) continue;
    for (const name of exportsOf(source)) {
      if (!VERBS.has(headOf(name.text))) faults.push(`no verb: ${name.text} ${place(name)}`);
    }
  }
  for (const [name, places] of types) {
    if (places.length > 1) faults.push(`two types of one name: ${name} ${places.join(' ')}`);
  }
  return faults.sort();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const paths = globSync(`{${PASTAS}}/**/*.{ts,tsx}`, {
    cwd: raiz,
    exclude: (path) => /(?:^|\/)(?:node_modules|dist|data)(?:\/|$)/.test(path),
  });
  const faults = findFaults(
    paths.map((path) => [path, readFileSync(raiz + path, 'utf8')] as const),
  );
  if (faults.length > 0) console.log(faults.join('\n'));
  process.exit(faults.length > 0 || paths.length < 100 ? 1 : 0);
}
