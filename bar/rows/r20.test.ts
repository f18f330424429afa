/** R20: each other way in which the disk or the files fail, during a day. */
import { spawnSync } from 'node:child_process';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Dubles } from '../../server/src/appDeps.ts';
import { type Banco, storageOf } from '../../server/src/platform/db/banco.ts';
import { openOther } from '../../server/test/outro.ts';
import { DISCO_NEEDS, mountDisco, type TestDisk } from '../disco/disco.ts';
import { type DiskStage, openPalco } from '../disco/palco.ts';
import { moveClock } from '../disco/relogio.ts';
import { type DiskFault, expectRecovered, expectRefused, liveThrough } from '../disco/vida.ts';
import { describeRow, type Measure } from '../row.ts';

const TRAVA: DiskFault = { nome: 'lock', status: 503, codigos: ['banco-ocupado'] };
const APAGADO: DiskFault = { nome: 'log deleted', status: 503, codigos: ['banco-trocado'] };
const FALHA: DiskFault = {
  nome: 'failing disk',
  status: 503,
  codigos: ['disco-com-erro', 'disco-somente-leitura', 'banco-ocupado'],
};

const PAGINA = 4_096;

async function withPalco(
  act: (palco: DiskStage) => Promise<void>,
  pasta?: string,
  dubles?: Dubles,
) {
  const palco = await openPalco(pasta, dubles);
  try {
    await act(palco);
  } finally {
    moveClock(0);
    await palco.teste.close();
  }
}

/** Another connection holds the write lock during the whole day. */
const locked = (m: Measure, horas: number): Promise<void> =>
  withPalco(async (palco) => {
    const outro = openOther(join(palco.teste.dataDir, 'unipark.db'));
    outro.lock();
    try {
      const vivido = await liveThrough(m, palco, TRAVA, horas);
      outro.letGo();
      await expectRecovered(m, palco, TRAVA, vivido);
    } finally {
      outro.close();
    }
  });

/** The write-ahead log is deleted while the server runs. */
const deleted = (m: Measure, horas: number): Promise<void> =>
  withPalco(async (palco) => {
    const { token } = palco.guarda;
    const arquivo = join(palco.teste.dataDir, 'unipark.db');
    for (let i = 0; i < 20; i += 1) {
      const corpo = { matricula: `4${i}`, nome: 'Davi' };
      await palco.call('POST', '/db/proprietarios', { token, corpo });
    }
    rmSync(`${arquivo}-wal`);
    await liveThrough(m, palco, APAGADO, horas);
    const novo = openOther(arquivo);
    const n = novo.read('select count(*) from proprietarios');
    novo.close();
    m.check(n === 21, 'log deleted: no acknowledged write is lost', n);
  });

/** The file system fails under open files, as after an error of the drive. */
async function failing(m: Measure, horas: number): Promise<void> {
  const disco: TestDisk | undefined = mountDisco();
  try {
    if (!disco) return m.unmeasured('failing disk', DISCO_NEEDS);
    await withPalco(async (palco) => {
      if (disco.breakDown()) await liveThrough(m, palco, FALHA, horas);
      else m.unmeasured('failing disk', 'ext4 on a kernel with trigger_fs_error');
      // Closing fails too: the data folder is on the broken disk.
    }, disco.pasta).catch((error: unknown) => {
      if (!String(error).includes('Read-only file system')) throw error;
    });
  } finally {
    disco?.remove();
  }
}

/** Pages of a table are destroyed: reads of them fail, and the server reports it from then on. */
const destroyed = (m: Measure): Promise<void> =>
  withPalco(async (palco) => {
    const arquivo = join(palco.teste.dataDir, 'unipark.db');
    const outro = openOther(arquivo);
    outro.read('pragma wal_checkpoint(TRUNCATE)');
    outro.close();
    // `dd` writes, since closing the file in this process drops SQLite's locks on it.
    const total = Math.floor(statSync(arquivo).size / PAGINA);
    const dd = ['if=/dev/urandom', `of=${arquivo}`, `bs=${PAGINA}`, 'seek=8', `count=${total - 8}`];
    spawnSync('dd', [...dd, 'conv=notrunc'], { stdio: 'ignore' });
    const { token } = palco.guarda;
    const lida = await palco.call('GET', '/db/cidades?estado=MG', { token });
    const outras = await palco.call('GET', '/api/fipe/marcas?tipo=1', { token });
    const piores = [lida.status, outras.status];
    m.check(!piores.includes(500), 'damaged: a read of the page does not answer 500', piores);
    await storageOf(palco.teste.db).check();
    const auditada = await palco.call('GET', '/api/mensagens', { token });
    m.check(
      auditada.status !== 500,
      'damaged: an audited read does not answer 500',
      auditada.status,
    );
    const pronto = await palco.call('GET', '/readyz');
    m.check(pronto.status === 503, 'damaged: /readyz answers 503', pronto.status);
  });

/** The fault: the check of a token writes to its session, and fails where nothing can be written. */
function prolonging(): Dubles {
  let banco: Banco;
  return {
    beforeRoutes: (_app, db) => {
      banco = db;
    },
    wrapIdentidade: (real) => ({
      ...real,
      async verify(token) {
        const conta = await real.verify(token);
        const vista_em = new Date().toISOString();
        if (conta) {
          await banco
            .updateTable('sessoes')
            .set({ vista_em })
            .where('sid', '=', conta.sid)
            .execute();
        }
        return conta;
      },
    }),
  };
}

describeRow({
  id: 'R20',
  promise: 'a locked, failing, replaced or damaged disk stops neither verdicts, video nor sessions',
  async run(m) {
    const horas = m.full ? 24 : 12;
    await locked(m, horas);
    await deleted(m, horas);
    await failing(m, horas);
    await destroyed(m);
  },
  canary: (m) =>
    withPalco(
      async (palco) => {
        rmSync(join(palco.teste.dataDir, 'unipark.db-wal'));
        await expectRefused(m, palco, APAGADO);
        await liveThrough(m, palco, APAGADO, 1);
      },
      undefined,
      prolonging(),
    ),
});
