/** One subscription at a broker, which comes back by itself: after 1 s, 2, 4 … 30. */
import { connect, type ErrorWithReasonCode, type IConnackPacket, type MqttClient } from 'mqtt';
import type { Conexao } from '../dispositivos/fio.ts';

const ESPERA_MS = 1_000;
const ESPERA_MAXIMA_MS = 30_000;
const CONEXAO_MS = 10_000;

/** What Frigate publishes that holds plates. */
const TOPICOS = ['tracked_object_update', 'events'];

interface Corretor {
  url: string;
  usuario: string | null;
  senha: string | null;
  topico: string;
  /** Our name there. */
  cliente: string;
}

export interface Assinatura {
  state(): Conexao;
  end(): Promise<void>;
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

/** Subscribes and stays subscribed. A message is acknowledged when `deliver` is done with it. */
export function subscribe(
  { url, usuario, senha, topico, cliente }: Corretor,
  deliver: (caminho: string, corpo: Buffer) => Promise<void>,
): Assinatura {
  let conexao: Conexao = { estado: 'conectando', motivo: null };
  let espera = ESPERA_MS;
  let encerrada = false;
  let relogio: NodeJS.Timeout | undefined;
  let corretor: MqttClient;

  function open(): void {
    let erro: Error | ErrorWithReasonCode | undefined;
    corretor = connect(url, {
      clientId: cliente,
      username: usuario ?? undefined,
      password: senha ?? undefined,
      connectTimeout: CONEXAO_MS,
      reconnectPeriod: 0,
      clean: true,
    });
    corretor.handleMessage = (pacote, done) => {
      const corpo = Buffer.from(pacote.payload);
      const caminho = `/${pacote.topic.slice(topico.length + 1)}`;
      deliver(caminho, corpo).then(
        () => done(),
        () => done(),
      );
    };
    corretor.on('connect', (_resposta: IConnackPacket) => {
      espera = ESPERA_MS;
      corretor.subscribe(
        TOPICOS.map((nome) => `${topico}/${nome}`),
        { qos: 1 },
        (falha) => {
          conexao = falha
            ? { estado: 'falha', motivo: 'O servidor MQTT recusou a assinatura do tópico.' }
            : { estado: 'conectado', motivo: null };
        },
      );
    });
    corretor.on('error', (falha) => {
      erro = falha;
    });
    corretor.once('close', () => {
      corretor.end(true);
      if (encerrada) return;
      conexao = { estado: 'falha', motivo: reasonOf(erro) };
      relogio = setTimeout(open, espera);
      relogio.unref();
      espera = Math.min(espera * 2, ESPERA_MAXIMA_MS);
    });
  }

  open();
  return {
    state: () => conexao,
    async end() {
      encerrada = true;
      clearTimeout(relogio);
      await corretor.endAsync(true);
    },
  };
}
