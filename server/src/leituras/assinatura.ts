/** One subscription at a broker, which reconnects by itself: after 1 s, 2, 4 … 30. */
import { setTimeout as setTimeoutOf } from 'node:timers/promises';
import { connect, type ErrorWithReasonCode, type IConnackPacket, type MqttClient } from 'mqtt';
import type { MqttConnection } from '../dispositivos/fio.ts';
import { createBaldes } from '../platform/limits/bucket.ts';

const ESPERA_MS = 1_000;
const ESPERA_MAXIMA_MS = 30_000;
const CONEXAO_MS = 10_000;
const DESPEDIDA_MS = 1_000;
/** The limit of a device's HTTP body too. */
const MENSAGEM_MAXIMA = 10 * 1024 * 1024;
/** Packets that are not messages: a broker sends one for each of ours, and we send few. */
const AVULSOS_POR_SEGUNDO = 2;
const AVULSOS_RAJADA = 50;
const SEM_GARANTIA =
  'O Frigate publica com qos 0: o que ele envia enquanto o UNIPARK está parado se perde. Use qos: 1.';
const EXCESSO = 'O servidor MQTT enviou dados demais, e a conexão foi cortada. Tentando de novo…';

/** Frigate's topics that contain plates. */
const TOPICOS = ['tracked_object_update', 'events'];

interface BrokerConfig {
  url: string;
  usuario: string | null;
  senha: string | null;
  topico: string;
  /** Our client id there. */
  cliente: string;
}

export interface MqttSubscription {
  state(): MqttConnection;
  /** `esquecer`: the broker must delete our session. */
  end(esquecer: boolean): Promise<void>;
}

const CREDENCIAL = [4, 5, 134, 135];
const REDE =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE)$/;

function reasonOf(erro: Error | undefined): string {
  const { code } = (erro ?? {}) as { code?: string | number };
  if (typeof code === 'number' && CREDENCIAL.includes(code)) {
    return 'Usuário ou senha do MQTT incorretos.';
  }
  if (typeof code !== 'string') return 'A conexão com o servidor MQTT caiu. Tentando de novo…';
  if (REDE.test(code)) return 'O servidor MQTT não responde neste endereço.';
  return 'O certificado do servidor MQTT não foi aceito.';
}

/**
 * Calls `cut` for a broker that sends without end: packets are read one after the other, and no
 * other work runs meanwhile. Messages need no limit: the next one is read after the last was
 * stored.
 */
function watchFlood(corretor: MqttClient, cut: () => void): void {
  const avulsos = createBaldes(AVULSOS_POR_SEGUNDO, AVULSOS_RAJADA);
  let bytes = 0;
  corretor.on('packetreceive', ({ cmd }) => {
    bytes = 0;
    if (cmd !== 'publish' && !avulsos.take('')) cut();
  });
  corretor.stream.on('data', (pedaco: Buffer) => {
    bytes += pedaco.length;
    if (bytes > MENSAGEM_MAXIMA) cut();
  });
}

/**
 * Subscribes and stays subscribed. A message is acknowledged after `deliver` stored it. On a
 * failure the connection is closed, and the broker, which keeps our session, sends the message
 * again. A message that was published with QoS 0, as Frigate does by default, is not kept by the
 * broker: then the state says so.
 */
export function subscribe(
  { url, usuario, senha, topico, cliente }: BrokerConfig,
  deliver: (caminho: string, corpo: Buffer) => Promise<void>,
): MqttSubscription {
  const topicos = TOPICOS.map((nome) => `${topico}/${nome}`);
  let conexao: MqttConnection = { estado: 'conectando', motivo: null };
  let espera = ESPERA_MS;
  let encerrada = false;
  let relogio: NodeJS.Timeout | undefined;
  let corretor: MqttClient;

  function open(): void {
    let erro: Error | ErrorWithReasonCode | undefined;
    let cortada = false;
    let fechada = false;
    corretor = connect(url, {
      clientId: cliente,
      username: usuario ?? undefined,
      password: senha ?? undefined,
      connectTimeout: CONEXAO_MS,
      reconnectPeriod: 0,
      // The broker keeps messages published with QoS 1 while we are disconnected.
      clean: false,
    });
    watchFlood(corretor, () => {
      if (cortada) return;
      cortada = true;
      espera = ESPERA_MAXIMA_MS;
      corretor.stream.destroy();
    });
    corretor.handleMessage = (pacote, done) => {
      const corpo = Buffer.from(pacote.payload);
      const caminho = `/${pacote.topic.slice(topico.length + 1)}`;
      const desta = corretor;
      if (pacote.qos === 0) conexao = { estado: 'conectado', motivo: SEM_GARANTIA };
      deliver(caminho, corpo).then(
        // An ignored message takes no time, so that a series of them would block other work.
        () => setImmediate(done),
        () => desta.stream.destroy(),
      );
    };
    corretor.on('connect', (_resposta: IConnackPacket) => {
      espera = ESPERA_MS;
      corretor.subscribe(topicos, { qos: 1 }, (falha) => {
        // The end of the connection has its own reason.
        if (fechada) return;
        conexao = falha
          ? { estado: 'falha', motivo: 'O servidor MQTT recusou a assinatura do tópico.' }
          : { estado: 'conectado', motivo: null };
      });
    });
    corretor.on('error', (falha) => {
      erro = falha;
    });
    corretor.once('close', () => {
      fechada = true;
      corretor.end(true);
      if (encerrada) return;
      conexao = { estado: 'falha', motivo: cortada ? EXCESSO : reasonOf(erro) };
      relogio = setTimeout(open, espera);
      relogio.unref();
      espera = Math.min(espera * 2, ESPERA_MAXIMA_MS);
    });
  }

  open();
  return {
    state: () => conexao,
    async end(esquecer) {
      encerrada = true;
      clearTimeout(relogio);
      if (esquecer && corretor.connected) {
        const feito = corretor.unsubscribeAsync(topicos).catch(() => {});
        await Promise.race([feito, setTimeoutOf(DESPEDIDA_MS, undefined, { ref: false })]);
      }
      await corretor.endAsync(true);
    },
  };
}
