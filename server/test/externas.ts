/** An installation whose backups go outside, encrypted; its places; what is downloaded from them. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import Database from 'better-sqlite3';
import { S3mini } from 's3mini';
import type { ConfigDeposito } from '../src/config/copias.ts';
import { readConfig } from '../src/config.ts';
import { type Copia, createCopia } from '../src/copias/copia.ts';
import { ownerOf } from '../src/copias/mark.ts';
import { writePicture } from '../src/platform/folder/files.ts';
import { adoptFolder } from '../src/platform/folder/mark.ts';
import { nameOf } from '../src/platform/folder/names.ts';
import { fillInstalacao } from './instalacao.ts';
import { BUCKET, type TestS3 } from './s3.ts';

export const SEGREDO_EXTERNO = 'um segredo de quarenta e tantas letras, para provas';

export type Externa = Awaited<ReturnType<typeof createInstalacaoExterna>>;

export async function createInstalacaoExterna(s3: TestS3) {
  const raiz = mkdtempSync(join(tmpdir(), 'unipark-externa-'));
  const [dataDir, arquivosDir, fora] = ['dados', 'arquivos', 'fora'].map((nome) =>
    join(raiz, nome),
  ) as [string, string, string];
  for (const pasta of [dataDir, arquivosDir]) mkdirSync(pasta);
  writeFileSync(join(dataDir, 'identidade.segredo'), SEGREDO_EXTERNO);
  await fillInstalacao(dataDir);
  await adoptFolder(arquivosDir, 'a-pasta-desta-instalacao');
  const identidade = await generateX25519Identity();
  const chave = await identityToRecipient(identidade);
  const copias = join(dataDir, 'copias');

  const run = (sql: string): void => {
    const sqlite = new Database(join(dataDir, 'unipark.db'));
    sqlite.exec(sql);
    sqlite.close();
  };
  run(`delete from imagens;
    insert into ajustes (nome, valor) values ('arquivos_id', 'a-pasta-desta-instalacao')`);

  /** The configuration with places, each of its own here. */
  const configOf = (env: Record<string, string> = {}) => {
    const COPIAS_EXTERNAS = `s3://${BUCKET}/${basename(raiz)}`;
    const tudo = { ...s3.env, COPIAS_EXTERNAS, COPIAS_CHAVE: chave, DATA_DIR: dataDir, ...env };
    return readConfig({ ARQUIVOS_DIR: arquivosDir, ...tudo }, '1.0.0');
  };

  return {
    ...{ raiz, dataDir, arquivosDir, copias, fora, identidade, chave, run, configOf },
    owner: ownerOf(dataDir, SEGREDO_EXTERNO),

    depositoOf(tipo: 's3' | 'pasta', env: Record<string, string> = {}): ConfigDeposito {
      const lugar: Record<string, string> = tipo === 'pasta' ? { COPIAS_EXTERNAS: fora } : {};
      const [deposito] = configOf({ ...lugar, ...env }).copiasExternas?.depositos ?? [];
      if (!deposito) throw new Error('no place is configured');
      return deposito;
    },

    createCopia: (comSegredo = false): Promise<Copia> =>
      createCopia({
        ...{ dataDir, databaseUrl: null, copias, versao: '1.0.0' },
        ...{ segredo: SEGREDO_EXTERNO, comSegredo },
      }),

    /** Makes the database larger by bytes that no compression makes smaller. */
    grow: (megas: number): void =>
      run(`create table cheia (x);
        insert into cheia with recursive n(i) as (select 1 union all select i + 1 from n where i < ${megas})
        select randomblob(1048576) from n`),

    /** A picture in a file that a row names; answers its name. */
    async createFoto(texto: string): Promise<string> {
      const jpeg = Buffer.from(`a picture: ${texto}`);
      const nome = nameOf(jpeg);
      await writePicture(arquivosDir, nome, jpeg);
      run(
        `insert into imagens (leitura_id, papel, jpeg, arquivo, criado_em) select min(id), 'cena', x'', '${nome}', recebido_em from leituras`,
      );
      return nome;
    },

    /** Everything in a place, in a folder, as a person would download it. */
    async download(deposito: ConfigDeposito): Promise<string> {
      const para = mkdtempSync(join(raiz, 'baixada-'));
      for (const [nome, bytes] of await readAll(deposito)) {
        mkdirSync(dirname(join(para, nome)), { recursive: true });
        writeFileSync(join(para, nome), bytes);
      }
      return para;
    },

    close: (): void => rmSync(raiz, { recursive: true, force: true }),
  };
}

async function readAll(deposito: ConfigDeposito): Promise<[string, Uint8Array][]> {
  if (deposito.tipo === 'pasta') {
    const { pasta } = deposito;
    return readdirSync(pasta, { recursive: true, withFileTypes: true })
      .filter((entrada) => entrada.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [path.slice(pasta.length + 1), readFileSync(path)]);
  }
  const { endpoint, bucket, prefixo, chave, segredo, regiao: region } = deposito;
  const acesso = { accessKeyId: chave, secretAccessKey: segredo, region };
  const cliente = new S3mini({ ...acesso, endpoint: `${endpoint}/${bucket}` });
  const objetos = (await cliente.listObjects('/', `${prefixo}/`)) ?? [];
  return Promise.all(
    objetos.map(async ({ Key }): Promise<[string, Uint8Array]> => {
      const bytes = await cliente.getObjectArrayBuffer(Key);
      return [Key.slice(prefixo.length + 1), Buffer.from(bytes ?? new ArrayBuffer())];
    }),
  );
}
