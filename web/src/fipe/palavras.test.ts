import type { SituacaoCatalogo } from '@unipark/contract/fipe';
import { expect, test } from 'vitest';
import { findFalha, getEstado } from './palavras.ts';

const [cedo, tarde] = ['2026-11-05T10:00:00.000Z', '2026-11-06T10:00:00.000Z'];
const provedor = {
  nome: 'oficial' as const,
  descansando: false,
  ultimoSucesso: null,
  ultimaFalha: null,
};
const buildFalha = (quando: string) => ({ quando, motivo: 'Não respondeu em 2 s.' });

test.each([
  ['sem-uso', {}],
  ['em-ordem', { ultimoSucesso: cedo }],
  ['em-ordem', { ultimoSucesso: tarde, ultimaFalha: buildFalha(cedo) }],
  ['com-falha', { ultimaFalha: buildFalha(cedo) }],
  ['com-falha', { ultimoSucesso: cedo, ultimaFalha: buildFalha(tarde) }],
  ['descansando', { descansando: true, ultimaFalha: buildFalha(tarde) }],
])('a provider is %s', (estado, mudancas) => {
  expect(getEstado({ ...provedor, ...mudancas })).toBe(estado);
});

const buildSituacao = (mudancas: Partial<SituacaoCatalogo> = {}): SituacaoCatalogo => ({
  origem: 'atualizacao',
  referencia: '2026-11',
  desde: '2026-11-01T10:00:00.000Z',
  marcas: 1,
  modelos: 1,
  anos: 1,
  provedores: [provedor],
  proxima: null,
  andamento: null,
  ocorrencias: [
    { quando: tarde, provedor: 'oficial', motivo: 'Não respondeu em 2 s.' },
    { quando: cedo, provedor: null, motivo: 'A atualização parou.' },
  ],
  ...mudancas,
});
const buildAndamento = (parado: boolean): SituacaoCatalogo['andamento'] => ({
  trabalho: 'modelos',
  referencia: null,
  feitos: 0,
  total: null,
  desde: cedo,
  parado,
});

test.each([
  ['is shown', buildSituacao(), 'A atualização parou.'],
  [
    'is shown while the work is paused',
    buildSituacao({ andamento: buildAndamento(true) }),
    'A atualização parou.',
  ],
  [
    'is cleared when the work continues',
    buildSituacao({ andamento: buildAndamento(false) }),
    undefined,
  ],
  ['is cleared when a newer table is in use', buildSituacao({ desde: tarde }), undefined],
  [
    'is cleared when a provider has answered since',
    buildSituacao({ provedores: [{ ...provedor, ultimoSucesso: tarde }] }),
    undefined,
  ],
  ['is not shown when only a provider failed', buildSituacao({ ocorrencias: [] }), undefined],
])('the failure of a refresh %s', (_caso, dada, motivo) => {
  expect(findFalha(dada)).toBe(motivo);
});
