/** What still works with a broken disk, and what is refused, in the requests of a page and a guard. */
import { storageOf } from '../../server/src/platform/db/banco.ts';
import type { Measure } from '../row.ts';
import { codigoOf, cookiesOf, type DiskStage, PROIBIDA, tokenOf } from './palco.ts';
import { moveClock } from './relogio.ts';

export interface DiskFault {
  nome: string;
  status: 503 | 507;
  codigos: string[];
}

const DIA_H = 24;
const HORA_MS = 3_600_000;

/** The reads of a gate; `true` marks those that leave a row in the audit. */
const LEITURAS: [caminho: (palco: DiskStage) => string, auditada: boolean][] = [
  [() => `/api/veredito/${PROIBIDA}`, false],
  [() => '/db/ultimosveiculos', false],
  [() => '/db/veiculos', false],
  [() => '/api/passagens?status=PROIBIDO', true],
  [() => `/api/veiculos/${PROIBIDA}/historico`, true],
  [({ passagem, imagem }) => `/api/passagens/${passagem}/imagens/${imagem}`, true],
  [() => '/api/mensagens', true],
  [() => '/api/dispositivos', false],
  [({ dispositivo }) => `/api/dispositivos/${dispositivo.id}/quarentena`, true],
];

const POR_VOLTA = LEITURAS.filter(([, auditada]) => auditada).length;

const countAudit = async ({ teste }: DiskStage): Promise<number> => {
  const { total } = await teste.db
    .selectFrom('auditoria')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('acao', 'in', ['consultar', 'abrir-imagem', 'ver-quarentena'])
    .executeTakeFirstOrThrow();
  return Number(total);
};

async function look(m: Measure, palco: DiskStage, fault: DiskFault, quando: string): Promise<void> {
  const { guarda, call } = palco;
  const { token } = guarda;
  for (const [caminho] of LEITURAS) {
    const { status } = await call('GET', caminho(palco), { token });
    m.check(status === 200, `${fault.nome}, ${quando}: ${caminho(palco)} answers 200`, status);
  }
  const passe = await call('POST', '/api/cameras/1/ticket', { token });
  m.check(
    passe.status === 200,
    `${fault.nome}, ${quando}: a ticket for live video is given`,
    passe.status,
  );
}

export async function expectRefused(m: Measure, palco: DiskStage, fault: DiskFault): Promise<void> {
  const corpo = { matricula: `9${Math.floor(m.random() * 1e6)}`, nome: 'Bia' };
  const { token } = palco.guarda;
  const inicio = performance.now();
  const escrita = await palco.call('POST', '/db/proprietarios', { token, corpo });
  const ms = performance.now() - inicio;
  m.check(
    escrita.status === fault.status,
    `${fault.nome}: a write answers ${fault.status}`,
    escrita.status,
  );
  const codigo = codigoOf(escrita);
  m.check(fault.codigos.includes(codigo), `${fault.nome}: the answer gives the reason`, codigo);
  m.check(escrita.headers.has('retry-after'), `${fault.nome}: the answer has a Retry-After`);
  m.check(ms < 3_500, `${fault.nome}: a write is refused within 3.5 s`, `${Math.round(ms)} ms`);
}

/** A reading that cannot be stored is refused, so that the camera sends it again. */
async function expectResent(
  m: Measure,
  palco: DiskStage,
  { nome, status }: DiskFault,
): Promise<void> {
  const lida = await sendReading(palco);
  m.check(lida.status === status, `${nome}: a camera's reading is refused`, lida.status);
  m.check(lida.headers.has('retry-after'), `${nome}: the camera's answer has a Retry-After`);
}

const sendReading = (palco: DiskStage, placa = 'XYZ9Z99', camera = 'Portaria') =>
  palco.call('POST', '/api/leituras/unipark', {
    token: palco.dispositivo.token,
    corpo: { placa, camera },
  });

type DiskCartao = { id: string; placa: string; gravada?: boolean; alerta: { tipo: string } | null };

/** A car passes while nothing can be stored: it is seen, a PROIBIDO alarms once, 'Ciente' works. */
async function expectSeen(m: Measure, palco: DiskStage, { nome }: DiskFault): Promise<void> {
  // By then the interval of the first alarm has ended, and the token has expired.
  moveClock(HORA_MS / 2);
  const { cookie } = palco.guarda;
  const token = tokenOf(await palco.renew(palco.guarda));
  palco.guarda = { cookie, token };
  const list = async (path: string): Promise<DiskCartao[]> => {
    const { corpo } = await palco.call('GET', path, { token });
    const cartoes = Array.isArray(corpo) ? (corpo as DiskCartao[]) : [];
    return cartoes.filter(({ gravada }) => gravada === false);
  };
  for (let vez = 0; vez < 3; vez += 1) await sendReading(palco, PROIBIDA, 'Fundos');
  const [cartao, ...outros] = (await list('/db/ultimosveiculos')).filter(
    ({ placa }) => placa === PROIBIDA,
  );
  m.check(
    cartao !== undefined && outros.length === 0,
    `${nome}: the car is on the live list once`,
    outros.length,
  );
  m.check(cartao?.alerta?.tipo === 'proibido', `${nome}: a PROIBIDO raises its alarm`, cartao);
  const abertos = await list('/api/alertas');
  m.check(abertos.length === 1, `${nome}: the alarm is open`, abertos.length);
  const ciente = await palco.call('POST', `/api/passagens/${cartao?.id}/ciente`, { token });
  m.check(ciente.status === 204, `${nome}: 'Ciente' is accepted`, ciente.status);
  m.check((await list('/api/alertas')).length === 0, `${nome}: the alarm is closed after 'Ciente'`);
}

