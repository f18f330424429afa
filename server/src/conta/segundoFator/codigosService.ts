import type { CodigosRecuperacao, TotpNovo } from '@unipark/contract/perfil';
import { TEXTOS_CONTA } from '@unipark/contract/textosConta';
import { audit } from '../../platform/audit.ts';
import { type Banco, inEssential, inTransaction, type Transacao } from '../../platform/db/banco.ts';
import { conflict, invalid, notFound } from '../../platform/errors.ts';
import { createCofre } from '../../platform/secret.ts';
import { checkThrottle, contaKey, countFailure, forgetFailures } from '../sessao/tentativas.ts';
import { hashCodigo, newCodigos } from './codigos.ts';
import { replaceCodigos } from './codigosRepo.ts';
import {
  afterAdding,
  afterRemoving,
  confirmOwner,
  type FatorChangeDeps,
  type FatorOwner,
} from './fatores.ts';
import { findFatores } from './repo.ts';
import { newSegredo, stepOf, uriOf } from './totp.ts';
import { confirmTotp, findTotp, removeTotp, saveTotp } from './totpRepo.ts';

const targetOf = ({ conta }: FatorOwner) => ({ entidade: 'conta', chave: conta.id }) as const;

const alreadyOn = () =>
  conflict('totp-ativo', 'O aplicativo autenticador já está ativo. Desative-o para trocar.');

/** A secret is required only after one of its codes: people do not lock themselves out. */
export function codigosService({ db, ...ambiente }: FatorChangeDeps & { db: Banco }) {
  const { segredo: chaveMestra } = ambiente.identidade;
  const cofre = createCofre(chaveMestra, 'totp');

  async function replace(trx: Transacao, conta: string): Promise<CodigosRecuperacao> {
    const codigos = newCodigos();
    const hashes = codigos.map((codigo) => hashCodigo(chaveMestra, conta, codigo));
    await replaceCodigos(trx, conta, hashes);
    return { codigos };
  }

  return {
    /** A new secret, not required before it is confirmed. @throws 409 while one is in use */
    async startTotp(pessoa: FatorOwner, senha: string | null): Promise<TotpNovo> {
      await confirmOwner(db, pessoa, senha);
      const { id, email } = pessoa.conta;
      const segredo = newSegredo();
      await inTransaction(db, async (trx) => {
        if (!(await saveTotp(trx, id, cofre.seal(id, segredo)))) throw alreadyOn();
        const ato = {
          acao: 'preparar-segundo-fator',
          motivo: 'totp',
          ...targetOf(pessoa),
        } as const;
        await audit(trx, pessoa.autor, ato);
      });
      return { uri: uriOf(segredo, email), segredo };
    },

    /**
     * The first code switches it on, and makes a set of recovery codes. @throws 400 for a wrong one
     */
    async confirmTotp(pessoa: FatorOwner, codigo: string): Promise<CodigosRecuperacao> {
      const { id, email } = pessoa.conta;
      const chave = contaKey(email, `totp:${id}`);
      await checkThrottle(db, chave, null);
      const totp = await findTotp(db, id);
      if (!totp)
        throw conflict('sem-totp', 'A ativação não está mais em andamento. Comece de novo.');
      if (totp.confirmado_em) throw alreadyOn();
      const segredo = cofre.open(id, totp.segredo);
      const passo = segredo && stepOf(segredo, codigo);
      if (!passo) {
        await inEssential(db, (trx) => countFailure(trx, chave, pessoa.ip));
        throw invalid({ codigo: TEXTOS_CONTA.codigoInvalido });
      }
      return inTransaction(db, async (trx) => {
        const antes = (await findFatores(trx, id)).length;
        if (!(await confirmTotp(trx, id, totp.segredo, passo))) throw alreadyOn();
        await forgetFailures(trx, chave);
        const ato = { acao: 'ativar-segundo-fator', motivo: 'totp', ...targetOf(pessoa) } as const;
        await audit(trx, pessoa.autor, ato);
        await afterAdding(trx, ambiente, pessoa, antes);
        return replace(trx, id);
      });
    },

    /** @throws 404 when none is on, 409 for the last factor of an account that must have one */
    async removeTotp(pessoa: FatorOwner, senha: string | null): Promise<void> {
      await confirmOwner(db, pessoa, senha);
      await inTransaction(db, async (trx) => {
        if (!(await removeTotp(trx, pessoa.conta.id))) {
          throw notFound('O aplicativo autenticador não está ativo.');
        }
        const ato = { acao: 'retirar-segundo-fator', motivo: 'totp', ...targetOf(pessoa) } as const;
        await audit(trx, pessoa.autor, ato);
        await afterRemoving(trx, ambiente, pessoa);
      });
    },

    /** A new set; the previous one stops working. @throws 409 when there is no factor */
    async renewCodigos(pessoa: FatorOwner, senha: string | null): Promise<CodigosRecuperacao> {
      await confirmOwner(db, pessoa, senha);
      const { id } = pessoa.conta;
      return inTransaction(db, async (trx) => {
        if ((await findFatores(trx, id)).length === 0) {
          throw conflict('sem-fator', 'Ative um segundo fator antes de gerar códigos.');
        }
        await audit(trx, pessoa.autor, { acao: 'gerar-codigos', ...targetOf(pessoa) });
        return replace(trx, id);
      });
    },
  };
}
