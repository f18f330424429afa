/** Why a passage of a PROIBIDO raised no alarm: a closed set of stored reasons, and their sentences. */
import { formatDuracao } from './duracao.ts';

const formatHa = (segundos: number): string => formatDuracao(segundos * 1_000);
const formatConfianca = (confianca: number): string =>
  confianca.toLocaleString('pt-BR', { maximumFractionDigits: 2 });

const FRASES = {
  teste: () => 'leitura de teste',
  atrasada: (segundos: number) => `leitura atrasada ${formatHa(segundos)}`,
  fora_da_lista: () => 'passagem fora da lista ao vivo',
  futura: () => 'hora da passagem no futuro',
  antiga: (segundos: number) => `a passagem já tinha ${formatHa(segundos)}`,
  repetida: (segundos: number) => `mesmo alerta há ${formatHa(segundos)}`,
  fraca: (confianca: number) => `confiança ${formatConfianca(confianca)} abaixo do mínimo`,
  outra_leitura: () => 'outra leitura desta passagem, com mais confiança, tem outra placa',
  corrigida: () => 'a placa foi corrigida por uma pessoa',
};
type MotivoSemAlerta = keyof typeof FRASES;

type MotivoComNumero = {
  [M in MotivoSemAlerta]: Parameters<(typeof FRASES)[M]> extends [] ? never : M;
}[MotivoSemAlerta];

/** A reason, with its number where its sentence has one: seconds, or a confidence. */
export type SemAlerta = Exclude<MotivoSemAlerta, MotivoComNumero> | `${MotivoComNumero}:${number}`;

const split = (guardado: SemAlerta) => guardado.split(':') as [MotivoSemAlerta, string?];

export const isSemAlertaPor = (motivo: MotivoSemAlerta, guardado: SemAlerta | null): boolean =>
  guardado !== null && split(guardado)[0] === motivo;

/** 'repetida:35' → 'Sem alerta: mesmo alerta há 35 s.' A reason of another release has no sentence. */
export function formatSemAlerta(guardado: SemAlerta): string {
  const [motivo, numero] = split(guardado);
  if (!Object.hasOwn(FRASES, motivo)) return 'Sem alerta.';
  return `Sem alerta: ${FRASES[motivo](Number(numero))}.`;
}
