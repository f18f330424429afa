/** Periods of storage that the operator sets: they stand above those of the settings' page. */
import {
  CAMPOS_RETENCAO,
  describeLimite,
  type PrazoRetencao,
  PrazosRetencao,
} from '@unipark/contract/retencao';
import { ConfigError, type Environment, refuse, setting } from './leitor.ts';

export type ConfigRetencao = Partial<PrazosRetencao>;

const PREFIXO = 'RETENTION_';

/** 'fotos_dias' → 'RETENTION_FOTOS_DIAS' */
export const variableOf = (campo: PrazoRetencao): string => PREFIXO + campo.toUpperCase();

const SEMPRE = 'sempre';

function readDias(nome: string, campo: PrazoRetencao, valor: string): number | null {
  const permiteSempre = campo === 'passagens_dias';
  const dias = permiteSempre && valor === SEMPRE ? null : Number(valor);
  if (PrazosRetencao.shape[campo].safeParse(dias).success) return dias;
  const ou = permiteSempre ? `, ou ${SEMPRE}` : '';
  return refuse(nome, `use de ${describeLimite(campo)}${ou}.`, '30');
}

/** RETENTION_*. @throws {ConfigError} for a value out of range, and for a name of no period */
export function readRetencao(env: Environment): ConfigRetencao {
  const campos = new Map(CAMPOS_RETENCAO.map((campo) => [variableOf(campo), campo]));
  const fixos: Record<string, number | null> = {};
  for (const nome of Object.keys(env)) {
    const valor = nome.startsWith(PREFIXO) ? setting(env, nome) : undefined;
    if (valor === undefined) continue;
    const campo = campos.get(nome);
    if (!campo) {
      throw new ConfigError(`${nome}: ainda não é aceita nesta versão. Retire a variável.`);
    }
    fixos[campo] = readDias(nome, campo, valor);
  }
  return fixos;
}
