import type { NovaPassagem } from '@unipark/contract/passagem';
import type { FastifyBaseLogger } from 'fastify';
import type { Autor } from '../platform/audit.ts';
import type { Banco, Transacao } from '../platform/db/banco.ts';
import { invalid } from '../platform/errors.ts';
import type { EventLog } from '../platform/events.ts';
import { alarmOf, followMatch, isRecent, readAlertSettings } from './alertas.ts';
import { atos } from './atos.ts';
import { cardOf, keysOf, readRegister } from './cartoesRepo.ts';
import { recebimento } from './recebimento.ts';
import * as repo from './repo.ts';

/** A camera's clock may be ahead of ours by this much. */
const ADIANTADO_MS = 120_000;

export interface PassagensDeps {
  db: Banco;
  eventos: EventLog;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

export function passagensService({ db, eventos, log }: PassagensDeps) {
  const receber = recebimento({ eventos, log });

  /** The alarm of a passage on show after a change in the register; true when it moved. */
  async function follow(trx: Transacao, passagem: repo.Passagem): Promise<boolean> {
    const agora = new Date().toISOString();
    const ajustes = await readAlertSettings(trx);
    const registrados = await repo.findRegistrados(trx, keysOf(passagem));
    const tipo = alarmOf(passagem, readRegister(passagem, registrados), ajustes);
    // What somebody answered is done with; and nobody is alarmed because a plate left the register.
    if (tipo === null && passagem.ciente_em !== null) return false;
    if (tipo === 'nao_cadastrado' && passagem.alerta === null) return false;
    const podeLevantar = isRecent(passagem, ajustes, agora);
    const alerta = await followMatch(trx, passagem, tipo, { ajustes, agora, podeLevantar });
    if (alerta.alerta === passagem.alerta) return false;
    Object.assign(passagem, alerta, { versao: passagem.versao + 1 });
    await repo.update(trx, passagem.id, { ...alerta, versao: passagem.versao });
    return true;
  }

  return {
    ...atos({ db, eventos }),

    /**
     * Takes in a reading, in the caller's transaction: opens a passage, or refines the one that the
     * reading belongs to, and tells the live stream what changed for all to see.
     */
    receber,

    /** Takes in what a signed-in user posts: a new passage (201), or a refined one (200). */
    async receive(trx: Transacao, autor: Autor, nova: NovaPassagem, placaLida: string) {
      const agora = new Date();
      const instante = nova.instante ? new Date(nova.instante) : agora;
      if (instante.getTime() > agora.getTime() + ADIANTADO_MS) {
        throw invalid({ instante: 'instante: está no futuro. Confira o relógio da câmera.' });
      }
      const { imagem } = nova;
      const recebida = await receber(trx, autor, {
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
        imagens: imagem ? [{ papel: 'cena', jpeg: Buffer.from(imagem, 'base64') }] : [],
        atrasada: false,
        teste: nova.teste ?? false,
        bruto: null,
      });
      return { status: recebida.nova ? 201 : 200, corpo: recebida.passagem };
    },

    /** The register changed for this car: its cards on show are told anew, alarms included. */
    async repaint(trx: Transacao, chave: string): Promise<void> {
      for (const passagem of await repo.onShow(trx, chave)) {
        if (!keysOf(passagem).includes(chave)) continue;
        await follow(trx, passagem);
        await eventos.append(trx, 'passagem-alterada', await cardOf(trx, passagem));
      }
    },
  };
}

export type PassagensService = ReturnType<typeof passagensService>;
