import { describe, expect, test } from 'vitest';
import { type DeviceKind, readAgente } from './agente.ts';

const WIN = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64)';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)';
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const CHROME = `${WEBKIT} Chrome/142.0.0.0`;

describe('readAgente', () => {
  test.each<[string, string, DeviceKind]>([
    [`${WIN} ${CHROME} Safari/537.36`, 'Chrome no Windows', 'computador'],
    [`${WIN} ${CHROME} Safari/537.36 Edg/142.0.0.0`, 'Edge no Windows', 'computador'],
    [`${WIN} ${CHROME} Safari/537.36 OPR/115.0`, 'Opera no Windows', 'computador'],
    [`${WIN} ${CHROME} Safari/537.36 Vivaldi/7.0`, 'Vivaldi no Windows', 'computador'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Firefox no Windows',
      'computador',
    ],
    [
      'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Firefox no Linux',
      'computador',
    ],
    [`${LINUX} ${CHROME} Safari/537.36`, 'Chrome no Linux', 'computador'],
    [`${LINUX} ${WEBKIT} HeadlessChrome/142.0 Safari/537.36`, 'Chrome no Linux', 'computador'],
    [
      `${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15`,
      'Safari no macOS',
      'computador',
    ],
    [`${MAC} ${CHROME} Safari/537.36`, 'Chrome no macOS', 'computador'],
    [
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`,
      'Chrome no ChromeOS',
      'computador',
    ],
    [
      `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`,
      'Chrome no Android',
      'celular',
    ],
    [`Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Safari/537.36`, 'Chrome no Android', 'tablet'],
    [
      `Mozilla/5.0 (Linux; Android 14; SM-S911B) ${WEBKIT} SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36`,
      'Samsung Internet no Android',
      'celular',
    ],
    [
      'Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
      'Firefox no Android',
      'celular',
    ],
    [
      `${IPHONE} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1`,
      'Safari no iPhone',
      'celular',
    ],
    [
      `${IPHONE} AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1`,
      'Chrome no iPhone',
      'celular',
    ],
    [
      `${IPHONE} AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/140.0 Mobile/15E148 Safari/605.1.15`,
      'Firefox no iPhone',
      'celular',
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1',
      'Safari no iPad',
      'tablet',
    ],
    ['Mozilla/5.0 (compatible; coisa rara)', 'Navegador', 'computador'],
    ['curl/8.5.0', 'curl', 'programa'],
    ['python-requests/2.32.3', 'python-requests', 'programa'],
    ['node', 'node', 'programa'],
    ['', 'Programa sem nome', 'programa'],
  ])('%s → %s', (texto, nome, aparelho) => {
    expect(readAgente(texto)).toEqual({ nome, aparelho });
  });

  test('an empty one', () => {
    expect(readAgente(null)).toEqual({ nome: 'Programa sem nome', aparelho: 'programa' });
  });

  test('a hostile one is short plain text', () => {
    const { nome } = readAgente(`<img src=x onerror=alert(1)>${'x'.repeat(300)}`);
    expect(nome).toBe('Navegador');
  });
});
