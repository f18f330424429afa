/** The system calls of a program as strace wrote them: what reached which file, and what was promised when. */
import { spawnSync } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';

export const STRACE = '/usr/bin/strace';
export const hasStrace = (): boolean => existsSync(STRACE);

/** A call that changes a file, or a line on standard output. */
export type DiskCall =
  | { tipo: 'escrita'; arquivo: string; posicao: number; bytes: Buffer }
  | { tipo: 'corte'; arquivo: string; tamanho: number }
  | { tipo: 'sincronia'; arquivo: string }
  | { tipo: 'dito'; texto: string };

const CHAMADAS = 'pwrite64,write,ftruncate,fsync,fdatasync';

/** Runs a program under strace, which writes `registro`. @throws when it fails */
export function traceProgram(
  registro: string,
  args: string[],
  options: { cwd: string; env: Record<string, string> },
): void {
  const strace = ['-f', '-y', '-xx', '-s', '100000', '-e', `trace=${CHAMADAS}`, '-o', registro];
  const { status, stderr } = spawnSync(STRACE, [...strace, process.execPath, ...args], {
    ...options,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the traced program ended with ${status}: ${stderr}`);
}

const fromHex = (texto: string): Buffer => Buffer.from(texto.replaceAll('\\x', ''), 'hex');

/** With `-xx` the paths are in hexadecimal too. */
const toPath = (texto: string): string =>
  texto.startsWith('\\x') ? fromHex(texto).toString() : texto;

const ESCRITA = /^pwrite64\(\d+<([^>]*)>, "([^"]*)", \d+, (\d+)\) += (\d+)/;
const DITO = /^write\(1<[^>]*>, "([^"]*)"/;
const CORTE = /^ftruncate\(\d+<([^>]*)>, (\d+)\) += 0/;
const SINCRONIA = /^f(?:data)?sync\(\d+<([^>]*)>\) += 0/;

function parseCall(linha: string): DiskCall | undefined {
  const escrita = ESCRITA.exec(linha);
  if (escrita) {
    const [, arquivo = '', bytes = '', posicao, feitos] = escrita;
    const todos = fromHex(bytes).subarray(0, Number(feitos));
    return { tipo: 'escrita', arquivo: toPath(arquivo), posicao: Number(posicao), bytes: todos };
  }
  const corte = CORTE.exec(linha);
  if (corte) return { tipo: 'corte', arquivo: toPath(corte[1] ?? ''), tamanho: Number(corte[2]) };
  const sincronia = SINCRONIA.exec(linha);
  if (sincronia) return { tipo: 'sincronia', arquivo: toPath(sincronia[1] ?? '') };
  const dito = DITO.exec(linha);
  return dito ? { tipo: 'dito', texto: fromHex(dito[1] ?? '').toString() } : undefined;
}

/** Reads the calls in the order of their completion. */
export async function readCalls(registro: string): Promise<DiskCall[]> {
  const calls: DiskCall[] = [];
  /** Begun calls that another thread's line interrupted, by process. */
  const abertas = new Map<string, string>();
  for await (const linha of createInterface({ input: createReadStream(registro) })) {
    const [, pid = '', texto = ''] = /^(\d+) +(.*)$/.exec(linha) ?? [];
    if (texto.endsWith(' <unfinished ...>')) {
      abertas.set(pid, texto.slice(0, -' <unfinished ...>'.length));
      continue;
    }
    const [volta] = /^<\.\.\. \w+ resumed>/.exec(texto) ?? [];
    const inteira = volta ? `${abertas.get(pid) ?? ''}${texto.slice(volta.length)}` : texto;
    const call = parseCall(inteira);
    if (call) calls.push(call);
  }
  return calls;
}
