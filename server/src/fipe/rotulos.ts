/** Words for the state of the catalogue, as staff read them. */
import type { OrigemCatalogo } from '@unipark/contract/fipe';

const mes = new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** '2026-11' → 'novembro de 2026'. */
export const nomeDoMes = (referencia: string | null): string =>
  referencia ? mes.format(new Date(`${referencia}-01T00:00:00Z`)) : 'mês desconhecido';

/** Which table it is: the release's own is of no month. */
export const nomeDaTabela = ({
  origem,
  referencia,
}: {
  origem: OrigemCatalogo;
  referencia: string | null;
}): string => (origem === 'inicial' ? 'Catálogo' : `Catálogo de ${nomeDoMes(referencia)}`);

/** Where a catalogue came from. */
export const ORIGENS: Record<OrigemCatalogo, string> = {
  inicial: 'o que vem com o UNIPARK',
  arquivo: 'de um arquivo',
  atualizacao: 'dos provedores',
};
