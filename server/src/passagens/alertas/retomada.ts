/** A passage kept off the list that belongs on it: its reading was live, or a better came. */
import type { Transacao } from '../../platform/db/banco.ts';
import type { EventLog } from '../../platform/events.ts';
import { buildCard, getKeys, readRegister } from '../cartoesRepo.ts';
import * as repo from '../repo.ts';
import { alarmOf, followMatch, readAlertSettings, silenceOf } from './alertas.ts';

interface ResumeDeps {
  eventos: EventLog;
  agora: string;
  /** The corrected time of the passage, and since when it is known. */
  instante: string;
  desde: string;
}

/** Shows the passage and raises its alarm, or stores why not. Answers the passage afterwards. */
export async function takeBack(
  trx: Transacao,
  passagem: repo.PassagemRow,
  { eventos, agora, instante, desde }: ResumeDeps,
): Promise<repo.PassagemRow> {
  const mostrada = { ...passagem, na_lista: 1, atrasada: 0, instante };
  const ajustes = await readAlertSettings(trx);
  const registrados = await repo.findRegistrados(trx, getKeys(passagem));
  const tipo = alarmOf(mostrada, readRegister(mostrada, registrados), ajustes);
  const calada = silenceOf({ ...mostrada, recebido_em: desde }, ajustes, agora);
  const mudanca = {
    na_lista: 1,
    atrasada: 0,
    instante,
    ultima_leitura_em: instante,
    versao: passagem.versao + 1,
    ...(await followMatch(trx, mostrada, tipo, { ajustes, agora, calada })),
  };
  await repo.update(trx, passagem.id, mudanca);
  const depois = { ...passagem, ...mudanca };
  await eventos.append(trx, 'passagem', await buildCard(trx, depois));
  return depois;
}
