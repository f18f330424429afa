import type { PerguntaChave, ProvaChaveAcesso } from '@unipark/contract/chaveAcesso';
import { audit } from '../../platform/audit.ts';
import { nowDate } from '../../platform/clock.ts';
import { type Banco, inEssential } from '../../platform/db/banco.ts';
import { conflict } from '../../platform/errors.ts';
import type { EnderecoProprio } from '../../platform/http/origin.ts';
import type { Correio } from '../../platform/mail/correio.ts';
import { createCofre } from '../../platform/secret.ts';
import { composeCodigoUsado } from '../cartas/cartas.ts';
import type { CallOrigin } from '../entrada.ts';
import { createDesafio, takeDesafio } from '../links/desafios.ts';
import { checkCalls, countCall, countNotice, WINDOWS } from '../sessao/tentativas.ts';
import { findChave, listCredenciais, takeUse } from './chavesRepo.ts';
import { hashCodigo } from './codigos.ts';
import { takeCodigo } from './codigosRepo.ts';
import type { CheckProof } from './passo.ts';
import { readFatores } from './repo.ts';
import { stepOf } from './totp.ts';
import { findTotp, takeStep } from './totpRepo.ts';
import { askForProva, challengeOf, type RelyingParty, readProva } from './webauthn.ts';

interface Deps {
  db: Banco;
  segredo: string;
  correio: Correio;
  endereco: EnderecoProprio;
  site: () => RelyingParty;
}

/** Each answers the function that checks it for an account. */
export function createProvas({ db, segredo, correio, endereco, site }: Deps) {
  const cofre = createCofre(segredo, 'totp');

  return {
    byTotp:
      (codigo: string): CheckProof =>
      async ({ id }) => {
        const totp = await findTotp(db, id);
        const chave = totp?.confirmado_em && cofre.open(id, totp.segredo);
        const passo = chave && stepOf(chave, codigo);
        return passo ? (trx) => takeStep(trx, id, passo) : undefined;
      },

    /** The owner gets a letter, because another person may have found the written code. */
    byCodigo:
      (codigo: string, de: CallOrigin): CheckProof =>
      async (conta) =>
      async (trx) => {
        const { id } = conta;
        if (!(await takeCodigo(trx, id, hashCodigo(segredo, id, codigo)))) return false;
        const { codigosRestantes } = await readFatores(trx, id);
        const ato = { acao: 'usar-codigo-recuperacao', entidade: 'conta', chave: id } as const;
        await audit(trx, { ...de.autor, id }, { ...ato, detalhe: { codigosRestantes } });
        if (correio.configurado && (await countNotice(trx, conta.email))) {
          const link = `${endereco()}/perfil`;
          const uso = { em: nowDate(), restantes: codigosRestantes };
          const carta = composeCodigoUsado({ email: conta.email, link }, uso);
          await correio.send(trx, { para: conta.email, ...carta });
        }
        return true;
      },

    byPasskey:
      (prova: ProvaChaveAcesso): CheckProof =>
      async ({ id }) => {
        const token = challengeOf(prova.resposta);
        // In its own transaction: a challenge is used up by any answer, right or wrong.
        const pergunta = await inEssential(db, (trx) => takeDesafio(trx, 'passkey-entrada', token));
        const chave = await findChave(db, id, prova.resposta.id);
        if (pergunta?.conta !== id || !chave) return undefined;
        const depois = await readProva(prova, chave, { site: site(), token });
        if (depois === undefined) return undefined;
        return (trx) => takeUse(trx, { conta: id, id: chave.id, antes: chave.contador, depois });
      },

    /** The challenge for one of the account's passkeys. @throws 409 when it has none */
    async askForPasskey(conta: string, ip: string): Promise<PerguntaChave> {
      const tem = await listCredenciais(db, conta);
      if (tem.length === 0) throw conflict('sem-chave', 'Esta conta não tem chave de acesso.');
      const limite = ['passkey', ip, 300, WINDOWS.minuto] as const;
      await checkCalls(db, limite);
      const token = await inEssential(db, async (trx) => {
        await countCall(trx, limite);
        return createDesafio(trx, 'passkey-entrada', { conta, dados: null });
      });
      return { ...(await askForProva(site(), token, tem)) };
    },
  };
}
