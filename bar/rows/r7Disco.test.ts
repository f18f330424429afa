/** R7 on a small disk: without room for the copy, and full in the middle of the steps. */
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { createVelha, isEqual, readState, startUpgrade } from '../atualizacao/palco.ts';
import { DISCO_NEEDS, mountDisco, type TestDisk } from '../disco/disco.ts';
import { run } from '../processo.ts';
import { describeRow, type Measure } from '../row.ts';

/** Enough for the old database, its copy and what a copy leaves free. */
const MEGAS = 120;

/** A start on a full disk ends with one sentence. */
async function startOnFull(m: Measure, { pasta, fill, free }: TestDisk): Promise<void> {
  const antes = await readState(pasta);
  fill();
  const filho = run('server/src/main.ts', [], { DATA_DIR: pasta, PORT: '0' });
  let dito = '';
  filho.stderr?.on('data', (parte) => {
    dito += parte;
  });
  const [codigo] = await once(filho, 'close');
  free();
  m.check(codigo === 1, 'a start without room for the copy ends', codigo);
  const frase = /^UNIPARK não pôde iniciar\. (A cópia de segurança|O disco) .*\n$/;
  m.check(frase.test(dito), 'it says so in one sentence', dito);
  m.check(isEqual(await readState(pasta), antes), 'it changes nothing');
}

async function fillDuringSteps(m: Measure, disco: TestDisk, falha: string): Promise<void> {
  const { pasta } = disco;
  const antes = await readState(pasta);
  const ENCHER = join(dirname(pasta), 'cheio');
  const cheia = startUpgrade({ DATA_DIR: pasta, ENCHER, FALHA: falha });
  const [codigo] = await cheia.fim;
  disco.free();
  m.check(codigo === 1, 'a disk that fills during the steps ends the upgrade', codigo);
  m.check(
    isEqual(cheia.erros, ['O disco da pasta DATA_DIR está cheio. Libere espaço e inicie de novo.']),
    'it says so in one sentence',
    cheia.erros,
  );
  m.check(isEqual(await readState(pasta), antes), 'nothing of the steps stays');
  if (falha) return;
  const [depois] = await startUpgrade({ DATA_DIR: pasta }).fim;
  const { esquema, linhas } = await readState(pasta);
  m.check(depois === 0 && !isEqual(esquema, antes.esquema), 'with space the next start upgrades');
  m.check(linhas.passagens === antes.linhas.passagens, 'every passage is there', linhas.passagens);
}

async function onSmallDisk(m: Measure, falha = ''): Promise<void> {
  const disco = mountDisco(MEGAS);
  if (!disco) return m.unmeasured('an upgrade on a full disk', DISCO_NEEDS);
  try {
    createVelha(disco.pasta);
    if (!falha) await startOnFull(m, disco);
    await fillDuringSteps(m, disco, falha);
  } finally {
    disco.remove();
  }
}

describeRow({
  id: 'R7',
  promise: 'an upgrade that finds no space leaves the database as it was',
  run: (m) => onSmallDisk(m),
  canary: (m) => onSmallDisk(m, 'semTransacao'),
});
