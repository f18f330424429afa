/** Whether devices are called, and the key pair by which their services know this installation. */
import type { AjustesAvisos, EstadoAvisos } from '@unipark/contract/aviso';
import webpush from 'web-push';
import * as z from 'zod/mini';
import { type Autor, audit } from '../platform/audit.ts';
import { type Banco, inTransaction, type Queryable } from '../platform/db/banco.ts';
import { readSetting, writeSetting } from '../platform/db/settings.ts';
import { type Cofre, createCofre } from '../platform/secret.ts';
import { removeAparelhos } from './repo.ts';

const NOME = 'avisos';
/** The private key is encrypted with the installation's secret. */
const Guardado = z.object({ ligado: z.boolean(), publica: z.string(), privada: z.string() });

/** The key pair of VAPID (RFC 8292), base64url. */
export interface VapidKeys {
  publica: string;
  privada: string;
}

export function createAjustes({ db, segredo }: { db: Banco; segredo: string }) {
  const cofre: Cofre = createCofre(segredo, 'avisos');

  /** What is stored; no keys when there are none, or our secret does not open them. */
  async function read(em: Queryable): Promise<{ ligado: boolean; chaves: VapidKeys | undefined }> {
    const valor = await readSetting(em, NOME);
    if (valor === undefined) return { ligado: false, chaves: undefined };
    const { ligado, publica, privada: selada } = Guardado.parse(JSON.parse(valor));
    const privada = cofre.open(publica, selada);
    const chaves = privada === undefined ? undefined : { publica, privada };
    return { ligado: ligado && chaves !== undefined, chaves };
  }

  function createKeys(): VapidKeys {
    const { publicKey: publica, privateKey: privada } = webpush.generateVAPIDKeys();
    return { publica, privada };
  }

  return {
    /** The keys while devices are called; undefined while they are not. */
    async findKeys(): Promise<VapidKeys | undefined> {
      const { ligado, chaves } = await read(db);
      return ligado ? chaves : undefined;
    },

    async getEstado(): Promise<EstadoAvisos> {
      const { ligado, chaves } = await read(db);
      return { ligado, chave: ligado && chaves ? chaves.publica : null };
    },

    /** Switches the calls on or off. The first time it makes the keys. */
    change: (autor: Autor, { ligado }: AjustesAvisos): Promise<EstadoAvisos> =>
      inTransaction(db, async (trx) => {
        const antes = await read(trx);
        if (!ligado && !antes.chaves) return { ligado, chave: null };
        if (!antes.chaves) await removeAparelhos(trx);
        const { publica, privada } = antes.chaves ?? createKeys();
        const valor = { ligado, publica, privada: cofre.seal(publica, privada) };
        await writeSetting(trx, NOME, JSON.stringify(valor));
        await audit(trx, autor, {
          acao: 'editar',
          entidade: 'ajustes',
          chave: NOME,
          detalhe: { antes: { ligado: antes.ligado }, depois: { ligado } },
        });
        return { ligado, chave: ligado ? publica : null };
      }),
  };
}

export type AjustesDeAvisos = ReturnType<typeof createAjustes>;
