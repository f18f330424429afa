/**
 * The encrypted copies outside: each place receives the newest backup, beside the work on backups
 * here and never before it. A place that fails is tried again, after a longer wait each time.
 */
import { join } from 'node:path';
import type { CopiaExterna } from '@unipark/contract/copia';
import type { FastifyBaseLogger } from 'fastify';
import { addressOf, type ConfigDeposito, type ConfigExternas } from '../../config/copias.ts';
import { StartError } from '../../config/leitor.ts';
import { nowIso, nowMs, systemClock } from '../../platform/clock.ts';
import { instantOf } from '../copia.ts';
import type { CopiasOwner } from '../mark.ts';
import { findNewest } from '../rodizio.ts';
import { runApart } from '../trabalho.ts';

const MINUTO = 60_000;
/** A place that is there answers within this time. */
const RESPOSTA_MS = MINUTO;
/** A copy that takes longer has stopped. */
const ENVIO_MS = 120 * MINUTO;
/** Pictures are sent for this long after a copy; what is left goes with the next one. */
const FOTOS_MS = 20 * MINUTO;
/** A server that sends nothing looks this seldom, in looks of the one that sends. */
const OLHARES = 10;
const VARRER_MS = 20 * 60 * MINUTO;
const ESPERA_MAX_MS = 60 * MINUTO;
/** As for the copies here: one turn may be missed. */
const ATRASO_MS = 150 * MINUTO;
const PRIMEIRA_MS = 10 * MINUTO;

const INESPERADA = 'O envio falhou. O registro do servidor diz por quê.';

/** What is known of a place, from memory: no request waits for it. */
interface EstadoDeposito {
  deposito: ConfigDeposito;
  nome: string | undefined;
  /** The copy whose pictures were sent last. */
  comFotos: string | undefined;
  /** Whether the place was looked at since the start. */
  visto: boolean;
  enviando: boolean;
  apaga: boolean | null;
  falhas: number;
  falha: CopiaExterna['falha'];
  /** Why old copies stay there, until the next one goes. */
  sobra: CopiaExterna['falha'];
  /** When it may be tried again, on the clock that is never set. */
  proxima: number;
  varrida: number;
}

export interface ExternasDeps {
  config: ConfigExternas | null;
  /** The folder of the backups on this machine. */
  copias: string;
  owner: CopiasOwner;
  arquivosDir: string | null;
  /** Whether this server sends them: one of those that share a database. The others only look. */
  leads: () => boolean;
  /** Ends the work. */
  sinal: AbortSignal;
  /** Between two looks; tests look more often. */
  olharMs?: number;
  /** The wait after so many failures in a row. */
  waitOf?: (falhas: number) => number;
  log: Pick<FastifyBaseLogger, 'error'>;
}

const waitInMinutes = (falhas: number): number =>
  Math.min(ESPERA_MAX_MS, MINUTO * 2 ** (falhas - 1));

