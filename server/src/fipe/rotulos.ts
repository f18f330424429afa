import { formatMes, type OrigemCatalogo } from '@unipark/contract/fipe';

const inteiro = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 0 });

/** '1.203': a number in Brazilian form. */
export const number = (valor: number): string => inteiro.format(valor);

/** '1 marca', '2.100 anos'. */
export const count = (quantos: number, plural: string): string =>
  `${number(quantos)} ${quantos === 1 ? plural.replace(/s$/, '') : plural}`;

/** '9 marcas, 36 modelos e 1 ano'. */
export const describeCounts = ({
  marcas,
  modelos,
  anos,
}: {
  marcas: number;
  modelos: number;
  anos: number;
}): string => `${count(marcas, 'marcas')}, ${count(modelos, 'modelos')} e ${count(anos, 'anos')}`;

/** The name of the table: the release's own has no month, and a file may have none. */
export function describeTabela({
  origem,
  referencia,
}: {
  origem: OrigemCatalogo;
  referencia: string | null;
}): string {
  if (origem === 'inicial') return 'Catálogo';
  return `Catálogo de ${referencia ? formatMes(referencia) : 'mês desconhecido'}`;
}

export const ORIGENS: Record<OrigemCatalogo, string> = {
  inicial: 'instalado com o UNIPARK',
  arquivo: 'de um arquivo',
  atualizacao: 'dos provedores',
};
