/** What people do to a passage: take it off the list, put its plate right, answer its alarm. */
import type { AjustesAlerta, Passagem } from '@unipark/contract/passagem';
import { type Autor, audit } from '../platform/audit.ts';
import { type Banco, inTransaction, type Transacao } from '../platform/db/banco.ts';
import { conflict, notFound, stale } from '../platform/errors.ts';
import type { EventLog } from '../platform/events.ts';
import {
  alarmOf,
  followMatch,
  isRecent,
  readAlertSettings,
  writeAlertSettings,
} from './alertas.ts';
import { cardOf } from './cartoesRepo.ts';
import { matchExactly } from './casamento.ts';
import { getPassagens } from './detalhesRepo.ts';
import { matched } from './recebimento.ts';
import * as repo from './repo.ts';

const inexistente = () => notFound('Passagem não encontrada.');

/** The passage of an id as it stands in a path. @throws {Problem} 404 */
async function getRow(trx: Transacao, id: string): Promise<repo.Passagem> {
  const passagem = /^\d{1,15}$/.test(id) ? await repo.find(trx, Number(id)) : undefined;
  if (!passagem) throw inexistente();
  return passagem;
}

/** A passage with all that is known of it. @throws {Problem} 404 */
export async function getPassagem(db: Banco | Transacao, id: string): Promise<Passagem> {
  const [passagem] = /^\d{1,15}$/.test(id) ? await getPassagens(db, [Number(id)]) : [];
  if (!passagem) throw inexistente();
  return passagem;
}

export function atos({ db, eventos }: { db: Banco; eventos: EventLog }) {
  /** Writes what a person changed, and tells those who see the card. */
  async function change(
    trx: Transacao,
    passagem: repo.Passagem,
    mudanca: Parameters<typeof repo.update>[2],
  ): Promise<void> {
    const depois = { ...mudanca, versao: passagem.versao + 1 };
    await repo.update(trx, passagem.id, depois);
    if (passagem.na_lista === 1) {
      const cartao = await cardOf(trx, { ...passagem, ...depois });
      await eventos.append(trx, 'passagem-alterada', cartao);
    }
  }

  return {
    /** Takes a card off the live list; history and audit keep it. */
    remove(autor: Autor, id: string): Promise<void> {
      return inTransaction(db, async (trx) => {
        const passagem = await getRow(trx, id);
        if (passagem.na_lista === 0) throw inexistente();
        await repo.update(trx, passagem.id, { na_lista: 0, versao: passagem.versao + 1 });
        await audit(trx, autor, {
          acao: 'retirar',
          entidade: 'passagem',
          chave: String(passagem.id),
          detalhe: { placa: passagem.placa },
        });
        await eventos.append(trx, 'passagem-removida', { id: String(passagem.id) });
      });
    },

    /** Puts a misread plate right: matched anew, the reading kept, the alarm as the match says. */
    correct(
      autor: Autor,
      id: string,
      placa: string,
      velha: (versao: number) => boolean,
    ): Promise<Passagem> {
      return inTransaction(db, async (trx) => {
        const antes = await getRow(trx, id);
        if (velha(antes.versao)) {
          const atual = await getPassagem(trx, id);
          throw stale('Esta passagem foi alterada por outra pessoa.', atual);
        }
        if (placa === antes.placa) return getPassagem(trx, id);
        const casamento = await matchExactly((chaves) => repo.findRegistrados(trx, chaves), placa);
        const casada = matched(placa, casamento);
        const agora = new Date().toISOString();
        const ajustes = await readAlertSettings(trx);
        const tipo = alarmOf({ ...antes, placa }, casamento, ajustes);
        const podeLevantar = antes.na_lista === 1 && isRecent(antes, ajustes, agora);
        const alerta = await followMatch(trx, { ...antes, ...casada }, tipo, {
          ajustes,
          agora,
          podeLevantar,
        });
        await audit(trx, autor, {
          acao: 'corrigir',
          entidade: 'passagem',
          chave: String(antes.id),
          detalhe: { antes: { placa: antes.placa }, depois: { placa } },
        });
        await change(trx, antes, {
          ...casada,
          ...alerta,
          placa_lida: antes.placa_lida ?? antes.placa,
          corrigida_por: autor.id ?? '',
          corrigida_em: agora,
        });
        return getPassagem(trx, id);
      });
    },

    /** 'Ciente': the first who says so stays. */
    acknowledge(autor: Autor, id: string): Promise<void> {
      return inTransaction(db, async (trx) => {
        const passagem = await getRow(trx, id);
        if (passagem.alerta === null) {
          throw conflict('sem-alerta', 'Esta passagem não tem mais alerta.');
        }
        if (passagem.ciente_em !== null) return;
        await audit(trx, autor, {
          acao: 'ciente',
          entidade: 'passagem',
          chave: String(passagem.id),
          detalhe: { placa: passagem.placa, alerta: passagem.alerta },
        });
        await change(trx, passagem, {
          ciente_por: autor.id,
          ciente_em: new Date().toISOString(),
        });
      });
    },

    /** Keeps what raises an alarm from now on. */
    changeSettings(autor: Autor, depois: AjustesAlerta): Promise<AjustesAlerta> {
      return inTransaction(db, async (trx) => {
        const antes = await readAlertSettings(trx);
        await writeAlertSettings(trx, depois);
        await audit(trx, autor, {
          acao: 'editar',
          entidade: 'ajustes',
          chave: 'alertas',
          detalhe: { antes, depois },
        });
        return depois;
      });
    },
  };
}
