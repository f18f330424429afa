/** What a backup says of itself, in the file `manifesto.json` beside its database. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod/mini';
import { sign } from '../platform/secret.ts';

/** SQLite's file. */
export const BANCO = 'unipark.db';
/** The archive of a PostgreSQL. */
export const DUMP = 'unipark.dump';
/** Beside an archive, which has no index: the names of the pictures in files. */
export const CITADAS = 'imagens.db';
export const MANIFESTO = 'manifesto.json';
export const SEGREDO = 'identidade.segredo';

const Conteudo = z.object({
  formato: z.literal(1),
  /** The program that made it. */
  versao: z.string(),
  criada_em: z.iso.datetime(),
  /** The migrations of its schema. */
  passos: z.array(z.string()),
  linhas: z.record(z.string(), z.number()),
  /** The newest hash of the audit's chain. */
  auditoria: z.nullable(z.string()),
  /** Of the database's file. */
  bytes: z.number(),
  sha256: z.string(),
  /** Tells installations' secrets apart; it does not tell the secret. */
  segredo: z.string(),
});
const Manifesto = z.extend(Conteudo, { assinatura: z.string() });

export type ConteudoCopia = z.infer<typeof Conteudo>;
export type ManifestoCopia = z.infer<typeof Manifesto>;

/** A mark of a secret, equal for equal secrets. */
export const markOf = (segredo: string): string => sign(segredo, 'copia.marca', 'unipark');

const signatureOf = (conteudo: ConteudoCopia, segredo: string): string =>
  sign(segredo, 'copia.assinatura', JSON.stringify(Conteudo.parse(conteudo)));

/** Writes the signed manifest. */
export async function writeManifesto(
  pasta: string,
  conteudo: ConteudoCopia,
  segredo: string,
): Promise<ManifestoCopia> {
  const manifesto = { ...conteudo, assinatura: signatureOf(conteudo, segredo) };
  const texto = `${JSON.stringify(manifesto, null, 2)}\n`;
  await writeFile(join(pasta, MANIFESTO), texto, { mode: 0o600, flush: true });
  return manifesto;
}

/** The manifest; undefined where there is none, or another format. */
export async function readManifesto(pasta: string): Promise<ManifestoCopia | undefined> {
  try {
    const lido = Manifesto.safeParse(JSON.parse(await readFile(join(pasta, MANIFESTO), 'utf8')));
    return lido.success ? lido.data : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the manifest is as it was written; undefined when another secret signed it. */
export function isAuthentic(manifesto: ManifestoCopia, segredo: string): boolean | undefined {
  if (manifesto.segredo !== markOf(segredo)) return undefined;
  const { assinatura, ...conteudo } = manifesto;
  return assinatura === signatureOf(conteudo, segredo);
}

/** SHA-256 of a file, in hexadecimal. */
export async function digestOf(arquivo: string): Promise<string> {
  const resumo = createHash('sha256');
  await pipeline(createReadStream(arquivo), resumo);
  return resumo.digest('hex');
}
