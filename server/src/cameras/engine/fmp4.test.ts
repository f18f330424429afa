import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { clipe } from '../../../test/video.ts';
import type { Fragment, Init } from '../session/source.ts';
import { BoxError, BoxReader } from './boxes.ts';
import { FragmentReader } from './fmp4.ts';

const filme = readFileSync(clipe(1));

function read(pedacos: Iterable<Buffer>): { inits: Init[]; fragments: Fragment[] } {
  const inits: Init[] = [];
  const fragments: Fragment[] = [];
  const leitor = new FragmentReader({
    onInit: (init) => inits.push(init),
    onFragment: (fragment) => fragments.push(fragment),
  });
  for (const pedaco of pedacos) leitor.push(pedaco);
  return { inits, fragments };
}

function* cut(bytes: Buffer, next: () => number): Generator<Buffer> {
  for (let em = 0; em < bytes.length; ) {
    const fim = em + next();
    yield bytes.subarray(em, fim);
    em = fim;
  }
}

const box = (tipo: string, conteudo: Buffer, tamanho = conteudo.length + 8): Buffer => {
  const cabeca = Buffer.alloc(8);
  cabeca.writeUInt32BE(tamanho, 0);
  cabeca.write(tipo, 4, 'latin1');
  return Buffer.concat([cabeca, conteudo]);
};

/** Digests of what was read: a byte-by-byte comparison takes seconds. */
const brief = ({ inits, fragments }: ReturnType<typeof read>) =>
  [...inits, ...fragments].map(({ bytes, ...resto }) => ({
    ...resto,
    bytes: createHash('sha1').update(bytes).digest('hex'),
  }));

describe('a clip read as a stream', () => {
  const inteiro = read([filme]);

  it('has one init with codec and size', () => {
    expect(inteiro.inits).toHaveLength(1);
    const [init] = inteiro.inits;
    expect(init).toMatchObject({ codec: 'avc1.42C01F', largura: 640, altura: 360 });
    expect(init?.bytes.toString('latin1', 4, 8)).toBe('ftyp');
  });

  it('has one frame per fragment, a key every two seconds, ten seconds in total', () => {
    const { fragments } = inteiro;
    expect(fragments).toHaveLength(250);
    const chaves = fragments.flatMap(({ key }, i) => (key ? [i] : []));
    expect(chaves).toEqual([0, 50, 100, 150, 200]);
    const total = fragments.reduce((soma, { duracaoMs }) => soma + duracaoMs, 0);
    expect(total).toBeCloseTo(10_000, 3);
  });

  it('is the same when read byte by byte', () => {
    const bytes = filme.subarray(0, 30_000);
    const lido = read(cut(bytes, () => 1));
    expect(lido.fragments.length).toBeGreaterThan(10);
    expect(brief(lido)).toEqual(brief(inteiro).slice(0, lido.fragments.length + 1));
  });

  it.each([1, 2, 3, 4, 5])('is the same for any cut into pieces (seed %i)', (semente) => {
    let n = semente;
    const next = (): number => {
      n = (n * 1_103_515_245 + 12_345) % 2 ** 31;
      return 1 + (n % [7, 50, 4_000][n % 3]!);
    };
    expect(brief(read(cut(filme, next)))).toEqual(brief(inteiro));
  });

  it('takes the key flag from the first frame, the run, the fragment or the track', () => {
    const [chave, outra] = inteiro.fragments;
    expect([chave?.key, outra?.key]).toEqual([true, false]);
    const sem = Buffer.from(outra!.bytes);
    // tfhd without default flags: the frame takes the track's flags, which mark no key.
    const tfhd = sem.indexOf('tfhd') - 4;
    expect(sem.readUInt32BE(tfhd + 8) & 0x20).toBe(0x20);
    sem.writeUInt32BE(0, sem.indexOf('tfhd') + 4 + 4 + 4 + 4 + 4);
    expect(read([inteiro.inits[0]!.bytes, sem]).fragments[0]?.key).toBe(true);
  });

  it('skips what comes before an init, and unknown boxes', () => {
    const { fragments } = inteiro;
    expect(read([fragments[0]!.bytes]).fragments).toEqual([]);
    const alheia = box('free', Buffer.alloc(40));
    const lido = read([alheia, inteiro.inits[0]!.bytes, alheia, fragments[0]!.bytes, alheia]);
    expect(lido.fragments).toEqual([fragments[0]]);
  });
});

describe('an invalid stream', () => {
  it.each([
    ['a box over 8 MB', box('mdat', Buffer.alloc(0), 8 * 1024 * 1024 + 1)],
    ['a box shorter than its header', box('mdat', Buffer.alloc(0), 7)],
    ['a box to the end of the file', box('mdat', Buffer.alloc(0), 0)],
    ['a box of 64 bits', box('mdat', Buffer.alloc(8), 1)],
    ['text', Buffer.from('RTSP/1.0 200 OK\r\n')],
    [
      'a moov without a track',
      Buffer.concat([box('ftyp', Buffer.alloc(8)), box('moov', Buffer.alloc(0))]),
    ],
  ])('%s is refused', (_nome, bytes) => {
    expect(() => read([bytes])).toThrow(BoxError);
  });

  it.each([
    ['four billion frames', 8, 0xffffffff],
    ['fields that its boxes do not hold', 4, 0xf01],
  ])('a fragment of %s is refused, and nothing after it is read', (_nome, em, valor) => {
    const { inits, fragments } = read([filme]);
    const tras = Buffer.from(fragments[0]!.bytes);
    tras.writeUInt32BE(valor, tras.indexOf('trun') + em);
    expect(() => read([inits[0]!.bytes, tras])).toThrow(BoxError);
  });

  it('a box of exactly 8 MB is read whole', () => {
    const grande = box('mdat', Buffer.alloc(8 * 1024 * 1024 - 8));
    const leitor = new BoxReader();
    const caixas = [...cut(grande, () => 65_536)].flatMap((pedaco) => leitor.push(pedaco));
    expect(caixas.map(({ bytes }) => bytes.length)).toEqual([8 * 1024 * 1024]);
  });
});
