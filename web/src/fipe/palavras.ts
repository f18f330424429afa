/** The catalogue's state in staff's words. */
import type { OrigemCatalogo, ProvedorFipe, SituacaoCatalogo } from '@unipark/contract/fipe';
import { clock, count } from '../lib/format.ts';

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

export const modelosDe = (modelos: number): string => count(modelos, 'modelo', 'modelos');

type Provedor = SituacaoCatalogo['provedores'][number];
export type EstadoProvedor = 'descansando' | 'com-falha' | 'em-ordem' | 'sem-uso';

/** What a provider did last decides, and whether it is left alone for it. */
export function estadoDo({ descansando, ultimaFalha, ultimoSucesso }: Provedor): EstadoProvedor {
  if (descansando) return 'descansando';
  if (ultimaFalha && (!ultimoSucesso || ultimaFalha.quando > ultimoSucesso)) return 'com-falha';
  return ultimoSucesso ? 'em-ordem' : 'sem-uso';
}

/** What there is to know of a provider: 'Falhou em …: …', 'Respondeu em …'. */
export function fatosDo({ ultimaFalha, ultimoSucesso }: Provedor): string[] {
  return [
    ultimaFalha && `Falhou em ${clock(ultimaFalha.quando)}: ${ultimaFalha.motivo}`,
    ultimoSucesso && `Respondeu em ${clock(ultimoSucesso)}.`,
  ].filter((fato) => fato !== null);
}

/** Why the last refresh failed, where nothing has gone well since. */
export function falhaDaAtualizacao(situacao: SituacaoCatalogo): string | undefined {
  const { andamento, desde, ocorrencias, provedores } = situacao;
  if (andamento?.parado === false) return undefined;
  const falha = ocorrencias.find(({ provedor }) => provedor === null);
  if (!falha) return undefined;
  const bons = [desde, ...provedores.map(({ ultimoSucesso }) => ultimoSucesso ?? '')];
  return bons.every((quando) => quando < falha.quando) ? falha.motivo : undefined;
}
