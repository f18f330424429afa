/** Backups of a running server, as administrators and the schedule make them. */
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SituacaoCopias } from '@unipark/contract/copia';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { until } from '../../test/espera.ts';
import { query } from '../../test/query.ts';
import { listPassos } from '../atualizacao.ts';
import { readConfig } from '../config.ts';
import { verifyCopia } from './copia.ts';
import { createCopias } from './copias.ts';
import { examineCopias } from './exame.ts';
import { readLevadas } from './fotos.ts';

const FOTO = new URL('../../test/dialetos/exemplos/cena.jpg', import.meta.url);

let teste: TestApp;
beforeEach(async () => {
  teste = await buildTestApp();
});
afterEach(() => teste.close());

const ask = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
  const resposta = await teste.request({ method, url, ...(payload && { payload }) });
  return { status: resposta.statusCode, body: resposta.json() };
};

const getSituacao = async (): Promise<SituacaoCopias> =>
  SituacaoCopias.parse((await ask('GET', '/api/copias')).body);

/** Waits until no work runs. */
async function rest(): Promise<SituacaoCopias> {
  await until(async () => expect((await getSituacao()).andamento).toBeNull());
  return getSituacao();
}

/** Makes a backup; answers its name. */
async function make(): Promise<string> {
  expect((await ask('POST', '/api/copias')).status).toBe(202);
  const { copias, falha } = await rest();
  expect(falha).toBeNull();
  return copias[0]?.nome ?? '';
}

const buildCopias = (log: { error: () => void }, restart?: () => void) =>
  createCopias({
    config: readConfig({ DATA_DIR: teste.dataDir }, '1.0.0'),
    db: teste.db,
    segredo: 'um segredo de quarenta e tantas letras, para provas',
    ...{ log, restart, listPassos },
    prepare: async () => undefined,
  });

const pastaDe = (nome: string): string => join(teste.dataDir, 'copias', nome);

