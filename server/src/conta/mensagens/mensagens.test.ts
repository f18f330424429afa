import { MensagemRecebida } from '@unipark/contract/usuario';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../../test/app.ts';
import { ate } from '../../../test/correio.ts';
import { type CaixaSmtp, startSmtp } from '../../../test/smtp.ts';

const MENSAGEM = {
  nome: 'Rita Alves',
  email: 'Rita@Exemplo.com',
  mensagem: 'Perdi o adesivo.\nComo peço outro?',
};

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
});
afterAll(() => teste.close());
afterEach(() => {
  vi.useRealTimers();
});

const enviar = (mudanca: object = {}, ip = '10.0.0.1', aqui = teste) =>
  aqui.app.inject({
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
])('POST /api/contato: 400 (%#)', async (mudanca, campo, frase) => {
  const antes = (await guardadas()).length;
  const resposta = await enviar(mudanca, '10.0.0.3');
  expect(resposta.statusCode).toBe(400);
  expect(resposta.json().campos[campo]).toBe(frase);
  expect(await guardadas()).toHaveLength(antes);
});

describe('the administration reads', () => {
  const ler = (busca = '') => teste.request({ url: `/api/mensagens${busca}` });
  const marcar = (id: number | string, as = teste.token) =>
    teste.request({ method: 'POST', url: `/api/mensagens/${id}/lida`, as });
  const auditadas = (acao: string) =>
    teste.db
      .selectFrom('auditoria')
      .select(['chave'])
      .where('entidade', '=', 'mensagem_contato')
      .where('acao', '=', acao)
      .execute();

  test('GET /api/mensagens: the newest first, in pages, and that is on record', async () => {
    for (const nome of ['Um', 'Dois', 'Três']) await enviar({ nome }, '10.0.9.1');
    const total = (await guardadas()).length;
    const antes = (await auditadas('consultar')).length;
    const pagina = await ler('?limite=2');
    expect(pagina.headers['x-total-count']).toBe(String(total));
    expect(pagina.json<MensagemRecebida[]>().map(({ nome }) => nome)).toEqual(['Três', 'Dois']);
    expect(MensagemRecebida.parse(pagina.json()[0])).toEqual(pagina.json()[0]);
    expect(await auditadas('consultar')).toHaveLength(antes + 1);

    const apos = /apos=([\w-]+)/.exec(String(pagina.headers.link))?.[1];
    const segunda = await ler(`?limite=2&apos=${apos}`);
    expect(segunda.json()[0]).toMatchObject({ nome: 'Um' });
    const volta = /antes=([\w-]+)/.exec(String(segunda.headers.link))?.[1];
    expect((await ler(`?limite=2&antes=${volta}`)).json()).toEqual(pagina.json());
    expect((await ler('?apos=nada')).statusCode).toBe(400);
    expect((await ler('?q=rita')).statusCode).toBe(400);
  });

  test('POST /api/mensagens/:id/lida: once on record, whoever says it again', async () => {
    const [{ id } = { id: 0 }] = (await ler('?limite=1')).json<MensagemRecebida[]>();
    expect((await marcar(id)).statusCode).toBe(204);
    const [lida] = (await ler('?limite=1')).json<MensagemRecebida[]>();
    expect(lida?.lidaEm).toEqual(expect.any(String));
    expect((await marcar(id)).statusCode).toBe(204);
    expect((await ler('?limite=1')).json()[0]).toEqual(lida);
    expect(await auditadas('ler')).toEqual([{ chave: String(id) }]);
    for (const nada of [999_999, 'x', '1e3', '9'.repeat(30)]) {
      expect((await marcar(nada)).statusCode, String(nada)).toBe(404);
    }
  });

  test('GET /api/correio: nothing goes out here, and it says so', async () => {
    expect((await teste.request({ url: '/api/correio' })).json()).toEqual({
      configurado: false,
      pendentes: 0,
      desistidos: 0,
      ultimoEnvioEm: null,
      ultimoErro: null,
      ultimoErroEm: null,
    });
  });

  test.each(['/api/mensagens', '/api/correio'])('%s is closed to everybody else', async (url) => {
    const outra = { ...CONTA, email: `bia${url.length}@unilavras.edu.br` };
    const criada = await teste.app.inject({
      method: 'POST',
      url: '/api/auth/sign-up/email',
      payload: outra,
    });
    const { token } = criada.json<{ token: string }>();
    expect((await teste.request({ url, as: token })).statusCode).toBe(403);
    expect((await teste.request({ url, as: null })).statusCode).toBe(401);
    expect((await marcar(1, token)).statusCode).toBe(403);
  });
});

describe('where mail goes out', () => {
  let caixa: CaixaSmtp;
  let aqui: TestApp;
  afterEach(async () => {
    await aqui.close();
    await caixa.stop();
  });
  const abrir = async (env: Record<string, string> = {}) => {
    caixa = await startSmtp();
    aqui = await buildTestApp({
      env: { SMTP_URL: caixa.url, MAIL_FROM: 'UNIPARK <unipark@exemplo.br>', ...env },
    });
  };

  test('the office gets the message, and answers to whoever wrote it', async () => {
    await abrir({ CONTATO_EMAIL: 'portaria@exemplo.br' });
    expect((await enviar({}, '10.0.0.1', aqui)).statusCode).toBe(201);
    const [carta] = await caixa.chegam(1);
    expect(carta).toMatchObject({
      para: ['portaria@exemplo.br'],
      subject: 'Mensagem de Rita Alves pelo UNIPARK',
      replyTo: [{ address: 'rita@exemplo.com' }],
    });
    expect(carta?.text).toContain('Perdi o adesivo.\nComo peço outro?');
    await ate(async () => {
      const { pendentes } = (await aqui.request({ url: '/api/correio' })).json();
      return pendentes === 0;
    });
    expect(await aqui.db.selectFrom('mensagens_contato').selectAll().execute()).toHaveLength(1);
  });

  test('without an office, every administrator gets it', async () => {
    await abrir();
    const outra = { ...CONTA, email: 'bia@unilavras.edu.br' };
    await aqui.app.inject({ method: 'POST', url: '/api/auth/sign-up/email', payload: outra });
    await enviar({}, '10.0.0.1', aqui);
    await caixa.chegam(1);
    expect(caixa.recebidas.map(({ para }) => para)).toEqual([[CONTA.email]]);
  });

  test('the answer waits for no mail server; what is refused is not mailed', async () => {
    await abrir();
    await caixa.fault('hang');
    const inicio = performance.now();
    expect((await enviar({}, '10.0.0.1', aqui)).statusCode).toBe(201);
    expect(performance.now() - inicio).toBeLessThan(500);
    expect((await enviar({ email: 'x' }, '10.0.0.1', aqui)).statusCode).toBe(400);
    expect((await aqui.request({ url: '/api/correio' })).json()).toMatchObject({ pendentes: 1 });
  });
});
