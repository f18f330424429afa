/** R15, its second half: two nodes on one PostgreSQL with wrong clocks. */
import { fileURLToPath } from 'node:url';
import { openBanco } from '../../server/src/platform/db/banco.ts';
import { createStage, signUp } from '../nos.ts';
import { checkLinks, checkSessions, checkThrottle, checkTotp } from '../relogios/contas.ts';
import { FAKETIME_NEEDS, type SkewStage, skewedEnv } from '../relogios/palco.ts';
import {
  checkDates,
  checkDevice,
  checkPassages,
  checkRetention,
  checkTickets,
  checkWork,
} from '../relogios/portaria.ts';
import { describeRow, type Measure } from '../row.ts';

const CAMERAS_FILE = fileURLToPath(new URL('../../demo/cameras.json', import.meta.url));
const MINUTOS = 2;
const HORAS = 2;

/** One node is ahead by these seconds and one is behind. */
async function check(m: Measure, seconds: number, falha?: string): Promise<void> {
  const [adiante, atras] = [skewedEnv(seconds), skewedEnv(-seconds)];
  if (!adiante || !atras) {
    m.unmeasured(`clocks that differ by ${2 * seconds} s`, FAKETIME_NEEDS);
    return;
  }
  const stage = await createStage();
  const db = openBanco(stage.url);
  try {
    const start = (env: Record<string, string>) =>
      stage.startNode(falha, { ...env, CAMERAS_FILE, SIGNUP_MODE: 'aberto' });
    const ahead = await start(adiante);
    const behind = await start(atras);
    const palco: SkewStage = { stage, ahead, behind, token: await signUp(ahead) };
    await checkDates(m, palco);
    await checkPassages(m, palco);
    await checkTickets(m, palco);
    await checkWork(m, db);
    await checkDevice(m, palco);
    await checkSessions(m, palco, db);
    await checkTotp(m, palco, db);
    await checkLinks(m, palco, db);
    await checkRetention(m, db, () => start(adiante));
    await checkThrottle(m, palco);
    for (const { escapados } of [ahead, behind])
      m.check(escapados.length === 0, 'no error ends a node', escapados);
  } finally {
    await db.destroy();
    stage.remove();
  }
}

describeRow({
  id: 'R15',
  promise: 'two nodes whose clocks are wrong act as one',
  async run(m) {
    await check(m, MINUTOS * 60);
    if (m.full) await check(m, HORAS * 3_600);
  },
  /** Each node uses the clock of its own machine. */
  canary: (m) => check(m, MINUTOS * 60, 'relogio'),
});
