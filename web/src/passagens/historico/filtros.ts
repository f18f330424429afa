import { SITUACOES_PASSAGEM, type SituacaoPassagem } from '@unipark/contract/listaPassagens';
import { formatStatus, NAO_CADASTRADO, ROTULOS_SENTIDO } from '@unipark/contract/passagem';
import { STATUS_OFERECIDOS } from '@unipark/contract/veiculo';

/** The filters of the history, as the address and the server name them. */
export const FILTROS = [
  'de',
  'ate',
  'camera',
  'status',
  'situacao',
  'sentido',
  'proprietario',
] as const;

export const OPCOES_STATUS = [...STATUS_OFERECIDOS, NAO_CADASTRADO].map((value) => ({
  value,
  label: formatStatus(value),
}));
const ROTULOS: Record<SituacaoPassagem, string> = {
  sem_cadastro: 'Sem cadastro',
  corrigidas: 'Corrigidas',
  com_sugestao: 'Leitura duvidosa',
  retidas: 'Retida',
  dentro: 'Dentro',
  pernoite: 'Pernoite',
};
export const OPCOES_SITUACAO = SITUACOES_PASSAGEM.map((value) => ({
  value,
  label: ROTULOS[value],
}));
export const OPCOES_SENTIDO = Object.entries(ROTULOS_SENTIDO).map(([value, label]) => ({
  value,
  label,
}));
