/** Every combination of exposure and sign-up mode: which start and which are refused. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../config.ts';

const MODOS = ['aberto', 'dominio', 'aprovacao', 'convite', 'fechado'];
const SMTP = 'smtp://unipark%40exemplo.br:senha@smtp.exemplo.br';

interface StartCase {
  HOST: string;
  PUBLIC_URL: string;
  TRUST_PROXY: string;
  SIGNUP_MODE: string;
  SIGNUP_DOMAINS: string;
  SMTP_URL: string;
}

const OPCOES: { [nome in keyof StartCase]: string[] } = {
  HOST: ['127.0.0.1', '::1', '0.0.0.0', '10.0.0.5'],
  PUBLIC_URL: ['', 'http://localhost:3000', 'https://park.exemplo.br'],
  TRUST_PROXY: ['', '127.0.0.1'],
  SIGNUP_MODE: ['', ...MODOS, 'todos'],
  SIGNUP_DOMAINS: ['', 'exemplo.br'],
  SMTP_URL: ['', SMTP],
};

const casos: StartCase[] = Object.entries(OPCOES).reduce<object[]>(
  (feitos, [nome, valores]) =>
    feitos.flatMap((feito) => valores.map((valor) => ({ ...feito, [nome]: valor }))),
  [{}],
) as StartCase[];

const isExposed = ({ HOST, PUBLIC_URL, TRUST_PROXY }: StartCase): boolean =>
  !['127.0.0.1', '::1'].includes(HOST) || PUBLIC_URL.startsWith('https:') || TRUST_PROXY !== '';

/** The variables of which the refusal must name one; empty when the configuration starts. */
function faults(caso: StartCase): string[] {
  const { PUBLIC_URL, TRUST_PROXY, SIGNUP_MODE, SIGNUP_DOMAINS, SMTP_URL } = caso;
  const exposto = isExposed(caso);
  return [
    PUBLIC_URL.startsWith('https:') && !TRUST_PROXY && 'TRUST_PROXY',
    exposto && SMTP_URL && !PUBLIC_URL && 'PUBLIC_URL',
    SIGNUP_MODE === 'todos' && 'SIGNUP_MODE',
    exposto && !SIGNUP_MODE && 'SIGNUP_MODE',
    SIGNUP_DOMAINS && SIGNUP_MODE !== 'dominio' && 'SIGNUP_MODE',
    !SIGNUP_DOMAINS && SIGNUP_MODE === 'dominio' && 'SIGNUP_DOMAINS',
    !SMTP_URL && SIGNUP_MODE === 'dominio' && 'SMTP_URL',
  ].filter((nome) => typeof nome === 'string' && nome !== '') as string[];
}

const start = (env: Record<string, string>) => {
  try {
    return readConfig(env, '1');
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
};

describe('HOST × PUBLIC_URL × TRUST_PROXY × SIGNUP_MODE × SIGNUP_DOMAINS × SMTP_URL', () => {
  test(`all ${casos.length} start or are refused as they should`, () => {
    const errados = casos.flatMap((caso) => {
      const esperadas = faults(caso);
      const veio = start({ ...caso });
      if (veio instanceof ConfigError) {
        const nome = /^([A-Z_]+): .+ Exemplo: \1=\S/.exec(veio.message)?.[1];
        return nome && esperadas.includes(nome) ? [] : [{ caso, veio: veio.message, esperadas }];
      }
      const certo =
        esperadas.length === 0 &&
        veio.local === !isExposed(caso) &&
        veio.signupMode === (caso.SIGNUP_MODE || 'aberto');
      return certo ? [] : [{ caso, veio: 'started', esperadas }];
    });
    expect(errados).toEqual([]);
    expect(casos.filter((caso) => faults(caso).length === 0).length).toBeGreaterThan(100);
  });

  test.each<Record<string, string>>([
    { HOST: '0.0.0.0' },
    { TRUST_PROXY: '10.0.0.0/8' },
    { PUBLIC_URL: 'http://a.exemplo' },
  ])('exposed by %j without a mode: the refusal names every option', (caso) => {
    const veio = start(caso);
    expect(veio).toBeInstanceOf(ConfigError);
    for (const modo of MODOS) expect((veio as ConfigError).message).toContain(modo);
  });
});

describe('SIGNUP_DOMAINS', () => {
  const startWith = (SIGNUP_DOMAINS: string) =>
    start({ SIGNUP_MODE: 'dominio', SMTP_URL: SMTP, SIGNUP_DOMAINS });

  test('is accepted in any case, with or without @, each domain alone', () => {
    expect(startWith('@Unilavras.EDU.br, aluno.unilavras.edu.br,xn--unio-6na.br')).toMatchObject({
      signupDomains: ['unilavras.edu.br', 'aluno.unilavras.edu.br', 'xn--unio-6na.br'],
    });
    expect(startWith('exemplo.xn--p1ai')).toMatchObject({ signupDomains: ['exemplo.xn--p1ai'] });
  });

  test.each(
    ['*.exemplo.br', '.exemplo.br', 'exemplo.br.', 'exemplo', 'exemplo..br', 'união.br'].concat([
      'a@exemplo.br',
      'exemplo.br/x',
      'exemplo.br;outro.br',
      '10.0.0.1',
      '-a.br',
      'a b.br',
    ]),
  )('refuses %s', (nome) => {
    expect((startWith(nome) as ConfigError).message).toMatch(/^SIGNUP_DOMAINS: /);
  });
});

describe('secrets from a mounted file', () => {
  let pasta: string;
  beforeAll(() => {
    pasta = mkdtempSync(join(tmpdir(), 'unipark-'));
  });
  afterAll(() => rmSync(pasta, { recursive: true }));

  const file = (texto: string): string => {
    const arquivo = join(pasta, 'segredo');
    writeFileSync(arquivo, texto);
    return arquivo;
  };
  const OIDC = { OIDC_ISSUER: 'https://sso.exemplo.br', OIDC_CLIENT_ID: 'unipark' };
  const FIREBASE = { IDENTITY_PROVIDER: 'firebase', FIREBASE_PROJECT_ID: 'unipark-campus' };

  test('each secret can be mounted', () => {
    const lido = readConfig({ SMTP_URL_FILE: file(`${SMTP}\n`) }, '1');
    expect(lido.correio?.url.hostname).toBe('smtp.exemplo.br');
    const sso = readConfig({ ...OIDC, OIDC_CLIENT_SECRET_FILE: file('segredo\n') }, '1');
    expect(sso.oidc?.clientSecret).toBe('segredo');
    const fora = readConfig({ ...FIREBASE, FIREBASE_API_KEY_FILE: file('AIza-x\n') }, '1');
    expect(fora.firebase?.apiKey).toBe('AIza-x');
  });

  test.each([
    ['SMTP_URL_FILE', {}],
    ['OIDC_CLIENT_SECRET_FILE', OIDC],
    ['FIREBASE_API_KEY_FILE', FIREBASE],
    ['METRICS_TOKEN_FILE', {}],
  ])('an empty %s is refused, not treated as absent', (nome, resto) => {
    const veio = start({ ...(resto as Record<string, string>), [nome]: file(' \n') });
    expect((veio as ConfigError).message).toMatch(new RegExp(`^${nome}: o arquivo .* está vazio`));
  });
});
