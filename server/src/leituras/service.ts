/** A message's readings are stored in one transaction, or it goes to quarantine. */
import type { UltimoVeiculo } from '@unipark/contract/passagem';
import type { FastifyBaseLogger } from 'fastify';
import type { ContactBook, ContactKind } from '../dispositivos/contato.ts';
import type { Movimento } from '../dispositivos/movimento.ts';
import { putAside, readRelogios, withClock } from '../dispositivos/relogio.ts';
import type { DispositivoRow } from '../dispositivos/repo.ts';
import * as dispositivos from '../dispositivos/repo.ts';
import type { Leitura } from '../passagens/leitura.ts';
import type { PassagensService } from '../passagens/service.ts';
import type { Autor } from '../platform/audit.ts';
import { type Clock, nowIso, nowMs } from '../platform/clock.ts';
import { afterCommit, type Banco, inTransaction, type Transacao } from '../platform/db/banco.ts';
import { storageFaultOf } from '../platform/db/errors.ts';
import { Problem } from '../platform/errors.ts';
import { isWeak, limitImagens, PLACA_LONGA, refusal, tellTime, toLeitura } from './conversao.ts';
import { readMessage } from './corpo.ts';
import { type DeviceMessage, Ilegivel, type LeituraLida } from './dialeto.ts';
import { DIALETOS_SERVIDOS } from './dialetos/todos.ts';
import type { ImagemFetcher } from './imagens.ts';
import { quarantineText, rawOf } from './limpeza.ts';
import * as repo from './repo.ts';

const CONFIANCA_BAIXA = 'Confiança abaixo da mínima do dispositivo.';

/** A message, with the secrets that its stored form must not contain. */
export interface ReceivedMessage {
  dispositivo: DispositivoRow;
  corpo: Buffer;
  tipoConteudo: string | null;
  segredos: string[];
  autor: Autor;
}

export interface UnderstoodLeituras {
  tipo: 'leituras';
  leituras: LeituraLida[];
  escala: number | null;
}

type UnderstoodMessage = { tipo: 'ignorar'; motivo: string } | UnderstoodLeituras;

/** A message, and what was read of it. */
export interface TakenMessage {
  mensagem: DeviceMessage;
  lida: UnderstoodMessage | { tipo: 'ilegivel'; erro: Ilegivel };
}

export interface StoredLeitura {
  passagem: UltimoVeiculo;
  nova: boolean;
}

interface Deps {
  db: Banco;
  passagens: PassagensService;
  movimento: Movimento;
  contatos: ContactBook;
  clock: Clock;
  busca: ImagemFetcher;
  log: Pick<FastifyBaseLogger, 'error'>;
}

