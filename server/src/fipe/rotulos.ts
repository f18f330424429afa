/** Words for the catalogue, as staff read them. */
import { nomeDoMes, type OrigemCatalogo } from '@unipark/contract/fipe';

const inteiro = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 0 });

/** '1.203', as people write it. */
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

/** Which table it is: the release's own is of no month, and a file need not say its. */
export function nomeDaTabela({
  origem,
  referencia,
}: {
  origem: OrigemCatalogo;
  referencia: string | null;
}): string {
  if (origem === 'inicial') return 'Catálogo';
  return `Catálogo de ${referencia ? nomeDoMes(referencia) : 'mês desconhecido'}`;
}

/** Where a catalogue came from. */
export const ORIGENS: Record<OrigemCatalogo, string> = {
  inicial: 'o que vem com o UNIPARK',
  arquivo: 'de um arquivo',
  atualizacao: 'dos provedores',
};
