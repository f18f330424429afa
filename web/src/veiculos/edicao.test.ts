import type { Veiculo } from '@unipark/contract/veiculo';
import { describe, expect, it } from 'vitest';
import { corpoDaEdicao, edicaoDe, mudancas } from './edicao.ts';

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
