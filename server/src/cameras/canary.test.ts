/** A camera's password appears in no log, answer, frame or process list. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SituacaoCameras, TicketCamera } from '@unipark/contract/camera';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { CONTA } from '../../test/app.ts';
import { type HttpCamera, startHttpCamera, withDigest } from '../../test/httpCamera.ts';
import { PROGRAM_ENV, START } from '../../test/processo.ts';
import { type FakeCamera, startFakeCamera } from '../../test/rtsp.ts';
import { clipe, requireFfmpeg } from '../../test/video.ts';

const SENHA = 'p@ss/1-CANARIO';
const USUARIO = 'unipark';
const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const IDS = ['certa', 'errada', 'udp', 'foto', 'hls', 'mjpeg'];

/** The password in every spelling: percent-encoding does not change CANARIO, base64 does. */
const GRAFIAS = [
  'CANARIO',
  Buffer.from(SENHA).toString('hex'),
  // The base64 of a text depends on the offset at which the password begins.
  ...[0, 1, 2].map((antes) =>
    Buffer.from('x'.repeat(antes) + SENHA)
      .toString('base64')
      .slice(antes === 0 ? 0 : 4, -4),
  ),
];

function leaks(onde: string, texto: string): string[] {
  const achadas = GRAFIAS.filter((grafia) => texto.toLowerCase().includes(grafia.toLowerCase()));
  return achadas.map((grafia) => `${onde}: ${grafia}`);
}

let pasta: string;
let rtsp: FakeCamera;
let http: HttpCamera;
let servidor: ChildProcess;
let origem = '';
let saida = '';
const argumentos = new Set<string>();
let espia: NodeJS.Timeout;

