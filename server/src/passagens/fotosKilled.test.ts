import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { CONTA } from '../../test/app.ts';
import { until } from '../../test/espera.ts';
import { openOther } from '../../test/outro.ts';
import { startProcesso } from '../../test/processo.ts';
import { openBanco } from '../platform/db/banco.ts';
import { findPlace, nameOf } from '../platform/folder/names.ts';

const ESCRITORES = 8;

const buildFoto = (n: number): Buffer =>
  Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(20_000, `${n} `)]);
const buildPlaca = (n: number): string =>
  `MOR${n % 10}${String.fromCharCode(65 + (Math.floor(n / 1_000) % 26))}${String(Math.floor(n / 10) % 100).padStart(2, '0')}`;

/** The names in the rows of a stopped installation. */
async function listNamed(dataDir: string): Promise<string[]> {
  const db = openBanco(dataDir);
  try {
    const linhas = await db.selectFrom('imagens').select('arquivo').execute();
    return linhas.flatMap(({ arquivo }) => arquivo ?? []);
  } finally {
    await db.destroy();
  }
}

it.each([
  ['in the middle of its readings', false],
  ['between the file and the commit', true],
])('a process killed %s leaves no row without its file', async (_, preso) => {
  const dir = mkdtempSync(join(tmpdir(), 'unipark-fotos-'));
  const servidor = await startProcesso({ env: { ARQUIVOS_DIR: dir } });
  const { url, dataDir } = servidor;
  try {
    let token = '';
    const post = async (path: string, corpo: object) => {
      const headers = {
        origin: url,
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
      };
      const body = JSON.stringify(corpo);
      const resposta = await fetch(url + path, { method: 'POST', headers, body });
      return (await resposta.json()) as { token: string };
    };
    token = (await post('/api/auth/sign-up/email', CONTA)).token;
    let n = 0;
    let guardadas = 0;
    const send = (): Promise<unknown> => {
      n += 1;
      const imagem = buildFoto(n).toString('base64');
      return post('/db/ultimosveiculos', { placa: buildPlaca(n), imagem });
    };
    const escritores = Array.from({ length: ESCRITORES }, async () => {
      for (;;) {
        await send();
        guardadas += 1;
      }
    });
    const fim = Promise.allSettled(escritores);
    await until(() => expect(guardadas).toBeGreaterThan(3 * ESCRITORES));
    const outro = openOther(join(dataDir, 'unipark.db'));
    if (preso) {
      // Another program holds the write lock: files are written, and no transaction can commit.
      outro.lock();
      await sleep(300);
    }
    await servidor.end('SIGKILL');
    if (preso) outro.letGo();
    outro.close();
    await fim;

    const nomes = await listNamed(dataDir);
    expect(nomes.length).toBeGreaterThan(ESCRITORES);
    for (const nome of nomes) {
      const path = findPlace(dir, nome)?.path ?? '';
      expect(existsSync(path), nome).toBe(true);
      expect(nameOf(readFileSync(path))).toBe(nome);
    }
    const arquivos = readdirSync(dir, { recursive: true }).filter((nome) =>
      String(nome).endsWith('.jpg'),
    );
    if (preso) expect(arquivos.length).toBeGreaterThan(nomes.length);
    else expect(arquivos.length).toBeGreaterThanOrEqual(nomes.length);
  } finally {
    servidor.remove();
    rmSync(dir, { recursive: true, force: true });
  }
});
