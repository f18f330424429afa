import { type Camera, describeMotivo, MOTIVOS_CAMERA } from '@unipark/contract/camera';
import { formatDuracao } from '@unipark/contract/duracao';
import { formatMes } from '@unipark/contract/fipe';
import { once } from '@unipark/contract/once';
import * as z from 'zod/mini';
import { camerasQuery, pathOfCamera } from '../../cameras/api.ts';
import { describeFalha } from '../../cameras/situacao.ts';
import { situacaoQuery } from '../../fipe/catalogoApi.ts';
import { findFalha, formatModelos, PROVEDORES } from '../../fipe/palavras.ts';
import { asApiError } from '../../lib/wire/errors.ts';
import { api, isApiError, request } from '../../lib/wire/http.ts';
import { queryClient } from '../../lib/wire/query.ts';
import { askServer, serverNotice } from '../shell/serverNotice.ts';

export type Finding = { ok: boolean; text: string };
export type Diagnostic = {
  id: string;
  label: string;
  /** Runs when the page opens; the others make a sound or ask for a permission. */
  automatic: boolean;
  run: () => Promise<Finding>;
};

const Saude = z.object({ agora: z.string() });
const TOLERANCE_S = 30;
const STREAM_MS = 5_000;
const oneDecimal = once(() => new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 }));

async function server(): Promise<Finding> {
  const start = performance.now();
  await api('GET', '/healthz', { anonymous: true });
  return { ok: true, text: `Respondeu em ${Math.round(performance.now() - start)} ms.` };
}

const BANCO_COM_FALHA = 'Banco de dados, migrações ou disco com falha no servidor.';

async function database(): Promise<Finding> {
  try {
    await askServer();
    await api('GET', '/readyz', { anonymous: true });
    return { ok: true, text: 'Banco de dados, migrações e disco em ordem.' };
  } catch (error) {
    if (!isApiError(error) || error.status !== 503) throw error;
    return { ok: false, text: serverNotice.get() ?? BANCO_COM_FALHA };
  }
}

const Discos = z.object({
  discos: z.array(
    z.object({ disco: z.string(), nivel: z.string(), usado: z.number(), livres: z.number() }),
  ),
});
const GB = 1024 ** 3;
const DISCOS: Record<string, string> = { dados: 'Dados', fotos: 'Fotos' };

async function disk(): Promise<Finding> {
  const { data } = await api('GET', '/readyz', { anonymous: true, schema: Discos });
  if (data.discos.length === 0) return { ok: false, text: 'O disco não pôde ser medido.' };
  const text = data.discos
    .map(
      ({ disco, usado, livres }) =>
        `${DISCOS[disco] ?? disco}: ${Math.floor(usado * 100)} % cheio, ${oneDecimal().format(livres / GB)} GB livres.`,
    )
    .join(' ');
  return { ok: data.discos.every(({ nivel }) => nivel === 'bom'), text };
}

/** The server's time is compared with the middle of the request. */
export function drift(sent: number, received: number, server: number): number {
  return (server - (sent + received) / 2) / 1000;
}

async function clockDrift(): Promise<Finding> {
  const sent = Date.now();
  const { data } = await api('GET', '/healthz', { anonymous: true, schema: Saude });
  const seconds = drift(sent, Date.now(), Date.parse(data.agora));
  const size = oneDecimal().format(Math.abs(seconds));
  const ok = Math.abs(seconds) <= TOLERANCE_S;
  return {
    ok,
    text: ok
      ? `Diferença de ${size} s para o servidor.`
      : `Diferença de ${size} s para o servidor. Acerte o relógio deste computador.`,
  };
}

async function events(): Promise<Finding> {
  const start = performance.now();
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), STREAM_MS);
  try {
    const response = await request('GET', '/db/ultimosveiculos/eventos', {
      headers: { accept: 'text/event-stream' },
      timeout: null,
      signal: controller.signal,
    });
    await response.body?.getReader().read();
    return { ok: true, text: `Canal aberto em ${Math.round(performance.now() - start)} ms.` };
  } catch (error) {
    if (controller.signal.aborted) return { ok: false, text: 'O canal não respondeu em 5 s.' };
    throw error;
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
}

async function sound(): Promise<Finding> {
  const context = new AudioContext();
  try {
    await context.resume();
    if (context.state !== 'running') return { ok: false, text: 'O navegador bloqueou o som.' };
    const tone = context.createOscillator();
    const volume = context.createGain();
    volume.gain.value = 0.2;
    tone.frequency.value = 880;
    tone.connect(volume).connect(context.destination);
    tone.start();
    tone.stop(context.currentTime + 0.3);
    await new Promise((resolve) => tone.addEventListener('ended', resolve, { once: true }));
    return { ok: true, text: 'Um tom de 0,3 s foi tocado. Se não ouviu, confira o volume.' };
  } finally {
    await context.close();
  }
}

async function notifications(): Promise<Finding> {
  if (!('Notification' in window) || !window.isSecureContext) {
    return { ok: false, text: 'Este navegador só notifica em HTTPS ou no próprio computador.' };
  }
  if ((await Notification.requestPermission()) !== 'granted') {
    return { ok: false, text: 'As notificações não foram permitidas neste navegador.' };
  }
  new Notification('UNIPARK', { body: 'Notificação de teste.' });
  return { ok: true, text: 'Notificação de teste enviada.' };
}

/** Four lines ask at once; they share one answer. */
const CAMERAS_MS = 1_000;

/** The server gives an idle camera 8 s; its picture takes a moment more. */
const PICTURE_MS = 15_000;

