/** A mail server for tests: keeps what it is given, and fails as real ones do until told to stop. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/**
 * refuse: nothing listens · hang: accepts, never greets · garbage: talks no SMTP · slow: a second
 * before the greeting and before each acceptance · temporary: 451 · permanent: 550.
 */
export type Fault = 'refuse' | 'hang' | 'garbage' | 'slow' | 'temporary' | 'permanent';

export interface Recebida extends Email {
  /** Whom the envelope names. */
  para: string[];
  /** The message as it came. */
  bruta: string;
}

export interface CaixaSmtp {
  /** For SMTP_URL; stays the same through every fault. */
  url: string;
  porta: number;
  /** What was accepted, in order: a message sent twice is here twice. */
  recebidas: Recebida[];
  /** Connections taken, whatever came of them. */
  conexoes: number;
  /** Plants a fault; null: all is well again. Open connections are cut. */
  fault(fault: Fault | null): Promise<void>;
  /** Waits until `n` messages are here, and answers them. */
  chegam(n: number, prazoMs?: number): Promise<Recebida[]>;
  stop(): Promise<void>;
}

interface Options extends SMTPServerOptions {
  /** Answers a status for recipients that are refused whatever the fault: 550, 451. */
  recusa?: (para: string) => number | undefined;
}

const LENTA_MS = 1_000;

const denial = (responseCode: number): Error =>
  Object.assign(new Error('recusada para testar'), { responseCode });

const lerTudo = async (stream: AsyncIterable<Buffer>): Promise<string> => {
  const pedacos: Buffer[] = [];
  for await (const pedaco of stream) pedacos.push(pedaco);
  return Buffer.concat(pedacos).toString();
};

/** Listens on 127.0.0.1; without options it is plain SMTP and asks for no password. */
export async function startSmtp({ recusa, ...options }: Options = {}): Promise<CaixaSmtp> {
  let falha: Fault | null = null;
  const abertos = new Set<Socket>();
  const recebidas: Recebida[] = [];
  const demora = () => new Promise((r) => setTimeout(r, falha === 'slow' ? LENTA_MS : 0));

  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    ...options,
    onConnect: (_sessao, pronto) => void demora().then(() => pronto()),
    onRcptTo({ address }, _sessao, pronto) {
      if (falha === 'temporary') return pronto(denial(451));
      const status = falha === 'permanent' ? 550 : recusa?.(address);
      return pronto(status ? denial(status) : null);
    },
    async onData(stream, { envelope }, pronto) {
      const bruta = await lerTudo(stream);
      const lida = await PostalMime.parse(bruta);
      await demora();
      recebidas.push({ ...lida, bruta, para: envelope.rcptTo.map(({ address }) => address) });
      pronto();
    },
  });
  smtp.on('error', () => {});

  const caixa = { conexoes: 0 };
  const porteiro = createServer((socket) => {
    caixa.conexoes += 1;
    abertos.add(socket);
    socket.on('close', () => abertos.delete(socket)).on('error', () => {});
    if (falha === 'hang') return;
    if (falha === 'garbage')
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n\u0000\u0001ai de mim\r\n');
    else smtp.server.emit('connection', socket);
  });
  const listen = async (porta: number): Promise<number> => {
    porteiro.listen(porta, '127.0.0.1');
    await once(porteiro, 'listening');
    return (porteiro.address() as { port: number }).port;
  };
  // Tearing a socket from under TLS in the middle of a handshake ends the process (Node 24).
  const tls = options.secure || options.disabledCommands?.includes('STARTTLS') === false;
  const cut = async (): Promise<void> => {
    if (tls) for (const conexao of smtp.connections) conexao.close();
    else for (const socket of abertos) socket.destroy();
    if (!porteiro.listening) return;
    await new Promise((fechado) => porteiro.close(fechado));
  };

  const porta = await listen(0);
  return Object.assign(caixa, {
    url: `${options.secure ? 'smtps' : 'smtp'}://127.0.0.1:${porta}`,
    porta,
    recebidas,
    async fault(nova: Fault | null) {
      falha = nova;
      await cut();
      if (nova !== 'refuse') await listen(porta);
    },
    async chegam(n: number, prazoMs = 10_000) {
      const fim = Date.now() + prazoMs;
      while (recebidas.length < n) {
        if (Date.now() > fim) throw new Error(`${recebidas.length} of ${n} messages arrived`);
        await new Promise((r) => setTimeout(r, 10));
      }
      return recebidas;
    },
    stop: cut,
  });
}
