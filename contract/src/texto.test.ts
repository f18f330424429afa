import { describe, expect, it } from 'vitest';
import { BuscaCidades } from './cidade.ts';
import { MensagemContato } from './conta.ts';
import { NovoDispositivo } from './dispositivo.ts';
import { TermoBusca } from './lista.ts';
import { BuscaUltimosVeiculos, NovaPassagem } from './passagem.ts';
import { BuscaProprietarios, EdicaoProprietario, NovoProprietario } from './proprietario.ts';
import { isBlank } from './texto.ts';
import { BuscaVeiculos, EdicaoVeiculo, ListaVeiculos, NovoVeiculo } from './veiculo.ts';

interface Esquema {
  safeParse(valor: unknown): {
    error?: { issues: { path: PropertyKey[]; message: string; code?: string }[] } | undefined;
  };
}
const listFalhas = (esquema: Esquema, valor: unknown) =>
  (esquema.safeParse(valor).error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );

const PROIBIDOS = [
  ...['\u0000', '\u0007', '\n', '\u007f', '\u0085', '\u2028', '\ud800', '\udc00'],
  ...['\u115f', '\u1160', '\u180e', '\u2060', '\u2065', '\u206f', '\u2800', '\u3164', '\uffa0'],
  ...['\u034f', '\u061c', '\u{e0041}', '\ufffa'],
  ...['\u00ad', '\u200b', '\u200e', '\u200f', '\u202a', '\u202e', '\u2066', '\u2069', '\ufeff'],
];

describe.each(PROIBIDOS)('the character %j is refused everywhere', (proibido) => {
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
    expect(listFalhas(esquema, valor)).toHaveLength(1);
    expect(listFalhas(esquema, valor)[0]).toMatch(
      /: \S.+: retire os caracteres de controle ou invisíveis\.$/,
    );
  });
});

describe('a text without a visible character is blank', () => {
  const FORMAS = [' ', '\u00a0', '\u2003', '\u3000', '\ufe0f', '\ufe0f \ufe0f', '\u{e0100}'];

  it.each([...PROIBIDOS, ...FORMAS])('%j', (nada) => {
    expect(isBlank(nada)).toBe(true);
    expect(isBlank(`${nada}a${nada}`)).toBe(false);
    expect(listFalhas(NovoProprietario, { matricula: '7', nome: nada })).toHaveLength(1);
    expect(listFalhas(NovoProprietario, { matricula: nada, nome: 'Ana' })).toHaveLength(1);
    expect(listFalhas(NovoDispositivo, { nome: nada, dialeto: 'unipark' })).toHaveLength(1);
    const carta = { nome: 'Ana', email: 'a@b.br', mensagem: 'Oi' };
    expect(listFalhas(MensagemContato, { ...carta, nome: nada })).not.toEqual([]);
    expect(listFalhas(MensagemContato, { ...carta, mensagem: nada })).not.toEqual([]);
  });

  it.each(FORMAS)('an optional field with %j is null, and a name drops it', (nada) => {
    expect(NovoVeiculo.parse({ placa: 'ABC1234', modelo: nada }).modelo).toBeNull();
    expect(NovaPassagem.parse({ placa: 'ABC1234', camera: nada }).camera).toBeNull();
    expect(NovoProprietario.parse({ matricula: `7${nada}`, nome: 'Ana' }).matricula).toBe('7');
  });

  it('an emoji keeps its variation selectors', () => {
    expect(NovoProprietario.parse({ matricula: '7', nome: 'Ana ❤\ufe0f' }).nome).toBe(
      'Ana ❤\ufe0f',
    );
    const mensagem = 'Oi 👨\u200d👩\u200d👧\r\nAté logo';
    const carta = { nome: 'Ana', email: 'a@b.br', mensagem };
    expect(MensagemContato.parse(carta).mensagem).toBe(mensagem);
    expect(listFalhas(MensagemContato, { ...carta, mensagem: 'a\u202eb' })).toHaveLength(1);
  });

  it('the time grows linearly with the text', () => {
    const inicio = performance.now();
    for (const um of [' ', '\ufe0f', '\u3164', ' \ufe0f'])
      isBlank(`${`a${um}`.repeat(50_000)}${um.repeat(100_000)}a`);
    expect(performance.now() - inicio).toBeLessThan(1_000);
  });
});

it('a name without a visible character answers one sentence', () => {
  expect(listFalhas(NovoProprietario, { matricula: '7', nome: '\u200b\u200b' })).toHaveLength(1);
});

describe('TermoBusca', () => {
  it('accepts ten different words, repeated any number of times', () => {
    const letras = 'a b c d e f g h i j';
    expect(listFalhas(TermoBusca, letras)).toEqual([]);
    expect(listFalhas(TermoBusca, `${letras} ${letras.toUpperCase()} á`)).toEqual([]);
    expect(listFalhas(TermoBusca, `${letras} k`)).toEqual([': Busca: use no máximo 10 palavras.']);
    expect(listFalhas(TermoBusca, `${letras.replaceAll(' ', '-')}-k`)).toHaveLength(1);
  });

  it('counts characters, not UTF-16 units', () => {
    expect(listFalhas(TermoBusca, '🚗'.repeat(200))).toEqual([]);
    expect(listFalhas(TermoBusca, '🚗'.repeat(201))).toHaveLength(1);
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
    [NovaPassagem, { ...passagem, sentido: 1 }, 'sentido: Sentido: use entrada ou saída.'],
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
    expect(listFalhas(esquema, valor)).toEqual([frase]);
  });
});

it.each(['busca', '.', '..', ' .. '])(
  'an owner cannot have the key %j: no address leads to it',
  (m) => {
    expect(listFalhas(NovoProprietario, { matricula: m, nome: 'Ana' })).toEqual([
      'matricula: Matrícula: este valor é reservado pelo sistema. Use outro.',
    ]);
    expect(listFalhas(NovoProprietario, { matricula: `${m.trim()}1`, nome: 'Ana' })).toEqual([]);
  },
);
