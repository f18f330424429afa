import { readFileSync, statSync } from 'node:fs';
import { CODIGO_FIPE } from '@unipark/contract/fipe';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

const ARQUIVO = new URL('./catalogo.json', import.meta.url);
const ANO = /^(19[5-9]\d|20[0-2]\d|32000)-[1-6]$/;
const ZERO_KM = '32000';

const Codigo = z.string().check(z.regex(CODIGO_FIPE));
const Nome = z.string().check(z.minLength(1), z.maxLength(100));
const Modelo = z.strictObject({
  codigo: Codigo,
  nome: Nome,
  anos: z.array(z.string().check(z.regex(ANO))).check(z.minLength(1)),
});
const Marca = z.strictObject({
  codigo: Codigo,
  nome: Nome,
  modelos: z.array(Modelo).check(z.minLength(1)),
});
const Catalogo = z.strictObject({
  tipos: z.strictObject({ 1: z.array(Marca), 2: z.array(Marca), 3: z.array(Marca) }),
});

const { tipos } = z.parse(Catalogo, JSON.parse(readFileSync(ARQUIVO, 'utf8')));
const marcas = Object.entries(tipos).flatMap(([tipo, lista]) =>
  lista.map((marca) => ({ tipo, ...marca })),
);
const modelos = marcas.flatMap(({ tipo, nome: marca, modelos: lista }) =>
  lista.map((modelo) => ({ onde: `${tipo} ${marca} ${modelo.nome}`, ...modelo })),
);

const repeated = (valores: string[]): string[] =>
  valores.filter((valor, vez) => valores.indexOf(valor) !== vez);

test('contains what a campus needs, and stays small', () => {
  expect(marcas.length).toBeGreaterThanOrEqual(80);
  expect(modelos.length).toBeGreaterThanOrEqual(1_200);
  expect(modelos.length).toBeLessThanOrEqual(1_800);
  expect(statSync(ARQUIVO).size).toBeLessThanOrEqual(250 * 1024);
});

test('codes and names are unique among their siblings', () => {
  for (const lista of Object.values(tipos)) {
    expect(repeated(lista.map(({ codigo }) => codigo))).toEqual([]);
    expect(repeated(lista.map(({ nome }) => nome))).toEqual([]);
  }
  for (const { nome, modelos: lista } of marcas) {
    expect(repeated(lista.map(({ codigo }) => codigo)), nome).toEqual([]);
    expect(repeated(lista.map((modelo) => modelo.nome)), nome).toEqual([]);
  }
});

test('names are trimmed and composed', () => {
  const nomes = [...marcas, ...modelos].map(({ nome }) => nome);
  expect(nomes.filter((nome) => nome !== nome.trim().normalize('NFC'))).toEqual([]);
});

test('years are newest first, each once, with zero km before them all', () => {
  for (const { onde, anos } of modelos) {
    const numeros = anos.map((codigo) => Number(codigo.split('-')[0]));
    expect(numeros, onde).toEqual([...numeros].sort((a, b) => b - a));
    expect(repeated(anos), onde).toEqual([]);
    if (anos[0]?.startsWith(ZERO_KM)) expect(anos.length, onde).toBeGreaterThan(1);
  }
});

test.each([
  ['1', '6', 'Audi'],
  ['1', '7', 'BMW'],
  ['1', '13', 'Citroën'],
  ['1', '21', 'Fiat'],
  ['1', '22', 'Ford'],
  ['1', '23', 'GM - Chevrolet'],
  ['1', '25', 'Honda'],
  ['1', '26', 'Hyundai'],
  ['1', '29', 'Jeep'],
  ['1', '31', 'Kia Motors'],
  ['1', '39', 'Mercedes-Benz'],
  ['1', '41', 'Mitsubishi'],
  ['1', '43', 'Nissan'],
  ['1', '44', 'Peugeot'],
  ['1', '48', 'Renault'],
  ['1', '56', 'Toyota'],
  ['1', '59', 'VW - VolksWagen'],
  ['1', '238', 'BYD'],
  ['1', '240', 'GWM'],
  ['1', '245', 'Caoa Chery'],
  ['2', '67', 'BMW'],
  ['2', '80', 'HONDA'],
  ['2', '85', 'KAWASAKI'],
  ['2', '99', 'SUZUKI'],
  ['2', '101', 'YAMAHA'],
  ['2', '134', 'SHINERAY'],
  ['2', '145', 'DAFRA'],
  ['2', '192', 'Royal Enfield'],
  ['2', '203', 'HAOJUE'],
  ['2', '216', 'AVELLOZ'],
  ['3', '102', 'AGRALE'],
  ['3', '105', 'FORD'],
  ['3', '108', 'MARCOPOLO'],
  ['3', '109', 'MERCEDES-BENZ'],
  ['3', '114', 'SCANIA'],
  ['3', '115', 'VOLKSWAGEN'],
  ['3', '116', 'VOLVO'],
  ['3', '122', 'IVECO'],
])('the official table: type %s, make %s is %s', (tipo, codigo, nome) => {
  const achadas = marcas.filter((marca) => marca.tipo === tipo && marca.codigo === codigo);
  expect(achadas.map((marca) => marca.nome)).toEqual([nome]);
});

// The official table has these cars, but their codes were not found. The numbers are ours, far
// above the table's, and the first refresh or import removes them.
test('only these codes are our own', () => {
  const nossos = modelos.filter(({ codigo }) => Number(codigo) >= 20_000);
  expect(nossos.map(({ codigo, onde }) => `${codigo} ${onde}`).sort()).toEqual([
    '90001 1 VW - VolksWagen TERA 1.0 MPI Flex 12V 5p',
    '90002 1 VW - VolksWagen TERA High 170 TSI 1.0 Flex 12V 5p Aut.',
    '90003 1 Citroën BASALT Feel 1.0 Flex 6V 5p Mec.',
    '90004 1 Citroën BASALT Feel 1.0 Flex TB 200 5p Aut.',
    '90005 1 BYD King GS (Híbrido)',
    '90006 1 BYD Song Pro GS (Híbrido)',
  ]);
});
