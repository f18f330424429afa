/** A wire to the server that takes writes, in the place of HAProxy or pgbouncer in the mode `session`. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface SwitchedWire {
  /** The address that the nodes have, with the path and user of the first target. */
  url: string;
  /** Later connections go to `url`; those of now are closed. */
  switchTo(url: string): void;
  count(): number;
  close(): void;
}

/** Listens on a free port and forwards to the server of `url`. */
export async function startBalanceador(url: string): Promise<SwitchedWire> {
  let alvo = new URL(url);
  const clientes = new Set<Socket>();
  const servidor = createServer((cliente) => {
    const banco = connect(Number(alvo.port), alvo.hostname);
    clientes.add(cliente);
    for (const [ponta, outra] of [
      [cliente, banco],
      [banco, cliente],
    ] as const) {
      ponta.on('error', () => outra.destroy());
      ponta.on('close', () => outra.destroy());
    }
    cliente.on('close', () => clientes.delete(cliente));
    cliente.pipe(banco).pipe(cliente);
  }).listen(0, '127.0.0.1');
  await once(servidor, 'listening');
  const nosso = new URL(url);
  nosso.port = String((servidor.address() as AddressInfo).port);
  const drop = (): void => {
    for (const cliente of clientes) cliente.destroy();
  };
  return {
    url: nosso.href,
    switchTo(outro) {
      alvo = new URL(outro);
      drop();
    },
    count: () => clientes.size,
    close() {
      drop();
      servidor.close();
    },
  };
}
