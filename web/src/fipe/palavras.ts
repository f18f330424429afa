import type { OrigemCatalogo, ProvedorFipe, SituacaoCatalogo } from '@unipark/contract/fipe';
import { clock, count } from '../lib/time/format.ts';

export const PROVEDORES: Record<ProvedorFipe, string> = {
  oficial: 'Site oficial da FIPE',
  parallelum: 'Parallelum',
  brasilapi: 'BrasilAPI',
};

export const ORIGENS: Record<OrigemCatalogo, string> = {
  inicial: 'Catálogo instalado com o UNIPARK',
  arquivo: 'Arquivo importado no servidor',
  atualizacao: 'Atualização pela internet',
};

export const formatModelos = (modelos: number): string => count(modelos, 'modelo', 'modelos');

type ProviderLine = SituacaoCatalogo['provedores'][number];
export type ProviderState = 'descansando' | 'com-falha' | 'em-ordem' | 'sem-uso';

/** The last result of a provider decides its state; a paused one is 'descansando'. */
export function getEstado({
  descansando,
  ultimaFalha,
  ultimoSucesso,
}: ProviderLine): ProviderState {
  if (descansando) return 'descansando';
  if (ultimaFalha && (!ultimoSucesso || ultimaFalha.quando > ultimoSucesso)) return 'com-falha';
  return ultimoSucesso ? 'em-ordem' : 'sem-uso';
}

/** The last results of a provider: 'Falhou em …: …', 'Respondeu em …'. */
export function listFatos({ ultimaFalha, ultimoSucesso }: ProviderLine): string[] {
  return [
    ultimaFalha && `Falhou em ${clock(ultimaFalha.quando)}: ${ultimaFalha.motivo}`,
    ultimoSucesso && `Respondeu em ${clock(ultimoSucesso)}.`,
  ].filter((fato) => fato !== null);
}

/** Why the last refresh failed, unless something has succeeded since. */
export function findFalha(situacao: SituacaoCatalogo): string | undefined {
  const { andamento, desde, ocorrencias, provedores } = situacao;
  if (andamento?.parado === false) return undefined;
  const falha = ocorrencias.find(({ provedor }) => provedor === null);
  if (!falha) return undefined;
  const bons = [desde, ...provedores.map(({ ultimoSucesso }) => ultimoSucesso ?? '')];
  return bons.every((quando) => quando < falha.quando) ? falha.motivo : undefined;
}
