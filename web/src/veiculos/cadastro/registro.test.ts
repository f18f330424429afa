import { CORES } from '@unipark/contract/veiculo';
import { describe, expect, it } from 'vitest';
import { codigoDe, escolherMarca, escolherModelo, escolherTipo } from '../catalogo.ts';
import { tintaDe } from '../cores.ts';
import {
  comecar,
  corpoDoRegistro,
  estaVazio,
  linhasDoRegistro,
  placaValida,
  REGISTRO_VAZIO,
  type Registro,
  registrar,
} from './registro.ts';

const cheio: Registro = {
  tipo: '1',
  marca: 'Fiat',
  modelo: 'UNO MILLE 1.0',
  ano: '2008 Gasolina',
  cor: 'Branca',
  placa: 'HKQ3782',
  cidade: { nome: 'Lavras', estado: 'MG' },
  proprietario: { matricula: '007', nome: 'Beatriz' },
  status: 'ATIVO',
};

describe('dependent choices', () => {
  it('a type clears brand, model and year, and nothing else', () => {
    expect(registrar(cheio, { campo: 'tipo', valor: '2' })).toEqual({
      ...cheio,
      tipo: '2',
      marca: '',
      modelo: '',
      ano: '',
    });
  });

  it('a brand clears model and year', () => {
    expect(escolherMarca(cheio, 'Ford')).toEqual({
      ...cheio,
      marca: 'Ford',
      modelo: '',
      ano: '',
    });
  });

  it('a model clears the year', () => {
    expect(escolherModelo(cheio, 'PALIO')).toEqual({
      ...cheio,
      modelo: 'PALIO',
      ano: '',
    });
  });

  it('the same choice again changes nothing', () => {
    expect(escolherTipo(cheio, cheio.tipo)).toBe(cheio);
    expect(escolherMarca(cheio, cheio.marca)).toBe(cheio);
    expect(escolherModelo(cheio, cheio.modelo)).toBe(cheio);
  });

  it('another spelling of the same clears nothing', () => {
    expect(escolherMarca(cheio, 'FIAT')).toEqual({ ...cheio, marca: 'FIAT' });
    expect(escolherModelo(cheio, 'Uno  Mille 1.0')).toEqual({ ...cheio, modelo: 'Uno  Mille 1.0' });
  });

  it.each([
    ['Fiat', '21'],
    ['fiat', '21'],
    [' FIAT ', '21'],
    ['citroen', '13'],
    ['Gm -  Chevrolet', '23'],
    ['Gurgel', ''],
    ['', ''],
  ])('the label %j leads to the code %j', (rotulo, codigo) => {
    const marcas = [
      { label: 'Fiat', value: '21' },
      { label: 'Citroën', value: '13' },
      { label: 'GM - Chevrolet', value: '23' },
    ];
    expect(codigoDe(marcas, rotulo)).toBe(codigo);
  });
});

describe('plate', () => {
  it.each([
    ['abc1234', 'ABC1234', true],
    [' abc 1d23 ', 'ABC1D23', true],
    ['abc-1234', 'ABC-1234', true],
    ['abc-1d23', 'ABC-1D23', false],
    ['abc123', 'ABC123', false],
    ['', '', false],
  ])('typing %j shows %j', (texto, placa, valida) => {
    const depois = registrar(REGISTRO_VAZIO, { campo: 'placa', valor: texto });
    expect(depois.placa).toBe(placa);
    expect(placaValida(depois)).toBe(valida);
  });
});

describe('what is sent and shown', () => {
  it('sends ten fields, the plate canonical', () => {
    expect(corpoDoRegistro({ ...cheio, placa: 'HKQ-3782' })).toEqual({
      tipo: '1',
      marca: 'Fiat',
      modelo: 'UNO MILLE 1.0',
      ano: '2008 Gasolina',
      cor: 'Branca',
      placa: 'HKQ3782',
      status: 'ATIVO',
      proprietario_matricula: '007',
      cidade: 'Lavras',
      estado: 'MG',
    });
  });

  it('drops the city of a plate that became Mercosul', () => {
    const corpo = corpoDoRegistro({ ...cheio, placa: 'HKQ3H82' });
    expect(corpo.cidade).toBeNull();
    expect(corpo.estado).toBeNull();
  });

  it('lists the ten rows in the order of the specification', () => {
    expect(linhasDoRegistro(cheio).map(({ rotulo, valor }) => `${rotulo}: ${valor}`)).toEqual([
      'Tipo: Carro',
      'Marca: Fiat',
      'Modelo: UNO MILLE 1.0',
      'Ano: 2008 Gasolina',
      'Placa: HKQ3782',
      'Cor: Branca',
      'Status: ATIVO',
      'Matrícula do Proprietário: 007',
      'Cidade: Lavras',
      'Estado: MG',
    ]);
  });

  it("says 'Não informado' for everything empty", () => {
    const linhas = linhasDoRegistro(REGISTRO_VAZIO);
    expect(linhas.every(({ valor }) => valor === 'Não informado')).toBe(true);
  });

  it('knows an untouched form', () => {
    expect(estaVazio(REGISTRO_VAZIO)).toBe(true);
    expect(estaVazio({ ...REGISTRO_VAZIO, cor: 'Azul' })).toBe(false);
  });

  it('has a paint for each of the sixteen colours', () => {
    expect(CORES.filter((cor) => tintaDe(cor) === undefined)).toEqual([]);
    expect(tintaDe('verde-água')).toBeUndefined();
  });
});

describe('beginning', () => {
  const nada = { placa: '', proprietario: null };

  it('is empty without a draft', () => {
    expect(comecar(nada, undefined)).toEqual(REGISTRO_VAZIO);
  });

  it('goes on with a draft, and with the owner just registered', () => {
    const dono = { matricula: '042', nome: 'Camila' };
    expect(comecar(nada, cheio)).toEqual(cheio);
    expect(comecar({ placa: '', proprietario: dono }, cheio)).toEqual({
      ...cheio,
      proprietario: dono,
    });
  });

  it('leaves a draft of another plate aside', () => {
    expect(comecar({ placa: 'ABC1D23', proprietario: null }, cheio)).toEqual({
      ...REGISTRO_VAZIO,
      placa: 'ABC1D23',
    });
  });
});
