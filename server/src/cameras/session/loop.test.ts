import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clipe } from '../../../test/video.ts';
import { getBox } from '../engine/boxes.ts';
import { FragmentReader } from '../engine/fmp4.ts';
import { loopSource, readClip } from './loop.ts';
import type { Fragment, Init } from './source.ts';

let pasta: string;
let curto: string;
beforeAll(async () => {
  pasta = mkdtempSync(join(tmpdir(), 'unipark-clipe-'));
  curto = join(pasta, 'curto.mp4');
  const { init, frames } = await readClip(clipe(2));
  // Ten frames of 40 ms: a loop takes 0.4 s.
  writeFileSync(curto, Buffer.concat([init.bytes, ...frames.slice(0, 10).map((f) => f.bytes)]));
});
afterAll(() => rmSync(pasta, { recursive: true }));

async function watch(arquivo: string, ms: number) {
  const vistos: { init: Init[]; fragments: (Fragment & { em: number })[]; fim: string[] } = {
    init: [],
    fragments: [],
    fim: [],
  };
  const source = loopSource(arquivo);
  source.start({
    onInit: (init) => vistos.init.push(init),
    onFragment: (fragment) => vistos.fragments.push({ ...fragment, em: performance.now() }),
    onEnd: (motivo) => vistos.fim.push(motivo),
  });
  await new Promise((pronto) => setTimeout(pronto, ms));
  await source.stop();
  return vistos;
}

it('plays continuously across two ends of the clip, at its own pace', async () => {
  const { init, fragments } = await watch(curto, 1_300);
  expect(init).toHaveLength(1);
  expect(fragments.length).toBeGreaterThan(22);
  const moofs = fragments.map(({ bytes }) => getBox(bytes, ['moof'], 0));
  const sequencias = moofs.map((moof) => getBox(moof, ['mfhd']).readUInt32BE(12));
  expect(sequencias).toEqual(fragments.map((_, i) => i + 1));
  const tempos = moofs.map((moof) => Number(getBox(moof, ['traf', 'tfdt']).readBigUInt64BE(12)));
  const passo = tempos[1]! - tempos[0]!;
  expect(passo).toBeGreaterThan(0);
  expect(tempos).toEqual(tempos.map((_, i) => i * passo));
  const durou = fragments.at(-1)!.em - fragments[0]!.em;
  expect(durou / (fragments.length - 1)).toBeGreaterThan(37);
  expect(durou / (fragments.length - 1)).toBeLessThan(43);

  const lidos: Fragment[] = [];
  const leitor = new FragmentReader({ onInit: () => undefined, onFragment: (f) => lidos.push(f) });
  leitor.push(Buffer.concat([init[0]!.bytes, ...fragments.map(({ bytes }) => bytes)]));
  expect(lidos.map(({ key }) => key)).toEqual(fragments.map((_, i) => i % 10 === 0));
});

it('reads a clip once for any number of players, and does not change it', async () => {
  const antes = Buffer.from((await readClip(curto)).frames[3]!.bytes);
  const [um, outro] = await Promise.all([watch(curto, 500), watch(curto, 500)]);
  expect(readClip(curto)).toBe(readClip(curto));
  expect(um.init[0]).toBe(outro.init[0]);
  expect((await readClip(curto)).frames[3]!.bytes).toEqual(antes);
});

it('sends nothing after a stop, even while the clip is being read', async () => {
  let ouvido = 0;
  const hear = (): number => ouvido++;
  const source = loopSource(curto);
  source.start({ onInit: hear, onFragment: hear, onEnd: hear });
  await source.stop();
  await new Promise((pronto) => setTimeout(pronto, 100));
  expect(ouvido).toBe(0);
});

it.each(['nada.mp4', 'texto.mp4'])('ends when there is no clip (%s)', async (nome) => {
  writeFileSync(join(pasta, 'texto.mp4'), 'not a film');
  const { fim, fragments } = await watch(join(pasta, nome), 100);
  expect(fim).toEqual(['not_found']);
  expect(fragments).toEqual([]);
});
