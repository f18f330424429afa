/** Which device sends a request, and whether it may enter. Checked at every request. */
import { once } from 'node:events';
import type { NomeDialeto } from '@unipark/contract/dispositivo';
import type { FastifyRequest } from 'fastify';
import type { Movimento } from '../dispositivos/movimento.ts';
import type { DispositivoRow } from '../dispositivos/repo.ts';
import * as dispositivos from '../dispositivos/repo.ts';
import { hashToken, openDigest, REALM, TOKEN } from '../dispositivos/token.ts';
import { nowIso } from '../platform/clock.ts';
import type { Banco } from '../platform/db/banco.ts';
import { notFound, Problem } from '../platform/errors.ts';
import { createBaldes } from '../platform/limits/bucket.ts';
import { isListed, networkOf } from '../platform/limits/network.ts';
import type { Cofre } from '../platform/secret.ts';
import { type DeviceCredential, readCredential } from './credencial.ts';
import { createDigest, provesNothing } from './digest.ts';

/** Messages of one device: 20 a second, 60 at once. */
const POR_SEGUNDO = 20;
const RAJADA = 60;
/** Wrong credentials of one address: 30 at once, then one every two seconds. */
const FALHAS_RAJADA = 30;
const FALHAS_POR_SEGUNDO = 0.5;
/** The longest body that is read only to be discarded. */
const DRENAGEM_MAXIMA = 10 * 1024 * 1024;
/** The pause that the bridges of one maker keep. */
const DESCANSO = { 'Retry-After': '5' };

export interface IntakeTarget {
  dialeto: NomeDialeto;
  token: string | null;
  /** At the root of the site: only for devices with this setting. */
  raiz: boolean;
}

export interface PortaDeps {
  db: Banco;
  cofre: Cofre;
  movimento: Movimento;
}

const ipsOf = ({ ips }: DispositivoRow): string[] => JSON.parse(ips);

/** Whether the address is on the device's list, or the device has no list. */
const isHome = (linha: DispositivoRow, ip: string): boolean =>
  ipsOf(linha).length > 0 && isListed(ip, ipsOf(linha));

/** 429: the device waits and sends again. */
const tooMany = (mensagem: string): Problem =>
  new Problem(429, 'muitas-mensagens', mensagem, { headers: DESCANSO });

/**
 * Discards the body. A camera that waits for a Digest challenge sends its pictures first and then
 * reads the challenge: closing the connection earlier would hide the challenge.
 */
async function drain({ raw, headers }: FastifyRequest): Promise<void> {
  if (raw.complete || Number(headers['content-length'] ?? 0) > DRENAGEM_MAXIMA) return;
  raw.resume();
  await Promise.race([once(raw, 'end'), once(raw, 'close')]).catch(() => {});
}

