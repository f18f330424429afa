/** The check of the audit's chain for the operator's tool. */
import type { Banco } from '../platform/db/banco.ts';
import { verifyChain } from './conferencia.ts';

export const AJUDA_AUDITORIA = [
  '  audit verify',
  '      Confere a cadeia da auditoria: nenhum registro mudado, retirado ou trocado de lugar.',
];

const formatLinhas = (linhas: number): string =>
  `${linhas.toLocaleString('pt-BR')} ${linhas === 1 ? 'registro' : 'registros'}`;

/** What a check found, in one sentence. */
const describe = ({ linhas, quebra }: Awaited<ReturnType<typeof verifyChain>>): string => {
  if (quebra === null) return `✓ Auditoria íntegra: ${formatLinhas(linhas)}.`;
  if (quebra === 'inicio') {
    return '✕ Auditoria violada: o começo dela não é o que a última limpeza deixou.';
  }
  return quebra === 'fim'
    ? `✕ Auditoria violada: faltam registros depois dos ${formatLinhas(linhas)} que restam.`
    : `✕ Auditoria violada: o registro ${quebra} não segue os ${formatLinhas(linhas)} anteriores.`;
};

/** Answers the exit code: 1 when the chain is broken. */
export async function verifyAudit(db: Banco, say: (linha: string) => void): Promise<number> {
  const feita = await verifyChain(db, () => {});
  say(describe(feita));
  return feita.quebra === null ? 0 : 1;
}
