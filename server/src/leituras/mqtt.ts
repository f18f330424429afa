/** Readings that we ask for: one connection to a broker for each active device that names one. */
import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { mqttOwner } from '../dispositivos/ajustes.ts';
import { type Conexao, mqttOf } from '../dispositivos/fio.ts';
import * as dispositivos from '../dispositivos/repo.ts';
import type { Conexoes } from '../dispositivos/service.ts';
import type { Banco } from '../platform/db/banco.ts';
import type { Cofre } from '../platform/secret.ts';
import { type Assinatura, subscribe } from './assinatura.ts';

type Linha = dispositivos.Linha;

/** Takes in one message of a device; resolves once it is safe, whatever it was. */
export type Entrega = (linha: Linha, caminho: string, corpo: Buffer) => Promise<void>;

export interface Corretores extends Conexoes {
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface Deps {
  db: Banco;
  cofre: Cofre;
  entregar: Entrega;
  log: Pick<FastifyBaseLogger, 'error'>;
}

/** Before each try: a database that is away for seconds costs no reading, the broker waits. */
const ESPERAS_MS = [0, 500, 2_000, 5_000, 15_000];

const DESLIGADO: Conexao = { estado: 'desligado', motivo: null };
const SENHA_PERDIDA: Conexao = {
  estado: 'falha',
  motivo: 'A senha guardada não pode ser lida. Informe-a de novo.',
};

export function createCorretores({ db, cofre, entregar, log }: Deps): Corretores {
  const abertas = new Map<string, { ajuste: string; assinatura: Assinatura | null }>();
  let parado = true;
  let vez: Promise<void> = Promise.resolve();

  function open(linha: Linha): Assinatura | null {
    const mqtt = mqttOf(linha);
    if (!mqtt) return null;
    const { mqtt_senha: selada, id } = linha;
    const senha = selada === null ? null : cofre.open(mqttOwner(id), selada);
    if (senha === undefined) return null;
    const once = async (caminho: string, corpo: Buffer): Promise<void> => {
      // Its other settings may have changed since: each message is read with those of now.
      const atual = await dispositivos.find(db, id);
      if (atual?.ativo) await entregar(atual, caminho, corpo);
    };
    const deliver = async (caminho: string, corpo: Buffer): Promise<void> => {
      for (const espera of ESPERAS_MS) {
        if (espera > 0) await setTimeout(espera, undefined, { ref: false });
        if (espera > 0 && (parado || !abertas.has(id))) return;
        try {
          return await once(caminho, corpo);
        } catch (err) {
          log.error({ err, dispositivo: id }, 'broker message');
        }
      }
    };
    return subscribe({ ...mqtt, senha, cliente: `unipark-${id}` }, deliver);
  }

  async function close(id: string): Promise<void> {
    const aberta = abertas.get(id);
    abertas.delete(id);
    await aberta?.assinatura?.end();
  }

  /** Closes what is no longer wanted as it is, opens what is missing. */
  async function follow(): Promise<void> {
    const linhas = parado ? [] : await dispositivos.withBroker(db);
    const ajustes = new Map(linhas.map((linha) => [linha.id, `${linha.mqtt} ${linha.mqtt_senha}`]));
    for (const [id, { ajuste }] of abertas) if (ajustes.get(id) !== ajuste) await close(id);
    for (const linha of linhas) {
      if (abertas.has(linha.id)) continue;
      abertas.set(linha.id, { ajuste: ajustes.get(linha.id) ?? '', assinatura: open(linha) });
    }
  }

  const inTurn = (): Promise<void> => {
    vez = vez.then(follow).catch((err: unknown) => log.error({ err }, 'brokers'));
    return vez;
  };

  return {
    stateOf(id) {
      const aberta = abertas.get(id);
      if (!aberta) return DESLIGADO;
      return aberta.assinatura?.state() ?? SENHA_PERDIDA;
    },
    sync: () => {
      void inTurn();
    },
    start() {
      parado = false;
      return inTurn();
    },
    stop() {
      parado = true;
      return inTurn();
    },
  };
}
