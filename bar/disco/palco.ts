/** A gate in use: a server, a guard who is signed in, a forbidden vehicle, a camera with pictures. */
import { mkdirSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Dubles } from '../../server/src/appDeps.ts';
import { storageOf } from '../../server/src/platform/db/banco.ts';
import { buildTestApp, CONTA, type TestApp } from '../../server/test/app.ts';

export const PROIBIDA = 'ABC1D23';
const CAMERA = { id: '1', nome: 'Portaria', tipo: 'demo' };
/** The shortest JPEG that the server accepts. */
const JPEG = Buffer.from(`ffd8ffe0${'00'.repeat(120)}ffd9`, 'hex').toString('base64');

export interface DiskAnswer {
  status: number;
  corpo: Record<string, unknown> | unknown[] | null;
  headers: Headers;
}

export interface DiskPerson {
  cookie: string;
  token: string;
}

export interface DiskStage {
  teste: TestApp;
  guarda: DiskPerson;
  passagem: string;
  imagem: string;
  dispositivo: { id: string; token: string };
  call(metodo: string, caminho: string, opcoes?: CallOptions): Promise<DiskAnswer>;
  signIn(password?: string): Promise<DiskAnswer>;
  renew(pessoa: DiskPerson, uso?: boolean): Promise<DiskAnswer>;
}

interface CallOptions {
  token?: string;
  cookie?: string;
  corpo?: unknown;
}

export const cookiesOf = ({ headers }: DiskAnswer): string =>
  headers
    .getSetCookie()
    .map((linha) => linha.split(';')[0])
    .join('; ');

const field = ({ corpo }: DiskAnswer, nome: string): string =>
  String((corpo as Record<string, unknown> | null)?.[nome] ?? '');

export const tokenOf = (resposta: DiskAnswer): string => field(resposta, 'token');
export const codigoOf = (resposta: DiskAnswer): string => field(resposta, 'codigo');

/** Opens the gate in `dataDir`, or in a folder of its own. */
export async function openPalco(dataDir?: string, dubles?: Dubles): Promise<DiskStage> {
  const pasta = dataDir && { dataDir };
  if (dataDir) mkdirSync(dataDir, { recursive: true });
  const teste = await buildTestApp({
    ...pasta,
    // The disk is the row's own.
    dubles: { statfs: undefined, ...dubles },
    account: false,
    alter: (config) => {
      const camerasFile = join(config.dataDir, 'cameras.json');
      writeFileSync(camerasFile, JSON.stringify({ cameras: [CAMERA] }));
      return { ...config, camerasFile };
    },
  });
  await teste.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = teste.app.server.address() as AddressInfo;
  const origem = `http://127.0.0.1:${port}`;

  async function call(
    metodo: string,
    caminho: string,
    opcoes: CallOptions = {},
  ): Promise<DiskAnswer> {
    const { token, cookie, corpo } = opcoes;
    const resposta = await fetch(`${origem}${caminho}`, {
      method: metodo,
      headers: {
        origin: origem,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(cookie && { cookie }),
        ...(corpo !== undefined && { 'content-type': 'application/json' }),
      },
      ...(corpo !== undefined && { body: JSON.stringify(corpo) }),
      signal: AbortSignal.timeout(10_000),
    });
    const bytes = Buffer.from(await resposta.arrayBuffer());
    const json = resposta.headers.get('content-type')?.includes('json') && bytes.length > 0;
    const lido = json ? JSON.parse(bytes.toString()) : null;
    return { status: resposta.status, corpo: lido, headers: resposta.headers };
  }

  const signIn = (password = CONTA.password) =>
    call('POST', '/api/auth/sign-in/email', { corpo: { email: CONTA.email, password } });
  const primeira = await call('POST', '/api/auth/sign-up/email', { corpo: CONTA });
  const guarda = { cookie: cookiesOf(primeira), token: tokenOf(primeira) };
  if (!guarda.token) throw new Error(`no account: ${primeira.status}`);
  const { token } = guarda;
  const dono = { matricula: '20261', nome: 'Ana' };
  await call('POST', '/db/proprietarios', { token, corpo: dono });
  const corpo = {
    placa: PROIBIDA,
    status: 'PROIBIDO',
    proprietario_matricula: dono.matricula,
  };
  const carro = await call('POST', '/db/veiculos', { token, corpo });
  if (carro.status !== 201) throw new Error(`no car: ${JSON.stringify(carro.corpo)}`);
  const leitura = { placa: PROIBIDA, camera: 'Portaria', imagem: JPEG };
  const passou = await call('POST', '/db/ultimosveiculos', { token, corpo: leitura });
  if (passou.status !== 201) throw new Error(`no passage: ${JSON.stringify(passou.corpo)}`);
  const cancela = { nome: 'Cancela', dialeto: 'unipark' };
  const feito = await call('POST', '/api/dispositivos', { token, corpo: cancela });
  if (feito.status !== 201) throw new Error(`no device: ${JSON.stringify(feito.corpo)}`);
  const palco: DiskStage = {
    teste,
    guarda,
    passagem: field(passou, 'id'),
    imagem: field(passou, 'imagem'),
    dispositivo: {
      id: (feito.corpo as { dispositivo?: { id: string } }).dispositivo?.id ?? '',
      token: field(feito, 'token'),
    },
    call,
    signIn,
    renew: ({ cookie }, uso = true) => call('POST', '/api/auth/token', { cookie, corpo: { uso } }),
  };
  await storageOf(teste.db).check();
  return palco;
}