export function createPorta({ db, cofre, movimento }: PortaDeps) {
  const ritmo = createBaldes(POR_SEGUNDO, RAJADA);
  const falhas = createBaldes(FALHAS_POR_SEGUNDO, FALHAS_RAJADA);
  const digest = createDigest(cofre);

  async function byToken(token: string): Promise<DispositivoRow | undefined> {
    if (!TOKEN.test(token)) return undefined;
    const hash = hashToken(token);
    const linha = await dispositivos.findByToken(db, hash);
    if (!linha || linha.token_hash === hash) return linha;
    return (linha.token_anterior_ate ?? '') > nowIso() ? linha : undefined;
  }

  /** The only device that may come from this address, by name when the request has one. */
  async function byAddress(
    { dialeto }: IntakeTarget,
    { usuario }: DeviceCredential,
    ip: string,
    allowed: (linha: DispositivoRow) => boolean,
  ): Promise<DispositivoRow | undefined> {
    const todas = await dispositivos.listActive(db, dialeto);
    const daqui = todas.filter((linha) => allowed(linha) && isHome(linha, ip));
    const chamada = daqui.find(({ id }) => id === usuario);
    return chamada ?? (daqui.length === 1 ? daqui[0] : undefined);
  }

  async function byDigest(
    campos: Map<string, string>,
    request: FastifyRequest,
  ): Promise<DispositivoRow | 'velho' | undefined> {
    const linha = await dispositivos.find(db, campos.get('username') ?? '');
    const segredo = linha && linha.digest !== 'nao' ? openDigest(cofre, linha) : undefined;
    if (!linha || !segredo) return undefined;
    const vale = (linha.token_anterior_ate ?? '') > nowIso();
    const pedido = { metodo: request.method, caminho: request.url };
    const chaves = { atual: segredo.atual, anterior: vale ? segredo.anterior : null };
    const veredito = digest.verify(campos, pedido, chaves);
    if (veredito === 'certo') return linha;
    return veredito === 'velho' ? 'velho' : undefined;
  }

  async function identify(
    request: FastifyRequest,
    destino: IntakeTarget,
    credencial: DeviceCredential,
  ): Promise<DispositivoRow | 'velho' | undefined> {
    const { token, doCaminho, digest: campos } = credencial;
    const takesNoNonce = (linha: DispositivoRow): boolean => linha.digest === 'sem_nonce';
    if (campos && provesNothing(campos)) {
      const dona = doCaminho && token ? await byToken(token) : undefined;
      if (dona) return takesNoNonce(dona) ? dona : undefined;
      return doCaminho ? undefined : byAddress(destino, credencial, request.ip, takesNoNonce);
    }
    if (token) return byToken(token);
    if (campos) return byDigest(campos, request);
    const solta = destino.raiz && request.headers.authorization === undefined;
    const isKnownByAddress = (linha: DispositivoRow): boolean => linha.caminho_raiz === 1;
    return solta ? byAddress(destino, credencial, request.ip, isKnownByAddress) : undefined;
  }

  /** When the device is marked, or, without a name, when any device of this dialect is. */
  async function challenges(
    { dialeto }: IntakeTarget,
    { usuario }: DeviceCredential,
    velho: boolean,
  ) {
    const basic = `Basic realm="${REALM}", charset="UTF-8"`;
    const chamada = usuario ? await dispositivos.find(db, usuario) : undefined;
    if (chamada) return chamada.digest === 'nao' ? [basic] : digest.challenge(velho);
    const marcada = (await dispositivos.listActive(db, dialeto)).some(
      ({ digest }) => digest !== 'nao',
    );
    return marcada ? [...digest.challenge(velho), basic] : [basic];
  }

  async function refuse(
    request: FastifyRequest,
    destino: IntakeTarget,
    credencial: DeviceCredential,
    velho: boolean,
  ): Promise<never> {
    const tentou = credencial.token !== null || (credencial.digest !== null && !velho);
    if (tentou && !falhas.take(networkOf(request.ip))) {
      throw tooMany('Muitas tentativas com credenciais erradas. Tente em instantes.');
    }
    const desafios = await challenges(destino, credencial, velho);
    if (desafios.some((desafio) => desafio.startsWith('Digest'))) await drain(request);
    throw new Problem(
      401,
      'dispositivo-nao-autenticado',
      'Token do dispositivo ausente ou inválido.',
      { headers: { 'WWW-Authenticate': desafios } },
    );
  }

  function checkEntry(linha: DispositivoRow, { dialeto, raiz }: IntakeTarget, ip: string): void {
    const { id } = linha;
    const forbid = (codigo: string, mensagem: string): Problem => {
      movimento.note(id, 'recusadas', { erro: mensagem });
      return new Problem(403, codigo, mensagem);
    };
    if (!linha.ativo) throw forbid('dispositivo-desativado', 'Este dispositivo está desativado.');
    if (ipsOf(linha).length > 0 && !isListed(ip, ipsOf(linha))) {
      throw forbid('ip-nao-permitido', `O endereço ${ip} não está entre os IPs permitidos.`);
    }
    if (linha.dialeto !== dialeto) {
      const certo = `Este dispositivo fala ${linha.dialeto}: use /api/leituras/${linha.dialeto}.`;
      throw forbid('outro-dialeto', certo);
    }
    if (raiz && !linha.caminho_raiz) throw notFound('Endereço não encontrado.');
    if (ritmo.take(id)) return;
    const mensagem = 'Mensagens demais em pouco tempo. Tente em instantes.';
    movimento.note(id, 'recusadas', { erro: mensagem });
    throw tooMany(mensagem);
  }

  return {
    /**
     * The device of the request, with its token if it sent one. @throws {Problem} 401, 403, 404,
     * 429
     */
    async enter(
      request: FastifyRequest,
      destino: IntakeTarget,
    ): Promise<{ dispositivo: DispositivoRow; token: string | null }> {
      const credencial = readCredential(request, destino.token);
      const linha = await identify(request, destino, credencial);
      if (!linha || linha === 'velho') {
        return refuse(request, destino, credencial, linha === 'velho');
      }
      checkEntry(linha, destino, request.ip);
      return { dispositivo: linha, token: credencial.token };
    },

    /** Whether any device may use the root of the site. */
    async isRootOpen(dialeto: NomeDialeto): Promise<boolean> {
      const todas = await dispositivos.listActive(db, dialeto);
      return todas.some(({ caminho_raiz }) => caminho_raiz === 1);
    },
  };
}
