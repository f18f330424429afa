/** `unipark doctor`: the age of the newest backup, here and outside. */
import { join } from 'node:path';
import { addressOf, type ConfigDeposito } from '../config/copias.ts';
import { StartError } from '../config/leitor.ts';
import type { Config } from '../config.ts';
import { nowMs } from '../platform/clock.ts';
import type { Banco } from '../platform/db/banco.ts';
import { findSegredo } from '../platform/secret.ts';
import { findUltima } from './ajustes.ts';
import { instantOf } from './copia.ts';
import { type CopiasOwner, ownerOf } from './mark.ts';
import { runApart } from './trabalho.ts';

const VELHA_MS = 2 * 86_400_000;
/** A folder of another machine may never answer. */
const RESPOSTA_MS = 10_000;

export interface CopiaFinding {
  nivel: 'bom' | 'aviso';
  texto: string;
}

function judge(texto: string, nome: string): CopiaFinding {
  if (nowMs() - instantOf(nome).getTime() <= VELHA_MS) return { nivel: 'bom', texto };
  return { nivel: 'aviso', texto: `${texto}. Ela tem mais de dois dias.` };
}

const formatInstante = (nome: string): string =>
  instantOf(nome).toLocaleString('pt-BR', { timeZone: 'America/Sao_Paulo' });

type CopiasExame = Pick<
  Config,
  'dataDir' | 'segredoFile' | 'databaseUrl' | 'copiasDir' | 'copiasExternas'
>;

/** @throws {StartError} when the secret is damaged */
const findOwner = ({ dataDir, segredoFile }: CopiasExame): CopiasOwner =>
  ownerOf(dataDir, findSegredo(dataDir, segredoFile) ?? '');

/** Looks at a place outside, with the keys of this configuration. */
async function examineExterna(
  deposito: ConfigDeposito,
  chaves: string[],
  config: CopiasExame,
): Promise<CopiaFinding> {
  const lugar = addressOf(deposito);
  try {
    const owner = findOwner(config);
    const tarefa = { acao: 'achar-enviada' as const, deposito, chaves, owner };
    const nome = await runApart(tarefa, { prazoMs: RESPOSTA_MS });
    if (nome === undefined) {
      return { nivel: 'aviso', texto: `Nenhuma cópia externa em ${lugar} ainda.` };
    }
    return judge(`Cópia externa mais nova: ${formatInstante(nome)} (${lugar})`, nome);
  } catch (error) {
    const motivo = error instanceof StartError ? error.message : `${lugar} não responde.`;
    return { nivel: 'aviso', texto: `Cópia externa: ${motivo}` };
  }
}

/** The newest one that any server of a PostgreSQL made. */
async function examineUltima(db: Banco): Promise<CopiaFinding> {
  const ultima = await findUltima(db);
  if (ultima === undefined) {
    return { nivel: 'aviso', texto: 'Nenhum servidor fez uma cópia de segurança ainda.' };
  }
  const { nome, maquina } = ultima;
  return judge(`Cópia de segurança mais nova: ${formatInstante(nome)} (em ${maquina})`, nome);
}

/** Whether a recent backup lies in COPIAS_DIR, or without it in the data folder. */
async function examineLocal(config: CopiasExame): Promise<CopiaFinding> {
  const pasta = config.copiasDir ?? join(config.dataDir, 'copias');
  try {
    const owner = config.copiasDir === null ? undefined : findOwner(config);
    const nome = await runApart({ acao: 'achar', pasta, owner }, { prazoMs: RESPOSTA_MS });
    if (nome === undefined) {
      return { nivel: 'aviso', texto: `Nenhuma cópia de segurança em ${pasta}. Use: backup` };
    }
    const mais = `${formatInstante(nome)} (${join(pasta, nome)})`;
    return judge(`Cópia de segurança mais nova: ${mais}`, nome);
  } catch (error) {
    const calada = `A pasta das cópias não responde: ${pasta}. Confira o disco.`;
    return { nivel: 'aviso', texto: error instanceof StartError ? error.message : calada };
  }
}

/** The backups, here and outside. */
export async function examineCopias(config: CopiasExame, db: Banco): Promise<CopiaFinding[]> {
  const { depositos, chaves } = config.copiasExternas ?? { depositos: [], chaves: [] };
  return Promise.all([
    config.databaseUrl === null ? examineLocal(config) : examineUltima(db),
    ...depositos.map((deposito) => examineExterna(deposito, chaves, config)),
  ]);
}
