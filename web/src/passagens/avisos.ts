/** Calling a person to an alarm: sound, notification, vibration — once in this browser. */
import type { UltimoVeiculo } from '@unipark/contract/passagem';
import { logFailure } from '../lib/log.ts';
import { keep, type NoticeAction } from '../lib/notices.ts';
import { session } from '../lib/session.ts';
import { chaveDoAlerta, type Mudanca, paraAvisar } from './alertas.ts';
import { agoraNoServidor } from './relogio.ts';
import { soar, somAgora } from './som.ts';
import { detalheDoAlerta, tituloDoAlerta } from './textos.ts';

const CHAVE = 'unipark.alertas';
/** As many as a browser may have open, and some to spare. */
const LEMBRADOS = 100;
/** A tab that can sound goes before one that cannot, the leading tab before the others. */
const VEZ_MS = 300;
/** Tabs read each other's storage late; by now what one wrote is read by all. */
const SEGURADO_MS = 10_000;
const VIBRACAO = [300, 120, 300, 120, 300];

function avisados(): Set<string> {
  try {
    const lidos: unknown = JSON.parse(localStorage.getItem(CHAVE) ?? '[]');
    return new Set(Array.isArray(lidos) ? lidos.map(String) : []);
  } catch {
    return new Set();
  }
}

function lembrar(chaves: readonly string[]): void {
  const todas = [...avisados(), ...chaves];
  localStorage.setItem(CHAVE, JSON.stringify(todas.slice(-LEMBRADOS)));
}

/** True in the one tab that may call for an alarm; the others find it taken. */
function tomar(chave: string): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    void navigator.locks.request(`${CHAVE}.${chave}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock && new Promise((done) => setTimeout(done, SEGURADO_MS));
    });
  });
}

function notificar(cartao: UltimoVeiculo): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  try {
    const notificacao = new Notification(tituloDoAlerta(cartao), {
      body: detalheDoAlerta(cartao),
      tag: chaveDoAlerta(cartao),
      lang: 'pt-BR',
    });
    notificacao.onclick = () => {
      window.focus();
      notificacao.close();
    };
  } catch (error) {
    // Browsers of phones let only a service worker notify.
    logFailure('notification', error);
  }
}

/** How long this tab lets others go first; undefined where it is no use at all. */
export function vezDaAba(lidera: boolean, som: string): number | undefined {
  if (som === 'ligado') return lidera ? 0 : VEZ_MS;
  return lidera ? 2 * VEZ_MS : undefined;
}

/** Calls for the open alarms that no tab has called for. Answers how to call it off. */
export function avisar(abertos: readonly UltimoVeiculo[], lidera: boolean): () => void {
  const vez = vezDaAba(lidera, somAgora());
  const pendentes = () => paraAvisar(abertos, avisados(), agoraNoServidor());
  if (vez === undefined || pendentes().length === 0) return () => {};
  const chamar = async () => {
    const candidatos = pendentes();
    const tomados = await Promise.all(candidatos.map((cartao) => tomar(chaveDoAlerta(cartao))));
    const novos = candidatos.filter((_, indice) => tomados[indice]);
    if (novos.length === 0) return;
    lembrar(novos.map(chaveDoAlerta));
    soar();
    for (const cartao of novos) notificar(cartao);
    // Before the first touch the browser refuses, and says so as an error.
    if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(VIBRACAO);
  };
  if (vez === 0) {
    void chamar();
    return () => {};
  }
  const timer = setTimeout(chamar, vez);
  return () => clearTimeout(timer);
}

const ditos = new Set<string>();

// The bell is emptied for the next person, who has not been told of anything.
session.subscribe(() => {
  if (session.get().status === 'signedOut') ditos.clear();
});

/** Puts each open alarm into the bell, once in this tab. */
export function anotar(
  abertos: readonly UltimoVeiculo[],
  acao: (cartao: UltimoVeiculo) => NoticeAction,
): void {
  for (const cartao of [...abertos].reverse()) {
    const chave = chaveDoAlerta(cartao);
    if (ditos.has(chave)) continue;
    ditos.add(chave);
    keep(cartao.alerta?.tipo === 'proibido' ? 'error' : 'warning', tituloDoAlerta(cartao), {
      detail: detalheDoAlerta(cartao),
      action: acao(cartao),
    });
  }
}

/** Says in the bell why a banner went; one's own 'Ciente' is no news. */
export function contar(mudanca: Mudanca): void {
  const { placa } = mudanca.cartao;
  if (mudanca.tipo === 'retirado') {
    const { placa: lida } = mudanca.antes;
    keep('info', `Leitura corrigida: ${lida === placa ? placa : `${lida} → ${placa}`}`);
    return;
  }
  const atual = session.get();
  if (atual.status === 'signedIn' && atual.user.name === mudanca.nome) return;
  keep('info', `${mudanca.nome} deu ciente: ${placa}`);
}
