/** `npm run demo`: a temporary installation with register, four cameras and a busy gate. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openInstallation } from '../installation.ts';
import { serve, start } from '../serve.ts';
import { simulateGate } from './portaria.ts';
import { fill, listFrota, type VeiculoDaFrota } from './registro.ts';

const CAMERAS = fileURLToPath(new URL('../../../demo/cameras.json', import.meta.url));
const PROPRIETARIOS = 2_000;
const VEICULOS = 3_000;

const demonstracao = {
  email: 'demonstracao@unipark.local',
  senha: randomBytes(12).toString('base64url'),
};

/** A temporary data folder, deleted when the process ends. */
function throwAwayFolder(): string {
  const pasta = mkdtempSync(join(tmpdir(), 'unipark-demo-'));
  process.on('exit', () => rmSync(pasta, { recursive: true, force: true }));
  return pasta;
}

/** The demonstration's account and its plate camera, made over HTTP like any other. */
async function settle(endereco: string, frota: VeiculoDaFrota[]): Promise<void> {
  const { email, senha } = demonstracao;
  const post = async (caminho: string, corpo: unknown, token?: string) => {
    const resposta = await fetch(`${endereco}${caminho}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(corpo),
    });
    if (!resposta.ok) throw new Error(`${caminho}: ${resposta.status} ${await resposta.text()}`);
    return resposta.json();
  };
  const { token } = (await post('/api/auth/sign-up/email', {
    name: 'Demonstração',
    email,
    password: senha,
  })) as { token: string };
  const dispositivo = (await post(
    '/api/dispositivos',
    { nome: 'Leitor da portaria (simulado)', dialeto: 'unipark' },
    token,
  )) as { token: string };
  simulateGate(`${endereco}/api/leituras/unipark`, dispositivo.token, frota);
  process.stdout.write('Demonstração: abra o endereço e use "Entrar na demonstração".\n');
}

await start(async () => {
  const pasta = throwAwayFolder();
  const { PORT, LOG_LEVEL, FFMPEG_PATH } = process.env;
  const config = openInstallation({
    ...{ PORT, LOG_LEVEL, FFMPEG_PATH },
    DATA_DIR: pasta,
    CAMERAS_FILE: CAMERAS,
  });
  let frota: VeiculoDaFrota[] = [];
  return serve(config, {
    demonstracao,
    prepare: async (db) => {
      await fill(db, VEICULOS, PROPRIETARIOS, { realistic: true });
      frota = await listFrota(db, VEICULOS);
    },
    onOpen: (endereco) => {
      settle(endereco, frota).catch((error: unknown) => {
        process.stderr.write(`A demonstração não ficou pronta: ${String(error)}\n`);
      });
    },
  });
});
