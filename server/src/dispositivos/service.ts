import { randomBytes } from 'node:crypto';
import type { AcaoAuditoria } from '@unipark/contract/auditoria';
import type {
  Dispositivo,
  EdicaoDispositivo,
  NovoDispositivo,
} from '@unipark/contract/dispositivo';
import { type Autor, audit } from '../platform/audit.ts';
import { nowIso, nowMs } from '../platform/clock.ts';
import {
  afterCommit,
  type Banco,
  inEssential,
  inTransaction,
  type Queryable,
  storageOf,
  type Transacao,
  tellNodes,
} from '../platform/db/banco.ts';
import { storageFaultOf } from '../platform/db/errors.ts';
import { notFound, type StaleTest, stale } from '../platform/errors.ts';
import { newToken } from '../platform/random.ts';
import type { Cofre } from '../platform/secret.ts';
import { checkTogether, PADRAO, toColumns } from './ajustes.ts';
import { type MqttConnection, settingsOf, toWire } from './fio.ts';
import type { Movimento } from './movimento.ts';
import * as repo from './repo.ts';
import { digestKeys, hashToken, openDigest, sealDigest } from './token.ts';

const HORA_MS = 3_600_000;
const SOBREPOSICAO_MS = 24 * HORA_MS;
const HORAS_MOSTRADAS = 24;
const DIAS_HORAS = 30;

const missingDispositivo = () => notFound('Dispositivo não encontrado.');

export interface MqttConnections {
  stateOf(id: string): MqttConnection;
  /** The devices changed: connects with the new settings. */
  sync(): void;
}

interface Deps {
  db: Banco;
  cofre: Cofre;
  movimento: Movimento;
  conexoes: MqttConnections;
}

const ago = (ms: number): string => new Date(nowMs() - ms).toISOString();