/** Reads what every user of the machine may read. */
function spy(): void {
  for (const pid of readdirSync('/proc').filter((nome) => /^\d+$/.test(nome))) {
    try {
      argumentos.add(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
    } catch {
      // The process ended meanwhile.
    }
  }
}

const cameras = (senhaEnv: string) => {
  const conta = { usuario: USUARIO, senhaEnv };
  const rtspUrl = rtsp.url;
  return [
    { id: 'certa', nome: 'A', tipo: 'rtsp', url: rtspUrl, ...conta },
    { id: 'errada', nome: 'B', tipo: 'rtsp', url: rtspUrl, usuario: 'outro', senhaEnv },
    { id: 'udp', nome: 'C', tipo: 'rtsp', url: rtspUrl, transporte: 'udp', ...conta },
    { id: 'foto', nome: 'D', tipo: 'snapshot', url: `${http.origem}/foto.jpg`, ...conta },
    { id: 'hls', nome: 'E', tipo: 'hls', url: `${http.origem}/nada.m3u8`, ...conta },
    { id: 'mjpeg', nome: 'F', tipo: 'mjpeg', url: `${http.origem}/nada.mjpg`, ...conta },
  ];
};

beforeAll(async () => {
  await requireFfmpeg();
  rtsp = await startFakeCamera({ clip: clipe(1), usuario: USUARIO, senha: SENHA });
  const foto = Buffer.from('ffd8ffe000104a464946', 'hex');
  http = await startHttpCamera({
    '/foto.jpg': withDigest(USUARIO, SENHA, (_request, response) => response.end(foto)),
  });
  pasta = mkdtempSync(join(tmpdir(), 'unipark-canario-'));
  const arquivo = join(pasta, 'cameras.json');
  writeFileSync(arquivo, JSON.stringify({ cameras: cameras('CAM_SENHA') }));
  const env = {
    ...PROGRAM_ENV,
    DATA_DIR: join(pasta, 'dados'),
    PORT: '0',
    LOG_LEVEL: 'trace',
    CAMERAS_FILE: arquivo,
    CAM_SENHA: SENHA,
  };
  servidor = spawn(process.execPath, [START, MAIN], { env });
  for (const fluxo of [servidor.stdout, servidor.stderr]) {
    fluxo?.on('data', (parte) => {
      saida += parte;
    });
  }
  origem = await vi.waitFor(
    () => /no ar: (\S+)/.exec(saida)?.[1] ?? Promise.reject(new Error(saida)),
    { timeout: 15_000 },
  );
  espia = setInterval(spy, 20);
});

afterAll(async () => {
  clearInterval(espia);
  const fim = new Promise((pronto) => servidor.once('exit', pronto));
  servidor.kill();
  await fim;
  await Promise.all([rtsp.close(), http.close()]);
  rmSync(pasta, { recursive: true });
});

it('appears nowhere, in any spelling', async () => {
  const achados: string[] = [];
  const headers = new Headers({ 'content-type': 'application/json', origin: origem });
  const ask = async (caminho: string, method = 'GET', body?: string): Promise<Response> => {
    const resposta = await fetch(`${origem}${caminho}`, { method, headers, ...(body && { body }) });
    const texto = Buffer.from(await resposta.clone().arrayBuffer()).toString('latin1');
    achados.push(...leaks(caminho, `${JSON.stringify([...resposta.headers])}${texto}`));
    return resposta;
  };
  const conta = await ask('/api/auth/sign-up/email', 'POST', JSON.stringify(CONTA));
  headers.set('authorization', `Bearer ${((await conta.json()) as { token: string }).token}`);

  let quadros = 0;
  const sockets: WebSocket[] = [];
  for (const id of IDS) {
    const resposta = await ask(`/api/cameras/${id}/ticket`, 'POST');
    if (resposta.status !== 200) continue;
    const { ticket } = TicketCamera.parse(await resposta.json());
    const init = { protocols: ['unipark.v1', `ticket.${ticket}`], headers: { origin: origem } };
    const endereco = `${origem.replace('http', 'ws')}/api/cameras/${id}/live`;
    const socket = new WebSocket(endereco, init as never);
    socket.binaryType = 'arraybuffer';
    socket.onmessage = ({ data }: { data: string | ArrayBuffer }) => {
      if (typeof data !== 'string') quadros += 1;
      const texto = typeof data === 'string' ? data : Buffer.from(data).toString('latin1');
      achados.push(...leaks(`frame of ${id}`, texto));
    };
    sockets.push(socket);
  }

  const getSituacao = async (): Promise<SituacaoCameras> =>
    SituacaoCameras.parse(await (await ask('/api/cameras/situacao')).json());
  const states = async (): Promise<Record<string, string>> => {
    const { cameras: lista } = await getSituacao();
    return Object.fromEntries(lista.map(({ id, estado, motivo }) => [id, motivo ?? estado]));
  };
  await expect.poll(() => quadros).toBeGreaterThan(20);
  for (const id of IDS) {
    await ask(`/api/cameras/${id}/snapshot.jpg`);
    await ask(`/api/cameras/${id}/hls/`);
    await ask(`/api/cameras/${id}/tentar`, 'POST');
  }
  // Every kind of failure happened, and the correct password opened its camera.
  await expect.poll(states, { interval: 500 }).toMatchObject({
    certa: 'ao_vivo',
    errada: 'auth_failed',
    udp: 'transport_unsupported',
    foto: 'ao_vivo',
    hls: 'not_found',
    mjpeg: 'not_found',
  });
  rtsp.humor('404');
  await rtsp.down();
  await expect.poll(states).toMatchObject({ certa: expect.stringMatching(/^(closed|refused)$/) });

  // A password in the address is refused, and the refusal does not repeat it.
  const errado = { ...cameras('CAM_SENHA')[0], url: `rtsp://u:${SENHA}@127.0.0.1/x` };
  writeFileSync(join(pasta, 'cameras.json'), JSON.stringify({ cameras: [errado] }));
  const getErro = async () => (await getSituacao()).arquivo.erro;
  await expect.poll(getErro).toContain('campo url: tire usuário e senha');

  for (const caminho of ['/api/cameras', '/metrics', '/api/docs/json']) await ask(caminho);
  for (const socket of sockets) socket.close();
  achados.push(...leaks('log', saida));
  for (const linha of argumentos) achados.push(...leaks('arguments', linha));
  expect([...argumentos].some((linha) => linha.includes('ffmpeg'))).toBe(true);
  expect(saida).toContain('camera state');
  expect(achados).toEqual([]);
});
