import type { Config } from '../../server/src/config.ts';
import { findCampo } from '../pedido.ts';
import type { Measure } from '../row.ts';
import { buildPessoa, CRIAR, DOMINIO, type SignupServer, startServidor } from './servidor.ts';

/** None of these addresses is of exemplo.br. */
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

/** All of these addresses are of the domain; the stored one has one spelling. */
const DE_DENTRO: [escrito: string, guardado: string][] = [
  ['ana@exemplo.br', 'ana@exemplo.br'],
  ['BIA@Exemplo.BR', 'bia@exemplo.br'],
  [' caio@exemplo.br ', 'caio@exemplo.br'],
  ['dora+carros@exemplo.br', 'dora+carros@exemplo.br'],
  ['o.neil@exemplo.br', 'o.neil@exemplo.br'],
  // KELVIN SIGN is a k in lower case: the stored address and the mailed one have a plain k.
  ['eva@\u212aapa.br', 'eva@kapa.br'],
];

const listEmails = async ({ teste }: SignupServer): Promise<string[]> =>
  (await teste.db.selectFrom('contas').select('email').execute()).map(({ email }) => email);

/** A refused address creates no account and no letter. */
async function tryTruques(m: Measure, servidor: SignupServer, truques: unknown[]): Promise<void> {
  const antes = await listEmails(servidor);
  for (const email of truques) {
    const { status } = await servidor.post(CRIAR, buildPessoa(email));
    m.check(status === 400 || status === 403, `${JSON.stringify(email)} is refused`, status);
  }
  const depois = await listEmails(servidor);
  m.check(
    depois.length === antes.length,
    'a refused address creates no account',
    depois.slice(antes.length),
  );
  const cartas = await servidor.teste.db.selectFrom('correio').select('para').execute();
  m.check(cartas.length === 0, 'a refused address queues no letter', cartas);
}

export async function checkDominio(m: Measure): Promise<void> {
  const servidor = await startServidor({ modo: 'dominio' });
  await tryTruques(m, servidor, TRUQUES);
  for (const [escrito, guardado] of DE_DENTRO) {
    const veio = await servidor.post(CRIAR, buildPessoa(escrito));
    m.check(veio.status === 202, `${escrito} is accepted`, veio.status);
    m.check(findCampo(veio, 'token') === null, `${escrito} has no token before its letter`);
    m.check((await listEmails(servidor)).includes(guardado), `${escrito} is stored as ${guardado}`);
    const token = await servidor.token(guardado, 'confirmar');
    m.check(token !== '', `the letter goes to ${guardado}`);
  }
  await servidor.stop();
  m.note('tricks', TRUQUES.length);
}

/** The fault: a rule that compares only the end of the domain. */
const matchBySufixo = (config: Config): Config => ({
  ...config,
  signupDomains: Object.assign([...config.signupDomains], {
    includes: (nome: string) => nome.endsWith(DOMINIO),
  }),
});

export async function canaryDominio(m: Measure): Promise<void> {
  const servidor = await startServidor({ modo: 'dominio', alter: matchBySufixo });
  await tryTruques(m, servidor, ['a@sub.exemplo.br', 'a@xexemplo.br']);
  await servidor.stop();
}
