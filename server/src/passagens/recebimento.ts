/** From reading to passage: opens a new one, or refines the one that the reading belongs to. */
import type { AjustesAlerta } from '@unipark/contract/alerta';
import { NAO_CADASTRADO, type UltimoVeiculo } from '@unipark/contract/passagem';
import { keyOfPlaca } from '@unipark/contract/placa';
import { isSemAlertaPor, type SemAlerta } from '@unipark/contract/semAlerta';
import { normalizeStatus } from '@unipark/contract/veiculo';
import type { FastifyBaseLogger } from 'fastify';
import { type Autor, audit } from '../platform/audit.ts';
import type { Clock } from '../platform/clock.ts';
import type { Transacao } from '../platform/db/banco.ts';
import type { EventLog } from '../platform/events.ts';
import {
  alarmOf,
  type EstadoAlerta,
  followMatch,
  isHeldBack,
  type LastAlert,
  otherReading,
  readAlertSettings,
  SEM_ALERTA,
  silenceOf,
} from './alertas/alertas.ts';
import { takeBack } from './alertas/retomada.ts';
import {
  buildCard,
  findLeadingPictures,
  keepSuggestions,
  pickLeading,
  toCard,
} from './cartoesRepo.ts';
import { type Casamento, matchReading } from './encontro/casamento.ts';
import { type Encontro, findPassage } from './encontro/encontro.ts';
import { takesLead } from './encontro/lider.ts';
import type { Leitura } from './leitura.ts';
import * as leiturasRepo from './leiturasRepo.ts';
import * as repo from './repo.ts';

export interface ReceivedPassagem {
  passagem: UltimoVeiculo;
  /** False when the reading refined an existing passage. */
  nova: boolean;
}

const match = (trx: Transacao, { placa, candidatas }: Leitura): Promise<Casamento> =>
  matchReading(
    (chaves) => repo.findRegistrados(trx, chaves),
    placa,
    candidatas.map((candidata) => candidata.placa),
  );

export const matched = (placa: string, { nivel, registrado, sugestoes }: Casamento) => ({
  placa,
  chave: keyOfPlaca(placa),
  status: registrado ? normalizeStatus(registrado.status) : NAO_CADASTRADO,
  modelo: registrado?.modelo ?? null,
  nivel,
  sugestoes: keepSuggestions(sugestoes),
});

/** Why this reading may raise no alarm in its passage; null when it may. */
function quietFor(
  leitura: Leitura,
  passagem: Pick<repo.PassagemRow, 'teste' | 'atrasada' | 'na_lista'>,
  ajustes: AjustesAlerta,
  agora: string,
): SemAlerta | null {
  if (leitura.fraca) return `fraca:${leitura.confianca ?? 0}`;
  const atrasada = leitura.atrasada ? 1 : passagem.atrasada;
  const desta = { ...passagem, atrasada, instante: leitura.instante, recebido_em: agora };
  return silenceOf(desta, ajustes, agora);
}

/** A sure reading, on time, of a listed plate whose alarm was held back because its reading was not. */
const endsDoubt = (
  { placa, fraca, atrasada }: Leitura,
  passagem: Pick<repo.PassagemRow, 'placa' | 'na_lista' | 'sem_alerta'>,
): boolean =>
  placa === passagem.placa &&
  !fraca &&
  !atrasada &&
  passagem.na_lista === 1 &&
  (isSemAlertaPor('fraca', passagem.sem_alerta) || isSemAlertaPor('atrasada', passagem.sem_alerta));

/** Who registered it, of a reading from the gate screen. */
const registroOf = (autor: Autor, { conferida }: Leitura) => ({
  registrada_por: conferida === undefined ? null : autor.id,
  conferida: conferida ? 1 : 0,
});

/** A device's readings are a record themselves; a person's post is an act of that person. */
async function auditRegistro(
  trx: Transacao,
  autor: Autor,
  passagem: number,
  { placa, camera, teste }: Leitura,
): Promise<void> {
  if (autor.id === null) return;
  await audit(trx, autor, {
    acao: 'registrar',
    entidade: 'passagem',
    chave: String(passagem),
    detalhe: { placa, camera, teste },
  });
}

interface RecebimentoDeps {
  eventos: EventLog;
  log: Pick<FastifyBaseLogger, 'warn'>;
  clock: Clock;
  /** The alarms that were raised from memory before their reading was stored. */
  memoria: {
    soundedBefore(leitura: Leitura): LastAlert;
    takeOver(trx: Transacao, leitura: Leitura, alerta: EstadoAlerta): EstadoAlerta;
  };
}