describe('by hand', () => {
  it('makes one at a time, counted, verified and in the audit', async () => {
    expect(await getSituacao()).toMatchObject({ andamento: null, com_segredo: null, copias: [] });
    const vez = ask('POST', '/api/copias');
    const outra = ask('POST', '/api/copias');
    const [um, dois] = await Promise.all([vez, outra]);
    expect([um.status, dois.status]).toEqual([202, 409]);
    expect(dois.body.mensagem).toBe('Já há um trabalho com as cópias em andamento.');
    const { copias, falha } = await rest();
    expect(falha).toBeNull();
    expect(copias).toMatchObject([{ com_segredo: false, linhas: { contas: 1, veiculos: 0 } }]);
    expect(copias[0]?.bytes).toBeGreaterThan(100_000);
    const atos = await query(teste.db, `select chave from auditoria where entidade = 'copia'`);
    expect(atos).toEqual([{ chave: copias[0]?.criada_em }]);
    const { copia } = (await ask('GET', '/readyz')).body;
    expect(copia.atrasada).toBe(false);
    expect(copia.idadeSegundos).toBeLessThan(30);
    const medidas = (await teste.request({ method: 'GET', url: '/metrics' })).body;
    expect(medidas).toMatch(/^backup_age_seconds \d/m);
  });

  it('has the time of the clock that the server follows, not of the machine', async () => {
    const agora = new Date(Date.now() + 120_000);
    vi.useFakeTimers({ toFake: ['Date'], now: agora });
    const nome = await make().finally(() => vi.useRealTimers());
    expect(nome).toBe(agora.toISOString().replaceAll(/[:.]/g, '-'));
  });

  it('changes one setting and keeps the other', async () => {
    const change = async (ajustes: object) =>
      (await ask('PUT', '/api/copias/ajustes', ajustes)).body;
    const antes = { automaticas: true, com_segredo: null };
    expect(await getSituacao()).toMatchObject(antes);
    const desligada = { automaticas: false, com_segredo: null };
    expect(await change({ automaticas: false })).toMatchObject(desligada);
    expect(await change({ com_segredo: false })).toMatchObject({
      ...desligada,
      com_segredo: false,
    });
    expect(await change({ automaticas: true })).toMatchObject({ ...antes, com_segredo: false });
    expect((await ask('PUT', '/api/copias/ajustes', {})).body).toMatchObject({
      mensagem: 'Informe automaticas ou com_segredo.',
    });
  });

  it('keeps the secret only after the administration asked for it', async () => {
    expect(existsSync(join(pastaDe(await make()), 'identidade.segredo'))).toBe(false);
    const ajustes = { automaticas: true, com_segredo: true };
    expect((await ask('PUT', '/api/copias/ajustes', ajustes)).body).toMatchObject(ajustes);
    const nome = await make();
    expect(readFileSync(join(pastaDe(nome), 'identidade.segredo'), 'utf8')).toBe(
      readFileSync(join(teste.dataDir, 'identidade.segredo'), 'utf8').trim(),
    );
    expect((await getSituacao()).copias[0]?.com_segredo).toBe(true);
  });

  it('verifies one again, and says what is wrong with a damaged one', async () => {
    const nome = await make();
    const manifesto = join(pastaDe(nome), 'manifesto.json');
    utimesSync(manifesto, new Date('2026-01-01'), new Date('2026-01-01'));
    expect((await getSituacao()).copias[0]?.conferida_em).toMatch(/^2026-01-01/);
    await ask('POST', `/api/copias/${nome}/conferir`);
    const depois = await rest();
    expect(depois.falha).toBeNull();
    expect(depois.copias[0]?.conferida_em).not.toMatch(/^2026-01-01/);
    writeFileSync(join(pastaDe(nome), 'unipark.db'), 'x');
    await ask('POST', `/api/copias/${nome}/conferir`);
    expect((await rest()).falha?.motivo).toContain('o banco de dados não é o que foi copiado');
  });

  it('says what a restoration takes away, and asks for the word', async () => {
    const nome = await make();
    const { body } = await ask('GET', `/api/copias/${nome}/perdas`);
    const linhas = { veiculos: 0, proprietarios: 0, contas: 1, passagens: 0 };
    expect(body).toEqual({ agora: linhas, copia: linhas, segredo_confere: true });
    const url = `/api/copias/${nome}/restaurar`;
    const sem = await ask('POST', url, { confirmacao: 'sim' });
    expect([sem.status, sem.body.mensagem]).toEqual([400, 'Para confirmar, digite RESTAURAR.']);
    // This server has no process of its own to start again.
    const preso = await ask('POST', url, { confirmacao: 'RESTAURAR' });
    expect([preso.status, preso.body.codigo]).toEqual([409, 'sem-reinicio']);
    for (const outro of ['2020-01-01T00-00-00-000Z', '..', 'identidade.segredo']) {
      const { status } = await ask('POST', `/api/copias/${encodeURIComponent(outro)}/conferir`);
      expect([outro, status]).toEqual([outro, 404]);
    }
  });

  it('that finds no place is one sentence, and the next one that succeeds clears it', async () => {
    const copias = join(teste.dataDir, 'copias');
    writeFileSync(copias, 'a file');
    await ask('POST', '/api/copias');
    expect((await rest()).falha?.motivo).toContain('não aceita arquivos (EEXIST)');
    rmSync(copias);
    await make();
  });

  it('goes to the other folder too; when it cannot, the first one stays and is late', async () => {
    await teste.close();
    const outra = mkdtempSync(join(tmpdir(), 'unipark-outra-'));
    const ARQUIVOS_DIR = mkdtempSync(join(tmpdir(), 'unipark-arquivos-'));
    teste = await buildTestApp({ env: { COPIAS_DIR: join(outra, 'copias'), ARQUIVOS_DIR } });
    const imagem = readFileSync(FOTO).toString('base64');
    const payload = { placa: 'RIO2A18', conferida: true, imagem };
    await teste.request({ method: 'POST', url: '/db/ultimosveiculos', payload });
    const nome = await make();
    const levada = await verifyCopia(join(outra, 'copias', nome), undefined);
    expect(levada.manifesto.linhas.contas).toBe(1);
    // The pictures in files follow it.
    expect(await readLevadas(join(outra, 'copias', nome))).toEqual({ fotos: 1, faltam: 0 });
    rmSync(join(outra, 'copias'), { recursive: true });
    // The folder may be of a machine that is away: no request reads it.
    expect((await ask('GET', '/readyz')).body.copia.idadeSegundos).not.toBeNull();
    writeFileSync(join(outra, 'copias'), 'a file');
    await ask('POST', '/api/copias');
    const { falha, copias } = await rest();
    expect(falha?.motivo).toMatch(/^A cópia foi feita em .* mas não chegou a .*Confira COPIAS_DIR/);
    expect(copias).toHaveLength(1);
    // An answer of /readyz is given again for a second.
    await until(async () =>
      expect((await ask('GET', '/readyz')).body.copia.idadeSegundos).toBeNull(),
    );
    for (const pasta of [outra, ARQUIVOS_DIR]) rmSync(pasta, { recursive: true });
  });

  it('goes outside too, encrypted; a place that fails neither stops nor delays the one here', async () => {
    await teste.close();
    const fora = mkdtempSync(join(tmpdir(), 'unipark-fora-'));
    const [boa, ruim] = [join(fora, 'boa'), join(fora, 'ruim')];
    writeFileSync(ruim, 'a file');
    const COPIAS_CHAVE = await identityToRecipient(await generateX25519Identity());
    teste = await buildTestApp({ env: { COPIAS_EXTERNAS: `${boa},${ruim}`, COPIAS_CHAVE } });
    expect((await getSituacao()).externas).toMatchObject([{ destino: boa, criada_em: null }, {}]);
    const nome = await make();
    expect((await getSituacao()).falha).toBeNull();
    await until(async () => {
      const [primeira, segunda] = (await getSituacao()).externas;
      expect(primeira).toMatchObject({ apaga: true, falha: null });
      expect(segunda?.falha?.motivo).toContain('não aceita arquivos (ENOTDIR)');
    });
    expect(readdirSync(boa).sort()).toEqual([`${nome}.tar.gz.age`, 'unipark-copias']);
    const externa = { idadeSegundos: null, atrasada: false };
    await until(async () =>
      expect((await ask('GET', '/readyz')).body.copia).toMatchObject({ atrasada: false, externa }),
    );
    const medidas = (await teste.request({ method: 'GET', url: '/metrics' })).body;
    expect(medidas).toContain(`backup_external_age_seconds{destino="${boa}"}`);
    // An alert must not take a place without a copy for one with a new copy.
    expect(medidas).toContain(`backup_external_age_seconds{destino="${ruim}"} +Inf`);
    const exame = await examineCopias(
      readConfig({ DATA_DIR: teste.dataDir, COPIAS_EXTERNAS: `${boa},${ruim}`, COPIAS_CHAVE }, '1'),
      teste.db,
    );
    expect(exame.map(({ nivel }) => nivel)).toEqual(['bom', 'bom', 'aviso']);
    expect(exame[1]?.texto).toMatch(/^Cópia externa mais nova: /);
    expect(exame[2]?.texto).toMatch(/^Cópia externa: A pasta .* não aceita arquivos/);
    rmSync(fora, { recursive: true });
  });

  it('may be removed while the list is read', async () => {
    const nome = await make();
    const outras = Array.from({ length: 300 }, (_, i) =>
      pastaDe(`2026-01-01T00-00-00-${String(i).padStart(3, '0')}Z`),
    );
    for (const pasta of outras) {
      mkdirSync(pasta);
      copyFileSync(join(pastaDe(nome), 'manifesto.json'), join(pasta, 'manifesto.json'));
    }
    const pedidos = Array.from({ length: 4 }, () => ask('GET', '/api/copias'));
    for (const pasta of outras) {
      await new Promise(setImmediate);
      rmSync(pasta, { recursive: true });
    }
    for (const { status } of await Promise.all(pedidos)) expect(status).toBe(200);
  });

  it('goes on beside a folder of no date, one of the future, and a manifest of no date', async () => {
    for (const nome of ['2026-99-99T99-99-99-999Z', '2099-01-01T00-00-00-000Z']) {
      mkdirSync(pastaDe(nome), { recursive: true });
    }
    expect((await ask('GET', '/readyz')).body.copia.idadeSegundos).toBeNull();
    const nome = await make();
    const manifesto = readFileSync(join(pastaDe(nome), 'manifesto.json'), 'utf8');
    const semData = pastaDe('2026-01-01T00-00-00-000Z');
    mkdirSync(semData);
    writeFileSync(
      join(semData, 'manifesto.json'),
      manifesto.replace(/"criada_em": ".*?"/, '"criada_em": "ontem"'),
    );
    expect((await getSituacao()).copias.map((copia) => copia.nome)).toEqual([nome]);
  });

  it('removes what a killed program left a day ago', async () => {
    const nova = pastaDe('2026-01-02T00-00-00-000Z.parcial');
    const velha = pastaDe('2026-01-01T00-00-00-000Z.parcial');
    for (const pasta of [nova, velha]) mkdirSync(pasta, { recursive: true });
    utimesSync(velha, new Date('2026-01-01'), new Date('2026-01-01'));
    const nome = await make();
    expect(readdirSync(pastaDe('')).sort()).toEqual(['2026-01-02T00-00-00-000Z.parcial', nome]);
  });
});

