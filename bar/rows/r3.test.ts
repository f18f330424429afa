/** R3: the disk of the data folder is full while a gate works, and has space again afterwards. */
import type { Dubles } from '../../server/src/appDeps.ts';
import { DISCO_NEEDS, mountDisco, type TestDisk } from '../disco/disco.ts';
import { fillPhotos } from '../disco/fotos.ts';
import { openPalco } from '../disco/palco.ts';
import { moveClock } from '../disco/relogio.ts';
import { type DiskFault, expectRecovered, expectRefused, liveThrough } from '../disco/vida.ts';
import { describeRow, type Measure } from '../row.ts';

const CHEIO: DiskFault = { nome: 'full disk', status: 507, codigos: ['disco-cheio'] };

async function onFullDisk(
  m: Measure,
  dubles: Dubles | undefined,
  act: (palco: Awaited<ReturnType<typeof openPalco>>, disco: TestDisk) => Promise<void>,
): Promise<void> {
  const disco = mountDisco();
  if (!disco) return m.unmeasured('a full disk', DISCO_NEEDS);
  try {
    const palco = await openPalco(disco.pasta, dubles);
    try {
      disco.fill();
      await act(palco, disco);
    } finally {
      await palco.teste.close();
    }
  } finally {
    moveClock(0);
    disco.remove();
  }
}

/** Writes until the disk refuses; answers the matriculas that were accepted. */
async function writeUntilRefused(m: Measure, palco: Awaited<ReturnType<typeof openPalco>>) {
  const { token } = palco.guarda;
  const aceitas: string[] = [];
  for (let i = 0; i < 2_000; i += 1) {
    const matricula = `5${i}`;
    const corpo = { matricula, nome: 'N'.repeat(200) };
    const { status } = await palco.call('POST', '/db/proprietarios', { token, corpo });
    if (status !== 201) break;
    aceitas.push(matricula);
  }
  m.note('writes that the full disk still took', aceitas.length);
  return aceitas;
}

async function countKept({ teste }: Awaited<ReturnType<typeof openPalco>>, aceitas: string[]) {
  const linhas = await teste.db.selectFrom('proprietarios').select('matricula').execute();
  const guardadas = new Set(linhas.map(({ matricula }) => matricula));
  return aceitas.filter((matricula) => guardadas.has(matricula)).length;
}

describeRow({
  id: 'R3',
  promise: 'a full disk refuses writes and stops neither reads, audit, sessions nor the gate',
  run: async (m) => {
    await fillPhotos(m);
    await onFullDisk(m, undefined, async (palco, disco) => {
      const aceitas = await writeUntilRefused(m, palco);
      const vivido = await liveThrough(m, palco, CHEIO);
      disco.free();
      await expectRecovered(m, palco, CHEIO, vivido);
      const guardadas = await countKept(palco, aceitas);
      m.check(guardadas === aceitas.length, 'no acknowledged write is lost', guardadas);
    });
  },
  /** The fault: a hook that turns every refusal of the disk into a success. */
  canary: (m) =>
    onFullDisk(
      m,
      {
        beforeRoutes: (app) =>
          app.addHook('onSend', async (_request, reply, payload) => {
            if (reply.statusCode === 507) reply.code(201);
            return payload;
          }),
      },
      async (palco) => {
        const { token } = palco.guarda;
        for (let i = 0; i < 400; i += 1) {
          const corpo = { matricula: `5${i}`, nome: 'N'.repeat(200) };
          const escrita = await palco.call('POST', '/db/proprietarios', { token, corpo });
          if (escrita.headers.has('retry-after')) break;
        }
        await expectRefused(m, palco, CHEIO);
      },
    ),
});
