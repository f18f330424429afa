/** Each way in which sessions end: by the person, by an administrator, by the operator's tool. */
import { createIdentidade } from '../../server/src/conta/identidade.ts';
import { resetSenha } from '../../server/src/conta/senha/redefinicao.ts';
import type { CamerasApp } from '../../server/test/cameras.ts';
import { call, type HeldSession, type HeldThings, type SessionOwner } from './posses.ts';

export interface RevocationScene {
  teste: CamerasApp;
  pessoa: SessionOwner;
  posses: HeldThings;
  /** Another session of the same person; the act is done from it. */
  outra: HeldSession;
  link: string;
}

export interface RevocationFlow {
  nome: string;
  /** @returns the status of the act */
  act(cena: RevocationScene): Promise<number>;
  /** Whether the person's other session ends too. */
  outraAcaba: boolean;
  /** Whether a mailed link for a new password stops working. */
  linkAcaba: boolean;
  prepare?(cena: Pick<RevocationScene, 'teste' | 'pessoa'>): Promise<unknown>;
}

const sidOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid;

const NOVA = 'portão-verde-17';

const byAdmin =
  (ato: string): RevocationFlow['act'] =>
  async ({ teste, pessoa }) => {
    const caminho = `/api/usuarios/${pessoa.id}/${ato}`;
    return (await call(teste, 'POST', caminho, { token: teste.token, corpo: {} })).status;
  };

export const FLUXOS: RevocationFlow[] = [
  {
    nome: 'password change',
    outraAcaba: true,
    linkAcaba: true,
    async act({ teste, pessoa, outra: { token } }) {
      const corpo = { atual: pessoa.senha, nova: NOVA };
      return (await call(teste, 'POST', '/api/perfil/senha', { token, corpo })).status;
    },
  },
  {
    nome: 'recovery by mail',
    outraAcaba: true,
    linkAcaba: true,
    async act({ teste, link: token }) {
      const corpo = { token, password: NOVA };
      return (await call(teste, 'POST', '/api/auth/newpassword/confirmar', { corpo })).status;
    },
  },
  {
    nome: "operator's reset, from another process",
    outraAcaba: true,
    linkAcaba: true,
    async act({ teste: { db, dataDir }, pessoa: { email } }) {
      // A second identity, as in the process of the tool: the server receives no event of it.
      const config = { dataDir, publicUrl: null, mfaAdmin: false };
      const identidade = await createIdentidade({ db, config } as never);
      const autor = { id: 'operador', endereco: null, pedido: null };
      await resetSenha({ db, identidade }, { email, senha: NOVA }, autor);
      return 200;
    },
  },
  { nome: 'disabled', outraAcaba: true, linkAcaba: true, act: byAdmin('desabilitar') },
  { nome: "administrator's reset", outraAcaba: true, linkAcaba: true, act: byAdmin('redefinir') },
  {
    nome: 'second factor taken away',
    outraAcaba: true,
    linkAcaba: false,
    // Written directly to the table: switching the second factor on in the profile ends sessions.
    prepare: ({ teste: { db }, pessoa: { id: conta } }) =>
      db
        .insertInto('totp')
        .values({ conta, segredo: '-', confirmado_em: new Date().toISOString() })
        .execute(),
    act: byAdmin('segundo-fator/retirar'),
  },
  {
    nome: 'sign-out',
    outraAcaba: false,
    linkAcaba: false,
    async act({ teste, posses: { cookie } }) {
      return (await call(teste, 'POST', '/api/auth/sign-out', { cookie, corpo: {} })).status;
    },
  },
  {
    nome: 'ended by its owner',
    outraAcaba: false,
    linkAcaba: false,
    async act({ teste, posses, outra: { token } }) {
      const caminho = `/api/perfil/sessoes/${sidOf(posses.token)}`;
      return (await call(teste, 'DELETE', caminho, { token })).status;
    },
  },
  {
    nome: 'the others ended by their owner',
    outraAcaba: false,
    linkAcaba: false,
    async act({ teste, outra: { token } }) {
      return (await call(teste, 'DELETE', '/api/perfil/sessoes', { token })).status;
    },
  },
];
