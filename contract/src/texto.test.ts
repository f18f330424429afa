import { describe, expect, it } from 'vitest';
import { BuscaCidades } from './cidade.ts';
import { TermoBusca } from './lista.ts';
import { BuscaUltimosVeiculos, NovaPassagem } from './passagem.ts';
import { BuscaProprietarios, EdicaoProprietario, NovoProprietario } from './proprietario.ts';
import { BuscaVeiculos, EdicaoVeiculo, ListaVeiculos, NovoVeiculo } from './veiculo.ts';

interface Esquema {
  safeParse(valor: unknown): {
    error?: { issues: { path: PropertyKey[]; message: string; code?: string }[] } | undefined;
  };
}
const falhas = (esquema: Esquema, valor: unknown) =>
  (esquema.safeParse(valor).error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );

const PROIBIDOS = [
  ...['\u0000', '\u0007', '\n', '\u007f', '\u0085', '\u2028', '\ud800', '\udc00'],
  ...['\u00ad', '\u200b', '\u200e', '\u200f', '\u202a', '\u202e', '\u2066', '\u2069', '\ufeff'],
];

describe.each(PROIBIDOS)('the character %j is never data', (proibido) => {
  it.each<[string, Esquema, object]>([
    ['matrícula', NovoProprietario, { matricula: `7${proibido}`, nome: 'Ana' }],
    ['nome', NovoProprietario, { matricula: '7', nome: `Ana${proibido}` }],
    ['modelo', NovoVeiculo, { placa: 'ABC1234', modelo: `Gol${proibido}` }],
    ['placa', NovoVeiculo, { placa: `ABC1234${proibido}` }],
    ['tipo', NovoVeiculo, { placa: 'ABC1234', tipo: `1${proibido}` }],
    ['estado', NovoVeiculo, { placa: 'ABC1234', estado: `MG${proibido}` }],
    ['dono', NovoVeiculo, { placa: 'ABC1234', proprietario_matricula: `7${proibido}` }],
    ['leitura', NovaPassagem, { placa: `ABC1234${proibido}` }],
    ['filtro cor', ListaVeiculos, { cor: `Azul${proibido}` }],
    ['filtro status', BuscaVeiculos, { q: 'gol', status: `${proibido}ativo` }],
    ['busca de veículos', BuscaVeiculos, { q: `ab${proibido}` }],
    ['busca de proprietários', BuscaProprietarios, { q: `${proibido}ab` }],
    ['busca de cidades', BuscaCidades, { q: `la${proibido}vras` }],
    ['busca ao vivo', BuscaUltimosVeiculos, { q: `ab${proibido}c` }],
  ])('in %s', (_onde, esquema, valor) => {
    expect(falhas(esquema, valor)).toHaveLength(1);
    expect(falhas(esquema, valor)[0]).toMatch(
      /: \S.+: retire os caracteres de controle ou invisíveis\.$/,
    );
  });
});

it('a name of nothing that can be seen is none', () => {
  expect(falhas(NovoProprietario, { matricula: '7', nome: '\u200b\u200b' })).toHaveLength(1);
});

describe('TermoBusca', () => {
  it('takes ten different words, however often they are said', () => {
    const letras = 'a b c d e f g h i j';
    expect(falhas(TermoBusca, letras)).toEqual([]);
    expect(falhas(TermoBusca, `${letras} ${letras.toUpperCase()} á`)).toEqual([]);
    expect(falhas(TermoBusca, `${letras} k`)).toEqual([': Busca: use no máximo 10 palavras.']);
    expect(falhas(TermoBusca, `${letras.replaceAll(' ', '-')}-k`)).toHaveLength(1);
  });

  it('counts characters as people do', () => {
    expect(falhas(TermoBusca, '🚗'.repeat(200))).toEqual([]);
    expect(falhas(TermoBusca, '🚗'.repeat(201))).toHaveLength(1);
  });
});

describe('every fault has a sentence of ours', () => {
  const passagem = { placa: 'ABC1234' };
  it.each<[Esquema, unknown, string]>([
    [NovoProprietario, [], ': Envie um objeto JSON com os campos do pedido.'],
    [NovoProprietario, null, ': Envie um objeto JSON com os campos do pedido.'],
    [EdicaoProprietario, { nome: 'Ana', a: 1, b: 2 }, ': Campo desconhecido: a, b.'],
    [EdicaoVeiculo, 'x', ': Envie um objeto JSON com os campos do pedido.'],
    [EdicaoVeiculo, { tipo: 1 }, 'tipo: Tipo: informe um texto.'],
    [EdicaoVeiculo, { estado: {} }, 'estado: Estado: informe um texto.'],
    [EdicaoVeiculo, { estado: 'XX' }, 'estado: Estado: use a sigla, como MG.'],
    [
      EdicaoVeiculo,
      { proprietario_matricula: 7 },
      'proprietario_matricula: Matrícula do proprietário: informe um texto.',
    ],
    [
      EdicaoVeiculo,
      { proprietario_matricula: '7'.repeat(33) },
      'proprietario_matricula: Matrícula do proprietário: use no máximo 32 caracteres.',
    ],
    [ListaVeiculos, { cor: 'x'.repeat(41) }, 'cor: Cor: use no máximo 40 caracteres.'],
    [ListaVeiculos, { status: ['a', 'b'] }, 'status: Status: informe um texto.'],
    [ListaVeiculos, { limite: '0' }, 'limite: Limite: informe um número inteiro de 1 a 200.'],
    [
      ListaVeiculos,
      { limite: ['1', '2'] },
      'limite: Limite: informe um número inteiro de 1 a 200.',
    ],
    [ListaVeiculos, { apos: ['a', 'b'] }, 'apos: Cursor inválido. Recarregue a lista.'],
    [ListaVeiculos, { antes: 'x'.repeat(4_001) }, 'antes: Cursor inválido. Recarregue a lista.'],
    [
      ListaVeiculos,
      { ordem: 'senha' },
      'ordem: Ordem: use placa, modelo, cor, status, atualizado, com - na frente para inverter.',
    ],
    [BuscaCidades, {}, 'q: Busca: informe um termo, uma só vez.'],
    [BuscaCidades, { q: ['ab', 'cd'] }, 'q: Busca: informe um termo, uma só vez.'],
    [NovaPassagem, {}, 'placa: Placa: informe um texto.'],
    [NovaPassagem, { ...passagem, sentido: 1 }, 'sentido: Sentido: use entrada ou saida.'],
    [NovaPassagem, { ...passagem, instante: 5 }, 'instante: Instante: use ISO 8601 com fuso.'],
    [
      NovaPassagem,
      { ...passagem, confianca: '1' },
      'confianca: Confiança: use um número de 0 a 1.',
    ],
    [NovaPassagem, { ...passagem, imagem: 1 }, 'imagem: Imagem: envie um JPEG em base64.'],
    [NovaPassagem, { ...passagem, teste: 'sim' }, 'teste: Teste: use true ou false.'],
    [NovaPassagem, { ...passagem, camera: 1 }, 'camera: Câmera: informe um texto.'],
  ])('%#', (esquema, valor, frase) => {
    expect(falhas(esquema, valor)).toEqual([frase]);
  });
});

it.each(['busca', '.', '..', ' .. '])(
  'no owner may be called %j: no address would lead there',
  (m) => {
    expect(falhas(NovoProprietario, { matricula: m, nome: 'Ana' })).toEqual([
      'matricula: Matrícula: este valor é reservado pelo sistema. Use outro.',
    ]);
    expect(falhas(NovoProprietario, { matricula: `${m.trim()}1`, nome: 'Ana' })).toEqual([]);
  },
);
