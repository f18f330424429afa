import type { AcaoAuditoria } from '@unipark/contract/auditoria';
import type { AlterarSenha, Perfil, SessaoAberta } from '@unipark/contract/perfil';
import { TEXTOS_CONTA } from '@unipark/contract/textosConta';
import type { Config } from '../../config.ts';
import { type AuditEntry, audit } from '../../platform/audit.ts';
import { nowIso } from '../../platform/clock.ts';
import { type Banco, inEssential, inTransaction } from '../../platform/db/banco.ts';
import { conflict, invalid, notFound, Problem } from '../../platform/errors.ts';
import type { ContaSessao } from '../../platform/http/guard.ts';
import { deliverSenhaTrocada, type LetterDeps } from '../cartas/envio.ts';
import type { CallOrigin, LoginReply, ServicoEntrada } from '../entrada.ts';
import type { IdentidadeLocal } from '../identidade.ts';
import { readFatores } from '../segundoFator/repo.ts';
import { confirmPerson } from '../senha/confirmacao.ts';
import { replaceSenha } from '../senha/redefinicao.ts';
import { senhaFault } from '../senha/regras.ts';
import { hashSenha, normalizeSenha } from '../senha/senhas.ts';
import { endSessoes } from '../sessao/sessoes.ts';
import { encodeFoto } from './foto.ts';
import {
  findEntradaBefore,
  findSenhaDate,
  getContaRow,
  listSessoes,
  removeSessaoOf,
  updateFoto,
} from './repo.ts';

export interface PerfilDeps extends LetterDeps {
  db: Banco;
  config: Pick<Config, 'mfaAdmin'>;
  identidade: IdentidadeLocal;
  entrada: ServicoEntrada;
}

/** The user agent in the audit row of a sign-in; null when it was erased. */
function readAgente(detalhe: string | null): string | null {
  const { agente } = JSON.parse(detalhe ?? '{}') as { agente?: unknown };
  return typeof agente === 'string' && agente !== '' ? agente : null;
}

const buildAto = (conta: ContaSessao, acao: AcaoAuditoria): AuditEntry => ({
  acao,
  entidade: 'conta',
  chave: conta.id,
});

export function perfilService(deps: PerfilDeps) {
  const { db, config, identidade, entrada } = deps;

  async function findAcessoAnterior(conta: ContaSessao): Promise<Perfil['acessoAnterior']> {
    const sessoes = await listSessoes(db, conta.id);
    const desta = sessoes.find(({ id }) => id === conta.sid)?.criadaEm ?? nowIso();
    const antes = await findEntradaBefore(db, conta.id, desta);
    return antes ? { em: antes.quando, agente: readAgente(antes.detalhe) } : null;
  }

  return {
    async get(conta: ContaSessao): Promise<Perfil> {
      const { nome, email, foto_url, admin } = await getContaRow(db, conta.id);
      return {
        nome,
        email,
        fotoUrl: foto_url,
        senhaAlteradaEm: (await findSenhaDate(db, conta.id)) ?? null,
        acessoAnterior: await findAcessoAnterior(conta),
        ...(await readFatores(db, conta.id)),
        segundoFatorExigido: config.mfaAdmin && Boolean(admin),
      };
    },

    /**
     * Replaces the password. Every session ends, this one too, and a new one is opened.
     * @throws 400 for a wrong or refused password, 409 when an outside provider keeps the account
     */
    async changeSenha(
      conta: ContaSessao,
      { atual, nova }: AlterarSenha,
      de: CallOrigin,
    ): Promise<LoginReply> {
      if ((await findSenhaDate(db, conta.id)) === undefined) {
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
        // The password was reset meanwhile, which ended this session already.
        const vivas = await listSessoes(trx, conta.id);
        if (!vivas.some(({ id }) => id === conta.sid)) {
          throw new Problem(401, 'nao-autenticado', TEXTOS_CONTA.sessaoExpirada);
        }
        const sessoesEncerradas = await replaceSenha(trx, identidade, conta, cifrada);
        await audit(trx, autor, {
          ...buildAto(conta, 'alterar-senha'),
          detalhe: { sessoesEncerradas },
        });
        await deliverSenhaTrocada(trx, deps, conta.email);
        return entrada.open(trx, conta.id, de, 'senha');
      });
      return entrada.answer(aberta);
    },

    /** Re-encodes and stores the account's picture. @throws 400 for anything but a still picture */
    async changeFoto(
      conta: ContaSessao,
      bytes: Buffer,
      { autor }: CallOrigin,
    ): Promise<{ picture: string }> {
      const picture = await encodeFoto(bytes);
      await inTransaction(db, async (trx) => {
        await updateFoto(trx, conta.id, picture);
        await audit(trx, autor, buildAto(conta, 'trocar-foto'));
      });
      return { picture };
    },

    async removeFoto(conta: ContaSessao, { autor }: CallOrigin): Promise<void> {
      await inTransaction(db, async (trx) => {
        const { foto_url } = await getContaRow(trx, conta.id);
        if (foto_url === null) return;
        await updateFoto(trx, conta.id, null);
        await audit(trx, autor, buildAto(conta, 'remover-foto'));
      });
    },

    /** The account's open sessions: this one, then by last use. */
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

    /**
     * Ends one session of this account. @throws 404 when it belongs to another account, or is over
     */
    async endSessao(conta: ContaSessao, id: string, { autor }: CallOrigin): Promise<void> {
      await inEssential(db, async (trx) => {
        if (!(await removeSessaoOf(trx, conta.id, id))) {
          throw notFound('Esta sessão já foi encerrada.');
        }
        identidade.announceEnd(trx, [id]);
        await audit(trx, autor, buildAto(conta, 'encerrar-sessao'));
      });
    },

    /** Ends every session of this account except the current one. */
    async endOutras(conta: ContaSessao, { autor }: CallOrigin): Promise<{ encerradas: number }> {
      return inEssential(db, async (trx) => {
        const encerradas = await endSessoes(trx, identidade, conta.id, conta.sid);
        const ato = buildAto(conta, 'encerrar-sessoes');
        if (encerradas > 0) await audit(trx, autor, { ...ato, detalhe: { encerradas } });
        return { encerradas };
      });
    },
  };
}
