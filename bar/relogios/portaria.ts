/** What two nodes with wrong clocks promise of the gate: passages, devices, video, work, rows. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Banco } from '../../server/src/platform/db/banco.ts';
import { LIDERANCA } from '../../server/src/platform/db/postgres/nodes.ts';
import { query } from '../../server/test/query.ts';
import { ask } from '../nos.ts';
import { readEvents } from '../ouvirEventos.ts';
import type { Measure } from '../row.ts';
import { fromNow, pairsOf, type SkewStage } from './palco.ts';

const PASSAGENS = 20;
const HORA_S = 3_600;

const placaOf = (serie: string, n: number): string =>
  `${serie}${n % 10}K${String(n).padStart(2, '0')}`;

/** Passages posted on both reach both streams once, in the order of their posting. */
export async function checkPassages(m: Measure, palco: SkewStage): Promise<void> {
  const { ahead, behind, token } = palco;
  const nodes = [ahead, behind];
  const leitores = await Promise.all(nodes.map((node) => readEvents(node, token)));
  await sleep(200);
  const placas = Array.from({ length: PASSAGENS }, (_, i) => placaOf('SKW', i));
  const post = (i: number, placa = '') =>
    ask(nodes[i % 2] as typeof ahead, 'POST', '/db/ultimosveiculos', { token, body: { placa } });
  for (const [i, placa] of placas.entries()) await post(i, placa);
  for (const [i, leitor] of leitores.entries()) {
    await leitor.waitFor(placas.at(-1) ?? '');
    leitor.close();
    const vistas = [...leitor.text().matchAll(/"placa":"(SKW\w{4})"/g)].map(([, placa]) => placa);
    m.check(
      vistas.join() === placas.join(),
      `node ${i + 1}: its stream has each passage once, in order`,
      vistas,
    );
  }
  const { url } = ahead;
  const lista = await fetch(`${url}/api/passagens?q=skw&limite=50`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const achadas = ((await lista.json()) as { placa: string }[]).map(({ placa }) => placa);
  m.check(
    achadas.join() === placas.toReversed().join(),
    'the history has them in order, the newest first',
    achadas,
  );
  for (const { nome, um, outro } of pairsOf(palco)) {
    const body = { placa: um === ahead ? 'DUA1A11' : 'DUA2B22' };
    const primeira = await ask(um, 'POST', '/db/ultimosveiculos', { token, body });
    const segunda = await ask(outro, 'POST', '/db/ultimosveiculos', { token, body });
    const vistas = [primeira.status, segunda.status];
    m.check(vistas.join() === '201,200', `${nome}: two posts of one car are one passage`, vistas);
  }
}

/** A device whose clock is right, behind a balancer, is neither late nor wrong. */
export async function checkDevice(m: Measure, palco: SkewStage): Promise<void> {
  const { ahead, behind, token } = palco;
  const { json } = await ask(ahead, 'POST', '/api/dispositivos', {
    token,
    body: { nome: 'Cancela', dialeto: 'unipark' },
  });
  const { id } = json.dispositivo as { id: string };
  for (let i = 0; i < 12; i += 1) {
    const body = { placa: placaOf('DEV', i), camera: '1', instante: new Date().toISOString() };
    const node = i % 2 === 0 ? ahead : behind;
    await ask(node, 'POST', '/api/leituras/unipark', { token: String(json.token), body });
  }
  const { json: visto } = await ask(behind, 'GET', `/api/dispositivos/${id}`, { token });
  m.check(visto.relogio === null, 'the clock of a device that is right is right', visto.relogio);
  const lista = await fetch(`${behind.url}/api/passagens?q=dev&limite=50`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const achadas = (await lista.json()) as { atrasada: boolean }[];
  const vivas = achadas.filter(({ atrasada }) => !atrasada).length;
  m.check(vivas === 12, 'its readings are live', { vivas, de: achadas.length });
}

/** A ticket of one node opens the video on the other. */
export async function checkTickets(m: Measure, palco: SkewStage): Promise<void> {
  for (const { nome, um, outro } of pairsOf(palco)) {
    const { token } = palco;
    const lista = await fetch(`${um.url}/api/cameras`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const camera = /"id":"([^"]+)"/.exec(await lista.text())?.[1];
    const { json } = await ask(um, 'POST', `/api/cameras/${camera}/ticket`, { token, body: {} });
    const init = {
      protocols: ['unipark.v1', `ticket.${json.ticket}`],
      headers: { origin: outro.url },
    };
    const endereco = `${outro.url.replace('http', 'ws')}/api/cameras/${camera}/live`;
    const socket = new WebSocket(endereco, init as never);
    const aberta = await new Promise<boolean>((pronto) => {
      socket.onopen = () => pronto(true);
      socket.onerror = () => pronto(false);
    });
    socket.close();
    m.check(aberta, `${nome}: a ticket of one node opens the video on the other`, json);
  }
}

/** One node leads; work whose worker sends its heartbeat stays its own, and silent work is taken once. */
export async function checkWork(m: Measure, db: Banco): Promise<void> {
  const lideres = await query<{ pid: number }>(
    db,
    `select pid from pg_locks where locktype = 'advisory' and granted and objid = ${LIDERANCA}`,
  );
  m.check(lideres.length === 1, 'one node leads', lideres.length);
  const [linha] = await query<{ id: number }>(
    db,
    `insert into trabalhos (tipo, grupo, parametros, autor, situacao, dono, vivo_em, quedas, feitos,
     criado_em) values ('catalogo-arquivo', 'catalogo', $2, '{}', 'rodando', 'outro', $1, 0, 0, $1)
     returning id`,
    // A file that both nodes can read: work on another's waits for its owner for twice as long.
    [fromNow(0), JSON.stringify({ caminho: import.meta.filename })],
  );
  const id = linha?.id;
  const beat = (segundos: number) =>
    query(db, 'update trabalhos set vivo_em = $1 where id = $2', [fromNow(segundos), id]);
  const read = async () =>
    (
      await query<{ dono: string | null; quedas: number }>(
        db,
        'select dono, quedas from trabalhos where id = $1',
        [id],
      )
    )[0];
  for (let i = 0; i < 8; i += 1) {
    await sleep(400);
    if ((await read())?.dono === 'outro') await beat(0);
  }
  const vivo = await read();
  m.check(vivo?.dono === 'outro', 'work with a heartbeat stays with its worker', vivo);
  await beat(-70);
  await sleep(3_500);
  const calado = await read();
  m.check(calado?.quedas === 1 && calado.dono !== 'outro', 'silent work is taken once', calado);
}

/** Rows that are almost old enough are kept by a node that starts with its clock ahead. */
export async function checkRetention(
  m: Measure,
  db: Banco,
  startAnother: () => Promise<unknown>,
): Promise<void> {
  const plant = (criado_em: string) =>
    query<{ id: number }>(
      db,
      `insert into eventos (tipo, dados, criado_em) values ('teste', '{}', $1) returning id`,
      [criado_em],
    );
  const [velho] = await plant(fromNow(-24 * HORA_S - 60));
  const [novo] = await plant(fromNow(60 - 24 * HORA_S));
  // The newest event stays in any case.
  await plant(fromNow(0));
  const conta = '(select id from contas limit 1)';
  await query(
    db,
    `insert into camera_tickets (hash, camera, conta, sid, expira_em)
     values ('teste', '1', ${conta}, 'teste', $1)`,
    [fromNow(60)],
  );
  await query(
    db,
    `insert into links (hash, tipo, conta, expira_em) values ('teste', 'confirmar', ${conta}, $1)`,
    [fromNow(60)],
  );
  await startAnother();
  const has = async (tabela: string, onde: string): Promise<boolean> =>
    (await query(db, `select 1 from ${tabela} where ${onde}`)).length > 0;
  for (const fim = performance.now() + 5_000; performance.now() < fim; await sleep(50)) {
    if (!(await has('eventos', `id = ${velho?.id}`))) break;
  }
  m.check(!(await has('eventos', `id = ${velho?.id}`)), 'an old event is removed');
  m.check(await has('eventos', `id = ${novo?.id}`), 'an event of almost a day is kept');
  m.check(await has('camera_tickets', "hash = 'teste'"), 'a ticket that is valid is kept');
  m.check(await has('links', "hash = 'teste'"), 'a link that is valid is kept');
}

/** The page takes the server's time from this header. */
export async function checkDates(m: Measure, { ahead, behind }: SkewStage): Promise<void> {
  for (const node of [ahead, behind]) {
    const resposta = await fetch(`${node.url}/healthz`);
    const dita = Date.parse(resposta.headers.get('date') ?? '');
    m.check(
      Math.abs(dita - Date.now()) < 2_000,
      'the Date of an answer is right',
      dita - Date.now(),
    );
  }
}
