import type { NovaPassagem } from '@unipark/contract/passagem';
import { normalizeLeitura } from '@unipark/contract/placa';
import { isProibido } from '@unipark/contract/veiculo';
import type { FastifyBaseLogger } from 'fastify';
import type { Autor } from '../platform/audit.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { Banco, Transacao } from '../platform/db/banco.ts';
import { invalid } from '../platform/errors.ts';
import type { EventLog } from '../platform/events.ts';
import {
  alarmOf,
  followMatch,
  isHeldBack,
  readAlertSettings,
  silenceOf,
} from './alertas/alertas.ts';
import { takeBack } from './alertas/retomada.ts';
import { createAtos } from './atos.ts';
import { buildCard, getKeys, readRegister } from './cartoesRepo.ts';
import { matchExactly } from './encontro/casamento.ts';
import { createFotos, type Fotos } from './fotos.ts';
import type { FotoLida, Leitura } from './leitura.ts';
import { createRecebimento } from './recebimento.ts';
import * as repo from './repo.ts';
import { createMemoria } from './stream/memoria.ts';

/** A camera's clock may be this far ahead of ours. */
const ADIANTADO_MS = 120_000;

export interface PassagensDeps {
  db: Banco;
  eventos: EventLog;
  log: Pick<FastifyBaseLogger, 'warn'>;
  clock?: Clock | undefined;
  /** Absent: pictures are in the database. */
  fotos?: Fotos | undefined;
}

export function passagensService(deps: PassagensDeps) {
  const { db, eventos, log, clock = systemClock, fotos = createFotos({ db, pasta: null }) } = deps;
  const memoria = createMemoria({ db, eventos, clock });
  const receiveLeitura = createRecebimento({ eventos, log, clock, memoria });
  const acts = createAtos({ db, eventos, clock, fotos });

  /** The alarm of a shown passage after a change in the register; true when it changed. */
  async function follow(trx: Transacao, passagem: repo.PassagemRow): Promise<boolean> {
    const agora = clock.now().toISOString();
    const ajustes = await readAlertSettings(trx);
    const registrados = await repo.findRegistrados(trx, getKeys(passagem));
    const tipo = alarmOf(passagem, readRegister(passagem, registrados), ajustes);
    // An answered alarm is closed, and the removal of a plate from the register raises none.
    if (tipo === null && passagem.ciente_em !== null) return false;
    if (tipo === 'nao_cadastrado' && passagem.alerta === null) return false;
    const calada = silenceOf(passagem, ajustes, agora);
    const alerta = await followMatch(trx, passagem, tipo, { ajustes, agora, calada });
    if (alerta.alerta === passagem.alerta) {
      if (alerta.sem_alerta !== passagem.sem_alerta) await repo.update(trx, passagem.id, alerta);
      return false;
    }
    Object.assign(passagem, alerta, { versao: passagem.versao + 1 });
    await repo.update(trx, passagem.id, { ...alerta, versao: passagem.versao });
    return true;
  }

  return {
    ...acts,

    /** Passages that the disk refuses at the moment. */
    memoria,

    /** The pictures of all readings. */
    fotos,

    /** Answers an alarm, on the disk or in memory. @throws {Problem} 404, 409 */
    async acknowledge(autor: Autor, id: string): Promise<void> {
      if (!(await memoria.acknowledge(autor, id))) await acts.acknowledge(autor, id);
    },

    /** Answers every open alarm raised up to `ate`; says how many this call closed. */
    async acknowledgeAll(autor: Autor, ate: string): Promise<number> {
      const naMemoria = await memoria.acknowledgeUntil(autor, ate);
      return naMemoria + (await acts.acknowledgeUntil(autor, ate));
    },

    /**
     * Receives a reading in the caller's transaction: opens a passage, or refines the one that the
     * reading belongs to, and sends the change to the live stream.
     */
    receiveLeitura,

    /** True when the vehicle of this plate is PROIBIDO: by its own text, or the twin's. */
    async meansProibido(placa: string): Promise<boolean> {
      const lida = normalizeLeitura(placa);
      const achado = await matchExactly((chaves) => repo.findRegistrados(db, chaves), lida);
      return achado.registrado !== undefined && isProibido(achado.registrado.status);
    },

    /** A passage suspended as late whose reading was live: shown, with its alarm. */
    async takeBack(trx: Transacao, id: number): Promise<void> {
      const passagem = await repo.find(trx, id);
      if (!passagem || !isHeldBack(passagem)) return;
      const { recebido_em: instante } = passagem;
      const agora = clock.now().toISOString();
      await takeBack(trx, passagem, { eventos, agora, instante, desde: instante });
    },

    /** The picture of a post, before the transaction that stores the passage. */
    keepFoto: ({ imagem }: NovaPassagem): Promise<FotoLida[]> =>
      fotos.keep(imagem ? [{ papel: 'cena', jpeg: Buffer.from(imagem, 'base64') }] : []),

    /** Receives a post of a signed-in user: a new passage (201), or a refined one (200). */
    async createPassagem(
      trx: Transacao,
      autor: Autor,
      nova: NovaPassagem,
      { placaLida, imagens }: Pick<Leitura, 'placaLida' | 'imagens'>,
    ) {
      const agora = clock.now();
      const instante = nova.instante ? new Date(nova.instante) : agora;
      if (instante.getTime() > agora.getTime() + ADIANTADO_MS) {
        throw invalid({ instante: 'instante: está no futuro. Confira o relógio da câmera.' });
      }
      const recebida = await receiveLeitura(trx, autor, {
        dispositivo: null,
        dialeto: 'unipark',
        eventoId: null,
        camera: nova.camera ?? null,
        placaLida,
        placa: nova.placa,
        confianca: nova.confianca ?? null,
        candidatas: [],
        instante: instante.toISOString(),
        instanteDispositivo: null,
        sentido: nova.sentido ?? null,
        veiculo: null,
        caixa: null,
        imagens,
        atrasada: false,
        fraca: false,
        atualiza: false,
        teste: nova.teste ?? false,
        conferida: nova.conferida,
        bruto: null,
      });
      return { status: recebida.nova ? 201 : 200, corpo: recebida.passagem };
    },

    /** The register changed for this car: sends its shown cards again, with their alarms. */
    async repaint(trx: Transacao, chave: string): Promise<void> {
      for (const passagem of await repo.listShown(trx, chave)) {
        if (!getKeys(passagem).includes(chave)) continue;
        await follow(trx, passagem);
        await eventos.append(trx, 'passagem-alterada', await buildCard(trx, passagem));
      }
    },

    /** As `repaint`, for many cars at once. */
    async repaintMany(trx: Transacao, chaves: readonly string[]): Promise<void> {
      const alteradas = new Set(chaves);
      for (const passagem of await repo.listEveryShown(trx)) {
        if (!getKeys(passagem).some((chave) => alteradas.has(chave))) continue;
        await follow(trx, passagem);
        await eventos.append(trx, 'passagem-alterada', await buildCard(trx, passagem));
      }
    },
  };
}

export type PassagensService = ReturnType<typeof passagensService>;