export function createExternas(deps: ExternasDeps) {
  const { config, copias, owner, arquivosDir, leads, sinal, log } = deps;
  const { olharMs = MINUTO, waitOf = waitInMinutes } = deps;
  const chaves = config?.chaves ?? [];
  let lidera = leads();
  /** Since when this server sends, or does not. */
  let inicio = systemClock.elapsed();
  const estados = (config?.depositos ?? []).map(
    (deposito): EstadoDeposito => ({
      ...{ deposito, nome: undefined, comFotos: undefined, visto: false },
      ...{ enviando: false, apaga: null },
      ...{ falhas: 0, falha: null, sobra: null, proxima: 0, varrida: Number.NEGATIVE_INFINITY },
    }),
  );
  const trabalhos = new Map<EstadoDeposito, Promise<void>>();
  let relogio: NodeJS.Timeout | undefined;

  async function send(estado: EstadoDeposito): Promise<void> {
    const { deposito } = estado;
    const comum = { deposito, chaves, owner };
    if (!estado.visto || !lidera) {
      const prazo = { sinal, prazoMs: RESPOSTA_MS };
      estado.nome = await runApart({ acao: 'achar-enviada', ...comum }, prazo);
      estado.comFotos = estado.nome;
      estado.visto = true;
    }
    if (!lidera) {
      estado.proxima = systemClock.elapsed() + OLHARES * olharMs;
      return;
    }
    const nome = await findNewest(copias);
    // Another server may have sent a newer one than this one has.
    if (nome === undefined || nome < (estado.nome ?? '')) return;
    if (nome !== estado.nome) {
      estado.enviando = true;
      const tarefa = { acao: 'enviar' as const, ...comum, pasta: join(copias, nome) };
      const { apaga, sobra } = await runApart(tarefa, { sinal, prazoMs: ENVIO_MS });
      Object.assign(estado, { nome, apaga, sobra: sobra ? explain(estado, sobra) : null });
    }
    await sendFotos(estado, nome);
  }

  async function sendFotos(estado: EstadoDeposito, nome: string): Promise<void> {
    const comum = { deposito: estado.deposito, chaves, owner };
    if (arquivosDir === null || nome === estado.comFotos) return;
    estado.enviando = true;
    const varrer = systemClock.elapsed() - estado.varrida >= VARRER_MS;
    const fotos = { ...comum, copias, nome, arquivosDir, prazoMs: FOTOS_MS, varrer };
    const levadas = await runApart(
      { acao: 'enviar-fotos', ...fotos },
      { sinal, prazoMs: ENVIO_MS },
    );
    estado.comFotos = nome;
    if (varrer && levadas) estado.varrida = systemClock.elapsed();
  }

  function noteFailure(estado: EstadoDeposito, error: unknown): void {
    // The server is ending, and ended the work.
    if (sinal.aborted) return;
    estado.falhas += 1;
    estado.proxima = systemClock.elapsed() + waitOf(estado.falhas);
    const motivo = error instanceof StartError ? error.message : INESPERADA;
    estado.falha = explain(estado, motivo, error);
  }

  /** A place that stays so is one line of the log. */
  function explain(estado: EstadoDeposito, motivo: string, err?: unknown): CopiaExterna['falha'] {
    if (![estado.falha, estado.sobra].some((dita) => dita?.motivo === motivo)) {
      log.error({ err, motivo, destino: addressOf(estado.deposito) }, 'a copy outside failed');
    }
    return { quando: nowIso(), motivo };
  }

  /** One work for each place at a time. */
  function visit(estado: EstadoDeposito): void {
    if (trabalhos.has(estado) || systemClock.elapsed() < estado.proxima) return;
    const trabalho = send(estado)
      .then(() => Object.assign(estado, { falhas: 0, falha: null }))
      .catch((error: unknown) => noteFailure(estado, error))
      .finally(() => {
        estado.enviando = false;
        trabalhos.delete(estado);
      });
    trabalhos.set(
      estado,
      trabalho.then(() => undefined),
    );
  }

  const visitAll = (): void => {
    if (sinal.aborted) return;
    if (lidera !== leads()) {
      lidera = !lidera;
      inicio = systemClock.elapsed();
      // What another server sent meanwhile is not known here.
      for (const estado of estados) {
        Object.assign(estado, { visto: false, falhas: 0, falha: null, sobra: null, proxima: 0 });
      }
    }
    estados.forEach(visit);
  };
  const ageOf = ({ nome }: EstadoDeposito): number | undefined =>
    nome === undefined ? undefined : Math.max(0, nowMs() - instantOf(nome).getTime());
  const isOld = (estado: EstadoDeposito): boolean => (ageOf(estado) ?? ATRASO_MS + 1) > ATRASO_MS;

  return {
    /** Sends what is new, without waiting for it. */
    wake: visitAll,

    list: (): CopiaExterna[] =>
      estados.map((estado) => ({
        destino: addressOf(estado.deposito),
        criada_em: estado.nome === undefined ? null : instantOf(estado.nome).toISOString(),
        enviando: estado.enviando,
        apaga: estado.apaga,
        falha: estado.falha ?? estado.sobra,
      })),

    /** Milliseconds since the newest copy of each place; undefined without one. */
    ages: (): { destino: string; idade: number | undefined }[] =>
      estados.map((estado) => ({ destino: addressOf(estado.deposito), idade: ageOf(estado) })),

    /** Whether a place has no copy of the last hours, after the server had the time for one. */
    isLate: (): boolean =>
      lidera && systemClock.elapsed() - inicio >= PRIMEIRA_MS && estados.some(isOld),

    start(): void {
      if (estados.length === 0) return;
      visitAll();
      relogio = setInterval(visitAll, olharMs);
      relogio.unref();
    },

    async stop(): Promise<void> {
      clearInterval(relogio);
      await Promise.all(trabalhos.values());
    },
  };
}
