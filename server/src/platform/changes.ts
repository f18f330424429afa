/** What an audit row says of the fields of its record. */
import type { CampoAlterado } from '@unipark/contract/alteracao';

type AuditValue = Record<string, unknown> | undefined;

const textOf = (valor: unknown): string | null =>
  valor === null || valor === undefined ? null : String(valor);

/** The fields that differ between the two states in an audit detail, without the version. */
export function listChanges(detalhe: string | null): CampoAlterado[] {
  const { antes, depois }: { antes: AuditValue; depois: AuditValue } = detalhe
    ? JSON.parse(detalhe)
    : {};
  const nomes = new Set([...Object.keys(antes ?? {}), ...Object.keys(depois ?? {})]);
  return [...nomes]
    .filter((campo) => campo !== 'versao')
    .map((campo) => ({
      campo,
      antes: textOf(antes?.[campo]),
      depois: textOf(depois?.[campo]),
    }))
    .filter((mudanca) => mudanca.antes !== mudanca.depois);
}
