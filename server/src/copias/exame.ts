/** `unipark doctor`: the age of the newest backup, here and outside. */
import { join } from 'node:path';
import { addressOf, type ConfigDeposito } from '../config/copias.ts';
import { StartError } from '../config/leitor.ts';
import type { Config } from '../config.ts';
import { nowMs } from '../platform/clock.ts';
import { instantOf } from './copia.ts';
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

/** Looks at a place outside, with the keys of this configuration. */
async function examineExterna(deposito: ConfigDeposito, chaves: string[]): Promise<CopiaFinding> {
  const lugar = addressOf(deposito);
  try {
    const tarefa = { acao: 'achar-enviada' as const, deposito, chaves };
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

/** Whether a recent backup lies in COPIAS_DIR, or without it in the data folder. */
async function examineLocal({
  dataDir,
  copiasDir,
}: Pick<Config, 'dataDir' | 'copiasDir'>): Promise<CopiaFinding> {
  const pasta = copiasDir ?? join(dataDir, 'copias');
  const busca = runApart({ acao: 'achar', pasta }, { prazoMs: RESPOSTA_MS });
  const nome = await busca.catch(() => null);
  if (nome === null) {
    return { nivel: 'aviso', texto: `A pasta das cópias não responde: ${pasta}. Confira o disco.` };
  }
  if (nome === undefined) {
    return { nivel: 'aviso', texto: `Nenhuma cópia de segurança em ${pasta}. Use: backup` };
  }
  return judge(
    `Cópia de segurança mais nova: ${formatInstante(nome)} (${join(pasta, nome)})`,
    nome,
  );
}

/** The backups of the embedded database, here and outside. */
export async function examineCopias(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'copiasDir' | 'copiasExternas'>,
): Promise<CopiaFinding[]> {
  if (config.databaseUrl !== null) return [];
  const { depositos, chaves } = config.copiasExternas ?? { depositos: [], chaves: [] };
  return Promise.all([
    examineLocal(config),
    ...depositos.map((deposito) => examineExterna(deposito, chaves)),
  ]);
}