it('a restoration lets no other work begin until the server ends', async () => {
  const nome = await make();
  const restart = vi.fn();
  const copias = buildCopias({ error: () => undefined }, restart);
  await copias.restore(nome, { id: 'ana', endereco: null, pedido: null });
  await until(() => expect(restart).toHaveBeenCalledOnce());
  await copias.stop();
  expect(() => copias.make()).toThrow('em andamento');
  expect(readdirSync(join(teste.dataDir, 'restaurando'))).toEqual(['unipark.db']);
});

it('a restoration whose last step fails is told after the restart, once', async () => {
  const nome = await make();
  const restart = vi.fn();
  const antes = buildCopias({ error: () => undefined }, restart);
  await antes.restore(nome, { id: 'ana', endereco: null, pedido: null });
  await until(() => expect(restart).toHaveBeenCalledOnce());
  await antes.stop();
  rmSync(join(teste.dataDir, 'restaurando'), { recursive: true });
  await expect(restart.mock.lastCall?.[0]()).rejects.toThrow('ENOENT');
  for (const motivo of [/^A restauração não chegou ao fim/, undefined]) {
    const depois = buildCopias({ error: () => undefined });
    depois.start();
    await until(async () => {
      const { falha } = await depois.getSituacao();
      if (motivo) expect(falha?.motivo).toMatch(motivo);
      else expect(falha).toBeNull();
    });
    await depois.stop();
  }
});

