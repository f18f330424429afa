/**
 * A small disk for one check: an ext4 image on a loop mount or, without loop devices, memory; both
 * need root.
 */
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const run = (comando: string, ...args: string[]): boolean =>
  spawnSync(comando, args, { stdio: 'ignore' }).status === 0;

export interface TestDisk {
  pasta: string;
  /** Fills the disk to the last block. */
  fill(): void;
  free(): void;
  /** Makes the file system fail from now on, for open files too. False where the kernel cannot do it. */
  breakDown(): boolean;
  remove(): void;
}

/** What a system must allow for `mountDisco`. */
export const DISCO_NEEDS = 'root and the right to mount (ext4 on a loop device, or tmpfs)';

/** Makes and mounts the disk; undefined where this system does not allow it. */
export function mountDisco(megas = 12): TestDisk | undefined {
  const base = mkdtempSync(join(tmpdir(), 'unipark-disco-'));
  const imagem = join(base, 'imagem');
  const ponto = join(base, 'disco');
  const cheio = join(ponto, 'cheio');
  mkdirSync(ponto);
  const mounted =
    (run('truncate', '-s', `${megas}M`, imagem) &&
      run('mkfs.ext4', '-q', imagem) &&
      run('mount', '-o', 'loop,errors=remount-ro', imagem, ponto)) ||
    run('mount', '-t', 'tmpfs', '-o', `size=${megas}m`, 'tmpfs', ponto);
  if (!mounted) {
    rmSync(base, { recursive: true, force: true });
    return undefined;
  }
  const pasta = join(ponto, 'dados');
  mkdirSync(pasta);
  return {
    pasta,
    fill() {
      const fd = openSync(cheio, 'a');
      try {
        for (const tamanho of [65_536, 512]) {
          try {
            for (;;) if (writeSync(fd, Buffer.alloc(tamanho)) < tamanho) break;
          } catch {
            // The disk is full for this size: the next size fills the rest.
          }
        }
      } finally {
        closeSync(fd);
      }
    },
    free: () => rmSync(cheio, { force: true }),
    breakDown() {
      const montados = readFileSync('/proc/mounts', 'utf8').split('\n');
      const [fonte = ''] = montados.find((linha) => linha.includes(` ${ponto} `))?.split(' ') ?? [];
      const alavanca = `/sys/fs/ext4/${fonte.split('/').at(-1)}/trigger_fs_error`;
      return existsSync(alavanca) && run('sh', '-c', `echo 1 > ${alavanca}`);
    },
    remove() {
      if (!run('umount', ponto)) run('umount', '-l', ponto);
      rmSync(base, { recursive: true, force: true });
    },
  };
}
