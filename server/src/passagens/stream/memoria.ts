/**
 * Passages that the disk refuses at the moment. They are on the live list and among the alarms from
 * memory, so that a broken disk hides no car at the gate; their senders get an error and send them
 * again.
 */
import type { Alerta } from '@unipark/contract/alerta';
import type { UltimoVeiculo } from '@unipark/contract/passagem';
import { keyOfPlaca } from '@unipark/contract/placa';
import { type Autor, audit } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import { afterCommit, type Banco, inEssential, type Transacao } from '../../platform/db/banco.ts';
import type { EventLog } from '../../platform/events.ts';
import {
  alarmOf,
  type EstadoAlerta,
  followMatch,
  type LastAlert,
  readAlertSettings,
  SEM_ALERTA,
  silenceOf,
} from '../alertas/alertas.ts';
import { findNames, getPerson, toCard } from '../cartoesRepo.ts';
import { matchReading } from '../encontro/casamento.ts';
import type { Leitura } from '../leitura.ts';
import { matched } from '../recebimento.ts';
import * as repo from '../repo.ts';

/** Most passages in memory; the oldest is dropped. */
const MAXIMO = 100;
/** One car at one camera within this time: its sender repeats after 30 s, and may be late. */
const JUNTAS_MS = 90_000;
/** The same for those of one event. */
const EVENTO_MS = 600_000;

interface RememberedLeitura {
  leitura: Leitura;
  passagem: repo.PassagemRow;
  cartao: UltimoVeiculo;
  /** The time of the last reading. */
  vistaEm: string;
  /** Off the list after the disk works again; its alarm stays until it is answered. */
  naLista: boolean;
  /** The answer to its alarm while it is being written. */
  resposta: Promise<void> | null;
}

const isAberto = ({ cartao }: RememberedLeitura): boolean =>
  cartao.alerta !== null && cartao.alerta.ciente === null;

/** Drops the oldest; one with an open alarm only when all have one. */
function withinLimit(todas: RememberedLeitura[]): RememberedLeitura[] {
  if (todas.length <= MAXIMO) return todas;
  return todas.toSpliced(
    todas.findLastIndex((lembrada) => !isAberto(lembrada)),
    1,
  );
}

