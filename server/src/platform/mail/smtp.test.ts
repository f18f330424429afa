import { afterEach, expect, test } from 'vitest';
import { configOf } from '../../../test/correio.ts';
import { type CaixaSmtp, startSmtp } from '../../../test/smtp.ts';
import { readFalha } from './falha.ts';
import { createRemessa, verifyServidor } from './smtp.ts';

const SENHA = 'a@b:c/d?e%f#g ç+&';
const CARTA = {
  id: 7,
  criado_em: '2026-11-21T12:00:00.000Z',
  expira_em: '2026-11-28T12:00:00.000Z',
  tentativas: 0,
  para: 'rita@exemplo.br',
  responder_a: null,
  assunto: 'Oi',
  texto: 'Oi',
};

let caixa: CaixaSmtp;
afterEach(() => caixa.stop());

type SmtpStartOptions = NonNullable<Parameters<typeof startSmtp>[0]>;

const COM_SENHA: SmtpStartOptions = {
  allowInsecureAuth: true,
  disabledCommands: ['STARTTLS'],
  onAuth: ({ password }, _sessao, pronto) =>
    password === SENHA ? pronto(null, { user: 'u' }) : pronto(new Error('não')),
};
const COM_TLS: SmtpStartOptions = { ...COM_SENHA, allowInsecureAuth: false, disabledCommands: [] };

/** The result of a delivery, as administrators read it; null: it arrived. */
async function trySend(opcoes: SmtpStartOptions, { busca = '', senha = SENHA, host = '' } = {}) {
  caixa = await startSmtp(opcoes);
  const url = new URL(caixa.url + busca);
  url.username = 'porta%40exemplo.br';
  url.password = encodeURIComponent(senha);
  if (host) url.hostname = host;
  const config = configOf(url.href);
  const verificado = await verifyServidor(config, 1_000);
  const enviado = await createRemessa(config)
    .send(CARTA, AbortSignal.timeout(2_000))
    .then(
      () => undefined,
      (error: unknown) => readFalha(error).motivo,
    );
  expect(enviado).toBe(verificado);
  expect(caixa.recebidas).toHaveLength(enviado ? 0 : 1);
  return enviado ?? null;
}

/** The same machine under another name, which is not recognised as local. */
const OUTRO_NOME = '[::ffff:7f00:1]';
const SEM_CIFRA = /^A conexão cifrada/;
const CERTIFICADO = /^O certificado do servidor/;
const ACEITO = '?tls.rejectUnauthorized=false';

test('user and password are sent unchanged, with any characters', async () => {
  expect(await trySend(COM_SENHA)).toBeNull();
});

test('a wrong password is reported, not shown', async () => {
  expect(await trySend(COM_SENHA, { senha: 'errada' })).toBe(
    'O servidor de e-mail recusou o usuário ou a senha. (535)',
  );
});

test('a password is sent over the network only under TLS, unless the address says otherwise', async () => {
  expect(await trySend(COM_SENHA, { host: OUTRO_NOME })).toMatch(SEM_CIFRA);
  await caixa.stop();
  expect(await trySend(COM_SENHA, { host: OUTRO_NOME, busca: '?requireTLS=false' })).toBeNull();
});

test('STARTTLS when the server offers it; its certificate is checked', async () => {
  expect(await trySend(COM_TLS)).toMatch(CERTIFICADO);
  await caixa.stop();
  expect(await trySend(COM_TLS, { busca: ACEITO })).toBeNull();
});

test('smtps: TLS from the first byte', async () => {
  expect(await trySend({ ...COM_TLS, secure: true })).toMatch(CERTIFICADO);
  await caixa.stop();
  expect(await trySend({ ...COM_TLS, secure: true }, { busca: ACEITO })).toBeNull();
});

test('a server that hangs is given up within its time', async () => {
  caixa = await startSmtp();
  await caixa.fault('hang');
  const inicio = performance.now();
  expect(await verifyServidor(configOf(caixa.url), 500)).toBe(
    'O servidor de e-mail não respondeu a tempo.',
  );
  expect(performance.now() - inicio).toBeLessThan(1_500);
});

test.each([
  [{ code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' }, true, true],
  [{ code: 'EENVELOPE', responseCode: 451, command: 'RCPT TO' }, true, false],
  [{ code: 'EENVELOPE', command: 'API' }, true, true],
  [{ code: 'EMESSAGE', responseCode: 554, command: 'DATA' }, true, true],
  [{ code: 'EMESSAGE', responseCode: 421, command: 'DATA' }, false, false],
  [{ code: 'EENVELOPE', responseCode: 553, command: 'MAIL FROM' }, false, false],
  [{ code: 'EAUTH', responseCode: 535 }, false, false],
  [{ code: 'ETIMEDOUT' }, false, false],
  [new Error('rita@exemplo.br'), false, false],
])('%j: the cause is the message or the server', (error, daMensagem, definitiva) => {
  const falha = readFalha(error);
  expect(falha).toMatchObject({ daMensagem, definitiva });
  expect(falha.motivo + falha.codigo).not.toContain('rita');
});
