/** What answers the second step: a code, a recovery code, a passkey. */
import type { PerguntaChave, ProvaChaveAcesso } from '@unipark/contract/chaveAcesso';
import { audit } from '../../platform/audit.ts';
import { type Banco, inTransaction } from '../../platform/db/banco.ts';
import { conflict } from '../../platform/errors.ts';
import type { Correio } from '../../platform/mail/correio.ts';
import type { EnderecoProprio } from '../../platform/origin.ts';
import { createCofre } from '../../platform/secret.ts';
import { cartaCodigoUsado } from '../cartas/cartas.ts';
import type { Chamada } from '../entrada.ts';
import { createDesafio, takeDesafio } from '../links/desafios.ts';
import { countCall, countNotice, WINDOWS } from '../sessao/tentativas.ts';
import { findChave, listCredenciais, takeUse } from './chavesRepo.ts';
import { hashCodigo } from './codigos.ts';
import { takeCodigo } from './codigosRepo.ts';
import type { Conferir } from './passo.ts';
import { readFatores } from './repo.ts';
import { stepOf } from './totp.ts';
import { findTotp, takeStep } from './totpRepo.ts';
import { askForProva, challengeOf, readProva, type Site } from './webauthn.ts';

interface Deps {
  db: Banco;
  segredo: string;
  correio: Correio;
  endereco: EnderecoProprio;
  site: () => Site;
}

/** Each answers how it is held against an account. */
export function createProvas({ db, segredo, correio, endereco, site }: Deps) {
  const cofre = createCofre(segredo, 'totp');

  return {
    byTotp:
      (codigo: string): Conferir =>
      async ({ id }) => {
        const totp = await findTotp(db, id);
        const chave = totp?.confirmado_em && cofre.open(id, totp.segredo);
        const passo = chave && stepOf(chave, codigo);
        return passo ? (trx) => takeStep(trx, id, passo) : undefined;
      },

    /** The owner is told by mail: a code from a drawer may be in other hands. */
    byCodigo:
      (codigo: string, de: Chamada): Conferir =>
      async (conta) =>
      async (trx) => {
        const { id } = conta;
        if (!(await takeCodigo(trx, id, hashCodigo(segredo, id, codigo)))) return false;
        const { codigosRestantes } = await readFatores(trx, id);
        const ato = { acao: 'usar-codigo-recuperacao', entidade: 'conta', chave: id };
        await audit(trx, { ...de.autor, id }, { ...ato, detalhe: { codigosRestantes } });
        if (correio.configurado && (await countNotice(trx, conta.email))) {
          const link = `${endereco()}/perfil`;
          const uso = { em: new Date(), restantes: codigosRestantes };
          const carta = cartaCodigoUsado({ email: conta.email, link }, uso);
          await correio.send(trx, { para: conta.email, ...carta });
        }
        return true;
      },

    byPasskey:
      (prova: ProvaChaveAcesso): Conferir =>
      async ({ id }) => {
        const token = challengeOf(prova.resposta);
        // Taken in a transaction of its own: right or wrong, it is answered once.
        const pergunta = await inTransaction(db, (trx) =>
          takeDesafio(trx, 'passkey-entrada', token),
        );
        const chave = await findChave(db, id, prova.resposta.id);
        if (pergunta?.conta !== id || !chave) return undefined;
        const depois = await readProva(prova, chave, { site: site(), token });
        if (depois === undefined) return undefined;
        return (trx) => takeUse(trx, { conta: id, id: chave.id, antes: chave.contador, depois });
      },

    /** What one of the account's passkeys is to answer. @throws 409 when it has none */
    async askForPasskey(conta: string, ip: string): Promise<PerguntaChave> {
      const tem = await listCredenciais(db, conta);
      if (tem.length === 0) throw conflict('sem-chave', 'Esta conta não tem chave de acesso.');
      const token = await inTransaction(db, async (trx) => {
        await countCall(trx, 'passkey', ip, 300, WINDOWS.minuto);
        return createDesafio(trx, 'passkey-entrada', { conta, dados: null });
      });
      return { ...(await askForProva(site(), token, tem)) };
    },
  };
}