export function leiturasService(deps: Deps) {
  const { db, passagens, movimento, contatos, clock, busca, log } = deps;

  /** @throws {Ilegivel} also for content that makes an adapter throw */
  function interpret(dispositivo: DispositivoRow, mensagem: DeviceMessage) {
    const { dialeto, fuso, escala } = dispositivo;
    try {
      return DIALETOS_SERVIDOS[dialeto].read(mensagem, { fuso, escala });
    } catch (err) {
      if (err instanceof Ilegivel || err instanceof Problem) throw err;
      log.error({ err, dialeto }, 'adapter');
      throw new Ilegivel('A mensagem não pôde ser lida.');
    }
  }

  /** Stores a reading, and corrects those that its camera's clock had suspended. */
  async function keepOne(
    trx: Transacao,
    linha: DispositivoRow,
    lida: LeituraLida,
    { autor, recebido, bruto }: { autor: Autor; recebido: Date; bruto: string | null },
  ): Promise<{ guardada: StoredLeitura; leitura: Leitura }> {
    const relogios = readRelogios(linha.desvios);
    const contato = contatos.of(linha);
    const { camera, suspeita, ...hora } = tellTime(lida, relogios, { recebido, contato });
    const leitura = toLeitura(lida, linha, { ...hora, bruto });
    for (const id of suspeita?.revistas ?? []) await passagens.takeBack(trx, id);
    const guardada = await passagens.receiveLeitura(trx, autor, leitura);
    if (suspeita) {
      const { relogio, atrasada, desvio } = suspeita;
      const passagem = Number(guardada.passagem.id);
      const depois = atrasada
        ? putAside(relogio, { desvio, em: recebido.getTime(), passagem })
        : relogio;
      linha.desvios = JSON.stringify(withClock(relogios, camera, depois));
    }
    return { guardada, leitura };
  }

  /** The uncertain readings that mean a PROIBIDO: these are never dropped. */
  async function findProibidas(fracas: LeituraLida[]): Promise<LeituraLida[]> {
    const proibidas: LeituraLida[] = [];
    for (const lida of fracas) {
      if (await passagens.meansProibido(lida.placa)) proibidas.push(lida);
    }
    return proibidas;
  }

  /**
   * The content of a message: only readings to be stored.
   * @throws {Ilegivel} a message that cannot be read
   */
  async function read(
    dispositivo: DispositivoRow,
    mensagem: DeviceMessage,
  ): Promise<UnderstoodMessage> {
    const resultado = interpret(dispositivo, mensagem);
    if (resultado.tipo === 'ignorar') return resultado;
    const recusas = resultado.leituras.map((lida) => refusal(lida, dispositivo));
    const aceitas = resultado.leituras.filter((_, i) => recusas[i] === null);
    const fracas = aceitas.filter((lida) => isWeak(lida, dispositivo));
    const proibidas = await findProibidas(fracas);
    const leituras = aceitas.filter((lida) => !fracas.includes(lida) || proibidas.includes(lida));
    if (leituras.length === 0) {
      if (recusas.includes(PLACA_LONGA)) throw new Ilegivel(PLACA_LONGA, { placa: PLACA_LONGA });
      const motivo = fracas.length > 0 ? CONFIANCA_BAIXA : recusas[0];
      return { tipo: 'ignorar', motivo: motivo ?? 'Nenhuma leitura na mensagem.' };
    }
    return { tipo: 'leituras', leituras, escala: resultado.escala ?? null };
  }

  function ignore({ dispositivo: { id } }: ReceivedMessage): void {
    movimento.note(id, 'ignoradas');
    contatos.hear(id, 'sinal');
  }

  /** Keeps a message that could not be read, with the reason. */
  async function quarantine(
    { dispositivo, corpo, tipoConteudo, segredos }: ReceivedMessage,
    motivo: string,
  ): Promise<void> {
    movimento.note(dispositivo.id, 'recusadas', { erro: motivo });
    contatos.hear(dispositivo.id, 'sinal');
    await inTransaction(db, (trx) =>
      dispositivos.quarantine(trx, {
        dispositivo: dispositivo.id,
        dialeto: dispositivo.dialeto,
        motivo,
        tipo_conteudo: tipoConteudo?.slice(0, 200) ?? null,
        tamanho: corpo.length,
        corpo: quarantineText(corpo, segredos),
        recebido_em: nowIso(),
      }),
    );
  }

  /** Refused unread (too large, of a wrong type): counted, and shown on the device's page. */
  const refuse = ({ dispositivo }: ReceivedMessage, motivo: string): void =>
    movimento.note(dispositivo.id, 'recusadas', { erro: motivo });

  /**
   * Stores the readings within `trx`. @throws {Problem} 403 when the device was removed meanwhile
   */
  async function keep(
    trx: Transacao,
    { dispositivo: { id }, autor, segredos }: ReceivedMessage,
    mensagem: DeviceMessage,
    { leituras, escala }: UnderstoodLeituras,
  ): Promise<StoredLeitura[]> {
    const linha = await dispositivos.find(trx, id);
    if (!linha?.ativo) {
      throw new Problem(403, 'dispositivo-desativado', 'Este dispositivo está desativado.');
    }
    const recebido = clock.now();
    const guardadas: StoredLeitura[] = [];
    let ouvida: ContactKind = 'atrasada';
    let bruto: string | null = rawOf(mensagem.partes, segredos);
    for (const lida of leituras) {
      const { guardada, leitura } = await keepOne(trx, linha, lida, { autor, recebido, bruto });
      guardadas.push(guardada);
      if (!leitura.atrasada) ouvida = 'ao vivo';
      // Readings of one message share its body: it is stored once.
      bruto = null;
      if (lida.enderecosImagem.length > 0) {
        afterCommit(trx, () => busca.fetch(linha, leitura, lida.enderecosImagem));
      }
    }
    await dispositivos.update(trx, id, {
      desvios: linha.desvios,
      ultima_leitura_em: recebido.toISOString(),
      ...(escala !== null && { escala }),
    });
    afterCommit(trx, () => {
      movimento.note(id, 'leituras', { vezes: leituras.length });
      contatos.hear(id, ouvida);
    });
    return guardadas;
  }

  /**
   * Runs `work`, which stores these readings. When the disk refuses them they are shown on the
   * live list from memory, and the sender gets the error and sends them again.
   */
  async function orRemember<T>(
    { dispositivo }: ReceivedMessage,
    { leituras }: UnderstoodLeituras,
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      const feito = await work();
      passagens.memoria.settle();
      return feito;
    } catch (error) {
      if (storageFaultOf(error) === undefined) throw error;
      const recebido = clock.now();
      const contato = contatos.of(dispositivo);
      for (const lida of leituras) {
        const hora = tellTime(lida, readRelogios(dispositivo.desvios), { recebido, contato });
        const leitura = toLeitura(lida, dispositivo, { ...hora, bruto: null });
        // A failure to show one changes neither the sender's answer nor the other readings.
        await passagens.memoria
          .remember(leitura)
          .catch((err: unknown) => log.error({ err }, 'reading not shown'));
      }
      throw error;
    }
  }

  return {
    read,
    quarantine,
    keep,
    orRemember,

    /**
     * Reads a message. What holds no reading is ignored or put to quarantine at once, and counted;
     * readings are for the caller to store, their pictures are in the folder already.
     * @throws {Problem} a message refused unread, after it was counted
     */
    async take(chegada: ReceivedMessage, caminho: string): Promise<TakenMessage> {
      let mensagem: DeviceMessage = { caminho, tipo: '', partes: [] };
      try {
        mensagem = await readMessage(chegada.tipoConteudo ?? '', chegada.corpo, caminho);
        const lida = await read(chegada.dispositivo, mensagem);
        if (lida.tipo === 'leituras') {
          const imagens = limitImagens(lida.leituras, chegada.corpo.length);
          for (const [i, uma] of lida.leituras.entries()) {
            uma.imagens = await passagens.fotos.keep(imagens[i] ?? []);
          }
        } else ignore(chegada);
        return { mensagem, lida };
      } catch (erro) {
        if (erro instanceof Problem) refuse(chegada, erro.message);
        if (!(erro instanceof Ilegivel)) throw erro;
        await quarantine(chegada, erro.completo);
        return { mensagem, lida: { tipo: 'ilegivel', erro } };
      }
    },

    /** Stores the readings of a message, or shows them from memory. */
    store: (
      chegada: ReceivedMessage,
      mensagem: DeviceMessage,
      lida: UnderstoodLeituras,
    ): Promise<StoredLeitura[]> =>
      orRemember(chegada, lida, () =>
        inTransaction(db, (trx) => keep(trx, chegada, mensagem, lida)),
      ),

    /** Removes the bodies of readings that are older than these days. For the hourly housekeeping. */
    prune: (dias: number): Promise<void> =>
      repo.forgetRaw(db, new Date(nowMs() - dias * 86_400_000).toISOString()),
  };
}

export type LeiturasService = ReturnType<typeof leiturasService>;