it('a start removes what a killed restoration left', async () => {
  const nova = join(teste.dataDir, 'restaurando');
  mkdirSync(nova);
  writeFileSync(join(nova, 'unipark.db'), 'rows');
  const copias = buildCopias({ error: () => undefined });
  copias.start();
  await until(() => expect(existsSync(nova)).toBe(false));
  await copias.stop();
});

describe.skipIf(process.platform === 'win32')('on a disk that does not answer', () => {
  it('the end of the server waits for no work', async () => {
    const nome = '2026-01-01T00-00-00-000Z';
    mkdirSync(pastaDe(nome), { recursive: true });
    execFileSync('mkfifo', [join(pastaDe(nome), 'manifesto.json')]);
    const log = { error: vi.fn() };
    const copias = buildCopias(log);
    await copias.verify(nome);
    expect(() => copias.make()).toThrow('em andamento');
    await copias.stop();
    expect(log.error).not.toHaveBeenCalled();
  });
});

describe('the schedule', () => {
  const MINUTO = 60_000;

  /** A schedule by a clock of the test. */
  const start = () => {
    const copias = buildCopias({ error: () => undefined });
    copias.start();
    return copias;
  };
  const listNomes = (): string[] => {
    const pasta = pastaDe('');
    return existsSync(pasta) ? readdirSync(pasta).filter((nome) => nome.endsWith('Z')) : [];
  };

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const pass = async (minutos: number, copias: ReturnType<typeof start>): Promise<void> => {
    for (let i = 0; i < minutos; i += 1) {
      await vi.advanceTimersByTimeAsync(MINUTO);
      await until(async () => expect((await copias.getSituacao()).andamento).toBeNull());
    }
  };

  it('makes one in the first minute and one each hour', async () => {
    const copias = start();
    await pass(1, copias);
    await until(() => expect(listNomes()).toHaveLength(1));
    await pass(58, copias);
    expect(listNomes()).toHaveLength(1);
    await pass(3, copias);
    // Both are of one hour of the wall's clock: the rotation keeps the newer.
    const [primeira] = listNomes();
    await pass(61, copias);
    await until(() => expect(listNomes()).not.toEqual([primeira]));
    await copias.stop();
  });

  it('tells administrators when there is none for hours, and stops when it is switched off', async () => {
    writeFileSync(join(teste.dataDir, 'copias'), 'a file');
    const copias = start();
    await pass(2, copias);
    expect(copias.getNotice()).toBeNull();
    await pass(5, copias);
    await until(() => expect(copias.getNotice()).toContain('Configurações › Cópias'));
    expect((await copias.getSituacao()).atrasada).toBe(true);
    const ajustes = { automaticas: false, com_segredo: false };
    await ask('PUT', '/api/copias/ajustes', ajustes);
    await pass(2, copias);
    await until(() => expect(copias.getNotice()).toBeNull());
    rmSync(join(teste.dataDir, 'copias'));
    await pass(70, copias);
    expect(listNomes()).toEqual([]);
    await copias.stop();
  });
});
