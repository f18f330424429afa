/** Alarms follow the match: raised once when a passage becomes one, lowered when it is none. */
import type { AjustesAlerta, Sugestao, TipoAlerta } from '@unipark/contract/passagem';
import { ehProibido } from '@unipark/contract/veiculo';
import type { Banco, Transacao } from '../platform/db/banco.ts';
import { readSetting, writeSetting } from '../platform/db/settings.ts';
import * as repo from './repo.ts';

const AJUSTES = 'alertas';
const PADRAO: AjustesAlerta = { naoCadastrado: false, intervaloMin: 5 };

/** A change in the register raises an alarm on passages of the last minutes: these at least. */
const RECENTE_MIN = 5;

/** From the weakest to the strongest: a stronger one is another alarm. */
const FORCA: TipoAlerta[] = ['nao_cadastrado', 'provavel', 'proibido'];

type EstadoAlerta = Pick<repo.Passagem, 'alerta' | 'alertado_em' | 'ciente_por' | 'ciente_em'>;

export const SEM_ALERTA: EstadoAlerta = {
  alerta: null,
  alertado_em: null,
  ciente_por: null,
  ciente_em: null,
};

interface Agora {
  registrado: { status: string } | undefined;
  sugestoes: Sugestao[];
}

/** What raises an alarm, beside PROIBIDO. */
export async function readAlertSettings(db: Banco | Transacao): Promise<AjustesAlerta> {
  const valor = await readSetting(db, AJUSTES);
  return valor ? JSON.parse(valor) : PADRAO;
}

export const writeAlertSettings = (trx: Transacao, ajustes: AjustesAlerta): Promise<void> =>
  writeSetting(trx, AJUSTES, JSON.stringify(ajustes));

/** The alarm that a passage deserves by what the register says of it now. */
export function alarmOf(
  { placa, teste, atrasada }: Pick<repo.Passagem, 'placa' | 'teste' | 'atrasada'>,
  { registrado, sugestoes }: Agora,
  { naoCadastrado }: AjustesAlerta,
): TipoAlerta | null {
  if (placa === '' || teste === 1 || atrasada === 1) return null;
  if (registrado) return ehProibido(registrado.status) ? 'proibido' : null;
  const [provavel] = sugestoes;
  if (provavel?.nivel === 'provavel' && ehProibido(provavel.status)) return 'provavel';
  return naoCadastrado && sugestoes.length === 0 ? 'nao_cadastrado' : null;
}

const minutosAtras = (minutos: number, agora: string): string =>
  new Date(Date.parse(agora) - minutos * 60_000).toISOString();

/** True while a passage is new enough to raise an alarm for what became known after it. */
export const isRecent = (
  { recebido_em }: Pick<repo.Passagem, 'recebido_em'>,
  { intervaloMin }: AjustesAlerta,
  agora: string,
): boolean => recebido_em >= minutosAtras(Math.max(intervaloMin, RECENTE_MIN), agora);

/**
 * How the alarm of a passage stands now that it deserves `tipo`. A second one of the same strength
 * is not raised for the same plate within the interval; `podeLevantar` is false for what is past.
 */
export async function followMatch(
  trx: Transacao,
  passagem: Pick<repo.Passagem, 'id' | 'chave'> & EstadoAlerta,
  tipo: TipoAlerta | null,
  {
    ajustes,
    agora,
    podeLevantar,
  }: { ajustes: AjustesAlerta; agora: string; podeLevantar: boolean },
): Promise<EstadoAlerta> {
  const { alerta, alertado_em, ciente_por, ciente_em } = passagem;
  const atual = { alerta, alertado_em, ciente_por, ciente_em };
  if (tipo === null) return SEM_ALERTA;
  if (alerta === tipo) return atual;
  const aumentou = alerta === null || FORCA.indexOf(tipo) > FORCA.indexOf(alerta);
  if (!aumentou) return { ...atual, alerta: tipo };
  const levantado = { ...SEM_ALERTA, alerta: tipo, alertado_em: agora };
  if (alerta !== null) return levantado;
  if (!podeLevantar) return SEM_ALERTA;
  const fortes = FORCA.slice(FORCA.indexOf(tipo));
  const desde = minutosAtras(ajustes.intervaloMin, agora);
  return (await repo.wasAlerted(trx, passagem, fortes, desde)) ? SEM_ALERTA : levantado;
}
