/** Alarms follow the match: raised once, and cancelled when the reason ends. */
import type { AjustesAlerta, TipoAlerta } from '@unipark/contract/alerta';
import type { Sugestao } from '@unipark/contract/passagem';
import { isSemAlertaPor, type SemAlerta } from '@unipark/contract/semAlerta';
import { isProibido } from '@unipark/contract/veiculo';
import type { Queryable, Transacao } from '../../platform/db/banco.ts';
import { readSetting, writeSetting } from '../../platform/db/settings.ts';
import * as repo from '../repo.ts';

const AJUSTES = 'alertas';
const PADRAO: AjustesAlerta = { nao_cadastrado: false, intervalo_min: 5, repeticao_seg: 10 };

/** A change in the register raises an alarm on passages of the last minutes: of these at least. */
const RECENTE_MIN = 5;

/** From the weakest to the strongest: a stronger one is another alarm. */
const FORCA: TipoAlerta[] = ['nao_cadastrado', 'provavel', 'proibido'];

export type EstadoAlerta = Pick<
  repo.PassagemRow,
  'alerta' | 'alertado_em' | 'sem_alerta' | 'ciente_por' | 'ciente_em'
>;

export const SEM_ALERTA: EstadoAlerta = {
  alerta: null,
  alertado_em: null,
  sem_alerta: null,
  ciente_por: null,
  ciente_em: null,
};

interface AlertaContext {
  registrado: { status: string } | undefined;
  sugestoes: Sugestao[];
}

/** The settings of alarms; one that was added after the last change has its default. */
export async function readAlertSettings(db: Queryable): Promise<AjustesAlerta> {
  const valor = await readSetting(db, AJUSTES);
  return valor ? { ...PADRAO, ...JSON.parse(valor) } : PADRAO;
}

export const writeAlertSettings = (trx: Transacao, ajustes: AjustesAlerta): Promise<void> =>
  writeSetting(trx, AJUSTES, JSON.stringify(ajustes));

/** The alarm of a passage by the current register. */
export function alarmOf(
  { placa, teste, atrasada }: Pick<repo.PassagemRow, 'placa' | 'teste' | 'atrasada'>,
  { registrado, sugestoes }: AlertaContext,
  { nao_cadastrado }: AjustesAlerta,
): TipoAlerta | null {
  if (placa === '') return null;
  if (registrado) return isProibido(registrado.status) ? 'proibido' : null;
  const [provavel] = sugestoes;
  if (provavel?.nivel === 'provavel' && isProibido(provavel.status)) return 'provavel';
  const vale = nao_cadastrado && teste === 0 && atrasada === 0;
  return vale && sugestoes.length === 0 ? 'nao_cadastrado' : null;
}

/** Off the list until a better reading comes: late, or too uncertain. */
export const isHeldBack = ({ na_lista, atrasada, sem_alerta }: repo.PassagemRow): boolean =>
  na_lista === 0 && (atrasada === 1 || isSemAlertaPor('fraca', sem_alerta));

const minutesAgo = (minutos: number, agora: string): string =>
  new Date(Date.parse(agora) - minutos * 60_000).toISOString();

const secondsBetween = (quando: string, agora: string): number =>
  Math.round(Math.abs(Date.parse(agora) - Date.parse(quando)) / 1_000);

/** Why a passage may raise no alarm by its own properties; null when it may. */
export function silenceOf(
  passagem: Pick<repo.PassagemRow, 'teste' | 'atrasada' | 'na_lista' | 'instante' | 'recebido_em'>,
  { intervalo_min }: AjustesAlerta,
  agora: string,
): SemAlerta | null {
  const { teste, atrasada, na_lista, instante, recebido_em } = passagem;
  if (teste === 1) return 'teste';
  if (atrasada === 1) return `atrasada:${secondsBetween(instante, recebido_em)}`;
  if (na_lista === 0) return 'fora_da_lista';
  if (recebido_em > agora) return 'futura';
  const desde = minutesAgo(Math.max(intervalo_min, RECENTE_MIN), agora);
  return recebido_em >= desde ? null : `antiga:${secondsBetween(recebido_em, agora)}`;
}

/** When a car last raised one of these alarms, between two instants. */
export type LastAlert = (
  tipos: TipoAlerta[],
  intervalo: { de: string; ate: string },
) => string | undefined;

interface AlertaRules {
  ajustes: AjustesAlerta;
  agora: string;
  calada: SemAlerta | null;
  /** The alarms of this car that were raised from memory. */
  soou?: LastAlert;
}

/**
 * The alarm of a passage after its type became `tipo`. A second one of the same strength is not
 * raised for the same plate within the interval; `calada` is the reason why none may be raised. A
 * PROIBIDO without an alarm stores the reason.
 */
export async function followMatch(
  trx: Queryable,
  passagem: Pick<repo.PassagemRow, 'id' | 'chave'> & EstadoAlerta,
  tipo: TipoAlerta | null,
  { ajustes, agora, calada, soou }: AlertaRules,
): Promise<EstadoAlerta> {
  const { alerta, alertado_em, sem_alerta, ciente_por, ciente_em } = passagem;
  const atual = { alerta, alertado_em, sem_alerta, ciente_por, ciente_em };
  if (tipo === null) return SEM_ALERTA;
  if (alerta === tipo) return atual;
  const aumentou = alerta === null || FORCA.indexOf(tipo) > FORCA.indexOf(alerta);
  if (!aumentou) return { ...atual, alerta: tipo };
  const levantado = { ...SEM_ALERTA, alerta: tipo, alertado_em: agora };
  if (alerta !== null) return levantado;
  const silent = (sem_alerta: SemAlerta): EstadoAlerta =>
    tipo === 'nao_cadastrado' ? SEM_ALERTA : { ...SEM_ALERTA, sem_alerta };
  if (calada !== null) return silent(calada);
  const fortes = FORCA.slice(FORCA.indexOf(tipo));
  const intervalo = { de: minutesAgo(ajustes.intervalo_min, agora), ate: agora };
  const gravado = await repo.findLastAlerta(trx, passagem, fortes, intervalo);
  const ultimo = soou?.(fortes, intervalo) ?? gravado;
  return ultimo ? silent(`repetida:${secondsBetween(ultimo, agora)}`) : levantado;
}

/** The reason of a passage with a PROIBIDO among its readings that does not lead. */
export function otherReading(
  tipo: TipoAlerta | null,
  { alerta, sem_alerta, corrigida_em }: repo.PassagemRow,
): Partial<EstadoAlerta> {
  if (tipo !== 'proibido' || alerta !== null || sem_alerta !== null) return {};
  return { sem_alerta: corrigida_em === null ? 'outra_leitura' : 'corrigida' };
}
