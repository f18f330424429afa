/** What somebody sees and changes of their own account. */
import type { AlterarSenha, Perfil, SessaoAberta } from '@unipark/contract/perfil';
import { TEXTOS_CONTA } from '@unipark/contract/textosConta';
import type { Config } from '../../config.ts';
import { audit } from '../../platform/audit.ts';
import { type Banco, inTransaction } from '../../platform/db/banco.ts';
import { conflict, invalid, notFound, Problem } from '../../platform/errors.ts';
import type { ContaSessao } from '../../platform/guard.ts';
import { deliverSenhaTrocada, type EntregaDeps } from '../cartas/envio.ts';
import type { Chamada, Resposta, ServicoEntrada } from '../entrada.ts';
import type { IdentidadeLocal } from '../identidade.ts';
import { readFatores } from '../segundoFator/repo.ts';
import { confirmPerson } from '../senha/confirmacao.ts';
import { replaceSenha } from '../senha/redefinicao.ts';
import { senhaFault } from '../senha/regras.ts';
import { hashSenha, normalizeSenha } from '../senha/senhas.ts';
import { endSessoes } from '../sessao/sessoes.ts';
import { encodeFoto } from './foto.ts';
import {
  findEntradaAntes,
  findSenhaAlteradaEm,
  getContaRow,
  listSessoes,
  removeSessaoOf,
  updateFoto,
} from './repo.ts';

export interface PerfilDeps extends EntregaDeps {
  db: Banco;
  config: Pick<Config, 'mfaAdmin'>;
  identidade: IdentidadeLocal;
  entrada: ServicoEntrada;
}

/** The agent that the audit kept beside a sign-in; nothing where it was erased. */
function agenteOf(detalhe: string | null): string | null {
  const { agente } = JSON.parse(detalhe ?? '{}') as { agente?: unknown };
  return typeof agente === 'string' && agente !== '' ? agente : null;
}

const naConta = (conta: ContaSessao, acao: string) => ({
  acao,
  entidade: 'conta',
  chave: conta.id,
});

/** The rules of one's own account: password, picture, sessions. */
export function perfilService(deps: PerfilDeps) {
  const { db, config, identidade, entrada } = deps;

  async function findAcessoAnterior(conta: ContaSessao): Promise<Perfil['acessoAnterior']> {
    const sessoes = await listSessoes(db, conta.id);
    const desta = sessoes.find(({ id }) => id === conta.sid)?.criadaEm ?? new Date().toISOString();
    const antes = await findEntradaAntes(db, conta.id, desta);
    return antes ? { em: antes.quando, agente: agenteOf(antes.detalhe) } : null;
  }

  return {
    async get(conta: ContaSessao): Promise<Perfil> {
      const { name, email, image, admin } = await getContaRow(db, conta.id);
      return {
        nome: name,
        email,
        fotoUrl: image,
        senhaAlteradaEm: (await findSenhaAlteradaEm(db, conta.id)) ?? null,
        acessoAnterior: await findAcessoAnterior(conta),
        ...(await readFatores(db, conta.id)),
        segundoFatorExigido: config.mfaAdmin && Boolean(admin),
      };
    },

    /**
     * A new password in place of the old one. Every session ends, this one too, and one is opened.
     * @throws 400 for a wrong or unusable password, 409 where an outside account proves who it is
     */
    async changeSenha(
      conta: ContaSessao,
      { atual, nova }: AlterarSenha,
      de: Chamada,
    ): Promise<Resposta> {
      if ((await findSenhaAlteradaEm(db, conta.id)) === undefined) {
        throw conflict('sem-senha', TEXTOS_CONTA.contaSemSenha);
      }
      const { autor, ip } = de;
      await confirmPerson(db, { conta, senha: atual, autor, ip, campo: 'atual' });
      const fault = senhaFault(nova, conta.email);
      if (fault) throw invalid({ nova: fault });
      if (normalizeSenha(nova) === normalizeSenha(atual)) {
        throw invalid({ nova: TEXTOS_CONTA.senhaRepetida });
      }
      const cifrada = await hashSenha(nova);
      const aberta = await inTransaction(db, async (trx) => {
        // Reset meanwhile by its owner or an administrator: whoever asked here is out already.
        const vivas = await listSessoes(trx, conta.id);
        if (!vivas.some(({ id }) => id === conta.sid)) {
          throw new Problem(401, 'nao-autenticado', TEXTOS_CONTA.sessaoExpirada);
        }
        const sessoesEncerradas = await replaceSenha(trx, identidade, conta, cifrada);
        await audit(trx, autor, {
          ...naConta(conta, 'alterar-senha'),
          detalhe: { sessoesEncerradas },
        });
        await deliverSenhaTrocada(trx, deps, conta.email);
        return entrada.open(trx, conta.id, de, 'senha');
      });
      return entrada.answer(aberta);
    },

    /** The account's picture, drawn anew from the bytes. @throws 400 for what is no still picture */
    async changeFoto(
      conta: ContaSessao,
      bytes: Buffer,
      { autor }: Chamada,
    ): Promise<{ picture: string }> {
      const picture = await encodeFoto(bytes);
      await inTransaction(db, async (trx) => {
        await updateFoto(trx, conta.id, picture);
        await audit(trx, autor, naConta(conta, 'trocar-foto'));
      });
      return { picture };
    },

    async removeFoto(conta: ContaSessao, { autor }: Chamada): Promise<void> {
      await inTransaction(db, async (trx) => {
        const { image } = await getContaRow(trx, conta.id);
        if (image === null) return;
        await updateFoto(trx, conta.id, null);
        await audit(trx, autor, naConta(conta, 'remover-foto'));
      });
    },

    /** The account's open sessions: this one, then the one used last. */
    async listSessoes(conta: ContaSessao): Promise<SessaoAberta[]> {
      const sessoes = await listSessoes(db, conta.id);
      return sessoes
        .map((sessao) => ({
          ...sessao,
          agente: sessao.agente || null,
          endereco: sessao.endereco || null,
          atual: sessao.id === conta.sid,
        }))
        .sort((a, b) => Number(b.atual) - Number(a.atual) || b.vistaEm.localeCompare(a.vistaEm));
    },

    /** Ends one session of this account. @throws 404 when it is somebody else's, or over */
    async endSessao(conta: ContaSessao, id: string, { autor }: Chamada): Promise<void> {
      await inTransaction(db, async (trx) => {
        if (!(await removeSessaoOf(trx, conta.id, id))) {
          throw notFound('Esta sessão já foi encerrada.');
        }
        identidade.announceEnd(trx, [id]);
        await audit(trx, autor, naConta(conta, 'encerrar-sessao'));
      });
    },

    /** Ends every session of this account but the one that asks. */
    async endOutras(conta: ContaSessao, { autor }: Chamada): Promise<{ encerradas: number }> {
      return inTransaction(db, async (trx) => {
        const encerradas = await endSessoes(trx, identidade, conta.id, conta.sid);
        const ato = naConta(conta, 'encerrar-sessoes');
        if (encerradas > 0) await audit(trx, autor, { ...ato, detalhe: { encerradas } });
        return { encerradas };
      });
    },
  };
}
