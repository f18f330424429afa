import { cleanPlaca } from '@unipark/contract/placa';
import { CORES } from '@unipark/contract/veiculo';
import { describe, expect, it } from 'vitest';
import { chooseMarca, chooseModelo, chooseTipo, getCodigo } from '../catalogo.ts';
import { findTinta } from '../cores.ts';
import {
  buildCorpo,
  hasPlacaValida,
  isVazio,
  keepTipoAndDono,
  listLinhas,
  REGISTRO_VAZIO,
  readRegistro,
  startRegistro,
  type VeiculoDraft,
} from './registro.ts';

const cheio: VeiculoDraft = {
  ...REGISTRO_VAZIO,
  tipo: '1',
  marca: 'Fiat',
  modelo: 'UNO MILLE 1.0',
  ano: '2008 Gasolina',
  cor: 'Branca',
  placa: 'HKQ3782',
  cidade: 'Lavras',
  estado: 'MG',
  proprietario_matricula: '007',
  proprietario_nome: 'Beatriz',
  status: 'ATIVO',
};

describe('dependent choices', () => {
  it('a type clears make, model and year alone', () => {
    expect(chooseTipo(cheio, '2')).toEqual({
      ...cheio,
      tipo: '2',
      marca: '',
      modelo: '',
      ano: '',
    });
  });

  it('a make clears model and year', () => {
    expect(chooseMarca(cheio, 'Ford')).toEqual({
      ...cheio,
      marca: 'Ford',
      modelo: '',
      ano: '',
    });
  });

  it('a model clears the year', () => {
    expect(chooseModelo(cheio, 'PALIO')).toEqual({
      ...cheio,
      modelo: 'PALIO',
      ano: '',
    });
  });

  it('the same choice again changes nothing', () => {
    expect(chooseTipo(cheio, cheio.tipo)).toBe(cheio);
    expect(chooseMarca(cheio, cheio.marca)).toBe(cheio);
    expect(chooseModelo(cheio, cheio.modelo)).toBe(cheio);
  });

  it('another spelling of the same choice clears nothing', () => {
    expect(chooseMarca(cheio, 'FIAT')).toEqual({ ...cheio, marca: 'FIAT' });
    expect(chooseModelo(cheio, 'Uno  Mille 1.0')).toEqual({ ...cheio, modelo: 'Uno  Mille 1.0' });
  });

  it.each([
    ['Fiat', '21'],
    ['fiat', '21'],
    [' FIAT ', '21'],
    ['citroen', '13'],
    ['Gm -  Chevrolet', '23'],
    ['Gurgel', ''],
    ['', ''],
  ])('the label %j has the code %j', (rotulo, codigo) => {
    const marcas = [
      { label: 'Fiat', value: '21' },
      { label: 'Citroën', value: '13' },
      { label: 'GM - Chevrolet', value: '23' },
    ];
    expect(getCodigo(marcas, rotulo)).toBe(codigo);
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
    expect(cleanPlaca(texto)).toBe(placa);
    expect(hasPlacaValida({ ...REGISTRO_VAZIO, placa })).toBe(valida);
  });
});

describe('what is sent and shown', () => {
  it('sends ten fields, with the plate in its canonical text', () => {
    expect(buildCorpo({ ...cheio, placa: 'HKQ-3782' })).toMatchObject({
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
    const corpo = buildCorpo({ ...cheio, placa: 'HKQ3H82' });
    expect(corpo.cidade).toBeNull();
    expect(corpo.estado).toBeNull();
  });

  it('lists the ten rows in the order of the specification', () => {
    const linhas = listLinhas(cheio).slice(0, 10);
    expect(linhas.map(({ rotulo, valor }) => `${rotulo}: ${valor}`)).toEqual([
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

  it('shows the status with which a last day in the past is saved', () => {
    const linhas = listLinhas({ ...cheio, valido_ate: '2020-01-31' });
    expect(linhas.find(({ rotulo }) => rotulo === 'Status')?.valor).toBe('INDEFINIDO');
  });

  it("the owner's line has the name, the status's line the reason or what an empty one means", () => {
    const noteOf = (registro: VeiculoDraft, rotulo: string) => {
      const { nota, alerta = false } = listLinhas(registro).find((l) => l.rotulo === rotulo) ?? {};
      return [nota, alerta];
    };
    const dono = 'Matrícula do Proprietário';
    expect(noteOf(cheio, dono)).toEqual(['Beatriz', false]);
    expect(noteOf(cheio, 'Status')).toEqual([undefined, false]);
    const proibido = { ...cheio, status: 'PROIBIDO', motivo: ' Furou a cancela ' };
    expect(noteOf(proibido, 'Status')).toEqual(['Motivo: Furou a cancela', false]);
    expect(noteOf({ ...proibido, status: 'ATIVO' }, 'Status')).toEqual([undefined, false]);
    expect(noteOf({ ...cheio, status: '' }, 'Status')).toEqual([
      'Sem status, será salvo como INDEFINIDO, em vermelho na portaria.',
      true,
    ]);
  });

  it('sends a reason with PROIBIDO only', () => {
    const motivo = 'Furou a cancela';
    expect(buildCorpo({ ...cheio, status: 'PROIBIDO', motivo })).toMatchObject({ motivo });
    expect(buildCorpo({ ...cheio, motivo })).not.toHaveProperty('motivo');
    expect(buildCorpo({ ...cheio, status: 'PROIBIDO' })).not.toHaveProperty('motivo');
  });

  it('keeps type and owner alone for the next one', () => {
    expect(keepTipoAndDono(cheio)).toEqual({
      ...REGISTRO_VAZIO,
      tipo: '1',
      proprietario_matricula: '007',
      proprietario_nome: 'Beatriz',
    });
  });

  it("writes 'Não informado' for every empty field", () => {
    const linhas = listLinhas(REGISTRO_VAZIO);
    expect(linhas.every(({ valor }) => valor === 'Não informado')).toBe(true);
  });

  it('recognises an untouched form', () => {
    expect(isVazio(REGISTRO_VAZIO)).toBe(true);
    expect(isVazio({ ...REGISTRO_VAZIO, cor: 'Azul' })).toBe(false);
  });

  it('has a paint for each of the sixteen colours', () => {
    expect(CORES.filter((cor) => findTinta(cor) === undefined)).toEqual([]);
    expect(findTinta('verde-água')).toBeUndefined();
  });
});

describe('the first values', () => {
  const nada = { placa: '', proprietario: null };

  it('are empty without a draft', () => {
    expect(startRegistro(nada, undefined)).toEqual(REGISTRO_VAZIO);
  });

  it('continue a draft with the owner just registered', () => {
    const dono = { matricula: '042', nome: 'Camila' };
    expect(startRegistro(nada, cheio)).toEqual(cheio);
    expect(startRegistro({ placa: '', proprietario: dono }, cheio)).toEqual({
      ...cheio,
      proprietario_matricula: '042',
      proprietario_nome: 'Camila',
    });
  });

  it('a draft without a newer field has it empty', () => {
    const { cor: _, ...antigo } = cheio;
    expect(readRegistro(antigo)).toEqual({ ...cheio, cor: '' });
    expect(() => readRegistro(null)).toThrow();
  });

  it('ignore a draft of another plate', () => {
    expect(startRegistro({ placa: 'ABC1D23', proprietario: null }, cheio)).toEqual({
      ...REGISTRO_VAZIO,
      placa: 'ABC1D23',
    });
  });
});
