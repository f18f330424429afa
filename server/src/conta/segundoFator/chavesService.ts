import {
  CHAVES_MAXIMO,
  type NovaChaveAcesso,
  type PerguntaChave,
} from '@unipark/contract/chaveAcesso';
import type { ChaveAcesso } from '@unipark/contract/perfil';
import { TEXTOS_CONTA } from '@unipark/contract/textosConta';
import { audit } from '../../platform/audit.ts';
import { nowIso } from '../../platform/clock.ts';
import { type Banco, inTransaction, type Queryable } from '../../platform/db/banco.ts';
import { conflict, notFound, Problem } from '../../platform/errors.ts';
import { createDesafio, takeDesafio } from '../links/desafios.ts';
import { createChave, listCredenciais, removeChave } from './chavesRepo.ts';
import {
  afterAdding,
  afterRemoving,
  confirmOwner,
  type FatorChangeDeps,
  type FatorOwner,
} from './fatores.ts';
import { findFatores } from './repo.ts';
import { askForNova, challengeOf, type RelyingParty, readNova, requireName } from './webauthn.ts';

const refused = (): Problem => new Problem(400, 'chave-recusada', TEXTOS_CONTA.chaveRecusada);

interface Deps extends FatorChangeDeps {
  db: Banco;
  site: () => RelyingParty;
}

/** The challenge's token is the WebAuthn challenge itself: no cookie is needed to find it. */
export function chavesService({ db, site, ...ambiente }: Deps) {
  async function listRoom(trx: Queryable, conta: string) {
    const tem = await listCredenciais(trx, conta);
    if (tem.length >= CHAVES_MAXIMO) {
      const frase = `Uma conta pode ter no máximo ${CHAVES_MAXIMO} chaves de acesso.`;
      throw conflict('muitas-chaves', frase);
    }
    return tem;
  }

  return {
    /**
     * The options for a new key. @throws 409 when the account has the maximum, or the page has no
     * host name
     */
    async ask(
      pessoa: FatorOwner,
      senha: string | null,
      pagina: string | undefined,
    ): Promise<PerguntaChave> {
      const { conta } = pessoa;
      requireName(site(), pagina);
      await confirmOwner(db, pessoa, senha);
      const tem = await listRoom(db, conta.id);
      const token = await inTransaction(db, (trx) =>
        createDesafio(trx, 'passkey-nova', { conta: conta.id, dados: null }),
      );
      return { ...(await askForNova(site(), { conta, token, tem })) };
    },

    /** Stores the key that the browser made. @throws 400 when it does not answer our challenge */
    async create(pessoa: FatorOwner, nova: NovaChaveAcesso): Promise<ChaveAcesso> {
      const { id: conta } = pessoa.conta;
      const token = challengeOf(nova.resposta);
      // In its own transaction: a challenge is used up by any answer, right or wrong.
      const pergunta = await inTransaction(db, (trx) => takeDesafio(trx, 'passkey-nova', token));
      if (pergunta?.conta !== conta) throw refused();
      const lida = await readNova(nova, { site: site(), token });
      if (!lida) throw refused();
      const { id, publica, contador } = lida;
      const criadaEm = nowIso();
      await inTransaction(db, async (trx) => {
        await listRoom(trx, conta);
        const antes = (await findFatores(trx, conta)).length;
        const criada = await createChave(trx, {
          id,
          conta,
          nome: nova.nome,
          chave_publica: publica,
          contador,
          transportes: JSON.stringify(nova.resposta.response.transports ?? []),
          criada_em: criadaEm,
          usada_em: null,
        });
        if (!criada) throw conflict('chave-repetida', 'Esta chave já está cadastrada.');
        await audit(trx, pessoa.autor, {
          acao: 'ativar-segundo-fator',
          entidade: 'conta',
          chave: conta,
          motivo: 'passkey',
          detalhe: { nome: nova.nome },
        });
        await afterAdding(trx, ambiente, pessoa, antes);
      });
      return { id, nome: nova.nome, criadaEm, usadaEm: null };
    },

    /** @throws 404 for an unknown key, 409 for the last factor of an account that must have one */
    async remove(pessoa: FatorOwner, senha: string | null, id: string): Promise<void> {
      await confirmOwner(db, pessoa, senha);
      await inTransaction(db, async (trx) => {
        const nome = await removeChave(trx, pessoa.conta.id, id);
        if (nome === undefined) throw notFound('Chave de acesso não encontrada.');
        await audit(trx, pessoa.autor, {
          acao: 'retirar-segundo-fator',
          entidade: 'conta',
          chave: pessoa.conta.id,
          motivo: 'passkey',
          detalhe: { nome },
        });
        await afterRemoving(trx, ambiente, pessoa);
      });
    },
  };
}
