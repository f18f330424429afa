/** Views of a PostgreSQL as the source of a synchronisation. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { runOnce } from '../../../test/postgres.ts';
import { openVisao } from './visao.ts';

let teste: TestApp;
let url: string;
beforeEach(async () => {
  teste = await buildTestApp();
  url = teste.installation.DATABASE_URL ?? '';
});
afterEach(() => teste.close());

const { signal } = new AbortController();

async function read(): Promise<string> {
  const arquivo = await openVisao(url).open('proprietarios', signal);
  let texto = '';
  for await (const bytes of arquivo?.bytes ?? []) texto += Buffer.from(bytes);
  return texto;
}
const createView = (consulta: string) =>
  runOnce(url, `create view unipark_proprietarios as ${consulta}`);

it('a view is read as the text of a CSV, in the order of its first column', async () => {
  expect(await openVisao(url).open('proprietarios', signal)).toBeUndefined();
  await createView(
    `select * from (values ('0042', 'Ana "Nina" Sá', date '2026-12-31'), ('0007', null, null))
     as v (matricula, nome, valido_ate)`,
  );
  expect(await read()).toBe(
    '"matricula";"nome";"valido_ate"\n"0007";"";""\n"0042";"Ana ""Nina"" Sá";"2026-12-31"\n',
  );
});

it('a view above the limit of rows is refused, in slices of one transaction', async () => {
  await createView(`select i as matricula, 'Ana' as nome from generate_series(1, 200001) i`);
  await expect(read()).rejects.toThrow('tem mais de 200.000 linhas.');
});

it('nothing can be written through it', async () => {
  await runOnce(url, 'create table alheia (id integer)');
  await runOnce(
    url,
    `create function escreve() returns text language sql as 'insert into alheia values (1) returning 1::text'`,
  );
  await createView(`select escreve() as matricula, 'Ana' as nome`);
  await expect(read()).rejects.toThrow('A visão unipark_proprietarios não pôde ser lida (25006).');
});

it('a server without an answer is told without its address', async () => {
  const longe = openVisao('postgres://leitor:segredo@127.0.0.1:1/academico');
  const falha = await longe.open('veiculos', signal).catch(String);
  expect(falha).toContain('A visão unipark_veiculos não pôde ser lida (ECONNREFUSED).');
  expect(falha).not.toContain('segredo');
});
