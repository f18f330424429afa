/** R1: the process is killed during registrations, disabling, mail and a catalogue change. */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Banco, openBanco } from '../../server/src/platform/db/banco.ts';
import { CABECALHO } from '../../server/test/importacao.ts';
import { startProvedorFipe } from '../../server/test/provedorFipe.ts';
import { query } from '../../server/test/query.ts';
import { startSmtp } from '../../server/test/smtp.ts';
import { type MeasuredProcess, run, startProcesso } from '../processo.ts';
import { describeRow, type Measure } from '../row.ts';

const WRITERS = 16;
const VICTIMS = 3;
const RESTART_MS = 3_000;
const TOOL = 'server/src/unipark.ts';
const senha = 'cancela-azul-42';

/** What the server acknowledged: it has to be on disk afterwards. */
interface Acknowledged {
  placas: string[];
  desabilitadas: Set<string>;
  emails: Set<string>;
}

interface Plan {
  rounds: number;
  /** The program that serves; a planted fault has its own. */
  program?: string;
}

/** A file whose import takes longer than the server lives. */
const bigFile = (): string =>
  CABECALHO +
  Array.from(
    { length: 60_000 },
    (_, i) => `1,${i % 9},Marca ${i % 9},${i},Modelo ${i},${2000 + (i % 20)}-5,\n`,
  ).join('');

const letter = (n: number): string => String.fromCharCode(65 + (Math.floor(n) % 26));

const buildPlaca = (n: number): string =>
  `KI${letter(n / 26_000)}${n % 10}${letter(n / 10)}${`${Math.floor(n / 260) % 100}`.padStart(2, '0')}`;

interface Caller {
  post(path: string, body?: unknown): Promise<{ status: number; json: Record<string, unknown> }>;
}

function caller(url: string, token?: string): Caller {
  return {
    async post(path, body = {}) {
      const response = await fetch(url + path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          origin: url,
          ...(token && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
      });
      const json = (await response.json().catch(() => ({}))) as Record<string, unknown>;
      return { status: response.status, json };
    },
  };
}

async function untilGone(act: () => Promise<void>): Promise<void> {
  try {
    for (;;) await act();
  } catch {
    // The connection closed with the process.
  }
}

async function countOf(db: Banco, text: string, parameters: unknown[] = []): Promise<number> {
  const [row] = await query<{ n: number }>(db, text, parameters);
  return row?.n ?? -1;
}

/** Compares the disk with what was acknowledged, and checks its integrity. */
async function compare(m: Measure, dataDir: string, told: Acknowledged): Promise<void> {
  const db = openBanco(dataDir);
  try {
    const integrity = await query(db, 'pragma integrity_check');
    m.check(
      JSON.stringify(integrity) === '[{"integrity_check":"ok"}]',
      'the database passes its integrity check',
      integrity,
    );
    const broken = await query(db, 'pragma foreign_key_check');
    m.check(broken.length === 0, 'no reference is broken', broken);

    const there = new Set(
      (await db.selectFrom('veiculos').select('placa').where('placa', 'like', 'KI%').execute()).map(
        (row) => row.placa,
      ),
    );
    const lost = told.placas.filter((each) => !there.has(each));
    m.check(lost.length === 0, 'no acknowledged vehicle is lost', lost.slice(0, 5));
    const unaudited = await countOf(
      db,
      `select count(*) as n from veiculos v where placa like 'KI%' and 1 <> (
        select count(*) from auditoria a where a.entidade = 'veiculo' and a.acao = 'criar' and a.chave = v.placa)`,
    );
    m.check(unaudited === 0, 'every vehicle has one audit row', unaudited);

    for (const id of told.desabilitadas) {
      const conta = await db
        .selectFrom('contas')
        .select('desabilitada_em')
        .where('id', '=', id)
        .executeTakeFirst();
      m.check(
        Boolean(conta?.desabilitada_em),
        'an account that was acknowledged as disabled is disabled',
        id,
      );
    }
    const letters = await countOf(db, `select count(distinct para) as n from correio`);
    m.check(letters >= told.emails.size, 'every acknowledged letter is in the outbox', letters);

    const editions = await db
      .selectFrom('catalogo_edicoes')
      .selectAll()
      .where('situacao', '=', 'ativa')
      .execute();
    m.check(editions.length === 1, 'one catalogue edition is active', editions.length);
    const [inUse] = editions;
    const makes = await countOf(db, 'select count(*) as n from fipe_marcas where edicao = ?', [
      inUse?.id ?? 0,
    ]);
    m.check(makes === inUse?.marcas && makes > 0, 'the active edition has all its makes', {
      makes,
      said: inUse?.marcas,
    });
  } finally {
    await db.destroy();
  }
}

