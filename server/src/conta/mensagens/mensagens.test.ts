import { MensagemRecebida } from '@unipark/contract/usuario';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../../test/app.ts';
import { waitUntil } from '../../../test/correio.ts';
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

const sendMensagem = (mudanca: object = {}, ip = '10.0.0.1', aqui = teste) =>
  aqui.app.inject({
    method: 'POST',
    url: '/api/contato',
    payload: { ...MENSAGEM, ...mudanca },
    remoteAddress: ip,
  });

const listRows = () => teste.db.selectFrom('mensagens_contato').selectAll().execute();

test('POST /api/contato stores the message; the sixth in an hour is refused', async () => {
  for (let i = 0; i < 5; i += 1) expect((await sendMensagem()).statusCode).toBe(201);
  const sexta = await sendMensagem();
  expect(sexta.statusCode).toBe(429);
  expect(Number(sexta.headers['retry-after'])).toBeGreaterThan(3_500);
  expect(await listRows()).toHaveLength(5);
  expect((await listRows())[0]).toMatchObject({
    nome: 'Rita Alves',
    email: 'rita@exemplo.com',
    mensagem: MENSAGEM.mensagem,
    lida_em: null,
  });
  expect((await sendMensagem({}, '10.0.0.2')).statusCode).toBe(201);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  expect((await sendMensagem()).statusCode).toBe(201);
});

test.each([
  [{ nome: ' ' }, 'nome', 'Informe o seu nome.'],
  [{ nome: 'Rita\nAlves' }, 'nome', 'Nome: retire os caracteres de controle ou invisíveis.'],
  [{ email: 'rita' }, 'email', 'Email inválido.'],
  [{ mensagem: '' }, 'mensagem', 'Escreva a mensagem.'],
  [{ mensagem: 'a\u0000b' }, 'mensagem', 'Há caracteres de controle no texto.'],
  [{ mensagem: 'x'.repeat(5_001) }, 'mensagem', 'Use no máximo 5000 caracteres.'],
  [{ lida_em: 'agora' }, 'lida_em', 'Campo desconhecido.'],
])('POST /api/contato: 400 (%#)', async (mudanca, campo, frase) => {
  const antes = (await listRows()).length;
  const resposta = await sendMensagem(mudanca, '10.0.0.3');
  expect(resposta.statusCode).toBe(400);
  expect(resposta.json().campos[campo]).toBe(frase);
  expect(await listRows()).toHaveLength(antes);
});

