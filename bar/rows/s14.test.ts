/** S14: addresses that come from outside lead only to hosts that an administrator has listed. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildTestApp, type TestApp } from '../../server/test/app.ts';
import { buildDispositivo, readExemplo, sendMensagem } from '../../server/test/dispositivo.ts';
import { until } from '../../server/test/espera.ts';
import { describeRow, type Measure } from '../row.ts';

/** `P` is the port of a host that is not listed, `L` that of the listed one. */
const FORMS = [
  ...['127.0.0.1', 'localhost', '127.1', '0x7f000001', '2130706433', '0177.0.0.1', '127.0.0.1.'],
  ...['[::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '0.0.0.0', '[::]', '①②⑦.⓪.⓪.①'],
  ...['127。0。0。1', '%31%32%37.0.0.1', 'unipark.localhost', 'camera@127.0.0.1'],
].map((host) => `http://${host}:P/`);
const TRICKS = [
  'http://127.0.0.1:L@127.0.0.1:P/',
  'http://127.0.0.1:P#@127.0.0.1:L/',
  'http://127.0.0.1:P?@127.0.0.1:L/',
  'http://127.0.0.1:P\\@127.0.0.1:L/',
  'http:\\\\127.0.0.1:P/',
  'http:///127.0.0.1:P/',
  '//127.0.0.1:P/',
  'https://127.0.0.1:P/',
  'ftp://127.0.0.1:P/',
  'gopher://127.0.0.1:P/',
  'file:///etc/passwd',
  'http://127.0.0.1:L/redirect',
];

interface Hosts {
  listed: number;
  other: number;
  /** Connections to the host that is not listed. */
  connections: () => number;
  asked: () => number;
  close: () => void;
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );

/** A listed host, whose answer leads away, and one that nothing may reach. */
async function openHosts(): Promise<Hosts> {
  let [connections, asked] = [0, 0];
  const stranger = createServer((_request, response) => response.end('reached'));
  stranger.on('connection', () => {
    connections += 1;
  });
  const other = await listen(stranger);
  const camera = createServer((_request, response) => {
    asked += 1;
    response.writeHead(302, { location: `http://127.0.0.1:${other}/` }).end();
  });
  const listed = await listen(camera);
  return {
    ...{ listed, other, connections: () => connections, asked: () => asked },
    close() {
      for (const server of [camera, stranger]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

const countIgnored = async ({ request }: TestApp, id: string): Promise<string> =>
  (await request({ url: `/api/dispositivos/${id}` })).json().ultimo_erro ?? '';

/** A camera's message for each form of an address, and an address for calls of an alarm. */
async function check(m: Measure, forms: string[], origensOf: (hosts: Hosts) => string[]) {
  const [teste, hosts] = [await buildTestApp(), await openHosts()];
  try {
    const { token, dispositivo } = await buildDispositivo(teste, {
      dialeto: 'verkada',
      origens_imagem: origensOf(hosts),
    });
    for (const [index, form] of forms.entries()) {
      const before = hosts.connections();
      const url = form.replaceAll(':P', `:${hosts.other}`).replaceAll(':L', `:${hosts.listed}`);
      const message = JSON.parse(readExemplo('verkada.json').toString());
      message.data.image_url = url;
      message.data.license_plate_number = `SSR${index % 10}A${10 + index}`;
      message.data.detected = Date.now();
      const { statusCode } = await sendMensagem(teste, `/api/leituras/verkada/${token}`, message);
      m.check(statusCode < 300, `the reading is kept: ${form}`, statusCode);
      const sent = await teste.request({
        method: 'POST',
        url: '/api/avisos/aparelhos',
        payload: { endpoint: url, p256dh: 'B'.repeat(87), auth: 'A'.repeat(22), silencio: null },
      });
      const campos = Object.keys(sent.json().campos ?? {});
      m.check(campos.join() === 'endpoint', `no device is called there: ${form}`, sent.statusCode);
      m.check(hosts.connections() === before, `nothing connects to ${form}`);
    }
    // Pictures are fetched after the answers.
    await until(async () => {
      if (!(await countIgnored(teste, dispositivo.id))) throw new Error('not fetched yet');
    });
    if (forms.some((form) => form.endsWith('/redirect'))) {
      await until(async () => {
        if (hosts.asked() === 0) throw new Error('the listed host was not asked');
      });
    }
    await new Promise((resolve) => setTimeout(resolve, m.pick(200, 500, 3_000)));
    m.check(
      hosts.connections() === 0,
      'no connection to a host that is not listed',
      hosts.connections(),
    );
    m.note('forms of addresses', forms.length);
  } finally {
    await teste.close();
    hosts.close();
  }
}

describeRow({
  id: 'S14',
  promise: 'only listed hosts are connected to, for any form of an address',
  run: (m) => check(m, [...FORMS, ...TRICKS], ({ listed }) => [`127.0.0.1:${listed}`]),
  canary: (m) => check(m, FORMS.slice(0, 1), ({ other }) => [`127.0.0.1:${other}`]),
});
