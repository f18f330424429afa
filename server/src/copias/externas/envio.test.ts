/** A backup goes outside, encrypted, to a bucket and to a folder, and comes back. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Decrypter, Encrypter, generateX25519Identity } from 'age-encryption';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../../test/espera.ts';
import { createInstalacaoExterna, type Externa, SEGREDO_EXTERNO } from '../../../test/externas.ts';
import { startS3, type TestS3 } from '../../../test/s3.ts';
import { verifyCopia } from '../copia.ts';
import { ownerOf } from '../mark.ts';
import { runApart } from '../trabalho.ts';
import { findEnviada, listEnviadas, openDeposito, sendCopia } from './envio.ts';
import { SUFIXO, unpackCopia } from './pacote.ts';

let s3: TestS3;
let aqui: Externa;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.close());
beforeEach(async () => {
  aqui = await createInstalacaoExterna(s3);
});
afterEach(() => aqui.close());

/** Opens a downloaded copy; answers its folder. */
async function unpack(arquivo: string, identidade = aqui.identidade): Promise<string> {
  const pasta = mkdtempSync(join(aqui.raiz, 'aberta-'));
  await unpackCopia(arquivo, { identidade, pasta });
  return pasta;
}

describe.each(['s3', 'pasta'] as const)('to %s', (tipo) => {
  it('a backup goes encrypted, and comes back whole with the private key', async () => {
    const envio = { deposito: aqui.depositoOf(tipo), chaves: [aqui.chave], owner: aqui.owner };
    expect(await findEnviada(envio)).toBeUndefined();
    const { pasta, manifesto } = await aqui.createCopia(true);
    const { apaga, bytes } = await sendCopia({ ...envio, pasta });
    expect(apaga).toBe(true);
    expect(await findEnviada(envio)).toBe(basename(pasta));
    const arquivo = join(await aqui.download(envio.deposito), basename(pasta) + SUFIXO);
    const cifrado = readFileSync(arquivo);
    expect(cifrado).toHaveLength(bytes);
    expect(cifrado.subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    const aberta = await unpack(arquivo);
    expect((await verifyCopia(aberta, SEGREDO_EXTERNO)).manifesto).toEqual(manifesto);
    expect(readFileSync(join(aberta, 'identidade.segredo'), 'utf8')).toBe(SEGREDO_EXTERNO);
  });

  it('a killed sending leaves the last good copy, and the next one is whole', async () => {
    const envio = { deposito: aqui.depositoOf(tipo), chaves: [aqui.chave], owner: aqui.owner };
    const primeira = await aqui.createCopia();
    await sendCopia({ ...envio, pasta: primeira.pasta });
    // Two parts.
    aqui.grow(10);
    const { pasta, manifesto } = await aqui.createCopia();
    const tarefa = { acao: 'enviar' as const, ...envio, pasta };
    const morte = new AbortController();
    const morta = runApart(tarefa, { sinal: morte.signal });
    const fim = expect(morta).rejects.toThrow('without a result');
    if (tipo === 's3') await s3.hearPut();
    else await until(() => expect(readdirSync(aqui.fora).join()).toContain('.parcial'));
    morte.abort();
    await fim;
    const aberto = await openDeposito(envio.deposito);
    expect(await listEnviadas(aberto)).toEqual([basename(primeira.pasta)]);
    await runApart(tarefa);
    // Both are of one hour: the newer one stays.
    expect(await listEnviadas(aberto)).toEqual([basename(pasta)]);
    const arquivo = join(await aqui.download(envio.deposito), basename(pasta) + SUFIXO);
    const aberta = await unpack(arquivo);
    expect((await verifyCopia(aberta, SEGREDO_EXTERNO)).manifesto).toEqual(manifesto);
  });

  it('old copies are removed there by the rule of here, and nothing else is', async () => {
    const envio = { deposito: aqui.depositoOf(tipo), chaves: [aqui.chave], owner: aqui.owner };
    const aberto = await openDeposito(envio.deposito);
    const velhas = ['2020-01-06T10-00-00-000Z', '2020-01-06T10-30-00-000Z'];
    for (const nome of velhas) await aberto.put(nome + SUFIXO, [Buffer.from('old')]);
    await aberto.put('notas.txt', [Buffer.from('of another program')]);
    const { pasta } = await aqui.createCopia();
    await sendCopia({ ...envio, pasta });
    expect(await listEnviadas(aberto)).toEqual([basename(pasta), velhas[1]]);
    expect(await aberto.list('')).toContain('notas.txt');
  });
});

it('says the digest of all bytes, which a bucket of locked objects asks for', async () => {
  const antes = s3.listHeard('PUT').length;
  const deposito = aqui.depositoOf('s3');
  const aberto = await openDeposito(deposito);
  await aberto.put('pequeno', [Buffer.from('bytes')]);
  await aberto.put('grande', [Buffer.alloc(9 * 1_048_576)]);
  const somas = s3.listHeard('PUT').slice(antes);
  expect(somas).toHaveLength(3);
  for (const headers of somas) expect(headers['content-md5']).toMatch(/^[\w+/]{22}==$/);
});

it('a copy that arrived is not sent again because old ones cannot be removed', async () => {
  const envio = { deposito: aqui.depositoOf('s3'), chaves: [aqui.chave], owner: aqui.owner };
  const aberto = await openDeposito(envio.deposito);
  for (const hora of ['10-00', '10-30']) {
    await aberto.put(`2020-01-06T${hora}-00-000Z${SUFIXO}`, [Buffer.from('old')]);
  }
  const { pasta } = await aqui.createCopia();
  const accept = s3.refuse('DELETE', 409);
  try {
    const { apaga, sobra } = await sendCopia({ ...envio, pasta });
    expect([apaga, sobra]).toEqual([
      null,
      expect.stringMatching(/^A cópia chegou, mas as antigas não foram apagadas: /),
    ]);
  } finally {
    accept();
  }
  expect(await findEnviada(envio)).toBe(basename(pasta));
});

it('a prefix of another installation is refused, and keeps its copies', async () => {
  const deposito = aqui.depositoOf('s3');
  const envio = { deposito, chaves: [aqui.chave], owner: aqui.owner };
  const { pasta } = await aqui.createCopia();
  await sendCopia({ ...envio, pasta });
  const outra = {
    ...envio,
    owner: ownerOf(aqui.dataDir, 'another secret of another installation'),
  };
  const recusa = /^s3:\/\/.* recebe as cópias de outra instalação do UNIPARK, ou desta com outro/;
  await expect(sendCopia({ ...outra, pasta })).rejects.toThrow(recusa);
  await expect(findEnviada(outra)).rejects.toThrow(recusa);
  expect(await findEnviada(envio)).toBe(basename(pasta));
  const aberto = await openDeposito(deposito);
  await aberto.remove('unipark-copias');
  await sendCopia({ ...outra, pasta });
  await expect(findEnviada(envio)).rejects.toThrow(recusa);
});

it('what cannot be read here is not told as a fault of the place', async () => {
  for (const tipo of ['s3', 'pasta'] as const) {
    const envio = { deposito: aqui.depositoOf(tipo), chaves: [aqui.chave], owner: aqui.owner };
    const { pasta } = await aqui.createCopia();
    rmSync(join(pasta, 'unipark.db'));
    await expect(sendCopia({ ...envio, pasta })).rejects.toThrow(
      `Não foi possível ler ${pasta} para enviar a cópia (ENOENT). Confira o disco e as permissões.`,
    );
    expect(await findEnviada(envio)).toBeUndefined();
  }
});

describe('the file of a copy', () => {
  let arquivo: string;
  beforeEach(async () => {
    const { pasta } = await aqui.createCopia();
    const deposito = aqui.depositoOf('pasta');
    await sendCopia({ deposito, chaves: [aqui.chave], owner: aqui.owner, pasta });
    arquivo = join(aqui.fora, basename(pasta) + SUFIXO);
  });

  it('is tar, gzip and age for other programs', async () => {
    const age = new Decrypter();
    age.addIdentity(aqui.identidade);
    const tar = join(aqui.raiz, 'copia.tar.gz');
    writeFileSync(tar, await age.decrypt(readFileSync(arquivo)));
    execFileSync('tar', ['-xzf', tar, '-C', aqui.raiz]);
    const pasta = join(aqui.raiz, basename(arquivo, SUFIXO));
    expect(readdirSync(pasta).sort()).toEqual(['manifesto.json', 'unipark.db']);
    await verifyCopia(pasta, SEGREDO_EXTERNO);
  });

  it('does not open with another key, or when it was cut', async () => {
    const outra = await generateX25519Identity();
    await expect(unpack(arquivo, outra)).rejects.toThrow(/^A chave não abre/);
    await expect(unpack(arquivo, 'no key')).rejects.toThrow(/não tem uma chave privada do age/);
    truncateSync(arquivo, readFileSync(arquivo).length - 1_000);
    await expect(unpack(arquivo)).rejects.toThrow(/danificado ou incompleto/);
    expect(existsSync(arquivo)).toBe(true);
  });

  it('opens when another tar made it, and not with a file that no copy has', async () => {
    const { pasta } = await aqui.createCopia();
    const tar = join(aqui.raiz, 'outra.tar.gz');
    const pack = async (...opcoes: string[]) => {
      execFileSync('tar', ['-czPf', tar, '-C', dirname(pasta), ...opcoes, basename(pasta)]);
      const age = new Encrypter();
      age.addRecipient(aqui.chave);
      writeFileSync(arquivo, await age.encrypt(readFileSync(tar)));
    };
    await pack();
    await verifyCopia(await unpack(arquivo), SEGREDO_EXTERNO);
    for (const nome of ['../../../fora.txt', 'outro.txt', 'manifesto.json/manifesto.json']) {
      await pack(`--transform=s|manifesto.json|${nome}|`);
      await expect(unpack(arquivo)).rejects.toThrow(/danificado ou incompleto/);
    }
    expect(existsSync(join(aqui.raiz, 'fora.txt'))).toBe(false);
  });
});
