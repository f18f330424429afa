/** A bucket of S3, or of a store that speaks as it does, as a place for encrypted copies. */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { S3mini, UploadPart } from 's3mini';
import type { ConfigDeposito } from '../../config/copias.ts';
import { nowMs } from '../../platform/clock.ts';
import { isNomeDeCopia } from '../copia.ts';
import { FOTOS } from '../fotos.ts';
import type { Deposito, PackageBytes } from './deposito.ts';
import { SUFIXO } from './pacote.ts';

/** What is held in memory; ten thousand of them are the largest copy. */
const PARTE = 8 * 1_048_576;
/** A part that takes longer has stopped. */
const PARTE_MS = 180_000;
const PAGINA = 1_000;
const TENTATIVAS = 3;
const ESPERA_MS = 500;
const ABANDONADO_MS = 86_400_000;

type ConfigS3 = Extract<ConfigDeposito, { tipo: 's3' }>;

/** A status of the store, as `explainDeposito` reads it. */
class StoreRefusal extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`the store answered ${status}`);
    this.status = status;
  }
}

/** The bytes in parts of one size; the last one is what is left. */
async function* partsOf(bytes: PackageBytes): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let parte = new Uint8Array(PARTE);
  let cheia = 0;
  for await (const pedaco of bytes) {
    for (let lidos = 0; lidos < pedaco.length; ) {
      const vez = pedaco.subarray(lidos, lidos + PARTE - cheia);
      parte.set(vez, cheia);
      cheia += vez.length;
      lidos += vez.length;
      if (cheia < PARTE) continue;
      yield parte;
      parte = new Uint8Array(PARTE);
      cheia = 0;
    }
  }
  if (cheia > 0) yield parte.subarray(0, cheia);
}

/** Tries again what a busy store or a lost connection refused; a refusal of ours is final. */
async function persist<T>(work: () => Promise<T>): Promise<T> {
  for (let vez = 1; ; vez += 1) {
    try {
      return await work();
    } catch (error) {
      const { status = 503 } = error as { status?: number };
      if (vez === TENTATIVAS || status < 500 || status === 507) throw error;
      await sleep(ESPERA_MS * vez);
    }
  }
}

/** A bucket whose objects are locked takes no bytes without their digest. */
const digestOf = (bytes: Uint8Array) =>
  // The library's type knows only names that begin with x-amz-.
  ({ 'content-md5': createHash('md5').update(bytes).digest('base64') }) as object as Record<
    `x-amz-${string}`,
    string
  >;

async function putParts(
  s3: S3mini,
  chave: string,
  primeiras: AsyncIterable<Uint8Array<ArrayBuffer>>,
): Promise<number> {
  const envio = await s3.getMultipartUploadId(chave);
  try {
    const partes: UploadPart[] = [];
    let enviados = 0;
    for await (const parte of primeiras) {
      const numero = partes.length + 1;
      const soma = digestOf(parte);
      partes.push(
        await persist(() => s3.uploadPart(chave, envio, parte, numero, {}, undefined, soma)),
      );
      enviados += parte.length;
    }
    await s3.completeMultipartUpload(chave, envio, partes);
    return enviados;
  } catch (error) {
    await s3.abortMultipartUpload(chave, envio).catch(() => undefined);
    throw error;
  }
}

/** The store lists the uploads of the whole bucket, also those of other programs. */
const isOurs = (nome: string): boolean =>
  nome.startsWith(`${FOTOS}/`) ||
  (nome.endsWith(SUFIXO) && isNomeDeCopia(nome.slice(0, -SUFIXO.length)));

interface UnfinishedUpload {
  key?: string;
  uploadId?: string;
  initiated?: string;
}

/** The library lists one upload as an object, many as a list, with names in two spellings. */
function uploadsOf(lida: unknown): UnfinishedUpload[] {
  const resultado = Object.values(lida as Record<string, unknown>)[0] as Record<string, unknown>;
  const achados = resultado?.upload ?? resultado?.Upload ?? [];
  return [achados]
    .flat()
    .map((achado) =>
      Object.fromEntries(
        Object.entries(achado as object).map(([nome, valor]) => [
          nome.charAt(0).toLowerCase() + nome.slice(1),
          valor,
        ]),
      ),
    );
}

export async function openS3(config: ConfigS3): Promise<Deposito> {
  const { S3mini } = await import('s3mini');
  const { endpoint, bucket, prefixo, regiao, chave, segredo } = config;
  const s3 = new S3mini({
    ...{ accessKeyId: chave, secretAccessKey: segredo, region: regiao },
    endpoint: `${endpoint}/${bucket}`,
    requestAbortTimeout: PARTE_MS,
  });
  const raiz = prefixo === '' ? '' : `${prefixo}/`;

  return {
    async list(nivel) {
      const nomes: string[] = [];
      let seguinte: string | undefined;
      do {
        const pagina = await persist(() =>
          s3.listObjectsPaged('/', raiz + nivel, PAGINA, seguinte, { delimiter: '/' }),
        );
        if (!pagina) throw new StoreRefusal(404);
        for (const { Key } of pagina.objects ?? []) nomes.push(Key.slice(raiz.length));
        seguinte = pagina.nextContinuationToken;
      } while (seguinte);
      return nomes.filter((nome) => !nome.endsWith('/'));
    },

    async put(nome, bytes) {
      const partes = partsOf(bytes);
      const primeira = await partes.next();
      const parte = primeira.done ? new Uint8Array() : primeira.value;
      let enviados = parte.length;
      if (parte.length < PARTE) {
        await persist(() =>
          s3.putObject(raiz + nome, parte, undefined, undefined, digestOf(parte)),
        );
      } else {
        const todas = (async function* () {
          yield parte;
          yield* partes;
        })();
        enviados = await putParts(s3, raiz + nome, todas);
      }
      // A store may answer 200 with an error in the body at the end of an upload in parts.
      const la = await s3.getContentLength(raiz + nome);
      if (la !== enviados) throw new Error(`the store has ${la} of ${enviados} bytes`);
      return la;
    },

    read: async (nome) => (await persist(() => s3.getObject(raiz + nome))) ?? undefined,

    async remove(nome) {
      try {
        return await persist(() => s3.deleteObject(raiz + nome));
      } catch (error) {
        if ((error as { status?: number }).status === 403) return false;
        throw error;
      }
    },

    async removeUnfinished() {
      const lida = await s3.listMultipartUploads('/', raiz).catch(() => ({}));
      for (const { key, uploadId, initiated } of uploadsOf(lida)) {
        if (!key?.startsWith(raiz) || !isOurs(key.slice(raiz.length))) continue;
        if (!uploadId || !initiated) continue;
        if (nowMs() - Date.parse(initiated) < ABANDONADO_MS) continue;
        await s3.abortMultipartUpload(key, uploadId).catch(() => undefined);
      }
    },
  };
}
