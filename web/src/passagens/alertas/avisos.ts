/** Calls a person to an alarm by sound, notification and vibration, once in this browser. */
import type { UltimoVeiculo } from '@unipark/contract/passagem';
import { announce, keep, type NoticeAction, renewAction } from '../../lib/screen/notices.ts';
import { session } from '../../lib/session/session.ts';
import { serverNow } from '../../lib/time/serverClock.ts';
import { logFailure } from '../../lib/wire/log.ts';
import { formatDetalheAlerta, formatTituloAlerta } from '../textos.ts';
import {
  type AlertaChange,
  isMarked,
  keyOfAlerta,
  listUnnotified,
  marksOfAlerta,
} from './alertas.ts';
import { playAlarm, readSom } from './som.ts';

const CHAVE = 'unipark.alertas';
/** When this browser last sounded (ms). */
const CHAVE_SOOU = `${CHAVE}.soou`;
/** Two marks for each of the most open alarms that a browser can have, with a margin. */
const LEMBRADOS = 800;
/** A tab with sound comes before one without, and the leading tab before the others. */
const VEZ_MS = 300;
/** Other tabs see a write to localStorage late, but within this time. */
const SEGURADO_MS = 10_000;
const VIBRACAO = [300, 120, 300, 120, 300];

function readAvisados(): Set<string> {
  try {
    const lidos: unknown = JSON.parse(localStorage.getItem(CHAVE) ?? '[]');
    return new Set(Array.isArray(lidos) ? lidos.map(String) : []);
  } catch {
    return new Set();
  }
}

function rememberAvisados(chaves: readonly string[]): void {
  const todas = [...readAvisados(), ...chaves];
  localStorage.setItem(CHAVE, JSON.stringify(todas.slice(-LEMBRADOS)));
}

/** True in the one tab that may call; the lock is taken for the others. */
export function claimTurn(chave: string, seguradoMs = SEGURADO_MS): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    void navigator.locks.request(`${CHAVE}.${chave}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock && new Promise((done) => setTimeout(done, seguradoMs));
    });
  });
}

/** When this browser last sounded; a time in the future comes from a wrong clock. */
export function readSoou(): number {
  const soou = Number(localStorage.getItem(CHAVE_SOOU));
  return soou <= Date.now() ? soou : 0;
}

/** The open alarms that this browser has called for. */
export function listCalled(abertos: readonly UltimoVeiculo[]): UltimoVeiculo[] {
  const avisados = readAvisados();
  return abertos.filter((cartao) => isMarked(cartao, avisados));
}

/** Sound and vibration, for new alarms and for those without an answer. */
export function callAgain(): void {
  localStorage.setItem(CHAVE_SOOU, String(Date.now()));
  playAlarm();
  // Before the first touch the browser refuses and logs an error.
  if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(VIBRACAO);
}

/**
 * Through the service worker, where there is one: its call for the same passage then has the same
 * place, a tap opens the passage, and phones allow no other way.
 */
async function showNotification(cartao: UltimoVeiculo): Promise<void> {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const titulo = formatTituloAlerta(cartao);
  const aviso = {
    body: formatDetalheAlerta(cartao),
    tag: `alerta-${cartao.id}`,
    lang: 'pt-BR',
    data: cartao.id,
  };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) {
    await worker.showNotification(titulo, aviso);
    return;
  }
  const notificacao = new Notification(titulo, aviso);
  notificacao.onclick = () => {
    window.focus();
    notificacao.close();
  };
}

/** How long this tab waits for better placed tabs; undefined when it never calls. */
export function getVez(lidera: boolean, som: string): number | undefined {
  if (som === 'ligado') return lidera ? 0 : VEZ_MS;
  return lidera ? 2 * VEZ_MS : undefined;
}

/** Calls for the open alarms that no tab has called for. Returns a function that cancels it. */
export function raiseAlertas(abertos: readonly UltimoVeiculo[], lidera: boolean): () => void {
  const vez = getVez(lidera, readSom());
  const listPendentes = () => listUnnotified(abertos, readAvisados(), serverNow());
  if (vez === undefined || listPendentes().length === 0) return () => {};
  const call = async () => {
    const candidatos = listPendentes();
    const tomados = await Promise.all(candidatos.map((cartao) => claimTurn(keyOfAlerta(cartao))));
    const novos = candidatos.filter((_, indice) => tomados[indice]);
    if (novos.length === 0) return;
    rememberAvisados(novos.flatMap(marksOfAlerta));
    callAgain();
    for (const cartao of novos) {
      showNotification(cartao).catch((error: unknown) => logFailure('notification', error));
    }
  };
  if (vez === 0) {
    void call();
    return () => {};
  }
  const timer = setTimeout(call, vez);
  return () => clearTimeout(timer);
}

const ditos = new Set<string>();

// A sign-out empties the bell: the next person gets the alarms again.
session.subscribe(() => {
  if (session.get().status === 'signedOut') ditos.clear();
});

/** A dialog hides the page, also from screen readers, and on a phone it covers the alarm. */
const isCovered = (): boolean =>
  document.getElementById('root')?.getAttribute('aria-hidden') === 'true';

/** Adds each open alarm to the bell, once in this tab; the newest is also said over a dialog. */
export function addToBell(
  abertos: readonly UltimoVeiculo[],
  createAction: (cartao: UltimoVeiculo) => NoticeAction,
): void {
  for (const cartao of [...abertos].reverse()) {
    if (isMarked(cartao, ditos)) continue;
    for (const marca of marksOfAlerta(cartao)) ditos.add(marca);
    const titulo = formatTituloAlerta(cartao);
    const action = { ...createAction(cartao), inToast: true };
    const extra = { detail: formatDetalheAlerta(cartao), action };
    // After a reload the bell has it already.
    if (renewAction(titulo, extra)) continue;
    const say = cartao === abertos[0] && isCovered() ? announce : keep;
    say(cartao.alerta?.tipo === 'proibido' ? 'error' : 'warning', titulo, extra);
  }
}

/** Says in the bell why a banner closed, except for the person's own 'Ciente'. */
export function noteMudanca(mudanca: AlertaChange): void {
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
