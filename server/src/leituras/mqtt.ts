/** Readings from brokers: one connection for each active device with a broker. */
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { mqttOwner } from '../dispositivos/ajustes.ts';
import { type MqttConnection, mqttOf } from '../dispositivos/fio.ts';
import type { DispositivoRow } from '../dispositivos/repo.ts';
import * as dispositivos from '../dispositivos/repo.ts';
import type { MqttConnections } from '../dispositivos/service.ts';
import { type Banco, hearNodes, isLeader } from '../platform/db/banco.ts';
import type { Cofre } from '../platform/secret.ts';
import type { MqttSubscription } from './assinatura.ts';
import { type BrokerMessage, createEsperaDisco, isOfDisk } from './esperaDisco.ts';

/** Processes one message of a device; resolves after it is stored or refused. */
export interface MqttIntake {
  receive(linha: DispositivoRow, caminho: string, corpo: Buffer): Promise<void>;
  /** Stores it unread: a message that fails each time must not block the next ones. */
  quarantine(linha: DispositivoRow, corpo: Buffer): Promise<void>;
}

export interface MqttBrokers extends MqttConnections {
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface Deps {
  db: Banco;
  cofre: Cofre;
  entregar: MqttIntake;
  log: Pick<FastifyBaseLogger, 'error'>;
  esperas?: number[];
  /** Milliseconds before what failed is tried again. */
  pausa?: number;
}

/** Before each try: a short outage needs no new connection, because the broker waits. */
const ESPERAS_MS = [0, 500, 2_000, 5_000, 15_000];

/** A message that failed in this many deliveries is itself the cause. */
const ENTREGAS_MAXIMO = 3;

/** Between two tries of what the disk did not take, and of brokers that could not be read. */
const PAUSA_MS = 5_000;

const DESLIGADO: MqttConnection = { estado: 'desligado', motivo: null };
const OUTRO_SERVIDOR: MqttConnection = { estado: 'outro_servidor', motivo: null };
const SENHA_PERDIDA: MqttConnection = {
  estado: 'falha',
  motivo: 'A senha guardada não pode ser lida. Informe-a de novo.',
};

export function createCorretores(deps: Deps): MqttBrokers {
  const { db, cofre, entregar, log, esperas = ESPERAS_MS, pausa = PAUSA_MS } = deps;
  const abertas = new Map<string, { ajuste: string; assinatura: MqttSubscription | null }>();
  let parado = true;
  let vez: Promise<void> = Promise.resolve();

  /** Processes a message with the device's current settings: they may have changed. */
  async function once({ linha, caminho, corpo }: BrokerMessage): Promise<void> {
    const atual = await dispositivos.find(db, linha.id);
    if (atual?.ativo) await entregar.receive(atual, caminho, corpo);
  }

  const esperaDisco = createEsperaDisco({
    store: once,
    quarantine: ({ linha, corpo }) => entregar.quarantine(linha, corpo),
    log,
    pausa,
  });

  async function open(linha: DispositivoRow): Promise<MqttSubscription | null> {
    const mqtt = mqttOf(linha);
    if (!mqtt) return null;
    const { mqtt_senha: selada, id } = linha;
    const senha = selada === null ? null : cofre.open(mqttOwner(id), selada);
    if (senha === undefined) return null;
    let falhou: { corpo: Buffer; vezes: number } = { corpo: Buffer.alloc(0), vezes: 0 };
    /** Not stored: the broker sends it again, unless it has failed too often. */
    const giveUp = async (corpo: Buffer): Promise<void> => {
      falhou = { corpo, vezes: falhou.corpo.equals(corpo) ? falhou.vezes + 1 : 1 };
      if (falhou.vezes < ENTREGAS_MAXIMO) throw new Error('broker message not kept');
      await entregar.quarantine(linha, corpo);
    };
    const deliver = async (caminho: string, corpo: Buffer): Promise<void> => {
      for (const espera of esperas) {
        if (espera > 0) await wait(espera, undefined, { ref: false });
        if (espera > 0 && (parado || !abertas.has(id))) break;
        try {
          return await once({ linha, caminho, corpo });
        } catch (err) {
          log.error({ err, dispositivo: id }, 'broker message');
          if (isOfDisk(err) && esperaDisco.take({ linha, caminho, corpo })) return;
        }
      }
      await giveUp(corpo);
    };
    // The library is loaded only when a device has a broker: most installations have none.
    const { subscribe } = await import('./assinatura.ts');
    return subscribe({ ...mqtt, senha, cliente: `unipark-${id}` }, deliver);
  }

  async function close(id: string): Promise<void> {
    const aberta = abertas.get(id);
    abertas.delete(id);
    // On our own stop, and for the node that leads now, the broker keeps later messages.
    await aberta?.assinatura?.end(!parado && isLeader(db));
  }

  /** Closes connections that are no longer wanted, opens missing ones. */
  async function follow(): Promise<void> {
    const linhas = parado || !isLeader(db) ? [] : await dispositivos.listWithBroker(db);
    const ajustes = new Map(linhas.map((linha) => [linha.id, `${linha.mqtt} ${linha.mqtt_senha}`]));
    for (const [id, { ajuste }] of abertas) if (ajustes.get(id) !== ajuste) await close(id);
    for (const linha of linhas) {
      if (abertas.has(linha.id)) continue;
      abertas.set(linha.id, { ajuste: ajustes.get(linha.id) ?? '', assinatura: await open(linha) });
    }
  }

  let relogio: NodeJS.Timeout | undefined;
  const inTurn = (): Promise<void> => {
    clearTimeout(relogio);
    vez = vez.then(follow).catch((err: unknown) => {
      log.error({ err }, 'brokers');
      // Nothing else asks again: without another change all brokers would stay closed.
      if (!parado) relogio = setTimeout(sync, pausa).unref();
    });
    return vez;
  };

  const sync = (): void => void inTurn();
  let stopHearing: (() => void)[] = [];

  return {
    stateOf(id) {
      const aberta = abertas.get(id);
      if (!aberta) return isLeader(db) ? DESLIGADO : OUTRO_SERVIDOR;
      return aberta.assinatura?.state() ?? SENHA_PERDIDA;
    },
    sync,
    start() {
      parado = false;
      stopHearing = [hearNodes(db, 'dispositivos', sync), hearNodes(db, 'lideranca', sync)];
      return inTurn();
    },
    stop() {
      parado = true;
      for (const stop of stopHearing) stop();
      esperaDisco.stop();
      return inTurn();
    },
  };
}
