/**
 * Calls the devices when an alarm is raised. It listens to the event log, so a call begins after
 * the commit of its passage and delays no reading.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isSilencio, type MensagemAviso } from '@unipark/contract/aviso';
import { UltimoVeiculo } from '@unipark/contract/passagem';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import { type Banco, inTransaction, isLeader } from '../platform/db/banco.ts';
import type { EventLog, LoggedEvent } from '../platform/events.ts';
import { createSemaphore } from '../platform/gates.ts';
import type { AjustesDeAvisos, VapidKeys } from './ajustes.ts';
import { pushAviso } from './entrega.ts';
import * as repo from './repo.ts';
import { isServico } from './servicos.ts';

/** Requests at once, and how many wait: a call that finds the queue full is dropped. */
const VAGAS = 4;
const FILA = 500;
/** An older alarm was called for before a restart, or is no news. */
const NOVO_MS = 60_000;
/** Alarms of which a later event is no second call. */
const LEMBRADOS = 200;
/** A device that no signed-in page was seen on for so long is called no more. */
const ABANDONO_MS = 30 * 86_400_000;
/** An unanswered call is repeated after these waits: the service drops it after 300 s. */
const ESPERAS_MS = [15_000, 60_000, 120_000];
/** After so many failures in a row a device is left alone for a while. */
const FALHAS = 5;
const PAUSA_MS = 3_600_000;

interface ChamadaDeps {
  db: Banco;
  eventos: EventLog;
  ajustes: AjustesDeAvisos;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  clock: Clock;
  contato: string;
  servicos: readonly string[];
  esperas?: readonly number[] | undefined;
}

/** No answer, or one that a later call may change. */
const isTemporary = (status: number): boolean => status === 0 || status === 429 || status >= 500;

export function createChamada(deps: ChamadaDeps) {
  const { db, eventos, ajustes, log, clock, esperas = ESPERAS_MS, ...envio } = deps;
  const enter = createSemaphore(VAGAS, FILA);
  const fim = new AbortController();
  const abertas = new Set<Promise<void>>();
  let chamados: string[] = [];

  const before = (ms: number): string => new Date(clock.now().getTime() - ms).toISOString();

  /**
   * Stores how a call ended; the service answers 404 and 410 for a subscription that is over. Without
   * an answer our own network may be away: that is no failure of the device.
   */
  async function note(aparelho: repo.AparelhoRow, status: number): Promise<void> {
    const { id } = aparelho;
    const agora = clock.now();
    if (status === 0) return log.warn({ aparelho: id.slice(0, 8), status }, 'call not delivered');
    await inTransaction(db, async (trx) => {
      if (status === 404 || status === 410) {
        await repo.removeAparelho(trx, id);
      } else if (status >= 200 && status < 300) {
        const enviado_em = agora.toISOString();
        await repo.updateAparelho(trx, id, { enviado_em, falhas: 0, pausado_ate: null });
      } else {
        const falhas = ((await repo.findAparelho(trx, id))?.falhas ?? 0) + 1;
        const pausado_ate =
          falhas < FALHAS ? null : new Date(agora.getTime() + PAUSA_MS).toISOString();
        await repo.updateAparelho(trx, id, { falhas, pausado_ate });
        log.warn({ aparelho: id.slice(0, 8), status, falhas }, 'call not delivered');
      }
    });
  }

  async function send(
    aparelho: repo.AparelhoRow,
    mensagem: MensagemAviso,
    chaves: VapidKeys,
  ): Promise<void> {
    if (!isServico(aparelho.endpoint, envio.servicos)) return note(aparelho, 403);
    const ask = (passados: number) => {
      const opcoes = { ...envio, chaves, passados, sinal: fim.signal };
      // Without an answer the status is 0: the address is a secret and is not logged.
      return enter(() => pushAviso(aparelho, mensagem, opcoes).catch(() => 0), fim.signal);
    };
    let passados = 0;
    let status = await ask(passados);
    for (const espera of esperas) {
      if (!isTemporary(status) || fim.signal.aborted) break;
      await sleep(espera, undefined, { signal: fim.signal });
      // Meanwhile the device may have signed out, or the alarm may have its answer.
      if (!(await repo.findAparelho(db, aparelho.id))) return;
      if (!(await repo.isAlertaAberto(db, mensagem.passagem))) break;
      passados += espera;
      status = await ask(passados);
    }
    if (!fim.signal.aborted) await note(aparelho, status);
  }

  async function call({ id, alerta }: UltimoVeiculo): Promise<void> {
    const chaves = await ajustes.findKeys();
    if (!chaves || !alerta) return;
    const mensagem = { tipo: alerta.tipo, passagem: id };
    const agora = clock.now();
    const exceto = (await repo.findRegistrador(db, id)) ?? '';
    const desde = before(ABANDONO_MS);
    const todos = await repo.listCalled(db, { agora: agora.toISOString(), desde, exceto });
    const acordados = todos.filter(
      ({ silencio_de: de, silencio_ate: ate }) =>
        !isSilencio(de !== null && ate !== null ? { de, ate } : null, agora),
    );
    const fins = await Promise.allSettled(
      acordados.map((aparelho) => send(aparelho, mensagem, chaves)),
    );
    const perdidos = fins.filter(({ status }) => status === 'rejected').length;
    if (perdidos > 0 && !fim.signal.aborted) log.warn({ perdidos }, 'calls dropped');
  }

  /** True for an alarm that has just been raised; later events of it are no second call. */
  function isNew({ placa, alerta }: UltimoVeiculo): boolean {
    if (!alerta || alerta.ciente) return false;
    const distancia = Math.abs(clock.now().getTime() - Date.parse(alerta.em));
    const chave = `${placa} ${alerta.em} ${alerta.tipo}`;
    if (distancia > NOVO_MS || chamados.includes(chave)) return false;
    chamados = [...chamados, chave].slice(-LEMBRADOS);
    return true;
  }

  function follow({ tipo, dados }: LoggedEvent): void {
    // Every node gets the event, and one of them calls.
    if (!isLeader(db)) return;
    if (!tipo.startsWith('passagem') || dados.includes('"alerta":null')) return;
    const lido = UltimoVeiculo.safeParse(JSON.parse(dados));
    if (!lido.success || !isNew(lido.data)) return;
    const chamada = call(lido.data)
      .catch((err: unknown) => log.warn({ err }, 'devices not called'))
      .finally(() => abertas.delete(chamada));
    abertas.add(chamada);
  }

  let unsubscribe: (() => void) | undefined;
  return {
    start(): void {
      unsubscribe = eventos.subscribe(follow);
    },

    /** Drops what is not sent: a call is no news after the restart. */
    async stop(): Promise<void> {
      unsubscribe?.();
      fim.abort();
      await Promise.allSettled(abertas);
    },

    /** Removes abandoned devices. For the hourly housekeeping. */
    prune: (): Promise<void> =>
      inTransaction(db, (trx) => repo.removeUnseen(trx, before(ABANDONO_MS))),
  };
}