export function dispositivosService({ db, cofre, movimento, conexoes }: Deps) {
  async function get(trx: Transacao, id: string): Promise<repo.DispositivoRow> {
    const linha = await repo.find(trx, id);
    if (!linha) throw missingDispositivo();
    return linha;
  }

  /** @throws 404, and 412 when the device has changed since the request's version */
  async function getFresh(trx: Transacao, id: string, isStale: StaleTest, origem: string) {
    const antes = await get(trx, id);
    if (isStale(antes.versao)) {
      const atual = await dressOne(trx, antes, origem);
      throw stale('Este dispositivo foi alterado por outra pessoa.', atual);
    }
    return antes;
  }

  async function dress(
    onde: Queryable,
    linhas: repo.DispositivoRow[],
    origem: string,
  ): Promise<Dispositivo[]> {
    const horas = await repo.listHoursSince(onde, ago(HORAS_MOSTRADAS * HORA_MS));
    const guardadas = await repo.countQuarentena(onde);
    return linhas.map((linha) =>
      toWire(linha, {
        horas: horas.filter(({ dispositivo }) => dispositivo === linha.id),
        quarentena: guardadas.get(linha.id) ?? 0,
        conexao: conexoes.stateOf(linha.id),
        origem,
      }),
    );
  }

  async function dressOne(onde: Queryable, linha: repo.DispositivoRow, origem: string) {
    const [dispositivo] = await dress(onde, [linha], origem);
    if (!dispositivo) throw missingDispositivo();
    return dispositivo;
  }

  const record = (
    trx: Transacao,
    autor: Autor,
    acao: AcaoAuditoria,
    chave: string,
    detalhe?: unknown,
  ) => audit(trx, autor, { acao, entidade: 'dispositivo', chave, detalhe });

  /** The brokers of every node follow the settings. */
  function syncAll(trx: Transacao): void {
    afterCommit(trx, conexoes.sync);
    tellNodes(trx, 'dispositivos');
  }

  async function save(
    trx: Transacao,
    antes: repo.DispositivoRow,
    mudanca: Partial<repo.DispositivoRow>,
  ) {
    const depois: repo.DispositivoRow = {
      ...antes,
      ...mudanca,
      versao: antes.versao + 1,
      atualizado_em: nowIso(),
    };
    checkTogether(depois);
    await repo.update(trx, antes.id, depois);
    syncAll(trx);
    return depois;
  }

  /** Writes the counts before they are shown; on a broken disk they are shown later. */
  async function showCounts(): Promise<void> {
    if (storageOf(db).state.falha !== null) return;
    await movimento.flush().catch((error: unknown) => {
      if (storageFaultOf(error) === undefined) throw error;
    });
  }

  return {
    async list(origem: string): Promise<Dispositivo[]> {
      await showCounts();
      return dress(db, await repo.list(db), origem);
    },

    /** @throws {Problem} 404 */
    async find(id: string, origem: string): Promise<Dispositivo> {
      await showCounts();
      const linha = await repo.find(db, id);
      if (!linha) throw missingDispositivo();
      return dressOne(db, linha, origem);
    },

    /** A device and its token: only the hash is stored, so the token is shown only now. */
    async create(trx: Transacao, autor: Autor, novo: NovoDispositivo, origem: string) {
      const agora = nowIso();
      // Short enough for a camera's user name field.
      const id = randomBytes(6).toString('hex');
      const token = newToken();
      const base: repo.DispositivoRow = {
        ...PADRAO,
        id,
        nome: novo.nome,
        dialeto: novo.dialeto,
        token_hash: hashToken(token),
        token_anterior_hash: null,
        token_anterior_ate: null,
        digest_segredo: null,
        visto_em: null,
        ultima_leitura_em: null,
        ultimo_erro: null,
        ultimo_erro_em: null,
        escala: null,
        desvios: '{}',
        versao: 1,
        criado_em: agora,
        atualizado_em: agora,
      };
      const linha = { ...base, ...toColumns(base, novo, cofre) };
      checkTogether(linha);
      if (linha.digest !== 'nao') {
        const segredo = { atual: digestKeys(id, token), anterior: null };
        linha.digest_segredo = sealDigest(cofre, id, segredo);
      }
      await repo.insert(trx, linha);
      await record(trx, autor, 'criar', id, { depois: settingsOf(linha) });
      syncAll(trx);
      return { dispositivo: await dressOne(trx, linha, origem), token };
    },

    edit(
      autor: Autor,
      id: string,
      campos: EdicaoDispositivo,
      isStale: StaleTest,
      origem: string,
    ): Promise<Dispositivo> {
      return inTransaction(db, async (trx) => {
        const antes = await getFresh(trx, id, isStale, origem);
        const mudanca: Partial<repo.DispositivoRow> = toColumns(antes, campos, cofre);
        if (campos.digest === 'nao') mudanca.digest_segredo = null;
        const depois = await save(trx, antes, mudanca);
        await record(trx, autor, 'editar', id, {
          antes: settingsOf(antes),
          depois: settingsOf(depois),
        });
        return dressOne(trx, depois, origem);
      });
    },

    /** Its readings and passages stay. */
    remove(autor: Autor, id: string, isStale: StaleTest, origem: string): Promise<void> {
      return inTransaction(db, async (trx) => {
        const antes = await getFresh(trx, id, isStale, origem);
        await repo.remove(trx, id);
        await record(trx, autor, 'excluir', id, { antes: settingsOf(antes) });
        syncAll(trx);
      });
    },

    /** A new token. The previous one is accepted for another day, unless `imediato` ends it now. */
    replaceToken(autor: Autor, id: string, imediato: boolean, origem: string) {
      return inTransaction(db, async (trx) => {
        const antes = await get(trx, id);
        const token = newToken();
        const chaves = openDigest(cofre, antes);
        const segredo = {
          atual: digestKeys(id, token),
          anterior: imediato ? null : (chaves?.atual ?? null),
        };
        const depois = await save(trx, antes, {
          token_hash: hashToken(token),
          token_anterior_hash: imediato ? null : antes.token_hash,
          token_anterior_ate: imediato ? null : ago(-SOBREPOSICAO_MS),
          digest_segredo: antes.digest === 'nao' ? null : sealDigest(cofre, id, segredo),
        });
        await record(trx, autor, 'trocar-token', id, { imediato });
        return { dispositivo: await dressOne(trx, depois, origem), token };
      });
    },

    /** A page of unreadable messages. Bodies may contain plates, so the view is audited. */
    async quarantine(autor: Autor, id: string, pagina: { limite: number; apos?: string }) {
      const visto = await repo.listQuarentena(db, id, pagina);
      const total = await inEssential(db, async (trx) => {
        await get(trx, id);
        await record(trx, autor, 'ver-quarentena', id);
        return (await repo.countQuarentena(trx)).get(id) ?? 0;
      });
      return { ...visto, total };
    },

    clearQuarantine(autor: Autor, id: string): Promise<void> {
      return inTransaction(db, async (trx) => {
        await get(trx, id);
        const apagadas = await repo.clearQuarentena(trx, id);
        await record(trx, autor, 'limpar-quarentena', id, { apagadas });
      });
    },

    /** Removes messages of quarantine older than these days, and old counts. Every hour. */
    prune: (diasQuarentena: number): Promise<void> =>
      repo.prune(db, ago(diasQuarentena * 24 * HORA_MS), ago(DIAS_HORAS * 24 * HORA_MS)),
  };
}

export type DispositivosService = ReturnType<typeof dispositivosService>;
