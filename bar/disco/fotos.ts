/** The disk of the pictures alone is full: readings and alarms go on, without pictures. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildTestApp, type TestApp } from '../../server/test/app.ts';
import { bearerHeaders, buildDispositivo, sendMensagem } from '../../server/test/dispositivo.ts';
import type { Measure } from '../row.ts';
import { DISCO_NEEDS, mountDisco } from './disco.ts';

const PROIBIDA = 'FTO1A23';
const ESPERA_MS = 15_000;

/** About 200 KB, each different from the others. */
const buildFoto = (n: number): string =>
  Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(200_000, `${n} `)]).toString(
    'base64',
  );

/** Sends readings with pictures, also while the disk is full, and looks at what became of them. */
async function live(m: Measure, teste: TestApp, disco: { fill(): void; free(): void }) {
  const { token } = await buildDispositivo(teste);
  const payload = { placa: PROIBIDA, status: 'PROIBIDO' };
  await teste.request({ method: 'POST', url: '/db/veiculos', payload });
  const send = async (placa: string, n: number) => {
    const corpo = { placa, imagem: buildFoto(n) };
    const resposta = await sendMensagem(
      teste,
      '/api/leituras/unipark',
      corpo,
      bearerHeaders(token),
    );
    const { id } = resposta.json<{ id: string }>();
    const passagem = (await teste.request({ url: `/api/passagens/${id}` })).json();
    return { status: resposta.statusCode, passagem, fotos: passagem.imagens?.length };
  };
  const antes = await send('FTO1A11', 1);
  m.check(antes.status === 201 && antes.fotos === 1, 'a picture is stored', antes.status);
  disco.fill();
  const cheia = await send(PROIBIDA, 2);
  m.check(cheia.status === 201, 'a reading is stored while the disk of pictures is full', cheia);
  m.check(cheia.passagem.alerta?.tipo === 'proibido', 'its alarm is raised', cheia.passagem);
  m.check(cheia.fotos === 0, 'it has no picture', cheia.fotos);
  const pronto = await teste.request({ url: '/readyz' });
  m.check(
    pronto.statusCode === 200 && /^O disco das fotos está cheio/.test(pronto.json().aviso),
    '/readyz is 200 and says that no picture is stored',
    pronto.body,
  );
  disco.free();
  const prazo = performance.now() + ESPERA_MS;
  const findNotice = async () => (await teste.request({ url: '/healthz' })).json().aviso;
  while ((await findNotice()) !== null && performance.now() < prazo) await sleep(200);
  const depois = await send('FTO1A33', 3);
  m.check(depois.fotos === 1, 'pictures are stored again after space is freed', depois);
}

/** The row's part about ARQUIVOS_DIR. */
export async function fillPhotos(m: Measure): Promise<void> {
  const disco = mountDisco(4);
  if (!disco) return m.unmeasured('a full disk of pictures', DISCO_NEEDS);
  const dataDir = mkdtempSync(join(tmpdir(), 'unipark-r3-'));
  const fotos = join(disco.pasta, 'fotos');
  mkdirSync(fotos);
  const teste = await buildTestApp({
    dataDir,
    env: { ARQUIVOS_DIR: fotos },
    dubles: { statfs: undefined },
  });
  try {
    await live(m, teste, disco);
  } finally {
    await teste.close();
    disco.remove();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
