import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { buildTestApp } from '../../server/test/app.ts';
import { portOf } from '../alvo.ts';
import { describeRow, type Measure } from '../row.ts';

const SEGREDO = 'SEGREDO=42';
const PAGINA = '<!doctype html>';

/** A built site beside files that must stay private: dot files, maps, the data folder. */
function buildSite(dataDir: string): void {
  const raiz = join(dataDir, 'site');
  mkdirSync(join(raiz, 'assets/.git'), { recursive: true });
  writeFileSync(join(raiz, 'index.html'), PAGINA);
  writeFileSync(join(raiz, 'assets/app-1.js'), 'app()');
  for (const nome of [
    '.env',
    'assets/.env',
    'assets/.git/config',
    'assets/app-1.js.map',
    'app.map',
  ]) {
    writeFileSync(join(raiz, nome), SEGREDO);
  }
  writeFileSync(join(dataDir, 'segredo.txt'), SEGREDO);
}

/** The fault: the folder above is linked among the assets. */
function buildOpenSite(dataDir: string): void {
  buildSite(dataDir);
  symlinkSync(dataDir, join(dataDir, 'site/assets/acima'));
}

const ESCONDIDOS = [
  ...['/.env', '/%2eenv', '/%2e%65nv', '/assets/.env', '/assets/%2eenv', '/assets/%2e%65nv'],
  ...[
    '/assets/.git/config',
    '/assets/%2egit/config',
    '/assets/app-1.js.map',
    '/app.map',
    '/app.map?x',
  ],
  ...['/assets/../.env', '/assets/..%2f.env', '/assets/%2e%2e/.env', '/assets/%2e%2e%2f.env'],
  ...['/assets/..%5c.env', '/assets/..\\.env', '/assets/....//.env', '/assets/..;/.env'],
  ...['/../segredo.txt', '/..%2fsegredo.txt', '/%2e%2e%2fsegredo.txt', '/assets/../../segredo.txt'],
  ...['/assets/..%2f..%2fsegredo.txt', '/assets/%2e%2e/%2e%2e/segredo.txt', '/%5c..%5csegredo.txt'],
  ...['/assets/acima/segredo.txt', '/assets/acima/site/.env', '/assets//acima/segredo.txt'],
  ...['//segredo.txt', '/assets//../../segredo.txt', '/assets/%252e%252e/segredo.txt'],
  ...[
    '/assets/.env%00.js',
    '/assets/app-1.js/../.env',
    '/assets/%c0%ae%c0%ae/.env',
    '/assets/',
    '/assets',
  ],
  ...[
    '/assets/./.env',
    '/./.env',
    '/assets/.%65nv',
    '/assets/.env/',
    '/ASSETS/.env',
    '/assets/.ENV',
  ],
];
const PAGINAS = ['/', '/login', '/veiculos/consultar?q=1', '/nada', '/segredo.txt', '/index.html'];

const get = (port: number, path: string) =>
  new Promise<{ status: number; corpo: string }>((resolve, reject) => {
    const pedido = request({ host: '127.0.0.1', port, path, agent: false }, async (resposta) => {
      let corpo = '';
      for await (const parte of resposta) corpo += parte;
      resolve({ status: resposta.statusCode ?? 0, corpo });
    });
    pedido.on('error', reject);
    pedido.end();
  });

async function examine(m: Measure, site: (dataDir: string) => void): Promise<void> {
  const teste = await buildTestApp({ site, account: false });
  await teste.app.listen({ port: 0, host: '127.0.0.1' });
  const port = portOf(teste.app);
  for (const path of ESCONDIDOS) {
    const { status, corpo } = await get(port, path);
    m.check(
      status >= 400 && !corpo.includes(SEGREDO),
      `${path} answers no private file`,
      `${status} ${corpo}`,
    );
  }
  for (const path of PAGINAS) {
    const { status, corpo } = await get(port, path);
    m.check(status === 200 && corpo === PAGINA, `${path} answers the page`, corpo);
  }
  const { corpo } = await get(port, '/assets/app-1.js');
  m.check(corpo === 'app()', 'an asset is sent unchanged', corpo);
  await teste.close();
}

describeRow({
  id: 'S12',
  promise: 'only built assets and the page leave the disk',
  run: (m) => examine(m, buildSite),
  canary: (m) => examine(m, buildOpenSite),
});
