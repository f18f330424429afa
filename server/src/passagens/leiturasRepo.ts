/**
 * The readings of a passage and their pictures. Rows are added, never changed; only a person's own
 * registration can be undone.
 */
import { keyOfPlaca } from '@unipark/contract/placa';
import type { Transacao } from '../platform/db/banco.ts';
import type { Casamento } from './encontro/casamento.ts';
import type { Leitura } from './leitura.ts';

interface NewLeitura {
  casamento: Casamento | undefined;
  recebidoEm: string;
  registradaPor: string | null;
}

/** Readings of a passage among which a repetition is searched. */
const REPETIDAS = 20;

const json = (valor: unknown): string | null => (valor ? JSON.stringify(valor) : null);

const matchText = ({ nivel, registrado, sugestoes }: Casamento): string =>
  JSON.stringify({
    nivel,
    placa: registrado?.placa ?? null,
    sugestoes: sugestoes.map(({ placa }) => placa),
  });

/**
 * Writes a reading with its pictures, as it came and as it was matched (when it was), and who
 * registered it.
 */
export async function insert(
  trx: Transacao,
  passagem: number,
  leitura: Leitura,
  { casamento, recebidoEm, registradaPor }: NewLeitura,
): Promise<{ id: number; imagens: { id: number; papel: string }[] }> {
  const { id } = await trx
    .insertInto('leituras')
    .values({
      passagem_id: passagem,
      dispositivo: leitura.dispositivo,
      dialeto: leitura.dialeto,
      evento_id: leitura.eventoId,
      camera: leitura.camera,
      placa_lida: leitura.placaLida,
      placa: leitura.placa || null,
      chave: leitura.placa ? keyOfPlaca(leitura.placa) : null,
      confianca: leitura.confianca,
      candidatas: leitura.candidatas.length > 0 ? JSON.stringify(leitura.candidatas) : null,
      instante: leitura.instante,
      instante_dispositivo: leitura.instanteDispositivo,
      recebido_em: recebidoEm,
      sentido: leitura.sentido,
      veiculo: json(leitura.veiculo),
      caixa: json(leitura.caixa),
      casamento: casamento ? matchText(casamento) : '{}',
      atrasada: leitura.atrasada ? 1 : 0,
      registrada_por: registradaPor,
      bruto: leitura.bruto,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const imagens: { id: number; papel: string }[] = [];
  for (const { papel, jpeg, arquivo = null } of leitura.imagens) {
    const imagem = await trx
      .insertInto('imagens')
      .values({ leitura_id: id, papel, jpeg, arquivo, criado_em: recebidoEm })
      .returning('id')
      .executeTakeFirstOrThrow();
    imagens.push({ id: imagem.id, papel });
  }
  return { id, imagens };
}

/**
 * The newest reading of an event. An event may have two cars: one of this plate received since
 * `desde` comes before it.
 */
export async function findEvent(
  trx: Transacao,
  evento: { dispositivo: string; eventoId: string; chave: string; desde: string },
) {
  const recentes = await trx
    .selectFrom('leituras')
    .select(['passagem_id', 'placa', 'chave', 'recebido_em'])
    .where('dispositivo', '=', evento.dispositivo)
    .where('evento_id', '=', evento.eventoId)
    .orderBy('id', 'desc')
    .limit(REPETIDAS)
    .execute();
  const dela = recentes.find(
    ({ chave, recebido_em }) => chave === evento.chave && recebido_em >= evento.desde,
  );
  return dela ?? recentes[0];
}

/** True when the passage contains this reading already: the device sent it again. */
export async function isRepeated(
  trx: Transacao,
  passagem: number,
  leitura: Leitura,
): Promise<boolean> {
  const anteriores = await trx
    .selectFrom('leituras')
    .select((eb) => [
      'placa_lida',
      'confianca',
      'sentido',
      'instante',
      'instante_dispositivo',
      'evento_id',
      'dispositivo',
      eb
        .selectFrom('imagens')
        .select((img) => img.fn.countAll<number>().as('total'))
        .whereRef('imagens.leitura_id', '=', 'leituras.id')
        .as('imagens'),
    ])
    .where('passagem_id', '=', passagem)
    .orderBy('id', 'desc')
    .limit(REPETIDAS)
    .execute();
  return anteriores.some(
    (anterior) =>
      anterior.dispositivo === leitura.dispositivo &&
      anterior.evento_id === leitura.eventoId &&
      anterior.placa_lida === leitura.placaLida &&
      anterior.confianca === leitura.confianca &&
      anterior.sentido === leitura.sentido &&
      (leitura.instanteDispositivo === null
        ? anterior.instante === leitura.instante
        : anterior.instante_dispositivo === leitura.instanteDispositivo) &&
      Number(anterior.imagens) >= leitura.imagens.length,
  );
}

/** The camera's confidence in each text of a passage. */
export const listConfiancas = (trx: Transacao, passagem: number) =>
  trx
    .selectFrom('leituras')
    .select((eb) => [
      'placa',
      eb.fn.sum<number | null>('confianca').as('soma'),
      eb.fn.max('confianca').as('maior'),
    ])
    .where('passagem_id', '=', passagem)
    .groupBy('placa')
    .execute();

/** The readings of a passage, the newest first. */
export const listOf = (trx: Transacao, passagem: number) =>
  trx
    .selectFrom('leituras')
    .select(['id', 'dispositivo', 'placa', 'sentido', 'recebido_em', 'registrada_por'])
    .where('passagem_id', '=', passagem)
    .orderBy('id', 'desc')
    .execute();

/** Removes a reading whose pictures are removed already. */
export async function remove(trx: Transacao, id: number): Promise<void> {
  await trx.deleteFrom('leituras').where('id', '=', id).execute();
}
