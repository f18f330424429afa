/** Addresses that look as if they were of the domain, and those that are. */
import type { Config } from '../../server/src/config.ts';
import type { Medida } from '../linha.ts';
import { campoDe } from '../pedido.ts';
import { CRIAR, DOMINIO, pessoa, type Servidor, startServidor } from './servidor.ts';

/** None of them is of exemplo.br. */
const TRUQUES: unknown[] = [
  'a@sub.exemplo.br',
  'a@xexemplo.br',
  'a@mal-exemplo.br',
  'a@exemplo.br.evil.com',
  'a@evil.com.exemplo.br',
  'a@exemplo.br.br',
  'a@exemplo.com',
  'a@exemplo.br.',
  'a@EXEMPLO.BR.',
  'a@.exemplo.br',
  'a@exemplo..br',
  'a@-.exemplo.br',
  'a@evil.com@exemplo.br',
  'a@evil@exemplo.br',
  'a@exemplo.br@evil.com',
  '"a@exemplo.br"@evil.com',
  '"a b"@exemplo.br',
  '"a\\"@evil.com"@exemplo.br',
  'a(@evil.com)@exemplo.br',
  'a b@exemplo.br',
  'a @exemplo.br',
  'a@ exemplo.br',
  'a@exemplo .br',
  'a@evil.com exemplo.br',
  'a@evil.com,a@exemplo.br',
  'a@evil.com;a@exemplo.br',
  'a@evil.com\n@exemplo.br',
  'a@evil.com\r\nbcc:a@exemplo.br',
  'a@evil.com\u0000@exemplo.br',
  'a@exemplo.br\u0000.evil.com',
  'a\u0000@exemplo.br',
  'a@exemplo.br%00.evil.com',
  'a@evil.com%00@exemplo.br',
  'a%evil.com@exemplo.br.evil.com',
  '<a@evil.com> a@exemplo.br',
  'a@[exemplo.br]',
  'a@exemplo.br:25',
  'a@exemplo.br/x',
  'a@evil.com/@exemplo.br',
  'a@evil.com?@exemplo.br',
  'a@evil.com#@exemplo.br',
  'a@ex\u0435mplo.br',
  'a@\uff45xemplo.br',
  'a@exempIo.br',
  'a@exemplo\u3002br',
  'a@exemplo\u2024br',
  'a@exemplo\uff0ebr',
  'a@exemplo\u00ad.br',
  'a@e\u200bxemplo.br',
  'a@exemplo.br\u202e',
  'a@ex\u0065\u0301mplo.br',
  'a@xn--exmplo-dva.br',
  'a@xn--exemplo.br',
  '\u0430@exemplo.br',
  'a@exemplo.b\u0280',
  '@exemplo.br',
  'exemplo.br',
  '',
  `${'a'.repeat(250)}@exemplo.br`,
  null,
  ['a@exemplo.br'],
  { toString: 'a@exemplo.br' },
];

/** All of them are of it, however they are written; what is kept has one spelling. */
const DE_DENTRO: [escrito: string, guardado: string][] = [
  ['ana@exemplo.br', 'ana@exemplo.br'],
  ['BIA@Exemplo.BR', 'bia@exemplo.br'],
  [' caio@exemplo.br ', 'caio@exemplo.br'],
  ['dora+carros@exemplo.br', 'dora+carros@exemplo.br'],
  ['o.neil@exemplo.br', 'o.neil@exemplo.br'],
  // KELVIN SIGN is a k in lower case: the address is the plain one, and so is what is mailed.
  ['eva@\u212aapa.br', 'eva@kapa.br'],
];

const listEmails = async ({ teste }: Servidor): Promise<string[]> =>
  (await teste.db.selectFrom('user').select('email').execute()).map(({ email }) => email);

/** No trick leaves an account, a letter or an open door behind. */
async function tryTruques(m: Medida, servidor: Servidor, truques: unknown[]): Promise<void> {
  const antes = await listEmails(servidor);
  for (const email of truques) {
    const { status } = await servidor.post(CRIAR, pessoa(email));
    m.check(status === 400 || status === 403, `${JSON.stringify(email)} does not get in`, status);
  }
  const depois = await listEmails(servidor);
  m.check(depois.length === antes.length, 'no trick makes an account', depois.slice(antes.length));
  const cartas = await servidor.teste.db.selectFrom('correio').select('para').execute();
  m.check(cartas.length === 0, 'no trick has a letter sent', cartas);
}

export async function checkDominio(m: Medida): Promise<void> {
  const servidor = await startServidor({ modo: 'dominio' });
  await tryTruques(m, servidor, TRUQUES);
  for (const [escrito, guardado] of DE_DENTRO) {
    const veio = await servidor.post(CRIAR, pessoa(escrito));
    m.check(veio.status === 202, `${escrito} is taken`, veio.status);
    m.check(campoDe(veio, 'token') === null, `${escrito} waits for its letter`);
    m.check((await listEmails(servidor)).includes(guardado), `${escrito} is kept as ${guardado}`);
    const token = await servidor.token(guardado, 'confirmar');
    m.check(token !== '', `the letter goes to ${guardado}`);
  }
  await servidor.stop();
  m.note('tricks', TRUQUES.length);
}

/** A rule that looks at how the domain ends. */
const porSufixo = (config: Config): Config => ({
  ...config,
  signupDomains: Object.assign([...config.signupDomains], {
    includes: (nome: string) => nome.endsWith(DOMINIO),
  }),
});

export async function canaryDominio(m: Medida): Promise<void> {
  const servidor = await startServidor({ modo: 'dominio', alter: porSufixo });
  await tryTruques(m, servidor, ['a@sub.exemplo.br', 'a@xexemplo.br']);
  await servidor.stop();
}
