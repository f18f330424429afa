import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Config, readConfig } from './config.ts';

const VARIAVEIS = ['PORT', 'HOST', 'PUBLIC_URL', 'TRUST_PROXY', 'SIGNUP_MODE', 'DATA_DIR'].concat(
  [
    'LOG_LEVEL',
    'LOG_HORA',
    'DENTRO_HORA',
    'IDENTITY_PROVIDER',
    'CONTATO_TELEFONE',
    'CONTATO_TELEFONE_FILE',
  ],
  ['SOCIAL_FACEBOOK', 'DATABASE_URL', 'SMTP_URL', 'METRICS_TOKEN', 'RETENTION_FOTOS_DIAS'],
  ['ARQUIVOS_DIR', 'COPIAS_DIR', 'COPIAS_EXTERNAS', 'COPIAS_CHAVE'],
);

describe('a blank variable counts as absent', () => {
  it.each(VARIAVEIS)('%s', (nome) => {
    // The look-up of secrets is a new function for each environment.
    const valuesOf = ({ findSegredo: _, ...valores }: Config) => valores;
    const padrao = valuesOf(readConfig({}, '1.0.0'));
    expect(valuesOf(readConfig({ [nome]: '' }, '1.0.0'))).toEqual(padrao);
    expect(valuesOf(readConfig({ [nome]: ' ' }, '1.0.0'))).toEqual(padrao);
  });

  it('and does not choose the sign-up mode', () => {
    const exposto = { HOST: '0.0.0.0', SIGNUP_MODE: ' ' };
    expect(() => readConfig(exposto, '1.0.0')).toThrow(/^SIGNUP_MODE: escolha/);
  });
});

it('blanks around a value are not part of it', () => {
  const env = { PORT: ' 8080 ', HOST: ' localhost', SIGNUP_MODE: 'fechado ', LOG_LEVEL: ' warn' };
  expect(readConfig(env, '1.0.0')).toMatchObject({
    port: 8080,
    host: 'localhost',
    signupMode: 'fechado',
    logLevel: 'warn',
  });
});

describe('a variable that this release does not support is refused, not ignored', () => {
  it.each(['RETENTION_AUDITORIA', 'RETENTION_FOTO_DIAS'])('%s', (nome) => {
    const frase = `${nome}: ainda não é aceita nesta versão. Retire a variável.`;
    expect(() => readConfig({ [nome]: '30' }, '1.0.0')).toThrow(frase);
  });
});

describe('RETENTION_*', () => {
  it('sets the periods that it names, and only passages are kept for ever', () => {
    const env = { RETENTION_PASSAGENS_DIAS: 'sempre', RETENTION_FOTOS_DIAS: ' 15 ' };
    expect(readConfig(env, '1').retencao).toEqual({ passagens_dias: null, fotos_dias: 15 });
    expect(readConfig({}, '1').retencao).toEqual({});
  });

  it.each([
    ['RETENTION_FOTOS_DIAS', 'sempre', 'use de 1 a 3.650 dias.'],
    ['RETENTION_FOTOS_DIAS', '0', 'use de 1 a 3.650 dias.'],
    ['RETENTION_BRUTO_DIAS', '91', 'use de 1 a 90 dias.'],
    ['RETENTION_PASSAGENS_DIAS', '1,5', 'use de 1 a 3.650 dias, ou sempre.'],
  ])('%s=%s is refused', (nome, valor, motivo) => {
    const frase = `${nome}: ${motivo} Exemplo: ${nome}=30`;
    expect(() => readConfig({ [nome]: valor }, '1')).toThrow(frase);
  });
});

it('ARQUIVOS_DIR is an absolute path, and null without it', () => {
  expect(readConfig({}, '1.0.0').arquivosDir).toBeNull();
  expect(readConfig({ ARQUIVOS_DIR: '/srv/fotos/' }, '1.0.0').arquivosDir).toBe('/srv/fotos');
});

