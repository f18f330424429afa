import type { SituacaoCatalogo } from '@unipark/contract/fipe';
import { expect, test } from 'vitest';
import { estadoDo, falhaDaAtualizacao } from './palavras.ts';

const [cedo, tarde] = ['2026-11-05T10:00:00.000Z', '2026-11-06T10:00:00.000Z'];
const provedor = {
  nome: 'oficial' as const,
  descansando: false,
  ultimoSucesso: null,
  ultimaFalha: null,
};
const falha = (quando: string) => ({ quando, motivo: 'Não respondeu em 2 s.' });

test.each([
  ['sem-uso', {}],
  ['em-ordem', { ultimoSucesso: cedo }],
  ['em-ordem', { ultimoSucesso: tarde, ultimaFalha: falha(cedo) }],
  ['com-falha', { ultimaFalha: falha(cedo) }],
  ['com-falha', { ultimoSucesso: cedo, ultimaFalha: falha(tarde) }],
  ['descansando', { descansando: true, ultimaFalha: falha(tarde) }],
])('a provider is %s', (estado, mudancas) => {
  expect(estadoDo({ ...provedor, ...mudancas })).toBe(estado);
});

const situacao = (mudancas: Partial<SituacaoCatalogo> = {}): SituacaoCatalogo => ({
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
const andamento = (parado: boolean): SituacaoCatalogo['andamento'] => ({
  trabalho: 'modelos',
  referencia: null,
  feitos: 0,
  total: null,
  desde: cedo,
  parado,
});

test.each([
  ['stands', situacao(), 'A atualização parou.'],
  [
    'stands while the work lies there',
    situacao({ andamento: andamento(true) }),
    'A atualização parou.',
  ],
  ['is over: it goes on', situacao({ andamento: andamento(false) }), undefined],
  ['is over: a newer table is in use', situacao({ desde: tarde }), undefined],
  [
    'is over: a provider answered since',
    situacao({ provedores: [{ ...provedor, ultimoSucesso: tarde }] }),
    undefined,
  ],
  ['never was: only a provider failed', situacao({ ocorrencias: [] }), undefined],
])('a failed refresh %s', (_caso, dada, motivo) => {
  expect(falhaDaAtualizacao(dada)).toBe(motivo);
});