/** The state of a camera without viewers is unknown: a picture is requested. */
async function wake(id: string): Promise<Finding> {
  const start = performance.now();
  try {
    const picture = await request('GET', `${pathOfCamera(id)}/snapshot.jpg`, {
      headers: { accept: 'image/jpeg' },
      timeout: PICTURE_MS,
    });
    await picture.blob();
  } catch (error) {
    return { ok: false, text: describeFalha(error) };
  }
  const seconds = oneDecimal().format((performance.now() - start) / 1000);
  return { ok: true, text: `Pronta: enviou uma imagem em ${seconds} s.` };
}

const ESTADOS: Record<Exclude<Camera['estado'], 'offline'>, string> = {
  ao_vivo: 'Ao vivo.',
  conectando: 'Configurada. O vídeo começa quando a tela Ao Vivo é aberta.',
};

const PAGINA_EXTERNA = 'Configurada. A página externa aparece em Ao Vivo.';

const camera = (number: number): Diagnostic => ({
  id: `camera-${number}`,
  label: `Câmera ${number}`,
  automatic: true,
  run: async () => {
    const cameras = await queryClient.fetchQuery({ ...camerasQuery, staleTime: CAMERAS_MS });
    const found = cameras.find(({ id }) => id === String(number));
    if (!found) return { ok: false, text: MOTIVOS_CAMERA.not_configured };
    const { id, tipo, modo, estado, motivo } = found;
    // A camera of single pictures has no video that could begin: its picture tells its state.
    if (modo === 'imagem' && motivo === null) return wake(id);
    if (modo === 'embed' && estado !== 'offline') return { ok: true, text: PAGINA_EXTERNA };
    if (estado !== 'offline') return { ok: true, text: ESTADOS[estado] };
    return motivo ? { ok: false, text: describeMotivo(motivo, tipo) } : wake(id);
  },
});

async function catalogue(): Promise<Finding> {
  const situacao = await queryClient.fetchQuery({ ...situacaoQuery, staleTime: 0 });
  const { marcas, modelos, origem, referencia, provedores } = situacao;
  const semMes = origem === 'inicial' ? 'Catálogo instalado' : 'Tabela sem mês';
  const tabela = referencia ? `Tabela de ${formatMes(referencia)}` : semMes;
  const texto = marcas === 0 ? 'Catálogo vazio.' : `${tabela}, ${formatModelos(modelos)}.`;
  const cansados = provedores.filter(({ descansando }) => descansando);
  const falha =
    findFalha(situacao) ??
    cansados
      .map(({ nome, ultimaFalha }) =>
        `${PROVEDORES[nome]} pausado. ${ultimaFalha?.motivo ?? ''}`.trim(),
      )
      .join(' ');
  return falha ? { ok: false, text: `${texto} ${falha}` } : { ok: true, text: texto };
}

const IdadeCopia = z.object({ idadeSegundos: z.nullable(z.number()), atrasada: z.boolean() });
const Prontidao = z.object({
  copia: z.nullable(z.extend(IdadeCopia, { externa: z.nullable(IdadeCopia) })),
});

/** What is said of the encrypted copies outside; nothing where there is no such place. */
function describeExterna(externa: z.infer<typeof IdadeCopia> | null): string {
  if (externa === null) return '';
  const { idadeSegundos, atrasada } = externa;
  if (idadeSegundos === null) return atrasada ? ' Nenhuma cópia externa.' : '';
  const idade = ` A externa tem ${formatDuracao(idadeSegundos * 1_000)}`;
  return `${idade}${atrasada ? ': avise a administração' : ''}.`;
}

async function backup(): Promise<Finding> {
  const { data } = await api('GET', '/readyz', { anonymous: true, schema: Prontidao });
  if (!data.copia) {
    const text = 'O servidor não conseguiu ler a data da última. Veja Configurações › Cópias.';
    return { ok: false, text };
  }
  const { idadeSegundos, atrasada, externa } = data.copia;
  const fora = describeExterna(externa);
  const ok = !atrasada && externa?.atrasada !== true;
  if (idadeSegundos === null) {
    return { ok, text: (atrasada ? 'Nenhuma cópia.' : 'A primeira é feita em minutos.') + fora };
  }
  const idade = `A última tem ${formatDuracao(idadeSegundos * 1_000)}`;
  return { ok, text: `${idade}${atrasada ? ': avise a administração' : ''}.${fora}` };
}

export const DIAGNOSTICS: readonly Diagnostic[] = [
  { id: 'servidor', label: 'Servidor', automatic: true, run: server },
  { id: 'banco', label: 'Banco de dados', automatic: true, run: database },
  { id: 'disco', label: 'Espaço em disco', automatic: true, run: disk },
  { id: 'relogio', label: 'Relógio', automatic: true, run: clockDrift },
  { id: 'eventos', label: 'Eventos ao vivo', automatic: true, run: events },
  { id: 'copia', label: 'Cópia de segurança', automatic: true, run: backup },
  { id: 'catalogo', label: 'Catálogo FIPE', automatic: true, run: catalogue },
  { id: 'som', label: 'Som', automatic: false, run: sound },
  { id: 'notificacoes', label: 'Notificações', automatic: false, run: notifications },
  ...[1, 2, 3, 4].map(camera),
];

/** Runs a diagnostic. It never throws: an error becomes a failed finding. */
export async function examine(diagnostic: Diagnostic): Promise<Finding> {
  try {
    return await diagnostic.run();
  } catch (error) {
    return { ok: false, text: asApiError(error).mensagem };
  }
}