describe('COPIAS_EXTERNAS', () => {
  const COPIAS_CHAVE = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p';
  const S3 = {
    COPIAS_EXTERNAS: 's3://unipark-copias/campus/',
    COPIAS_S3_ENDPOINT: 'https://s3.exemplo.br/',
    COPIAS_S3_CHAVE: 'AKIA',
    COPIAS_S3_SEGREDO: 'a secret',
  };
  const read = (env: Record<string, string>) =>
    readConfig({ DATA_DIR: '/srv/unipark', COPIAS_CHAVE, ...env }, '1').copiasExternas;

  it('names buckets and folders; without it nothing goes outside', () => {
    expect(read({})).toBeNull();
    const COPIAS_EXTERNAS = `${S3.COPIAS_EXTERNAS}, /mnt/fora`;
    expect(read({ ...S3, COPIAS_EXTERNAS })).toEqual({
      chaves: [COPIAS_CHAVE],
      depositos: [
        {
          ...{ tipo: 's3', bucket: 'unipark-copias', prefixo: 'campus', regiao: 'us-east-1' },
          ...{ endpoint: 'https://s3.exemplo.br', chave: 'AKIA', segredo: 'a secret' },
        },
        { tipo: 'pasta', pasta: '/mnt/fora' },
      ],
    });
  });

  it.each([
    [{ COPIAS_EXTERNAS: 'fora' }, /^COPIAS_EXTERNAS: 'fora' não é s3:\/\/ nem uma pasta/],
    [{ COPIAS_EXTERNAS: '/srv/unipark/fora' }, /^COPIAS_EXTERNAS: .* já tem dados do servidor/],
    [{ COPIAS_EXTERNAS: '/mnt/fora', COPIAS_CHAVE: '' }, /^COPIAS_CHAVE: é preciso com/],
    [{ COPIAS_EXTERNAS: '/mnt/fora', COPIAS_CHAVE: 'age1x' }, /^COPIAS_CHAVE: não é uma chave/],
    [{ ...S3, COPIAS_EXTERNAS: 's3://x' }, /^COPIAS_EXTERNAS: 's3:\/\/x' não é um bucket/],
    [{ ...S3, COPIAS_S3_ENDPOINT: '' }, /^COPIAS_S3_ENDPOINT: é preciso/],
    [{ ...S3, COPIAS_S3_ENDPOINT: 'https://a:b@s3.br' }, /^COPIAS_S3_ENDPOINT: use um endereço/],
    [{ ...S3, COPIAS_S3_CHAVE: '' }, /^COPIAS_S3_CHAVE: é preciso/],
    [{ ...S3, COPIAS_S3_SEGREDO: '' }, /^COPIAS_S3_SEGREDO: é preciso/],
  ])('%j is refused', (env, frase) => {
    expect(() => read(env as Record<string, string>)).toThrow(frase);
  });

  it('a private key is refused, and is not repeated', () => {
    const COPIAS_CHAVE = 'AGE-SECRET-KEY-1QQQQ';
    const refuse = () => read({ COPIAS_EXTERNAS: '/mnt/fora', COPIAS_CHAVE });
    expect(refuse).toThrow(/^COPIAS_CHAVE: é a chave privada\. Tire-a do servidor/);
    expect(refuse).not.toThrow(/QQQQ/);
  });
});

it.each(['/srv/unipark', '/srv/unipark/copias/'])(
  'COPIAS_DIR=%s in DATA_DIR is refused',
  (pasta) => {
    const DATA_DIR = '/srv/unipark';
    const read = (COPIAS_DIR: string) => readConfig({ DATA_DIR, COPIAS_DIR }, '1.0.0').copiasDir;
    expect(() => read(pasta)).toThrow(/^COPIAS_DIR: as cópias já ficam em/);
    expect(read('/mnt/outra')).toBe('/mnt/outra');
  },
);

describe('PostgreSQL', () => {
  const DATABASE_URL = 'postgres://unipark:senha@banco/unipark';

  it('needs the secret of all nodes', () => {
    expect(() => readConfig({ DATABASE_URL }, '1.0.0')).toThrow(/^SECRET_FILE: é preciso com/);
    expect(readConfig({ DATABASE_URL, SECRET_FILE: '/run/segredo' }, '1.0.0')).toMatchObject({
      databaseUrl: DATABASE_URL,
      segredoFile: '/run/segredo',
      databaseUnsafe: false,
    });
  });

  it.each(['mysql://x/y', 'postgres://banco', 'banco:senha'])('refuses %s', (errada) => {
    const env = { DATABASE_URL: errada, SECRET_FILE: '/run/segredo' };
    expect(() => readConfig(env, '1.0.0')).toThrow(/^DATABASE_URL: não é um endereço/);
  });

  it('does not repeat the password of a wrong address', () => {
    const env = { DATABASE_URL: 'banco:senha', SECRET_FILE: '/run/segredo' };
    expect(() => readConfig(env, '1.0.0')).not.toThrow(/senha/);
  });
});

describe('the addresses of this machine', () => {
  it.each([
    ['127.0.0.2', '127.0.0.2'],
    ['::1', '::1'],
    ['[::1]', '::1'],
    ['localhost', 'localhost'],
  ])('HOST=%s is local', (HOST, host) => {
    expect(readConfig({ HOST }, '1.0.0')).toMatchObject({ host, local: true });
  });

  it.each(['0.0.0.0', '::', '10.0.0.1', '127.exemplo.br'])('HOST=%s is not', (HOST) => {
    expect(readConfig({ HOST, SIGNUP_MODE: 'fechado' }, '1.0.0').local).toBe(false);
  });
});

