/** The intake for the application: its parts, created, started and stopped together. */
import type { PrazosRetencao } from '@unipark/contract/retencao';
import type { FastifyBaseLogger } from 'fastify';
import { createContatos } from '../dispositivos/contato.ts';
import { createMovimento } from '../dispositivos/movimento.ts';
import { dispositivosService } from '../dispositivos/service.ts';
import type { PassagensService } from '../passagens/service.ts';
import type { Autor } from '../platform/audit.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { Banco } from '../platform/db/banco.ts';
import { Problem } from '../platform/errors.ts';
import type { Cofre } from '../platform/secret.ts';
import { createBusca } from './imagens.ts';
import { createCorretores, type MqttIntake } from './mqtt.ts';
import { leiturasService, type ReceivedMessage } from './service.ts';
import { sendTeste } from './teste.ts';

interface Deps {
  db: Banco;
  cofre: Cofre;
  passagens: PassagensService;
  log: FastifyBaseLogger;
  clock?: Clock | undefined;
}

const TIPO = 'application/json';
/** A message from a broker is text, without pictures. */
const MENSAGEM_MAXIMA = 1024 * 1024;
const NINGUEM = { id: null, endereco: null, pedido: null };

const arrival = (dispositivo: ReceivedMessage['dispositivo'], corpo: Buffer): ReceivedMessage => {
  const base = { dispositivo, tipoConteudo: TIPO, segredos: [], autor: NINGUEM };
  return { ...base, corpo };
};

export function createEntrada({ db, cofre, passagens, log, clock = systemClock }: Deps) {
  const contatos = createContatos(clock);
  const movimento = createMovimento(db, log);
  const busca = createBusca({ db, passagens, movimento, log });
  const leituras = leiturasService({ db, passagens, movimento, contatos, clock, busca, log });

  /** A broker's message is processed like a posted one, without an answer. */
  const receive: MqttIntake['receive'] = async (dispositivo, caminho, corpo) => {
    const chegada = arrival(dispositivo, corpo);
    if (corpo.length > MENSAGEM_MAXIMA) {
      return leituras.quarantine(chegada, 'Mensagem: envie no máximo 1 MB.');
    }
    try {
      const { mensagem, lida } = await leituras.take(chegada, caminho);
      if (lida.tipo === 'leituras') await leituras.store(chegada, mensagem, lida);
    } catch (erro) {
      // Refused: another delivery of the same message changes nothing.
      if (!(erro instanceof Problem)) throw erro;
    }
  };

  const entregar: MqttIntake = {
    receive,
    quarantine: (dispositivo, corpo) =>
      leituras.quarantine(arrival(dispositivo, corpo), 'A mensagem não pôde ser guardada.'),
  };

  const corretores = createCorretores({ db, cofre, entregar, log });
  const dispositivos = dispositivosService({ db, cofre, movimento, conexoes: corretores });

  return {
    movimento,
    leituras,
    dispositivos,
    sendTeste: (autor: Autor, id: string) =>
      sendTeste({ db, leituras, passagens, clock }, autor, id),
    start: () => corretores.start(),
    /** Ends broker connections and downloads, and writes the counts. */
    async stop(): Promise<void> {
      await corretores.stop();
      await busca.stop();
      await movimento.stop();
    },
    /** For the hourly housekeeping. */
    async prune({
      quarentena_dias,
      bruto_dias,
    }: Pick<PrazosRetencao, 'quarentena_dias' | 'bruto_dias'>): Promise<void> {
      await dispositivos.prune(quarentena_dias);
      await leituras.prune(bruto_dias);
    },
  };
}
