import { ACOES_AUDITORIA, ENTIDADES_AUDITORIA } from './auditoria.ts';
import { formatCamera, ROTULOS_SENTIDO } from './passagem.ts';
import { TIPOS } from './veiculo.ts';

const labelOf = (labels: Record<string, string>) => (value: string) => labels[value] ?? value;

/** '2026-11-21' → '21/11/2026' */
const formatDay = (value: string): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) ? value.split('-').reverse().join('/') : value;

/** The filters of every list, as its address names them, in words. */
const FILTROS: Record<string, (value: string) => string> = {
  q: (value) => `busca "${value}"`,
  chave: (value) => `registro "${value}"`,
  de: (value) => `de ${formatDay(value)}`,
  ate: (value) => `até ${formatDay(value)}`,
  status: (value) => `status ${value}`,
  tipo: (value) => `tipo ${labelOf(TIPOS)(value)}`,
  cor: (value) => `cor ${value}`,
  sem_proprietario: () => 'sem proprietário',
  proprietario: (value) => `proprietário ${value}`,
  vence: () => 'vence esta semana',
  importacao: (value) => `importação ${value}`,
  entidade: labelOf(ENTIDADES_AUDITORIA),
  acao: labelOf(ACOES_AUDITORIA),
  quem: () => 'de um usuário',
  camera: formatCamera,
  sentido: labelOf(ROTULOS_SENTIDO),
  situacao: labelOf({
    sem_cadastro: 'sem cadastro',
    corrigidas: 'corrigidas',
    com_sugestao: 'leitura duvidosa',
    retidas: 'retida',
    dentro: 'dentro agora',
    pernoite: 'pernoite',
  }),
};

/** 'busca "RIO" · status ATIVO'; empty without a filter. */
export const describeFiltros = (params: URLSearchParams): string =>
  Object.entries(FILTROS)
    .flatMap(([name, format]) => {
      const value = params.get(name);
      return value ? [format(value)] : [];
    })
    .join(' · ');
