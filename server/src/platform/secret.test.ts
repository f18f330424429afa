import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCofre, readSegredo } from './secret.ts';

let pasta: string;
beforeEach(() => {
  pasta = mkdtempSync(join(tmpdir(), 'unipark-'));
});
afterEach(() => rmSync(pasta, { recursive: true }));

it('makes the secret once, readable only by its owner', () => {
  const segredo = readSegredo(pasta);
  expect(segredo.length).toBeGreaterThanOrEqual(64);
  expect(readSegredo(pasta)).toBe(segredo);
  expect(statSync(join(pasta, 'identidade.segredo')).mode & 0o077).toBe(0);
});

describe('an encrypted text', () => {
  const cofre = createCofre('s'.repeat(64), 'dispositivos');
  const selado = cofre.seal('d1', 'senha do MQTT: ção');

  it('is decrypted again, and reveals nothing', () => {
    expect(cofre.open('d1', selado)).toBe('senha do MQTT: ção');
    expect(selado).not.toContain('senha');
    expect(cofre.seal('d1', 'igual')).not.toBe(cofre.seal('d1', 'igual'));
  });

  it('is not decrypted with another owner, purpose or secret, nor when altered', () => {
    const meio = Math.floor(selado.length / 2);
    const letra = selado[meio] === 'A' ? 'B' : 'A';
    const alterado = selado.slice(0, meio) + letra + selado.slice(meio + 1);
    expect(cofre.open('d2', selado)).toBeUndefined();
    expect(createCofre('s'.repeat(64), 'outra').open('d1', selado)).toBeUndefined();
    expect(createCofre('t'.repeat(64), 'dispositivos').open('d1', selado)).toBeUndefined();
    expect(cofre.open('d1', alterado)).toBeUndefined();
    expect(cofre.open('d1', selado.slice(3))).toBeUndefined();
    expect(cofre.open('d1', 'v1.curto')).toBeUndefined();
  });
});
