/** How the catalogue stands: what is in use, what is being made, how the providers fare. */
import type { AndamentoCatalogo, SituacaoCatalogo } from '@unipark/contract/fipe';
import type { Banco } from '../platform/db/banco.ts';
import type { Agenda } from './atualizacao/agenda.ts';
import { type Edicao, findAtiva, findMontando, isViva } from './edicoesRepo.ts';
import { listOcorrencias } from './ocorrenciasRepo.ts';
import type { Cadeia } from './provedores/provedor.ts';

const OCORRENCIAS = 20;

/** Before the first start has filled it. */
const NENHUMA = {
  origem: 'inicial',
  referencia: null,
  desde: new Date(0).toISOString(),
  marcas: 0,
  modelos: 0,
  anos: 0,
} as const;

function workOn({ situacao, origem }: Edicao): AndamentoCatalogo['trabalho'] {
  // Years are put into the edition in use itself.
  if (situacao === 'ativa') return 'anos';
  return origem === 'arquivo' ? 'arquivo' : 'modelos';
}

const toAndamento = (edicao: Edicao): AndamentoCatalogo => ({
  trabalho: workOn(edicao),
  referencia: edicao.referencia,
  feitos: edicao.feitos,
  total: edicao.total,
  desde: edicao.criada_em,
  parado: !isViva(edicao),
});

interface Deps {
  db: Banco;
  cadeia: Pick<Cadeia, 'estado'>;
  agenda: Pick<Agenda, 'proxima'>;
}

/** The state of the catalogue at this moment: from the tables, and from the chain's memory. */
export async function readSituacao({ db, cadeia, agenda }: Deps): Promise<SituacaoCatalogo> {
  const [ativa, montando] = [await findAtiva(db), await findMontando(db)];
  const emObra = montando ?? (ativa?.dono ? ativa : undefined);
  const { origem, referencia, marcas, modelos, anos } = ativa ?? NENHUMA;
  return {
    origem,
    referencia,
    desde: ativa ? (ativa.ativada_em ?? ativa.criada_em) : NENHUMA.desde,
    marcas,
    modelos,
    anos,
    provedores: cadeia.estado(),
    proxima: await agenda.proxima(),
    andamento: emObra ? toAndamento(emObra) : null,
    ocorrencias: await listOcorrencias(db, OCORRENCIAS),
  };
}
