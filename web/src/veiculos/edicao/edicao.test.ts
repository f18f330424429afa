import { EdicaoVeiculo, type Veiculo } from '@unipark/contract/veiculo';
import { describe, expect, it } from 'vitest';
import { buildCorpo, dropMotivo, getEdicao, listMudancas } from './edicao.ts';

const veiculo = {
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
} as Veiculo;

describe('editing a vehicle', () => {
  it('starts with the stored texts, empty for null', () => {
    expect(getEdicao(veiculo)).toMatchObject({
      tipo: '1',
      marca: 'Hyundai',
      modelo: 'HB20S 1.0 COMFORT',
      ano: '',
      cor: 'Prata',
      status: 'PROIBIDO',
    });
  });

  it('sends the whole edited vehicle without its version', () => {
    const corpo = buildCorpo(veiculo, { ...getEdicao(veiculo), cor: 'Cinza' });
    expect(corpo).toMatchObject({ placa: 'QXJ0D52', cor: 'Cinza', proprietario_matricula: '007' });
    expect(corpo).not.toHaveProperty('versao');
  });

  it('marks the changed fields and has words for empty ones', () => {
    const linhas = listMudancas(veiculo, { ...getEdicao(veiculo), cor: 'Cinza', status: 'ativo' });
    expect(linhas.slice(0, 7).map(({ rotulo }) => rotulo)).toEqual([
      'Placa',
      'Tipo',
      'Marca',
      'Modelo',
      'Ano',
      'Cor',
      'Status',
    ]);
    expect(linhas.filter(({ mudou }) => mudou)).toEqual([
      { campo: 'cor', rotulo: 'Cor', antes: 'Prata', depois: 'Cinza', mudou: true },
      { campo: 'status', rotulo: 'Status', antes: 'PROIBIDO', depois: 'ATIVO', mudou: true },
    ]);
    expect(linhas[4]).toEqual({
      campo: 'ano',
      rotulo: 'Ano',
      antes: 'Não informado',
      depois: 'Não informado',
      mudou: false,
    });
  });

  it('has no change in an untouched form', () => {
    expect(listMudancas(veiculo, getEdicao(veiculo)).some(({ mudou }) => mudou)).toBe(false);
  });
});

describe('the reason of a forbidden vehicle', () => {
  const proibido = getEdicao(veiculo);
  const findMotivo = (...args: Parameters<typeof listMudancas>) =>
    listMudancas(...args).find(({ rotulo }) => rotulo === 'Motivo');

  it.each([
    ['an untouched one is not sent', proibido, undefined],
    ['a written one is sent', { ...proibido, motivo: 'Furto' }, 'Furto'],
    ['a cleared one is sent empty', { ...proibido, motivo: '' }, ''],
    [
      'it is sent with any case of the status',
      { ...proibido, status: ' proibido ', motivo: 'Furto' },
      'Furto',
    ],
    [
      'it is not sent with another status',
      { ...proibido, status: 'ATIVO', motivo: 'Furto' },
      undefined,
    ],
  ])('%s', (_nome, edicao, motivo) => {
    expect(buildCorpo(veiculo, edicao).motivo).toBe(motivo);
  });

  it('is a row only where it is allowed or about to be removed', () => {
    expect(findMotivo(veiculo, proibido)).toMatchObject({ depois: 'Não informado', mudou: false });
    expect(findMotivo(veiculo, proibido, 'Furto')).toMatchObject({ depois: 'Furto', mudou: false });
    const novo = { ...proibido, motivo: 'Ordem da reitoria' };
    expect(findMotivo(veiculo, novo, 'Furto')).toMatchObject({
      antes: 'Furto',
      depois: 'Ordem da reitoria',
      mudou: true,
    });
    const livre = { ...proibido, status: 'ATIVO' };
    expect(findMotivo(veiculo, livre)).toBeUndefined();
    expect(findMotivo(veiculo, livre, 'Furto')).toMatchObject({
      depois: 'Não informado',
      mudou: true,
    });
  });

  it('has at most 200 characters, and is checked only where it is sent', () => {
    const longo = 'x'.repeat(201);
    const refused = (edicao: Parameters<typeof dropMotivo>[0]) =>
      EdicaoVeiculo.safeParse(dropMotivo(edicao)).error?.issues[0]?.message;
    expect(refused({ ...proibido, motivo: 'x'.repeat(200) })).toBeUndefined();
    expect(refused({ ...proibido, motivo: longo })).toBe('Motivo: use no máximo 200 caracteres.');
    expect(refused({ ...proibido, status: 'ATIVO', motivo: longo })).toBeUndefined();
  });
});
