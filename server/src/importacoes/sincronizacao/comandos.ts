/** `unipark sincronizar`: the run of the day, now, with its report in the terminal. */
import { inspect } from 'node:util';
import type { Config } from '../../config.ts';
import { inTransaction } from '../../platform/db/banco.ts';
import { createJobs } from '../../platform/jobs/jobs.ts';
import { describeFeitos, type ImportCommandDeps, INTERROMPIDO } from '../comandos.ts';
import { SINCRONIZACAO } from '../fila.ts';
import { refusedArquivo } from '../formatos/recusa.ts';
import { openImportacoes } from '../importacoes.ts';
import { find, type ImportRow } from '../repo.ts';
import { openFonte } from './fontes.ts';
import { describeTrouble, sincronizacaoKinds } from './sincronizacao.ts';

export const AJUDA_SINCRONIZAR = [
  '  sincronizar',
  '      Importa agora de SINCRONIZAR_DE, e diz o que foi gravado e o que aguarda aprovação.',
];

type SyncCommandDeps = Pick<
  ImportCommandDeps,
  'db' | 'served' | 'autor' | 'say' | 'sinal' | 'onChange'
> & { config: Pick<Config, 'sincronizacao'>; quietoMs?: number };

function describeFim(row: ImportRow): string {
  const feita = `${row.nome}: ${describeFeitos(JSON.parse(row.resultado))}.`;
  return (
    describeTrouble(row) ?? (row.fase === 'concluida' ? feita : `${row.nome}: não foi gravado.`)
  );
}

/** Runs the synchronisation; it answers the exit code, 1 when a part was refused. */
export async function syncRegister(deps: SyncCommandDeps): Promise<number> {
  const { db, served, autor, say, sinal, onChange, config, quietoMs } = deps;
  if (config.sincronizacao === null) {
    throw refusedArquivo('Defina SINCRONIZAR_DE, como SINCRONIZAR_DE=/srv/academico.');
  }
  const log = { error: (dito: unknown) => void process.stderr.write(`${inspect(dito)}\n`) };
  const { alvos, kinds } = openImportacoes({ db, log, onChange });
  const daqui = sincronizacaoKinds({ db, alvos, ...openFonte(config.sincronizacao, quietoMs) });
  const jobs = createJobs({ db, log, kinds: { ...kinds, ...daqui } });
  if (!served) jobs.start();
  try {
    const pedido = { tipo: SINCRONIZACAO, parametros: null, autor };
    const id = await inTransaction(db, (trx) => jobs.put(trx, pedido));
    const { situacao, resultado } = await jobs.watch(id, { sinal });
    if (situacao !== 'feito') throw refusedArquivo('A sincronização falhou. Tente de novo.');
    const { importacoes } = JSON.parse(resultado ?? '{}') as { importacoes: number[] };
    if (importacoes.length === 0) say('Nenhum arquivo mudou desde a última vez.');
    const rows = await Promise.all(importacoes.map((um) => find(db, um)));
    for (const row of rows) if (row) say(describeFim(row));
    return rows.some((row) => row?.fase === 'recusada') ? 1 : 0;
  } catch (error) {
    if (!sinal.aborted) throw error;
    say('Interrompido. O servidor continua a sincronização quando estiver no ar.');
    return INTERROMPIDO;
  } finally {
    await jobs.stop();
  }
}