export function createMemoria(deps: { db: Banco; eventos: EventLog; clock: Clock }) {
  const { db, eventos, clock } = deps;
  let lembradas: RememberedLeitura[] = [];
  let ultima = 0;
  let anterior: Promise<void> = Promise.resolve();

  /** The same event again, or the same car still at the same camera. */
  function isKnown({ leitura, passagem, vistaEm }: RememberedLeitura, nova: Leitura): boolean {
    if (passagem.chave !== keyOfPlaca(nova.placa) || leitura.camera !== nova.camera) return false;
    const mesmo = leitura.eventoId !== null && leitura.eventoId === nova.eventoId;
    const distancia = Math.abs(Date.parse(vistaEm) - Date.parse(nova.instante));
    return distancia <= (mesmo ? EVENTO_MS : JUNTAS_MS);
  }

  async function toPassagem(leitura: Leitura, agora: string) {
    const { placa, candidatas, camera, sentido, instante } = leitura;
    const casamento = await matchReading(
      (chaves) => repo.findRegistrados(db, chaves),
      placa,
      candidatas.map((candidata) => candidata.placa),
    );
    ultima -= 1;
    const passagem: repo.PassagemRow = {
      ...matched(placa, casamento),
      ...SEM_ALERTA,
      id: ultima,
      camera,
      sentido,
      instante,
      ultima_leitura_em: instante,
      recebido_em: agora,
      na_lista: 1,
      teste: leitura.teste ? 1 : 0,
      atrasada: 0,
      placa_lida: null,
      corrigida_em: null,
      registrada_por: null,
      conferida: 0,
      leitura_id: null,
      versao: 1,
    };
    return { passagem, casamento };
  }

  /** When memory alarmed for the car of this reading; the reading's own alarm does not count. */
  const soundedBefore =
    (leitura: Leitura): LastAlert =>
    (tipos, { de, ate }) =>
      lembradas
        .filter((lembrada) => !isKnown(lembrada, leitura))
        .filter(({ passagem }) => passagem.chave === keyOfPlaca(leitura.placa))
        .filter(({ passagem }) => passagem.alerta !== null && tipos.includes(passagem.alerta))
        .flatMap(({ passagem }) => passagem.alertado_em ?? [])
        .filter((quando) => quando >= de && quando <= ate)
        .toSorted()
        .at(-1);

  const alarmOfSame = (leitura: Leitura): RememberedLeitura | undefined =>
    lembradas.find((lembrada) => lembrada.passagem.alerta !== null && isKnown(lembrada, leitura));

  async function show(leitura: Leitura): Promise<void> {
    const conhecida = lembradas.find((lembrada) => isKnown(lembrada, leitura));
    if (conhecida) {
      conhecida.vistaEm = leitura.instante;
      return;
    }
    const agora = clock.now().toISOString();
    const { passagem, casamento } = await toPassagem(leitura, agora);
    const ajustes = await readAlertSettings(db);
    const calada = silenceOf(passagem, ajustes, agora);
    const tipo = alarmOf(passagem, casamento, ajustes);
    const soou = soundedBefore(leitura);
    Object.assign(
      passagem,
      await followMatch(db, passagem, tipo, { ajustes, agora, calada, soou }),
    );
    const cartao = { ...toCard(passagem, casamento, null, new Map()), gravada: false };
    const lembrada = {
      leitura,
      passagem,
      cartao,
      vistaEm: leitura.instante,
      naLista: true,
      resposta: null,
    };
    lembradas = withinLimit([lembrada, ...lembradas]);
    eventos.announce('passagem', cartao);
  }

  async function answer(autor: Autor, lembrada: RememberedLeitura, alerta: Alerta): Promise<void> {
    const { id, placa } = lembrada.cartao;
    await inEssential(db, (trx) =>
      audit(trx, autor, {
        acao: 'ciente',
        entidade: 'passagem',
        chave: id,
        detalhe: { placa, alerta: alerta.tipo },
      }),
    );
    const nome = getPerson(await findNames(db, [autor.id]), autor.id);
    const ciente = { nome, em: clock.now().toISOString() };
    Object.assign(lembrada.passagem, { ciente_por: autor.id, ciente_em: ciente.em });
    lembrada.cartao = {
      ...lembrada.cartao,
      alerta: { ...alerta, ciente },
      versao: lembrada.cartao.versao + 1,
    };
    eventos.announce('passagem-alterada', lembrada.cartao);
  }

  /** Of two simultaneous answers the second waits for the first. */
  function answerOnce(autor: Autor, lembrada: RememberedLeitura, alerta: Alerta): Promise<void> {
    lembrada.resposta ??= answer(autor, lembrada, alerta).finally(() => {
      lembrada.resposta = null;
    });
    return lembrada.resposta;
  }

  return {
    soundedBefore,

    /** Shows a reading that was not stored, with its alarm; not a late or uncertain one. */
    remember(leitura: Leitura): Promise<void> {
      if (leitura.placa === '' || leitura.atrasada || leitura.fraca) return Promise.resolve();
      // One after the other, so that readings of one car that are refused together are one card.
      const feito = anterior.then(() => show(leitura));
      anterior = feito.catch(() => undefined);
      return feito;
    },

    /**
     * The alarm of a reading that is stored now: one that memory raised is kept as it is, and
     * memory forgets it after `trx` is committed.
     */
    takeOver(trx: Transacao, leitura: Leitura, alerta: EstadoAlerta): EstadoAlerta {
      const lembrada = alarmOfSame(leitura);
      if (!lembrada || lembrada.passagem.alerta !== alerta.alerta) return alerta;
      afterCommit(trx, () => {
        lembradas = lembradas.filter((outra) => outra !== lembrada);
        eventos.announce('passagem-removida', { id: lembrada.cartao.id });
      });
      const { alertado_em, ciente_por, ciente_em } = lembrada.passagem;
      return { ...alerta, alertado_em, ciente_por, ciente_em };
    },

    /** The live list with the passages in memory, newest first. */
    withShown: (gravadas: UltimoVeiculo[], limite: number): UltimoVeiculo[] =>
      [
        ...lembradas.filter(({ naLista }) => naLista).map(({ cartao }) => cartao),
        ...gravadas,
      ].slice(0, limite),

    /** The open alarms with those in memory, newest first. */
    withOpen: (gravadas: UltimoVeiculo[]): UltimoVeiculo[] => [
      ...lembradas.filter(isAberto).map(({ cartao }) => cartao),
      ...gravadas,
    ],

    /** Answers an alarm in memory, once; false when the id is not in memory. */
    async acknowledge(autor: Autor, id: string): Promise<boolean> {
      const lembrada = lembradas.find(({ cartao }) => cartao.id === id);
      if (!lembrada?.cartao.alerta) return false;
      if (isAberto(lembrada)) await answerOnce(autor, lembrada, lembrada.cartao.alerta);
      return true;
    },

    /** Answers the alarms in memory that were raised up to `ate`; says how many. */
    async acknowledgeUntil(autor: Autor, ate: string): Promise<number> {
      let fechados = 0;
      for (const lembrada of lembradas.filter(isAberto)) {
        const { alerta } = lembrada.cartao;
        if (!alerta || alerta.em > ate) continue;
        await answerOnce(autor, lembrada, alerta);
        fechados += 1;
      }
      return fechados;
    },

    /** The disk works again: alarms stay, also answered ones, so that none is raised again. */
    settle(): void {
      if (!lembradas.some(({ naLista }) => naLista)) return;
      lembradas = lembradas.filter(({ passagem }) => passagem.alerta !== null);
      for (const lembrada of lembradas) lembrada.naLista = false;
      eventos.announce('recarregar', {});
    },
  };
}
