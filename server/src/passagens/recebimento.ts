/** From reading to passage: opens a new one, or refines the one that the reading belongs to. */
import { NAO_CADASTRADO, type UltimoVeiculo } from '@unipark/contract/passagem';
import { chavePlaca } from '@unipark/contract/placa';
import type { FastifyBaseLogger } from 'fastify';
import { type Autor, audit } from '../platform/audit.ts';
import type { Transacao } from '../platform/db/banco.ts';
import type { EventLog } from '../platform/events.ts';
import { alarmOf, followMatch, readAlertSettings, SEM_ALERTA } from './alertas.ts';
import { cardOf, keepSuggestions, leading, leadingPictures, toCard } from './cartoesRepo.ts';
import { type Casamento, matchReading } from './casamento.ts';
import { type Encontro, findPassage } from './encontro.ts';
import type { Leitura } from './leitura.ts';
import * as leiturasRepo from './leiturasRepo.ts';
import { takesLead } from './lider.ts';
import * as repo from './repo.ts';

export interface Recebida {
  passagem: UltimoVeiculo;
  /** False when the reading refined a passage that was there. */
  nova: boolean;
}

const match = (trx: Transacao, { placa, candidatas }: Leitura): Promise<Casamento> =>
  matchReading(
    (chaves) => repo.findRegistrados(trx, chaves),
    placa,
    candidatas.map((candidata) => candidata.placa),
  );

/** What a passage keeps of its match. */
export const matched = (placa: string, { nivel, registrado, sugestoes }: Casamento) => ({
  placa,
  chave: chavePlaca(placa),
  status: registrado?.status ?? NAO_CADASTRADO,
  modelo: registrado?.modelo ?? null,
  nivel,
  sugestoes: keepSuggestions(sugestoes),
});

export function recebimento(deps: { eventos: EventLog; log: Pick<FastifyBaseLogger, 'warn'> }) {
  const { eventos, log } = deps;

  async function open(
    trx: Transacao,
    autor: Autor,
    leitura: Leitura,
    agora: string,
  ): Promise<UltimoVeiculo> {
    const casamento = await match(trx, leitura);
    const nova = {
      ...matched(leitura.placa, casamento),
      camera: leitura.camera,
      sentido: leitura.sentido,
      instante: leitura.instante,
      ultima_leitura_em: leitura.instante,
      recebido_em: agora,
      na_lista: leitura.atrasada ? 0 : 1,
      teste: leitura.teste ? 1 : 0,
      atrasada: leitura.atrasada ? 1 : 0,
      ...SEM_ALERTA,
    };
    const id = await repo.insert(trx, nova);
    const ajustes = await readAlertSettings(trx);
    const alerta = await followMatch(trx, { id, ...nova }, alarmOf(nova, casamento, ajustes), {
      ajustes,
      agora,
      podeLevantar: true,
    });
    const lida = await leiturasRepo.insert(trx, id, leitura, casamento, agora);
    await repo.update(trx, id, { leitura_id: lida.id, ...alerta });
    const passagem: repo.Passagem = {
      ...nova,
      ...alerta,
      id,
      placa_lida: null,
      corrigida_em: null,
      leitura_id: lida.id,
      versao: 1,
    };
    // A device's readings are their own record; what a person sends is that person's act.
    if (autor.id !== null) {
      await audit(trx, autor, {
        acao: 'registrar',
        entidade: 'passagem',
        chave: String(id),
        detalhe: { placa: nova.placa, camera: nova.camera, teste: leitura.teste },
      });
    }
    const cartao = toCard(passagem, casamento, leading(lida.imagens), new Map());
    if (passagem.na_lista === 1) await eventos.append(trx, 'passagem', cartao);
    return cartao;
  }

  /** The text that leads from now on with its match, and the alarm that follows it. */
  async function changeOfText(
    trx: Transacao,
    { passagem, motivo }: Encontro,
    leitura: Leitura,
    casamento: Casamento,
    agora: string,
  ): Promise<Partial<repo.Passagem>> {
    const { placa } = leitura;
    const certezas = await leiturasRepo.confidences(trx, passagem.id);
    if (!takesLead(placa, passagem.placa, motivo, certezas)) return {};
    const casada = matched(placa, casamento);
    const ajustes = await readAlertSettings(trx);
    const alerta = await followMatch(
      trx,
      { ...passagem, ...casada },
      alarmOf({ ...passagem, placa }, casamento, ajustes),
      { ajustes, agora, podeLevantar: passagem.na_lista === 1 && !leitura.atrasada },
    );
    return { ...casada, ...alerta };
  }

  /** Adds the reading to its passage; answers what of the passage changed for all to see. */
  async function addTo(
    trx: Transacao,
    encontro: Encontro,
    leitura: Leitura,
    agora: string,
  ): Promise<Partial<repo.Passagem>> {
    const { passagem } = encontro;
    const { placa, sentido } = leitura;
    const imagem = async () => (await leadingPictures(trx, [passagem.id])).get(passagem.id);
    const antes = leitura.imagens.length > 0 ? await imagem() : undefined;
    // What a person put right stays right, whatever the camera reads next.
    const outra = placa !== '' && placa !== passagem.placa && passagem.corrigida_em === null;
    const casamento = outra ? await match(trx, leitura) : undefined;
    const { id } = await leiturasRepo.insert(trx, passagem.id, leitura, casamento, agora);
    const texto = casamento
      ? await changeOfText(trx, encontro, leitura, casamento, agora)
      : undefined;
    const mudanca = {
      ...(texto?.placa && { ...texto, leitura_id: id }),
      ...(passagem.sentido === null && sentido && { sentido }),
    };
    const ilustrada = leitura.imagens.length > 0 && (await imagem()) !== antes;
    return ilustrada || Object.keys(mudanca).length > 0
      ? { ...mudanca, versao: passagem.versao + 1 }
      : {};
  }

  async function refine(
    trx: Transacao,
    encontro: Encontro,
    leitura: Leitura,
    agora: string,
  ): Promise<UltimoVeiculo> {
    const { passagem } = encontro;
    if (leitura.dispositivo && (await leiturasRepo.isRepeated(trx, passagem.id, leitura))) {
      return cardOf(trx, passagem);
    }
    const mudanca = await addTo(trx, encontro, leitura, agora);
    const [, ultima = leitura.instante] = [leitura.instante, passagem.ultima_leitura_em].sort();
    await repo.update(trx, passagem.id, { ...mudanca, ultima_leitura_em: ultima });
    const cartao = await cardOf(trx, { ...passagem, ...mudanca });
    if (mudanca.versao && passagem.na_lista === 1) {
      await eventos.append(trx, 'passagem-alterada', cartao);
    }
    return cartao;
  }

  /** Takes in a reading, whoever sent it. */
  return async function receber(trx: Transacao, autor: Autor, leitura: Leitura): Promise<Recebida> {
    const agora = new Date().toISOString();
    const encontro = await findPassage(trx, leitura, log);
    if (!encontro) return { passagem: await open(trx, autor, leitura, agora), nova: true };
    return { passagem: await refine(trx, encontro, leitura, agora), nova: false };
  };
}