export function createRecebimento({ eventos, log, clock, memoria }: RecebimentoDeps) {
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
      na_lista: leitura.atrasada || leitura.fraca ? 0 : 1,
      teste: leitura.teste ? 1 : 0,
      ...registroOf(autor, leitura),
      atrasada: leitura.atrasada ? 1 : 0,
      ...SEM_ALERTA,
    };
    const id = await repo.insert(trx, nova);
    const ajustes = await readAlertSettings(trx);
    const seguido = await followMatch(trx, { id, ...nova }, alarmOf(nova, casamento, ajustes), {
      ajustes,
      agora,
      calada: quietFor(leitura, nova, ajustes, agora),
      soou: memoria.soundedBefore(leitura),
    });
    const alerta = memoria.takeOver(trx, leitura, seguido);
    const lida = await leiturasRepo.insert(trx, id, leitura, {
      ...{ casamento, recebidoEm: agora, registradaPor: nova.registrada_por },
    });
    await repo.update(trx, id, { leitura_id: lida.id, ...alerta });
    const passagem: repo.PassagemRow = {
      ...nova,
      ...alerta,
      id,
      placa_lida: null,
      corrigida_em: null,
      leitura_id: lida.id,
      versao: 1,
    };
    await auditRegistro(trx, autor, id, leitura);
    const cartao = toCard(passagem, casamento, pickLeading(lida.imagens), new Map());
    if (passagem.na_lista === 1) await eventos.append(trx, 'passagem', cartao);
    return cartao;
  }

  /** The new leading text with its match, and the alarm that follows it. */
  async function changeOfText(
    trx: Transacao,
    { passagem, motivo }: Encontro,
    leitura: Leitura,
    casamento: Casamento,
    agora: string,
  ): Promise<Partial<repo.PassagemRow>> {
    const { placa } = leitura;
    const certezas = await leiturasRepo.listConfiancas(trx, passagem.id);
    const ajustes = await readAlertSettings(trx);
    const tipo = alarmOf({ ...passagem, placa }, casamento, ajustes);
    const lidera =
      placa === passagem.placa ||
      takesLead(placa, passagem.placa, { motivo, ultima: leitura.atualiza }, certezas);
    // A person's correction stays, after any later reading.
    if (!lidera || passagem.corrigida_em !== null) return otherReading(tipo, passagem);
    const casada = matched(placa, casamento);
    const alerta = await followMatch(trx, { ...passagem, ...casada }, tipo, {
      ajustes,
      agora,
      calada: quietFor(leitura, passagem, ajustes, agora),
      soou: memoria.soundedBefore(leitura),
    });
    return { ...casada, ...memoria.takeOver(trx, leitura, alerta) };
  }

  /** Adds the reading to its passage; answers the changed fields that all may see. */
  async function addTo(
    trx: Transacao,
    autor: Autor,
    encontro: Encontro,
    leitura: Leitura,
    agora: string,
  ): Promise<Partial<repo.PassagemRow>> {
    const { passagem } = encontro;
    const { placa, sentido } = leitura;
    const findImagem = async () => (await findLeadingPictures(trx, [passagem.id])).get(passagem.id);
    const antes = leitura.imagens.length > 0 ? await findImagem() : undefined;
    const outra = placa !== '' && placa !== passagem.placa;
    const casamento = outra || endsDoubt(leitura, passagem) ? await match(trx, leitura) : undefined;
    const registro = leitura.conferida === undefined ? undefined : registroOf(autor, leitura);
    const { id } = await leiturasRepo.insert(trx, passagem.id, leitura, {
      ...{ casamento, recebidoEm: agora, registradaPor: registro?.registrada_por ?? null },
    });
    // Not of a program, which may send a reading each second.
    if (registro) await auditRegistro(trx, autor, passagem.id, leitura);
    const texto = casamento
      ? await changeOfText(trx, encontro, leitura, casamento, agora)
      : undefined;
    const mudanca = {
      ...texto,
      ...(texto?.placa && { leitura_id: id }),
      ...(passagem.sentido === null && sentido && { sentido }),
      ...registro,
    };
    const ilustrada = leitura.imagens.length > 0 && (await findImagem()) !== antes;
    return ilustrada || Object.keys(mudanca).length > 0
      ? { ...mudanca, versao: passagem.versao + 1 }
      : {};
  }

  /** Answers the passage afterwards, and whether it changed. */
  async function refine(
    trx: Transacao,
    autor: Autor,
    encontro: Encontro,
    leitura: Leitura,
    agora: string,
  ): Promise<{ depois: repo.PassagemRow; mudou: boolean }> {
    const { passagem } = encontro;
    if (leitura.dispositivo && (await leiturasRepo.isRepeated(trx, passagem.id, leitura))) {
      return { depois: passagem, mudou: false };
    }
    const mudanca = await addTo(trx, autor, encontro, leitura, agora);
    const [, ultima = leitura.instante] = [leitura.instante, passagem.ultima_leitura_em].sort();
    const campos = { ...mudanca, ultima_leitura_em: ultima };
    await repo.update(trx, passagem.id, campos);
    return { depois: { ...passagem, ...campos }, mudou: mudanca.versao !== undefined };
  }

  return async function receiveLeitura(
    trx: Transacao,
    autor: Autor,
    leitura: Leitura,
  ): Promise<ReceivedPassagem> {
    const agora = clock.now().toISOString();
    const encontro = await findPassage(trx, leitura, { log, agora });
    if (!encontro) return { passagem: await open(trx, autor, leitura, agora), nova: true };
    const { instante } = leitura;
    const { depois, mudou } = await refine(trx, autor, encontro, leitura, agora);
    // After its text: the alarm is that of the better reading.
    if (isHeldBack(encontro.passagem) && !leitura.atrasada && !leitura.fraca) {
      const visto = { eventos, agora, instante, desde: agora };
      const mostrada = await takeBack(trx, depois, visto);
      return { passagem: await buildCard(trx, mostrada), nova: false };
    }
    const cartao = await buildCard(trx, depois);
    if (mudou && depois.na_lista === 1) await eventos.append(trx, 'passagem-alterada', cartao);
    return { passagem: cartao, nova: false };
  };
}
