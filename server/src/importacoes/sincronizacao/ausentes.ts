/**
 * People who were in a file of owners and are not in the next one: their ATIVO vehicles become
 * INDEFINIDO, by an import of the server's own rows, so that it has a preview, a report and an
 * undoing. People who come back get nothing by themselves: undoing and the file of vehicles do that.
 */
import { STATUS_PADRAO } from '@unipark/contract/veiculo';
import type { Autor } from '../../platform/audit.ts';
import type { Banco } from '../../platform/db/banco.ts';
import { readSetting, writeSetting } from '../../platform/db/settings.ts';
import type { JobRun } from '../../platform/jobs/jobs.ts';
import { storePedacos } from '../envio.ts';
import { request } from '../fila.ts';
import * as importacoesRepo from '../repo.ts';
import { COMPARADA, type SyncRules } from './motivos.ts';
import * as repo from './repo.ts';

interface AbsenteeDeps {
  db: Banco;
  jobs: Parameters<typeof request>[1];
  regras: SyncRules;
  step: JobRun['step'];
  autor: Autor;
}

/** Begins the import; undefined when nobody left, or an earlier one waits for a person. */
export async function createAbsentees({
  db,
  jobs,
  regras,
  step,
  autor,
}: AbsenteeDeps): Promise<number | undefined> {
  if (await repo.findWaiting(db, 'ausentes')) return undefined;
  const atual = await repo.findNewestWritten(db);
  const comparada = Number((await readSetting(db, COMPARADA)) ?? 0);
  // An older one is the newest again when an administrator undid the one after it.
  if (!atual || atual.id <= comparada) return undefined;
  const anterior = await importacoesRepo.find(db, comparada);
  const placas =
    anterior && regras.ausentes === 'indefinido'
      ? await repo.listPlacasOfAbsentees(db, { anterior: anterior.id, atual: atual.id })
      : [];
  if (placas.length === 0) {
    await step({}, (trx) => writeSetting(trx, COMPARADA, String(atual.id)));
    return undefined;
  }
  const texto = JSON.stringify(autor);
  const nome = `Vínculos encerrados de ${atual.nome}`.slice(0, 255);
  const nova = { tipo: 'veiculos' as const, nome, conta: null, autor: texto };
  const id = await step({}, (trx) => importacoesRepo.create(trx, { ...nova, parte: 'ausentes' }));
  if (id === undefined) return undefined;
  const linhas = placas.map((placa) => `${placa};${STATUS_PADRAO}\n`);
  async function* write(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(['Placa;Status\n', ...linhas].join(''));
  }
  const bytes = await storePedacos(db, id, write());
  await step({}, async (trx) => {
    await writeSetting(trx, COMPARADA, String(atual.id));
    await request(trx, jobs, { id, fase: 'lendo', autor: texto, bytes });
  });
  return id;
}