/** A second browser signs in and out at once, and wrong passwords are slowed down. */
async function comeAndGo(m: Measure, palco: DiskStage, { nome }: DiskFault): Promise<void> {
  const entrou = await palco.signIn();
  m.check(entrou.status === 200, `${nome}: signing in answers 200`, entrou.status);
  const outra = { cookie: cookiesOf(entrou), token: tokenOf(entrou) };
  const tryToken = () => palco.call('GET', '/db/veiculos', { token: outra.token });
  m.check((await tryToken()).status === 200, `${nome}: the new session reads`);
  const saiu = await palco.call('POST', '/api/auth/sign-out', outra);
  m.check(saiu.status === 204, `${nome}: signing out answers 204`, saiu.status);
  m.check((await tryToken()).status === 401, `${nome}: the token is refused after signing out`);
  m.check(
    (await palco.renew(outra)).status === 401,
    `${nome}: the cookie is refused after signing out`,
  );
  const palpites: number[] = [];
  for (let i = 0; i < 7; i += 1) palpites.push((await palco.signIn(`errada-${i}-xx`)).status);
  m.check(
    palpites.includes(429),
    `${nome}: repeated wrong passwords answer 429`,
    palpites.join(' '),
  );
}

/** /readyz answers 503 within fifteen seconds, and /healthz carries the notice for the screens. */
async function expectTold(m: Measure, palco: DiskStage, { nome }: DiskFault): Promise<void> {
  const inicio = performance.now();
  let status = 200;
  while (status === 200 && performance.now() - inicio < 15_000) {
    ({ status } = await palco.call('GET', '/readyz'));
    if (status === 200) await new Promise((pronto) => setTimeout(pronto, 200));
  }
  m.check(status === 503, `${nome}: /readyz answers 503 within 15 s`, status);
  const saude = await palco.call('GET', '/healthz');
  const { aviso } = saude.corpo as { aviso: string | null };
  m.check(
    saude.status === 200 && aviso !== null,
    `${nome}: /healthz carries the notice for the screens`,
    aviso,
  );
}

/** A day with a broken disk, hour by hour. */
export async function liveThrough(m: Measure, palco: DiskStage, fault: DiskFault, horas = DIA_H) {
  const antes = await countAudit(palco);
  await expectRefused(m, palco, fault);
  await look(m, palco, fault, 'at once');
  await expectResent(m, palco, fault);
  await expectSeen(m, palco, fault);
  await comeAndGo(m, palco, fault);
  let voltas = 1;
  try {
    for (let hora = 1; hora <= horas; hora += 1) {
      moveClock(hora * HORA_MS);
      const renovado = await palco.renew(palco.guarda);
      m.check(
        renovado.status === 200,
        `${fault.nome}, hour ${hora}: the session is renewed`,
        renovado.status,
      );
      if (renovado.status !== 200) break;
      palco.guarda = {
        cookie: cookiesOf(renovado) || palco.guarda.cookie,
        token: tokenOf(renovado),
      };
      if (hora % 6 !== 0) continue;
      await look(m, palco, fault, `hour ${hora}`);
      voltas += 1;
    }
    await expectTold(m, palco, fault);
  } finally {
    // The clock stays moved: the sessions depend on it as long as the server runs.
  }
  return { antes, auditadas: voltas * POR_VOLTA };
}

/** The disk works again: writes succeed, and no audit row or session is missing. */
export async function expectRecovered(
  m: Measure,
  palco: DiskStage,
  fault: DiskFault,
  { antes, auditadas }: { antes: number; auditadas: number },
): Promise<void> {
  const { token } = palco.guarda;
  const inicio = performance.now();
  while (storageOf(palco.teste.db).state.falha !== null && performance.now() - inicio < 10_000) {
    await new Promise((pronto) => setTimeout(pronto, 100));
  }
  let feitas = 0;
  for (let i = 0; i < 20; i += 1) {
    const corpo = { matricula: `7000${i}`, nome: 'Caio' };
    const { status } = await palco.call('POST', '/db/proprietarios', { token, corpo });
    if (status === 201) feitas += 1;
  }
  m.check(feitas === 20, `${fault.nome}: 20 of 20 writes succeed afterwards`, feitas);
  const lida = await sendReading(palco);
  m.check(lida.status === 201, `${fault.nome}: the reading sent again is stored`, lida.status);
  const { corpo: shown } = await palco.call('GET', '/db/ultimosveiculos', { token });
  m.check(
    Array.isArray(shown) && (shown as DiskCartao[]).every(({ gravada }) => gravada !== false),
    `${fault.nome}: the live list has only stored passages`,
  );
  const { emMemoria, pendentes } = storageOf(palco.teste.db).state;
  m.check(!emMemoria && pendentes === 0, `${fault.nome}: memory holds no pending write`, pendentes);
  const auditadasDepois = (await countAudit(palco)) - antes;
  m.check(
    auditadasDepois === auditadas,
    `${fault.nome}: each audited read has its row`,
    `${auditadasDepois} of ${auditadas}`,
  );
  let gravacao = false;
  for (let i = 0; i < 30 && !gravacao; i += 1) {
    const pronto = await palco.call('GET', '/readyz');
    ({ gravacao } = pronto.corpo as { gravacao: boolean });
    if (!gravacao) await new Promise((feito) => setTimeout(feito, 200));
  }
  m.check(gravacao, `${fault.nome}: /readyz reports successful writes again`);
}
