import type { Dubles } from '../../server/src/appDeps.ts';
import { createIdentidade } from '../../server/src/conta/identidade.ts';
import { buildCamerasApp, type CamerasApp } from '../../server/test/cameras.ts';
import { buildDispositivo } from '../../server/test/dispositivo.ts';
import { FLUXOS, type RevocationFlow } from '../revogacao/fluxos.ts';
import {
  call,
  createPessoa,
  createRecoveryLink,
  endsWithin,
  type HeldThings,
  openTudo,
  signIn,
  tryCookie,
  tryLink,
  tryTicket,
  tryToken,
} from '../revogacao/posses.ts';
import { describeRow, type Measure } from '../row.ts';

const STREAM_MS = 5_000;
const ENCERRADA = 4401;

async function checkOver(m: Measure, teste: CamerasApp, nome: string, posses: HeldThings) {
  const token = await tryToken(teste, posses.token);
  m.check(token === 401, `${nome}: the access token is refused on the next request`, token);
  const cookie = await tryCookie(teste, posses.cookie);
  m.check(cookie === 401, `${nome}: the session cookie is refused`, cookie);
  const ticket = await tryTicket(teste, posses.ticket);
  m.check(ticket === 401, `${nome}: the camera ticket is refused`, ticket);

  const [eventos, video] = await Promise.all([
    endsWithin(posses.eventos, STREAM_MS),
    endsWithin(posses.video, STREAM_MS),
  ]);
  m.check(eventos !== undefined, `${nome}: the stream of events is closed within 5 s`);
  m.check(video !== undefined, `${nome}: the camera's socket is closed within 5 s`);
  const codigo = video === undefined ? undefined : await posses.video;
  m.check(
    codigo === ENCERRADA,
    `${nome}: the socket closes with the code of an ended session`,
    codigo,
  );
  return Math.max(eventos ?? STREAM_MS, video ?? STREAM_MS);
}

async function exercise(m: Measure, teste: CamerasApp, fluxo: RevocationFlow, dispositivo: string) {
  const { nome } = fluxo;
  const pessoa = await createPessoa(teste);
  const posses = await openTudo(teste, pessoa);
  const outra = await signIn(teste, pessoa);
  await fluxo.prepare?.({ teste, pessoa });
  const link = await createRecoveryLink(teste, pessoa);
  // A second identity is another node: it receives no event and has the token in its cache.
  const config = { dataDir: teste.dataDir, publicUrl: null, mfaAdmin: false };
  const outroNo = await createIdentidade({ db: teste.db, config } as never);

  const antes = [await tryToken(teste, posses.token), await tryCookie(teste, posses.cookie)];
  m.check(antes.join() === '200,200', `${nome}: the token and the cookie work before`, antes);
  m.check(
    (await outroNo.verify(posses.token)) !== undefined,
    `${nome}: the token works on another node before`,
  );

  const ato = await fluxo.act({ teste, pessoa, posses, outra, link });
  m.check(ato >= 200 && ato < 300, `${nome}: the act succeeds`, ato);

  const levou = await checkOver(m, teste, nome, posses);
  m.check(
    (await outroNo.verify(posses.token)) === undefined,
    `${nome}: the token is refused on another node`,
  );
  const daOutra = await tryToken(teste, outra.token);
  m.check(
    daOutra === (fluxo.outraAcaba ? 401 : 200),
    `${nome}: the person's other session ends only where it has to`,
    daOutra,
  );
  const doLink = await tryLink(teste, link);
  m.check(
    doLink === (fluxo.linkAcaba ? 400 : 204),
    `${nome}: the mailed link stops working only where it has to`,
    doLink,
  );
  const leitura = await call(teste, 'POST', '/api/leituras/unipark', {
    token: dispositivo,
    corpo: { placa: `ABC${Math.floor(1_000 + m.random() * 9_000)}` },
  });
  m.check(
    [200, 201].includes(leitura.status),
    `${nome}: a device's reading is accepted`,
    leitura.status,
  );
  m.check((await tryToken(teste, teste.token)) === 200, `${nome}: another person's session lives`);
  return levou;
}

async function run(m: Measure, fluxos: readonly RevocationFlow[], dubles?: Dubles): Promise<void> {
  const camera = { id: '1', nome: 'Portaria', tipo: 'demo' };
  const teste = await buildCamerasApp([camera], {}, {}, dubles);
  try {
    const { token } = await buildDispositivo(teste);
    let maior = 0;
    for (const fluxo of fluxos) maior = Math.max(maior, await exercise(m, teste, fluxo, token));
    m.note('flows', fluxos.length);
    m.note('streams closed after, ms: slowest', Math.round(maior));
  } finally {
    await teste.close();
  }
}

/** The fault: a verified token is accepted for another minute, without a look at its session. */
const CACHED: Dubles = {
  wrapIdentidade: (real) => {
    const vistos = new Map<
      string,
      { ate: number; conta: Awaited<ReturnType<typeof real.verify>> }
    >();
    return {
      ...real,
      async verify(token) {
        const visto = vistos.get(token);
        if (visto && visto.ate > Date.now()) return visto.conta;
        const conta = await real.verify(token);
        vistos.set(token, { ate: Date.now() + 60_000, conta });
        return conta;
      },
    };
  },
};

describeRow({
  id: 'S5',
  promise: 'change, reset, disable and sign-out end all that was opened, at once',
  run: (m) => run(m, FLUXOS),
  canary: (m) =>
    run(
      m,
      FLUXOS.filter(({ nome }) => nome === 'sign-out'),
      CACHED,
    ),
});
