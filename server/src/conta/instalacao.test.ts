import { Instalacao } from '@unipark/contract/conta';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../test/app.ts';
import { post } from '../../test/conta.ts';

const MENSAGEM = {
  nome: 'Rita Alves',
  email: 'Rita@Exemplo.com',
  mensagem: 'Perdi o adesivo.\nComo peço outro?',
};

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp({ account: false, env: { CONTATO_TELEFONE: '(35) 3694-8100' } });
});
afterAll(() => teste.close());
afterEach(() => {
  vi.useRealTimers();
});

test('GET /api/instalacao: what anonymous visitors may know, and no more', async () => {
  const antes = await teste.app.inject('/api/instalacao');
  expect(antes.statusCode).toBe(200);
  expect(Instalacao.parse(antes.json())).toEqual(antes.json());
  expect(antes.json()).toMatchObject({
    semContas: true,
    cadastro: 'aberto',
    recuperacaoPorEmail: false,
    demonstracao: null,
    contato: { telefone: '(35) 3694-8100', email: null },
  });
  await post(teste, '/api/auth/sign-up/email', CONTA);
  expect((await teste.app.inject('/api/instalacao')).json()).toMatchObject({ semContas: false });
});

const enviar = (mudanca: object = {}, ip = '10.0.0.1') =>
  teste.app.inject({
    method: 'POST',
    url: '/api/contato',
    payload: { ...MENSAGEM, ...mudanca },
    remoteAddress: ip,
  });

const guardadas = () => teste.db.selectFrom('mensagens_contato').selectAll().execute();

test('POST /api/contato keeps the message; the sixth of an hour is refused', async () => {
  for (let i = 0; i < 5; i += 1) expect((await enviar()).statusCode).toBe(201);
  const sexta = await enviar();
  expect(sexta.statusCode).toBe(429);
  expect(Number(sexta.headers['retry-after'])).toBeGreaterThan(3_500);
  expect(await guardadas()).toHaveLength(5);
  expect((await guardadas())[0]).toMatchObject({
    nome: 'Rita Alves',
    email: 'rita@exemplo.com',
    mensagem: MENSAGEM.mensagem,
    lida_em: null,
  });
  expect((await enviar({}, '10.0.0.2')).statusCode).toBe(201);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  expect((await enviar()).statusCode).toBe(201);
});

test.each([
  [{ nome: ' ' }, 'nome', 'Informe o seu nome.'],
  [{ nome: 'Rita\nAlves' }, 'nome', 'Há caracteres de controle no texto.'],
  [{ email: 'rita' }, 'email', 'Email inválido.'],
  [{ mensagem: '' }, 'mensagem', 'Escreva a mensagem.'],
  [{ mensagem: 'a\u0000b' }, 'mensagem', 'Há caracteres de controle no texto.'],
  [{ mensagem: 'x'.repeat(5_001) }, 'mensagem', 'Use no máximo 5000 caracteres.'],
  [{ lida_em: 'agora' }, 'lida_em', 'Campo desconhecido.'],
])('POST /api/contato: 400 for %j', async (mudanca, campo, frase) => {
  const antes = (await guardadas()).length;
  const resposta = await enviar(mudanca, '10.0.0.3');
  expect(resposta.statusCode).toBe(400);
  expect(resposta.json().campos[campo]).toBe(frase);
  expect(await guardadas()).toHaveLength(antes);
});
