/** The door of the intake: which device it is, and whether it may come in. Asked anew each time. */
import { once } from 'node:events';
import type { NomeDialeto } from '@unipark/contract/dispositivo';
import type { FastifyRequest } from 'fastify';
import type { Movimento } from '../dispositivos/movimento.ts';
import * as dispositivos from '../dispositivos/repo.ts';
import { hashToken, openDigest, REALM, TOKEN } from '../dispositivos/token.ts';
import { createBaldes } from '../platform/bucket.ts';
import type { Banco } from '../platform/db/banco.ts';
import { notFound, Problem } from '../platform/errors.ts';
import { isListed, networkOf } from '../platform/network.ts';
import type { Cofre } from '../platform/secret.ts';
import { type Credencial, readCredential } from './credencial.ts';
import { createDigest, provesNothing } from './digest.ts';

/** Messages of one device: 20 a second, 60 at once. */
const POR_SEGUNDO = 20;
const RAJADA = 60;
/** Wrong credentials of one address: 30 at once, then one each two seconds. */
const FALHAS_RAJADA = 30;
const FALHAS_POR_SEGUNDO = 0.5;
/** A body that is only let pass by. */
const DRENAGEM_MAXIMA = 10 * 1024 * 1024;
/** The bridges of one maker rest this long. */
const DESCANSO = { 'Retry-After': '5' };

type Linha = dispositivos.Linha;

/** Where a request knocks. */
export interface Destino {
  dialeto: NomeDialeto;
  token: string | null;
  /** At the root of the site: only devices that are allowed to. */
  raiz: boolean;
}

export interface PortaDeps {
  db: Banco;
  cofre: Cofre;
  movimento: Movimento;
}

const ipsOf = ({ ips }: Linha): string[] => JSON.parse(ips);

/** On its list, where it has one. */
const isHome = (linha: Linha, ip: string): boolean =>
  ipsOf(linha).length > 0 && isListed(ip, ipsOf(linha));

/** 429: the device rests a while and sends again. */
export const tooMany = (mensagem: string): Problem =>
  new Problem(429, 'muitas-mensagens', mensagem, { headers: DESCANSO });

/**
 * Lets the body pass by unread. A camera that has to be asked for Digest sends its pictures first
 * and looks for the challenge then: a connection closed on it meanwhile would hide the challenge.
 */
async function drain({ raw, headers }: FastifyRequest): Promise<void> {
  if (raw.complete || Number(headers['content-length'] ?? 0) > DRENAGEM_MAXIMA) return;
  raw.resume();
  await Promise.race([once(raw, 'end'), once(raw, 'close')]).catch(() => {});
}

export function createPorta({ db, cofre, movimento }: PortaDeps) {
  const ritmo = createBaldes(POR_SEGUNDO, RAJADA);
  const falhas = createBaldes(FALHAS_POR_SEGUNDO, FALHAS_RAJADA);
  const digest = createDigest();

  async function byToken(token: string): Promise<Linha | undefined> {
    if (!TOKEN.test(token)) return undefined;
    const hash = hashToken(token);
    const linha = await dispositivos.findByToken(db, hash);
    if (!linha || linha.token_hash === hash) return linha;
    return (linha.token_anterior_ate ?? '') > new Date().toISOString() ? linha : undefined;
  }

  /** The only device of those that may come from this address, by name if it gives one. */
  async function byAddress(
    { dialeto }: Destino,
    { usuario }: Credencial,
    ip: string,
    allowed: (linha: Linha) => boolean,
  ): Promise<Linha | undefined> {
    const todas = await dispositivos.activeOf(db, dialeto);
    const daqui = todas.filter((linha) => allowed(linha) && isHome(linha, ip));
    const chamada = daqui.find(({ id }) => id === usuario);
    return chamada ?? (daqui.length === 1 ? daqui[0] : undefined);
  }

  async function byDigest(
    campos: Map<string, string>,
    request: FastifyRequest,
  ): Promise<Linha | 'velho' | undefined> {
    const linha = await dispositivos.find(db, campos.get('username') ?? '');
    const segredo = linha && linha.digest !== 'nao' ? openDigest(cofre, linha) : undefined;
    if (!linha || !segredo) return undefined;
    const vale = (linha.token_anterior_ate ?? '') > new Date().toISOString();
    const pedido = { metodo: request.method, caminho: request.url };
    const chaves = { atual: segredo.atual, anterior: vale ? segredo.anterior : null };
    const veredito = digest.verify(campos, pedido, chaves);
    if (veredito === 'certo') return linha;
    return veredito === 'velho' ? 'velho' : undefined;
  }

  async function identify(
    request: FastifyRequest,
    destino: Destino,
    credencial: Credencial,
  ): Promise<Linha | 'velho' | undefined> {
    const { token, doCaminho, digest: campos } = credencial;
    const semNonce = (linha: Linha): boolean => linha.digest === 'sem_nonce';
    if (campos && provesNothing(campos)) {
      const dona = doCaminho && token ? await byToken(token) : undefined;
      if (dona) return semNonce(dona) ? dona : undefined;
      return doCaminho ? undefined : byAddress(destino, credencial, request.ip, semNonce);
    }
    if (token) return byToken(token);
    if (campos) return byDigest(campos, request);
    const solta = destino.raiz && request.headers.authorization === undefined;
    const peloEndereco = (linha: Linha): boolean => linha.caminho_raiz === 1;
    return solta ? byAddress(destino, credencial, request.ip, peloEndereco) : undefined;
  }

  /** Asks for Digest where the device, or for want of a name any of this dialect, is marked. */
  async function challenges({ dialeto }: Destino, { usuario }: Credencial, velho: boolean) {
    const basic = `Basic realm="${REALM}", charset="UTF-8"`;
    const chamada = usuario ? await dispositivos.find(db, usuario) : undefined;
    if (chamada) return chamada.digest === 'nao' ? [basic] : digest.challenge(velho);
    const marcada = (await dispositivos.activeOf(db, dialeto)).some(
      ({ digest }) => digest !== 'nao',
    );
    return marcada ? [...digest.challenge(velho), basic] : [basic];
  }

  async function refuse(
    request: FastifyRequest,
    destino: Destino,
    credencial: Credencial,
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

  function checkEntry(linha: Linha, { dialeto, raiz }: Destino, ip: string): void {
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
    /** The device that knocks, and the token it showed, if any. @throws {Problem} 401, 403, 404, 429 */
    async enter(
      request: FastifyRequest,
      destino: Destino,
    ): Promise<{ dispositivo: Linha; token: string | null }> {
      const credencial = readCredential(request, destino.token);
      const linha = await identify(request, destino, credencial);
      if (!linha || linha === 'velho') {
        return refuse(request, destino, credencial, linha === 'velho');
      }
      checkEntry(linha, destino, request.ip);
      return { dispositivo: linha, token: credencial.token };
    },

    /** Whether any device is let in at the root of the site. */
    async isRootOpen(dialeto: NomeDialeto): Promise<boolean> {
      const todas = await dispositivos.activeOf(db, dialeto);
      return todas.some(({ caminho_raiz }) => caminho_raiz === 1);
    },
  };
}
