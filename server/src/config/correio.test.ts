import { describe, expect, test } from 'vitest';
import { readCorreio } from './correio.ts';

const URL_BOA = 'smtps://unipark:senha@smtp.exemplo.edu.br';
const DE = 'UNIPARK <unipark@exemplo.edu.br>';
const read = (SMTP_URL?: string, MAIL_FROM?: string) => readCorreio({ SMTP_URL, MAIL_FROM });

test('without SMTP_URL the server sends no mail', () => {
  expect(read()).toBeNull();
  expect(read(' ')).toBeNull();
});

test.each([
  [URL_BOA, DE, DE],
  ['smtp://relay.exemplo.br:25', 'unipark@exemplo.br', 'unipark@exemplo.br'],
  ['smtp://[::1]:2525?requireTLS=true&tls.rejectUnauthorized=false', DE, DE],
  ['smtps://porta%40exemplo.br:a%2Fb@smtp.exemplo.br/', undefined, 'UNIPARK <porta@exemplo.br>'],
])('%s, %s', (url, de, remetente) => {
  expect(read(url, de)).toMatchObject({ url: new URL(url), de: remetente });
});

describe('one line that names the variable', () => {
  test.each([
    [undefined, DE, /^SMTP_URL: falta o servidor/],
    ['http://smtp.exemplo.br', DE, /^SMTP_URL: use smtp:\/\/ ou smtps:/],
    ['smtp.exemplo.br', DE, /^SMTP_URL: use smtp:\/\/ ou smtps:/],
    ['smtp://u:a#b@smtp.exemplo.br', DE, /^SMTP_URL: .*# como %23/],
    ['smtp://u:100%@smtp.exemplo.br', DE, /^SMTP_URL: .*% como %25/],
    ['smtp://smtp.exemplo.br?logger=true', DE, /^SMTP_URL: depois do servidor, só requireTLS/],
    ['smtp://smtp.exemplo.br?sendmail=true', DE, /^SMTP_URL: depois do servidor, só requireTLS/],
    ['smtp://smtp.exemplo.br/caixa', DE, /^SMTP_URL: depois do servidor/],
    ['smtp://smtp.exemplo.br:465', DE, /^SMTP_URL: a porta 465/],
    [URL_BOA, undefined, /^MAIL_FROM: informe o endereço/],
    [URL_BOA, 'UNIPARK', /^MAIL_FROM: informe o endereço/],
    [URL_BOA, 'UNIPARK\r\nBcc: <a@b.br>', /^MAIL_FROM: informe o endereço/],
  ])('%s, %s', (url, de, frase) => {
    expect(() => read(url, de)).toThrow(frase);
    try {
      read(url, de);
    } catch (error) {
      expect((error as Error).message).not.toMatch(/a#b|100%@|\n/);
    }
  });
});