describe('a mounted file', () => {
  let pasta: string;
  beforeAll(() => {
    pasta = mkdtempSync(join(tmpdir(), 'unipark-'));
  });
  afterAll(() => rmSync(pasta, { recursive: true }));

  it('gives the value, and the error names a file that cannot be read', () => {
    const arquivo = join(pasta, 'telefone');
    writeFileSync(arquivo, '(35) 3694-8100\n');
    const { contato } = readConfig({ CONTATO_TELEFONE_FILE: arquivo }, '1.0.0');
    expect(contato.telefone).toBe('(35) 3694-8100');
    const falta = { CONTATO_TELEFONE_FILE: join(pasta, 'nada') };
    expect(() => readConfig(falta, '1.0.0')).toThrow(
      /^CONTATO_TELEFONE_FILE: não foi possível ler/,
    );
  });
});

describe('CONTATO_EMAIL', () => {
  const read = (CONTATO_EMAIL: string) => readConfig({ CONTATO_EMAIL }, '1').contato.email;

  it('is one address, or none', () => {
    expect(read('portaria@exemplo.edu.br')).toBe('portaria@exemplo.edu.br');
    expect(read(' ')).toBeNull();
  });

  it.each(['portaria', 'portaria@', 'a@exemplo.br, b@exemplo.br', 'Portaria <a@exemplo.br>'])(
    'refuses %s',
    (valor) => {
      expect(() => read(valor)).toThrow(
        `CONTATO_EMAIL: '${valor}' não é um e-mail. Exemplo: CONTATO_EMAIL=portaria@exemplo.edu.br`,
      );
    },
  );
});

describe('TRUST_PROXY', () => {
  const read = (TRUST_PROXY: string) =>
    readConfig({ TRUST_PROXY, SIGNUP_MODE: 'fechado', DATA_DIR: '/tmp/x' }, '1');

  it.each(['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8', '127.0.0.1, 10.0.0.0/8'])(
    'accepts %s',
    (valor) => {
      expect(read(valor).trustProxy.length).toBeGreaterThan(0);
    },
  );

  it.each(['1.2.3.4/99', 'dead', 'true', '*', '10.0.0.0/8/8', 'fd00::/129'])(
    'refuses %s',
    (valor) => {
      expect(() => read(valor)).toThrow(/^TRUST_PROXY: /);
    },
  );
});

it("a secret named in an operator's file is looked up unchanged", () => {
  const { findSegredo } = readConfig({ CAM1_SENHA: ' p@ss ', CAM2_SENHA: '' }, '1.0.0');
  const achados = ['CAM1_SENHA', 'CAM2_SENHA', 'CAM3_SENHA'].map(findSegredo);
  expect(achados).toEqual([' p@ss ', undefined, undefined]);
});

describe('SINCRONIZAR_*', () => {
  it('is off without a source, and has defaults with one', () => {
    expect(readConfig({}, '1.0.0').sincronizacao).toBeNull();
    const de = '/srv/academico';
    expect(readConfig({ SINCRONIZAR_DE: de }, '1.0.0').sincronizacao).toEqual({
      ...{ de, hora: '02:00', limite: 10, ausentes: 'indefinido' },
    });
  });

  it.each([
    [{ DENTRO_HORA: '4' }, "DENTRO_HORA: '4' não é uma hora."],
    [{ SINCRONIZAR_HORA: '03:00' }, 'SINCRONIZAR_DE: falta dizer de onde'],
    [{ SINCRONIZAR_DE: 'https://u:senha@x.br/' }, 'SINCRONIZAR_DE: use uma pasta, ou o endereço'],
    [{ SINCRONIZAR_DE: '/srv', SINCRONIZAR_HORA: '25:00' }, "SINCRONIZAR_HORA: '25:00' não é"],
    [{ SINCRONIZAR_DE: '/srv', SINCRONIZAR_LIMITE: '101' }, 'SINCRONIZAR_LIMITE: use uma'],
    [{ SINCRONIZAR_DE: '/srv', SINCRONIZAR_AUSENTES: 'apagar' }, 'SINCRONIZAR_AUSENTES: use'],
    [{ SINCRONIZAR_DE: '/srv', SINCRONIZAR_DIA: '1' }, 'SINCRONIZAR_DIA: não existe.'],
  ])('%o is refused', (env, frase) => {
    const read = () => readConfig(env, '1.0.0');
    expect(read).toThrow(frase);
    expect(read).not.toThrow('senha');
  });
});