describe('administrators read', () => {
  const getMensagens = (busca = '') => teste.request({ url: `/api/mensagens${busca}` });
  const markLida = (id: number | string, as = teste.token) =>
    teste.request({ method: 'POST', url: `/api/mensagens/${id}/lida`, as });
  const listAudited = (acao: string) =>
    teste.db
      .selectFrom('auditoria')
      .select(['chave'])
      .where('entidade', '=', 'mensagem_contato')
      .where('acao', '=', acao)
      .execute();

  test('GET /api/mensagens: the newest first, in pages, audited', async () => {
    for (const nome of ['Um', 'Dois', 'Três']) await sendMensagem({ nome }, '10.0.9.1');
    const total = (await listRows()).length;
    const antes = (await listAudited('consultar')).length;
    const pagina = await getMensagens('?limite=2');
    expect(pagina.headers['x-total-count']).toBe(String(total));
    expect(pagina.json<MensagemRecebida[]>().map(({ nome }) => nome)).toEqual(['Três', 'Dois']);
    expect(MensagemRecebida.parse(pagina.json()[0])).toEqual(pagina.json()[0]);
    expect(await listAudited('consultar')).toHaveLength(antes + 1);

    const apos = /apos=([\w-]+)/.exec(String(pagina.headers.link))?.[1];
    const segunda = await getMensagens(`?limite=2&apos=${apos}`);
    expect(segunda.json()[0]).toMatchObject({ nome: 'Um' });
    const volta = /antes=([\w-]+)/.exec(String(segunda.headers.link))?.[1];
    expect((await getMensagens(`?limite=2&antes=${volta}`)).json()).toEqual(pagina.json());
    expect((await getMensagens('?apos=nada')).statusCode).toBe(400);
    expect((await getMensagens('?q=rita')).statusCode).toBe(400);
  });

  test('POST /api/mensagens/:id/lida: audited once, also when repeated', async () => {
    const [{ id } = { id: 0 }] = (await getMensagens('?limite=1')).json<MensagemRecebida[]>();
    expect((await markLida(id)).statusCode).toBe(204);
    const [lida] = (await getMensagens('?limite=1')).json<MensagemRecebida[]>();
    expect(lida?.lidaEm).toEqual(expect.any(String));
    expect((await markLida(id)).statusCode).toBe(204);
    expect((await getMensagens('?limite=1')).json()[0]).toEqual(lida);
    expect(await listAudited('ler')).toEqual([{ chave: String(id) }]);
    for (const nada of [999_999, 'x', '1e3', '9'.repeat(30)]) {
      expect((await markLida(nada)).statusCode, String(nada)).toBe(404);
    }
  });

  test('GET /api/correio: says that no mail is configured', async () => {
    expect((await teste.request({ url: '/api/correio' })).json()).toEqual({
      configurado: false,
      pendentes: 0,
      desistidos: 0,
      ultimoEnvioEm: null,
      ultimoErro: null,
      ultimoErroEm: null,
    });
  });

  test.each(['/api/mensagens', '/api/correio'])('%s is refused to all other users', async (url) => {
    const outra = { ...CONTA, email: `bia${url.length}@unilavras.edu.br` };
    const criada = await teste.app.inject({
      method: 'POST',
      url: '/api/auth/sign-up/email',
      payload: outra,
    });
    const { token } = criada.json<{ token: string }>();
    expect((await teste.request({ url, as: token })).statusCode).toBe(403);
    expect((await teste.request({ url, as: null })).statusCode).toBe(401);
    expect((await markLida(1, token)).statusCode).toBe(403);
  });
});

describe('with mail', () => {
  let caixa: CaixaSmtp;
  let aqui: TestApp;
  afterEach(async () => {
    await aqui.close();
    await caixa.stop();
  });
  const open = async (env: Record<string, string> = {}) => {
    caixa = await startSmtp();
    aqui = await buildTestApp({
      env: { SMTP_URL: caixa.url, MAIL_FROM: 'UNIPARK <unipark@exemplo.br>', ...env },
    });
  };

  test('the office gets the message, and a reply goes to its author', async () => {
    await open({ CONTATO_EMAIL: 'portaria@exemplo.br' });
    expect((await sendMensagem({}, '10.0.0.1', aqui)).statusCode).toBe(201);
    const [carta] = await caixa.waitFor(1);
    expect(carta).toMatchObject({
      para: ['portaria@exemplo.br'],
      subject: 'Mensagem de Rita Alves pelo UNIPARK',
      replyTo: [{ address: 'rita@exemplo.com' }],
    });
    expect(carta?.text).toContain('Perdi o adesivo.\nComo peço outro?');
    await waitUntil(async () => {
      const { pendentes } = (await aqui.request({ url: '/api/correio' })).json();
      return pendentes === 0;
    });
    expect(await aqui.db.selectFrom('mensagens_contato').selectAll().execute()).toHaveLength(1);
  });

  test('without an office address, every administrator gets it', async () => {
    await open();
    const outra = { ...CONTA, email: 'bia@unilavras.edu.br' };
    await aqui.app.inject({ method: 'POST', url: '/api/auth/sign-up/email', payload: outra });
    await sendMensagem({}, '10.0.0.1', aqui);
    await caixa.waitFor(1);
    expect(caixa.recebidas.map(({ para }) => para)).toEqual([[CONTA.email]]);
  });

  test('the answer does not wait for the mail server; a refused message is not mailed', async () => {
    await open();
    await caixa.fault('hang');
    const inicio = performance.now();
    expect((await sendMensagem({}, '10.0.0.1', aqui)).statusCode).toBe(201);
    expect(performance.now() - inicio).toBeLessThan(500);
    expect((await sendMensagem({ email: 'x' }, '10.0.0.1', aqui)).statusCode).toBe(400);
    expect((await aqui.request({ url: '/api/correio' })).json()).toMatchObject({ pendentes: 1 });
  });
});
