/** What people do to a passage: remove it from the list, correct its plate, answer its alarm, undo it. */
import type { AjustesAlerta, EdicaoAjustesAlerta } from '@unipark/contract/alerta';
import type { Passagem } from '@unipark/contract/passagem';
import { type AuditEntry, type Autor, audit, auditMany } from '../platform/audit.ts';
import type { Clock } from '../platform/clock.ts';
import { type Banco, inTransaction, type Queryable, type Transacao } from '../platform/db/banco.ts';
import { breathe } from '../platform/db/slices.ts';
import { conflict, notFound, type StaleTest, stale } from '../platform/errors.ts';
import type { EventLog } from '../platform/events.ts';
import {
  alarmOf,
  followMatch,
  readAlertSettings,
  silenceOf,
  writeAlertSettings,
} from './alertas/alertas.ts';
import { buildCard, toCards } from './cartoesRepo.ts';
import { matchExactly } from './encontro/casamento.ts';
import type { Fotos } from './fotos.ts';
import { getPassagens } from './historico/detalhesRepo.ts';
import * as leiturasRepo from './leiturasRepo.ts';
import { matched } from './recebimento.ts';
import * as repo from './repo.ts';

/** Alarms answered in one transaction; of more of them the lists are told to reload. */
const ALERTAS_DE_UMA_VEZ = 100;
/** The gate screen offers the undo for ten seconds; without a network it is sent later. */
const DESFAZER_MS = 24 * 3_600_000;

const missingPassagem = (id: string) =>
  notFound(
    id.startsWith('-')
      ? 'Esta passagem ainda não foi gravada: o disco do servidor não aceita gravações.'
      : 'Passagem não encontrada.',
  );

/** For a passage only in memory it answers that it is not stored yet. */
async function inPassagem<T>(
  db: Banco,
  id: string,
  work: (trx: Transacao) => Promise<T>,
): Promise<T> {
  if (id.startsWith('-')) throw missingPassagem(id);
  return inTransaction(db, work);
}

/** The passage of an id in a path. @throws {Problem} 404 */
async function getRow(trx: Transacao, id: string): Promise<repo.PassagemRow> {
  const passagem = /^\d{1,15}$/.test(id) ? await repo.find(trx, Number(id)) : undefined;
  if (!passagem) throw missingPassagem(id);
  return passagem;
}

/** A passage with all its data. @throws {Problem} 404 */
export async function getPassagem(db: Queryable, id: string): Promise<Passagem> {
  const [passagem] = /^\d{1,15}$/.test(id) ? await getPassagens(db, [Number(id)]) : [];
  if (!passagem) throw missingPassagem(id);
  return passagem;
}

const describeCiente = ({ id, placa, alerta }: repo.PassagemRow): AuditEntry => ({
  acao: 'ciente',
  entidade: 'passagem',
  chave: String(id),
  detalhe: { placa, alerta },
});

interface AtosDeps {
  db: Banco;
  eventos: EventLog;
  clock: Clock;
  fotos: Fotos;
}

