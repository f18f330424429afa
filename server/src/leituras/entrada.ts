/** The intake as the application sees it: made of its pieces, started, swept and stopped as one. */
import type { FastifyBaseLogger } from 'fastify';
import { createMovimento } from '../dispositivos/movimento.ts';
import { dispositivosService } from '../dispositivos/service.ts';
import type { PassagensService } from '../passagens/service.ts';
import { type Banco, inTransaction } from '../platform/db/banco.ts';
import { Problem } from '../platform/errors.ts';
import type { Cofre } from '../platform/secret.ts';
import { readMessage } from './corpo.ts';
import { Ilegivel } from './dialeto.ts';
import { createBusca } from './imagens.ts';
import { createCorretores, type Entrega } from './mqtt.ts';
import { type Chegada, leiturasService } from './service.ts';

interface Deps {
  db: Banco;
  cofre: Cofre;
  passagens: PassagensService;
  log: FastifyBaseLogger;
}

const TIPO = 'application/json';
/** A message from a broker is text: nothing as large as a picture. */
const MENSAGEM_MAXIMA = 1024 * 1024;
const NINGUEM = { id: null, endereco: null, pedido: null };

export function createEntrada({ db, cofre, passagens, log }: Deps) {
  const movimento = createMovimento(db, log);
  const busca = createBusca({ db, passagens, movimento, log });
  const leituras = leiturasService({ db, passagens, movimento, busca, log });

  /** What a broker sends goes the way of what is posted, only nobody waits for an answer. */
  const entregar: Entrega = async (dispositivo, caminho, corpo) => {
    const base = { dispositivo, tipoConteudo: TIPO, segredos: [], autor: NINGUEM };
    const chegada: Chegada = { ...base, corpo };
    try {
      if (corpo.length > MENSAGEM_MAXIMA) throw new Ilegivel('Mensagem: envie no máximo 1 MB.');
      const mensagem = await readMessage(TIPO, corpo, caminho);
      const lida = leituras.read(dispositivo, mensagem);
      if (lida.tipo === 'ignorar') leituras.ignore(chegada);
      else await inTransaction(db, (trx) => leituras.keep(trx, chegada, mensagem, lida));
    } catch (erro) {
      if (erro instanceof Ilegivel) await leituras.quarantine(chegada, erro.completo);
      else if (erro instanceof Problem) leituras.refuse(chegada, erro.message);
      else throw erro;
    }
  };

  const corretores = createCorretores({ db, cofre, entregar, log });
  const dispositivos = dispositivosService({ db, cofre, movimento, conexoes: corretores });

  return {
    movimento,
    leituras,
    dispositivos,
    start: () => corretores.start(),
    /** Lets go of brokers and pictures, and writes what was counted. */
    async stop(): Promise<void> {
      await corretores.stop();
      await busca.stop();
      await movimento.stop();
    },
    /** For the hourly housekeeping. */
    async prune(): Promise<void> {
      await dispositivos.prune();
      await leituras.prune();
    },
  };
}
