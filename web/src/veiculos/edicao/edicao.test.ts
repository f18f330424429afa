import type { Veiculo } from '@unipark/contract/veiculo';
import { describe, expect, it } from 'vitest';
import { corpoDaEdicao, edicaoDe, errosDaEdicao, mudancas } from './edicao.ts';

const veiculo: Veiculo = {
  placa: 'QXJ0D52',
  tipo: '1',
  marca: 'Hyundai',
  modelo: 'HB20S 1.0 COMFORT',
  ano: null,
  cor: 'Prata',
  status: 'PROIBIDO',
  proprietario_matricula: '007',
  cidade: null,
  estado: null,
  versao: 3,
};

describe('editing a vehicle', () => {
  it('starts from the stored texts, empty for null', () => {
    expect(edicaoDe(veiculo)).toEqual({
      tipo: '1',
      marca: 'Hyundai',
      modelo: 'HB20S 1.0 COMFORT',
      ano: '',
      cor: 'Prata',
      status: 'PROIBIDO',
    });
  });

  it('sends the whole edited vehicle without its version', () => {
    const corpo = corpoDaEdicao(veiculo, { ...edicaoDe(veiculo), cor: 'Cinza' });
    expect(corpo).toMatchObject({ placa: 'QXJ0D52', cor: 'Cinza', proprietario_matricula: '007' });
    expect(corpo).not.toHaveProperty('versao');
  });

  it('marks what changed and names what is empty', () => {
    const linhas = mudancas(veiculo, { ...edicaoDe(veiculo), cor: 'Cinza', status: 'ativo' });
    expect(linhas.map(({ rotulo }) => rotulo)).toEqual([
      'Placa',
      'Tipo',
      'Marca',
      'Modelo',
      'Ano',
      'Cor',
      'Status',
    ]);
    expect(linhas.filter(({ mudou }) => mudou)).toEqual([
      { rotulo: 'Cor', antes: 'Prata', depois: 'Cinza', mudou: true },
      { rotulo: 'Status', antes: 'PROIBIDO', depois: 'ATIVO', mudou: true },
    ]);
    expect(linhas[4]).toEqual({
      rotulo: 'Ano',
      antes: 'Não informado',
      depois: 'Não informado',
      mudou: false,
    });
  });

  it('changes nothing when nothing was touched', () => {
    expect(mudancas(veiculo, edicaoDe(veiculo)).some(({ mudou }) => mudou)).toBe(false);
  });
});

describe('the reason of a vehicle that is kept out', () => {
  const proibido = edicaoDe(veiculo);
  const motivoDe = (...args: Parameters<typeof mudancas>) =>
    mudancas(...args).find(({ rotulo }) => rotulo === 'Motivo');

  it.each([
    ['untouched, it is not sent', proibido, undefined],
    ['written, it is', { ...proibido, motivo: 'Furto' }, 'Furto'],
    ['cleared, it is sent empty', { ...proibido, motivo: '' }, ''],
    ['in any case of the status', { ...proibido, status: ' proibido ', motivo: 'Furto' }, 'Furto'],
    ['with another status it is not', { ...proibido, status: 'ATIVO', motivo: 'Furto' }, undefined],
  ])('%s', (_nome, edicao, motivo) => {
    expect(corpoDaEdicao(veiculo, edicao).motivo).toBe(motivo);
  });

  it('is a row only where there may be one, or where one goes', () => {
    expect(motivoDe(veiculo, proibido)).toMatchObject({ depois: 'Não informado', mudou: false });
    expect(motivoDe(veiculo, proibido, 'Furto')).toMatchObject({ depois: 'Furto', mudou: false });
    const novo = { ...proibido, motivo: 'Ordem da reitoria' };
    expect(motivoDe(veiculo, novo, 'Furto')).toMatchObject({
      antes: 'Furto',
      depois: 'Ordem da reitoria',
      mudou: true,
    });
    const livre = { ...proibido, status: 'ATIVO' };
    expect(motivoDe(veiculo, livre)).toBeUndefined();
    expect(motivoDe(veiculo, livre, 'Furto')).toMatchObject({
      depois: 'Não informado',
      mudou: true,
    });
  });

  it('has room for 200 characters, and is looked at only where it is sent', () => {
    const longo = 'x'.repeat(201);
    expect(errosDaEdicao({ ...proibido, motivo: 'x'.repeat(200) })).toEqual({});
    expect(errosDaEdicao({ ...proibido, motivo: longo })).toEqual({
      motivo: 'Motivo: use no máximo 200 caracteres.',
    });
    expect(errosDaEdicao({ ...proibido, status: 'ATIVO', motivo: longo })).toEqual({});
  });
});