export function createAtos({ db, eventos, clock, fotos }: AtosDeps) {
  /** Writes a person's change, and tells the live stream. */
  async function change(
    trx: Transacao,
    passagem: repo.PassagemRow,
    mudanca: Parameters<typeof repo.update>[2],
  ): Promise<void> {
    const depois = { ...mudanca, versao: passagem.versao + 1 };
    await repo.update(trx, passagem.id, depois);
    if (passagem.na_lista === 1) {
      const cartao = await buildCard(trx, { ...passagem, ...depois });
      await eventos.append(trx, 'passagem-alterada', cartao);
    }
  }

  /** The fields of a passage with another plate: its match, and the alarm that follows it. */
  async function rematch(trx: Transacao, antes: repo.PassagemRow, placa: string) {
    const casamento = await matchExactly((chaves) => repo.findRegistrados(trx, chaves), placa);
    const casada = matched(placa, casamento);
    const agora = clock.now().toISOString();
    const ajustes = await readAlertSettings(trx);
    const tipo = alarmOf({ ...antes, placa }, casamento, ajustes);
    const alerta = await followMatch(trx, { ...antes, ...casada }, tipo, {
      ajustes,
      agora,
      calada: silenceOf(antes, ajustes, agora),
    });
    return { ...casada, ...alerta };
  }

  /** The changes of a passage that loses one of its readings. */
  async function withoutLeitura(
    trx: Transacao,
    passagem: repo.PassagemRow,
    leitura: number,
    restantes: Awaited<ReturnType<typeof leiturasRepo.listOf>>,
  ) {
    const lider = passagem.leitura_id === leitura ? restantes[0] : undefined;
    const placa = passagem.corrigida_em === null ? lider?.placa : undefined;
    const ultima = restantes.find(({ registrada_por }) => registrada_por !== null);
    const registrada_por = ultima?.registrada_por ?? null;
    return {
      sentido: restantes.find(({ sentido }) => sentido !== null)?.sentido ?? null,
      ...(registrada_por !== passagem.registrada_por && { registrada_por, conferida: 0 }),
      ...(lider && { leitura_id: lider.id }),
      ...(placa && placa !== passagem.placa && (await rematch(trx, passagem, placa))),
    };
  }

  return {
    /** Removes a card from the live list; history and audit keep it. */
    remove(autor: Autor, id: string): Promise<void> {
      return inPassagem(db, id, async (trx) => {
        const passagem = await getRow(trx, id);
        if (passagem.na_lista === 0) throw missingPassagem(id);
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

    /** Corrects a misread plate: matched again, the reading kept, the alarm by the new match. */
    correct(autor: Autor, id: string, placa: string, isStale: StaleTest): Promise<Passagem> {
      return inPassagem(db, id, async (trx) => {
        const antes = await getRow(trx, id);
        if (isStale(antes.versao)) {
          const atual = await getPassagem(trx, id);
          throw stale('Esta passagem foi alterada por outra pessoa.', atual);
        }
        if (placa === antes.placa) return getPassagem(trx, id);
        const novo = await rematch(trx, antes, placa);
        await audit(trx, autor, {
          acao: 'corrigir',
          entidade: 'passagem',
          chave: String(antes.id),
          detalhe: { antes: { placa: antes.placa }, depois: { placa } },
        });
        await change(trx, antes, {
          ...novo,
          placa_lida: antes.placa_lida ?? antes.placa,
          corrigida_por: autor.id ?? '',
          corrigida_em: clock.now().toISOString(),
        });
        return getPassagem(trx, id);
      });
    },

    /**
     * Undoes a registration of the gate screen: by its own person, within a day. A passage that a camera
     * read too, or another person registered, stays without what this person added.
     */
    undoRegistro(autor: Autor, id: string): Promise<void> {
      return inPassagem(db, id, async (trx) => {
        const passagem = await getRow(trx, id);
        const leituras = await leiturasRepo.listOf(trx, passagem.id);
        const minha = leituras.find(
          ({ registrada_por }) => registrada_por !== null && registrada_por === autor.id,
        );
        if (!minha) {
          throw conflict('de-outra-pessoa', 'Só quem registrou esta passagem pode desfazer.');
        }
        const retida = repo.selectHeld(trx).select('id').where('id', '=', passagem.id);
        if (await retida.executeTakeFirst()) {
          throw conflict(
            'passagem-retida',
            'Esta passagem está retida. Encerre a retenção antes de desfazer o registro.',
          );
        }
        const limite = clock.now().getTime() - DESFAZER_MS;
        if (Date.parse(minha.recebido_em) < limite) {
          throw conflict('tarde-demais', 'O tempo para desfazer este registro terminou.');
        }
        const { placa, sentido, instante } = passagem;
        await audit(trx, autor, {
          acao: 'desfazer',
          entidade: 'passagem',
          chave: String(passagem.id),
          detalhe: { placa, sentido: minha.sentido ?? sentido, instante },
        });
        await fotos.remove(trx, minha.id);
        await leiturasRepo.remove(trx, minha.id);
        const restantes = leituras.filter((leitura) => leitura !== minha);
        if (restantes.length > 0) {
          await change(trx, passagem, await withoutLeitura(trx, passagem, minha.id, restantes));
          return;
        }
        await repo.remove(trx, passagem.id);
        await eventos.append(trx, 'passagem-removida', { id: String(passagem.id) });
      });
    },

    /** 'Ciente': the first person's answer stays. */
    acknowledge(autor: Autor, id: string): Promise<void> {
      return inPassagem(db, id, async (trx) => {
        const passagem = await getRow(trx, id);
        if (passagem.alerta === null) {
          throw conflict('sem-alerta', 'Esta passagem não tem mais alerta.');
        }
        if (passagem.ciente_em !== null) return;
        await audit(trx, autor, describeCiente(passagem));
        await change(trx, passagem, {
          ciente_por: autor.id,
          ciente_em: clock.now().toISOString(),
        });
      });
    },

    /**
     * 'Ciente' for every open alarm raised up to `ate`, a slice of them in each transaction. Answers
     * how many. A failure leaves the alarms of its slice open, and those of later ones.
     */
    async acknowledgeUntil(autor: Autor, ate: string): Promise<number> {
      const ciente = { ciente_por: autor.id, ciente_em: clock.now().toISOString() };
      const answerSlice = (primeira: boolean) =>
        inTransaction(db, async (trx) => {
          const fatia = await repo.listOpenAlertasUntil(trx, ate, autor.id, ALERTAS_DE_UMA_VEZ);
          const cheia = fatia.length === ALERTAS_DE_UMA_VEZ;
          await auditMany(trx, autor, fatia.map(describeCiente));
          const depois = fatia.map((antes) => ({ ...antes, ...ciente, versao: antes.versao + 1 }));
          for (const { id, versao } of depois) await repo.update(trx, id, { ...ciente, versao });
          if (cheia || !primeira) await eventos.append(trx, 'recarregar', {});
          else {
            for (const cartao of await toCards(trx, depois))
              await eventos.append(trx, 'passagem-alterada', cartao);
          }
          return fatia.length;
        });
      let respondidas = await answerSlice(true);
      for (let quantas = respondidas; quantas === ALERTAS_DE_UMA_VEZ; respondidas += quantas) {
        await breathe();
        quantas = await answerSlice(false);
      }
      return respondidas;
    },

    changeSettings(autor: Autor, edicao: EdicaoAjustesAlerta): Promise<AjustesAlerta> {
      return inTransaction(db, async (trx) => {
        const antes = await readAlertSettings(trx);
        const depois = { ...antes, ...edicao } as AjustesAlerta;
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
