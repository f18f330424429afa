/** Alarms follow the match: raised once, and cancelled when the reason ends. */
import type { AjustesAlerta, Sugestao, TipoAlerta } from '@unipark/contract/passagem';
import { isProibido } from '@unipark/contract/veiculo';
import type { Queryable, Transacao } from '../../platform/db/banco.ts';
import { readSetting, writeSetting } from '../../platform/db/settings.ts';
import { describeDuration } from '../../platform/duration.ts';
import * as repo from '../repo.ts';

const AJUSTES = 'alertas';
const PADRAO: AjustesAlerta = { naoCadastrado: false, intervaloMin: 5, repeticaoSeg: 10 };

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
  { naoCadastrado }: AjustesAlerta,
): TipoAlerta | null {
  if (placa === '') return null;
  if (registrado) return isProibido(registrado.status) ? 'proibido' : null;
  const [provavel] = sugestoes;
  if (provavel?.nivel === 'provavel' && isProibido(provavel.status)) return 'provavel';
  const vale = naoCadastrado && teste === 0 && atrasada === 0;
  return vale && sugestoes.length === 0 ? 'nao_cadastrado' : null;
}

/** The beginning of the sentence that says why a PROIBIDO raised no alarm. */
const SEM = 'Sem alerta: ';
const FRACA = 'confiança';
const sentence = (porque: string): string => `${SEM}${porque}.`;

/** The sentence of a passage whose reading was too uncertain. */
export const weakReason = (confianca: number | null): string =>
  `${FRACA} ${(confianca ?? 0).toLocaleString('pt-BR', { maximumFractionDigits: 2 })} abaixo do mínimo`;

/** Off the list until a better reading comes: late, or too uncertain. */
export const isHeldBack = ({ na_lista, atrasada, sem_alerta }: repo.PassagemRow): boolean =>
  na_lista === 0 && (atrasada === 1 || sem_alerta?.startsWith(SEM + FRACA) === true);

const minutesAgo = (minutos: number, agora: string): string =>
  new Date(Date.parse(agora) - minutos * 60_000).toISOString();

const since = (quando: string, agora: string): string =>
  describeDuration(Date.parse(agora) - Date.parse(quando));

/** Why a passage may raise no alarm by its own properties; null when it may. */
export function silenceOf(
  passagem: Pick<repo.PassagemRow, 'teste' | 'atrasada' | 'na_lista' | 'instante' | 'recebido_em'>,
  { intervaloMin }: AjustesAlerta,
  agora: string,
): string | null {
  const { teste, atrasada, na_lista, instante, recebido_em } = passagem;
  if (teste === 1) return 'leitura de teste';
  if (atrasada === 1) return `leitura atrasada ${since(instante, recebido_em)}`;
  if (na_lista === 0) return 'passagem fora da lista ao vivo';
  if (recebido_em > agora) return 'hora da passagem no futuro';
  const desde = minutesAgo(Math.max(intervaloMin, RECENTE_MIN), agora);
  return recebido_em >= desde ? null : `a passagem já tinha ${since(recebido_em, agora)}`;
}

/** When a car last raised one of these alarms, between two instants. */
export type LastAlert = (
  tipos: TipoAlerta[],
  intervalo: { de: string; ate: string },
) => string | undefined;

interface AlertaRules {
  ajustes: AjustesAlerta;
  agora: string;
  calada: string | null;
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
  const silent = (porque: string): EstadoAlerta =>
    tipo === 'nao_cadastrado' ? SEM_ALERTA : { ...SEM_ALERTA, sem_alerta: sentence(porque) };
  if (calada !== null) return silent(calada);
  const fortes = FORCA.slice(FORCA.indexOf(tipo));
  const intervalo = { de: minutesAgo(ajustes.intervaloMin, agora), ate: agora };
  const gravado = await repo.lastAlert(trx, passagem, fortes, intervalo);
  const ultimo = soou?.(fortes, intervalo) ?? gravado;
  return ultimo ? silent(`mesmo alerta há ${since(ultimo, agora)}`) : levantado;
}

/** The sentence of a passage with a PROIBIDO among its readings that does not lead. */
export function otherReading(
  tipo: TipoAlerta | null,
  { alerta, sem_alerta, corrigida_em }: repo.PassagemRow,
): Partial<EstadoAlerta> {
  if (tipo !== 'proibido' || alerta !== null || sem_alerta !== null) return {};
  const porque =
    corrigida_em === null
      ? 'outra leitura desta passagem, com mais confiança, tem outra placa'
      : 'a placa foi corrigida por uma pessoa';
  return { sem_alerta: sentence(porque) };
}
