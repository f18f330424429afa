/** The state of the catalogue: the edition in use, the one in progress, the providers. */
import type { SituacaoCatalogo } from '@unipark/contract/fipe';
import type { Banco } from '../platform/db/banco.ts';
import type { Agenda } from './atualizacao/agenda.ts';
import { findAtiva } from './edicoesRepo.ts';
import { listOcorrencias } from './ocorrenciasRepo.ts';
import type { Cadeia } from './provedores/provedor.ts';
import { findAndamento } from './trabalhos.ts';

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

interface Deps {
  db: Banco;
  cadeia: Pick<Cadeia, 'getEstado'>;
  agenda: Pick<Agenda, 'findNextRound'>;
}

export async function readSituacao({ db, cadeia, agenda }: Deps): Promise<SituacaoCatalogo> {
  const ativa = await findAtiva(db);
  const { origem, referencia, marcas, modelos, anos } = ativa ?? NENHUMA;
  return {
    origem,
    referencia,
    desde: ativa ? (ativa.ativada_em ?? ativa.criada_em) : NENHUMA.desde,
    marcas,
    modelos,
    anos,
    provedores: cadeia.getEstado(),
    proxima: await agenda.findNextRound(),
    andamento: await findAndamento(db),
    ocorrencias: await listOcorrencias(db, OCORRENCIAS),
  };
}