async function check(m: Measure, { rounds, program }: Plan): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'unipark-r1-'));
  const file = join(dataDir, 'tabela.csv');
  writeFileSync(file, bigFile());
  const [mail, provider] = [
    await startSmtp(),
    await startProvedorFipe({ marcas: 20, modelos: 40 }),
  ];
  const env = {
    DATA_DIR: dataDir,
    SMTP_URL: mail.url,
    MAIL_FROM: 'unipark@exemplo.br',
    FIPE_ATUALIZAR: 'nunca',
    ...provider.env('parallelum'),
  };
  const told: Acknowledged = { placas: [], desabilitadas: new Set(), emails: new Set() };
  const victims: { id: string; email: string }[] = [];
  let server: MeasuredProcess | undefined;
  let token = '';
  let next = 0;
  let slowest = 0;
  try {
    for (let round = 0; round < rounds; round += 1) {
      server = await startProcesso(env, program);
      slowest = Math.max(slowest, round === 0 ? 0 : server.startMs);
      const { url } = server;
      if (round === 0) {
        const admin = await caller(url).post('/api/auth/sign-up/email', {
          name: 'Ana',
          email: 'ana@exemplo.br',
          password: senha,
        });
        token = String(admin.json.token);
        for (let i = 0; i < VICTIMS; i += 1) {
          const email = `pessoa${i}@exemplo.br`;
          const { json } = await caller(url).post('/api/auth/sign-up/email', {
            name: `Pessoa ${i}`,
            email,
            password: senha,
          });
          victims.push({ id: String((json.user as { id?: string })?.id), email });
        }
      }
      const ours = caller(url, token);
      // Long work of the server and of the operator's tool, both running at the kill.
      const refresh = await ours.post('/api/catalogo/atualizacao');
      m.check([202, 409].includes(refresh.status), 'the refresh begins', refresh);
      const tool = run(TOOL, ['fipe', 'import', file], { DATA_DIR: dataDir });
      const toolGone = once(tool, 'exit');

      const writers = Array.from({ length: WRITERS }, () =>
        untilGone(async () => {
          next += 1;
          const plate = buildPlaca(next);
          const { status } = await ours.post('/db/veiculos', { placa: plate, status: 'ATIVO' });
          if (status === 201) told.placas.push(plate);
        }),
      );
      const others = untilGone(async () => {
        for (const { id, email } of victims) {
          // Enabled and disabled in turn: the last acknowledged state has to be on disk.
          told.desabilitadas.delete(id);
          await ours.post(`/api/usuarios/${id}/habilitar`);
          const recovery = await caller(url).post('/api/auth/newpassword', { email });
          if (recovery.status === 200) told.emails.add(email);
          const { status } = await ours.post(`/api/usuarios/${id}/desabilitar`);
          if (status === 200) told.desabilitadas.add(id);
        }
      });
      await sleep(300 + m.random() * 700);
      await server.kill();
      tool.kill('SIGKILL');
      await Promise.all([...writers, others, toolGone]);
      await compare(m, dataDir, told);
    }
    server = await startProcesso(env, program);
    slowest = Math.max(slowest, server.startMs);
    const delivered = performance.now() + 20_000;
    const arrived = () => new Set(mail.recebidas.flatMap(({ para }) => para));
    while (arrived().size < told.emails.size && performance.now() < delivered) await sleep(100);
    m.check(
      arrived().size >= told.emails.size,
      'every letter is delivered after the restart',
      arrived().size,
    );
  } finally {
    await server?.kill();
    await Promise.all([mail.stop(), provider.stop()]);
    rmSync(dataDir, { recursive: true, force: true });
  }
  m.check(
    told.placas.length > rounds,
    'vehicles were registered in every round',
    told.placas.length,
  );
  m.note('acknowledged vehicles', told.placas.length);
  m.note('slowest restart, ms', Math.round(slowest));
  if (m.full) m.check(slowest <= RESTART_MS, 'a restart takes at most 3 s', slowest);
}

describeRow({
  id: 'R1',
  promise: 'acknowledged changes survive a kill of the process at any moment',
  run: (m) => check(m, { rounds: m.pick(2, 6, 50) }),
  canary: (m) => check(m, { rounds: 1, program: 'bar/respostaCedo.ts' }),
});
