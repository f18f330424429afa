/** Reads the operator's cameras file: settings, or one line that names the error. */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type * as z from 'zod/mini';
import { StartError } from '../config/leitor.ts';
import { type Ajustes, ArquivoEscrito, type CameraEscrita } from './ajustes.ts';

/** A cameras file that cannot be used. Its message names camera and field, never a value. */
export class CamerasFileError extends StartError {}

export type FindSecret = (nome: string) => string | undefined;

export interface CamerasFile {
  transcodificacoesMax: number;
  cameras: Ajustes[];
}

const refuse = (motivo: string): never => {
  throw new CamerasFileError(`CAMERAS_FILE: ${motivo}`);
};

/** Fields that do not exist → the field that the operator meant. */
const PROPRIOS: Record<string, string> = {
  senha: 'não escreva a senha aqui: use senhaEnv ou senhaArquivo.',
};

function cameraName(escrito: unknown, posicao: number): string {
  const { id } = ((escrito as { cameras?: unknown[] }).cameras?.[posicao] ?? {}) as {
    id?: unknown;
  };
  return typeof id === 'string' && /^[\w-]{1,32}$/.test(id) ? id : `nº ${posicao + 1}`;
}

function explain(escrito: unknown, issue: z.core.$ZodIssue): string {
  const [lista, posicao, ...resto] = issue.path;
  const desconhecido = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const campo = [...resto, ...(desconhecido ? [desconhecido] : [])].join('.').slice(0, 60);
  const motivo = desconhecido ? (PROPRIOS[desconhecido] ?? 'não existe.') : issue.message;
  if (lista === 'cameras' && typeof posicao === 'number') {
    const camera = `câmera ${cameraName(escrito, posicao)}`;
    return campo ? `${camera}, campo ${campo}: ${motivo}` : `${camera}: ${motivo}`;
  }
  return `campo ${String(lista ?? desconhecido ?? 'cameras')}: ${motivo}`;
}

/** Parses JSON; an error gives only the line, because the parser's message repeats the text. */
function parse(texto: string): unknown {
  try {
    return JSON.parse(texto.replace(/^\uFEFF/, ''));
  } catch (error) {
    const linha = /line (\d+)/.exec(String(error))?.[1];
    return refuse(`não é um JSON válido${linha ? ` (linha ${linha})` : ''}.`);
  }
}

function readSenha(camera: CameraEscrita, pasta: string, findSegredo: FindSecret): string | null {
  const { id, senhaEnv, senhaArquivo } = camera;
  if (senhaEnv) {
    return (
      findSegredo(senhaEnv) ??
      refuse(`câmera ${id}, campo senhaEnv: a variável ${senhaEnv} não está definida.`)
    );
  }
  if (!senhaArquivo) return null;
  try {
    return readFileSync(resolve(pasta, senhaArquivo), 'utf8').replace(/\r?\n$/, '');
  } catch {
    return refuse(`câmera ${id}, campo senhaArquivo: não foi possível ler o arquivo.`);
  }
}

/** Paths of mounted secrets are relative to `pasta`. @throws {CamerasFileError} */
export function readCameras(texto: string, pasta: string, findSegredo: FindSecret): CamerasFile {
  const escrito = parse(texto);
  const lido = ArquivoEscrito.safeParse(escrito);
  if (!lido.success) {
    const [issue] = lido.error.issues;
    return refuse(issue ? explain(escrito, issue) : 'não é válido.');
  }
  const vistos = new Set<string>();
  const cameras = lido.data.cameras.map((camera) => {
    if (vistos.has(camera.id)) refuse(`câmera ${camera.id}, campo id: aparece mais de uma vez.`);
    vistos.add(camera.id);
    const { senhaEnv: _env, senhaArquivo: _arquivo, ...ajustes } = camera;
    return { ...ajustes, senha: readSenha(camera, pasta, findSegredo) };
  });
  return { transcodificacoesMax: lido.data.transcodificacoesMax, cameras };
}

/** The file's text. @throws {CamerasFileError} */
function readText(caminho: string): string {
  try {
    return readFileSync(caminho, 'utf8');
  } catch {
    return refuse(
      'não foi possível ler o arquivo. Exemplo: CAMERAS_FILE=/etc/unipark/cameras.json',
    );
  }
}

/** The settings in the file at `caminho`. @throws {CamerasFileError} */
export function readCamerasFile(caminho: string, findSegredo: FindSecret): CamerasFile {
  return readCameras(readText(caminho), dirname(caminho), findSegredo);
}

/** The file's error as a sentence for the operator; null when it is valid. */
export function describeFileFault(caminho: string | null, findSegredo: FindSecret): string | null {
  try {
    if (caminho) readCamerasFile(caminho, findSegredo);
    return null;
  } catch (error) {
    if (error instanceof CamerasFileError) return error.message;
    throw error;
  }
}
