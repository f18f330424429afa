/** What `unipark db move` says while it copies and compares. */
import type { ProgressReport } from './fipe/progresso.ts';
import { number } from './fipe/rotulos.ts';
import { compareChains, compareTables, type TableComparison } from './platform/db/move/compare.ts';
import { copyTables, type MoveWork } from './platform/db/move/copy.ts';

export interface TransferReport {
  say: (linha: string) => void;
  /** A progress line with this unit ('linhas de veiculos'). */
  openProgresso: (unidade: string) => ProgressReport;
}

export type TransferWork = Omit<MoveWork, 'onRows'>;

/** A progress line for each table. */
function followTables({ openProgresso }: TransferReport) {
  let atual: { nome: string; linha: ProgressReport } | undefined;
  const onRows: MoveWork['onRows'] = ({ nome, linhas }, feitas) => {
    if (atual?.nome !== nome) {
      atual?.linha.end();
      atual = { nome, linha: openProgresso(`linhas de ${nome}`) };
    }
    atual.linha.show(feitas, linhas);
  };
  return { onRows, end: () => atual?.linha.end() };
}

/** One progress line for the rows of both databases. */
function followComparison({ openProgresso }: TransferReport, total: number) {
  const linha = openProgresso('linhas conferidas nos dois bancos');
  const lidas = new Map<string, number>();
  const onRows: MoveWork['onRows'] = ({ nome }, feitas) => {
    lidas.set(nome, feitas);
    const todas = [...lidas.values()].reduce((soma, dela) => soma + dela, 0);
    linha.show(Math.floor(todas / 2), total);
  };
  return { onRows, end: linha.end };
}

/** Copies, and says which texts were changed. */
export async function copyWithReport(relato: TransferReport, obra: TransferWork): Promise<void> {
  const { onRows, end } = followTables(relato);
  const trocados = await copyTables({ ...obra, onRows }).finally(end);
  for (const [tabela, quantos] of trocados) {
    relato.say(
      `! ${tabela}: o PostgreSQL não guarda o caractere nulo, trocado por '�' em ${number(quantos)} texto(s).`,
    );
  }
}

const describeDifference = ({ nome, de, para }: TableComparison): string =>
  de.linhas === para.linhas
    ? `✕ ${nome}: ${number(de.linhas)} linhas nos dois bancos, com conteúdo diferente.`
    : `✕ ${nome}: ${number(de.linhas)} linhas na pasta, ${number(para.linhas)} no PostgreSQL.`;

/** Whether the chain of the audit is what it was; says where it breaks. */
async function compareAudit({ say }: TransferReport, obra: TransferWork): Promise<boolean> {
  const { de, para } = await compareChains(obra);
  if (para === undefined) return true;
  const onde = para === 'fim' ? 'no fim' : `no registro ${para}`;
  if (de !== para) say(`✕ auditoria: a cadeia deixa de conferir ${onde}.`);
  else say(`! A cadeia da auditoria já não conferia na pasta, ${onde}: a cópia é igual.`);
  return de === para;
}

/** Whether both databases hold the same; says the differences. */
export async function compareWithReport(
  relato: TransferReport,
  obra: TransferWork,
): Promise<boolean> {
  const { tabelas } = obra.de;
  const total = tabelas.reduce((soma, { linhas }) => soma + linhas, 0);
  const { onRows, end } = followComparison(relato, total);
  const diferentes = await compareTables({ ...obra, onRows }).finally(end);
  for (const cada of diferentes) relato.say(describeDifference(cada));
  const isAuditada = await compareAudit(relato, obra);
  if (diferentes.length > 0 || !isAuditada) return false;
  relato.say(
    `Conferidas ${number(total)} linhas de ${tabelas.length} tabelas e a cadeia da auditoria: iguais.`,
  );
  return true;
}
