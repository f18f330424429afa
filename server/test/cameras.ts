/** The real application with cameras, listening: its streams are opened as by our page. */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MensagemCamera } from '@unipark/contract/camera';
import type { Dubles } from '../src/appDeps.ts';
import { buildTestApp, CONTA, type TestApp } from './app.ts';
import { post, tokenOf } from './conta.ts';

export interface Watching {
  socket: WebSocket;
  mensagens: MensagemCamera[];
  /** Every binary frame. */
  quadros: Buffer[];
  /** The code of its close. */
  fim: Promise<number>;
}

type CameraHeaders = Record<string, string | undefined>;

export interface CamerasApp extends TestApp {
  origem: string;
  /** Replaces the cameras file, as an editor does. */
  write(conteudo: object | string): void;
  /** Another session, by default of the first account. */
  signIn(email?: string): Promise<string>;
  pass(camera?: string, as?: string): Promise<string>;
  watch(ticket: string, camera?: string): Promise<Watching>;
  /** The status of the answer to an upgrade. */
  upgrade(headers: CameraHeaders, camera?: string): Promise<{ status: number; corpo: string }>;
}

export const withPass = (ticket: string) => ({
  'sec-websocket-protocol': `unipark.v1, ticket.${ticket}`,
});

/** Listens on a free port. `cameras` is the file's content, `vizinhos` are files beside it. */
export async function buildCamerasApp(
  cameras: object[],
  env: Record<string, string> = {},
  vizinhos: Record<string, string> = {},
  dubles?: Dubles,
): Promise<CamerasApp> {
  const pasta = mkdtempSync(join(tmpdir(), 'unipark-cameras-'));
  const arquivo = join(pasta, 'cameras.json');
  const write = (conteudo: object | string): void => {
    const texto = typeof conteudo === 'string' ? conteudo : JSON.stringify(conteudo);
    writeFileSync(`${arquivo}~`, texto);
    renameSync(`${arquivo}~`, arquivo);
  };
  for (const [nome, texto] of Object.entries(vizinhos)) writeFileSync(join(pasta, nome), texto);
  write({ cameras });
  const teste = await buildTestApp({ env: { CAMERAS_FILE: arquivo, ...env }, dubles });
  await teste.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = teste.app.server.address() as AddressInfo;
  const origem = `http://127.0.0.1:${port}`;

  async function signIn(email = CONTA.email): Promise<string> {
    const headers = { host: `127.0.0.1:${port}`, origin: origem };
    const { password, name } = CONTA;
    const nova = email !== CONTA.email;
    const url = `/api/auth/${nova ? 'sign-up' : 'sign-in'}/email`;
    const dados = { email, password, ...(nova && { name }) };
    const token = tokenOf(await post(teste, url, dados, headers));
    if (!token) throw new Error('not signed in');
    return token;
  }

  async function pass(camera = '1', as = teste.token): Promise<string> {
    const url = `/api/cameras/${camera}/ticket`;
    const resposta = await teste.request({ method: 'POST', url, as });
    if (resposta.statusCode !== 200) throw new Error(resposta.body);
    return resposta.json<{ ticket: string }>().ticket;
  }

  async function watch(ticket: string, camera = '1'): Promise<Watching> {
    const init = { protocols: ['unipark.v1', `ticket.${ticket}`], headers: { origin: origem } };
    const endereco = `ws://127.0.0.1:${port}/api/cameras/${camera}/live`;
    const socket = new WebSocket(endereco, init as never);
    socket.binaryType = 'arraybuffer';
    const mensagens: MensagemCamera[] = [];
    const quadros: Buffer[] = [];
    socket.onmessage = ({ data }: { data: string | ArrayBuffer }) => {
      if (typeof data === 'string') mensagens.push(MensagemCamera.parse(JSON.parse(data)));
      else quadros.push(Buffer.from(data));
    };
    const fim = new Promise<number>((pronto) => {
      socket.onclose = ({ code }) => pronto(code);
    });
    await new Promise<void>((pronto, falhou) => {
      socket.onopen = () => pronto();
      socket.onerror = () => falhou(new Error('not opened'));
    });
    return { socket, mensagens, quadros, fim };
  }

  function upgrade(
    headers: CameraHeaders,
    camera = '1',
  ): Promise<{ status: number; corpo: string }> {
    const todos: CameraHeaders = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      origin: origem,
      ...headers,
    };
    const definidos = Object.entries(todos).filter(([, valor]) => valor !== undefined);
    return new Promise((pronto, falhou) => {
      const path = `/api/cameras/${camera}/live`;
      const pedido = request({
        host: '127.0.0.1',
        port,
        path,
        headers: Object.fromEntries(definidos) as Record<string, string>,
      });
      pedido.on('upgrade', (_resposta, socket) => {
        socket.destroy();
        pronto({ status: 101, corpo: '' });
      });
      pedido.on('response', async (resposta) => {
        let corpo = '';
        for await (const parte of resposta) corpo += parte;
        pronto({ status: resposta.statusCode ?? 0, corpo });
      });
      pedido.on('error', falhou);
      pedido.end();
    });
  }

  return {
    ...teste,
    origem,
    write,
    signIn,
    pass,
    watch,
    upgrade,
    async close() {
      await teste.close();
      rmSync(pasta, { recursive: true });
    },
  };
}
