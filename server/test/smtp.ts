/** A mail server for tests: keeps the messages, and fails like real ones until reset. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/**
 * refuse: nothing listens · hang: accepts, never greets · garbage: does not speak SMTP · slow: a
 * second before the greeting and before each acceptance · temporary: 451 · permanent: 550.
 */
export type SmtpFault = 'refuse' | 'hang' | 'garbage' | 'slow' | 'temporary' | 'permanent';

export interface ReceivedMail extends Email {
  /** The recipients of the envelope. */
  para: string[];
  bruta: string;
}

export interface CaixaSmtp {
  /** For SMTP_URL; the same during every fault. */
  url: string;
  porta: number;
  /** Accepted messages, in order: a message sent twice is here twice. */
  recebidas: ReceivedMail[];
  /** Connections accepted, with any result. */
  conexoes: number;
  /** Injects a fault; null removes it. Open connections are cut. */
  fault(fault: SmtpFault | null): Promise<void>;
  /** Waits until `n` messages have arrived, and answers them. */
  waitFor(n: number, prazoMs?: number): Promise<ReceivedMail[]>;
  stop(): Promise<void>;
}

interface SmtpOptions extends SMTPServerOptions {
  /** The status for refused recipients, independent of the fault: 550, 451. */
  refuse?: (para: string) => number | undefined;
}

const LENTA_MS = 1_000;

const denial = (responseCode: number): Error =>
  Object.assign(new Error('recusada para testar'), { responseCode });

const readAll = async (stream: AsyncIterable<Buffer>): Promise<string> => {
  const pedacos: Buffer[] = [];
  for await (const pedaco of stream) pedacos.push(pedaco);
  return Buffer.concat(pedacos).toString();
};

/** Listens on 127.0.0.1; by default it is plain SMTP without a password. */
export async function startSmtp({ refuse, ...options }: SmtpOptions = {}): Promise<CaixaSmtp> {
  let falha: SmtpFault | null = null;
  const abertos = new Set<Socket>();
  const recebidas: ReceivedMail[] = [];
  const delay = () => new Promise((r) => setTimeout(r, falha === 'slow' ? LENTA_MS : 0));

  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    ...options,
    onConnect: (_sessao, pronto) => void delay().then(() => pronto()),
    onRcptTo({ address }, _sessao, pronto) {
      if (falha === 'temporary') return pronto(denial(451));
      const status = falha === 'permanent' ? 550 : refuse?.(address);
      return pronto(status ? denial(status) : null);
    },
    async onData(stream, { envelope }, pronto) {
      // Closing a socket under TLS in the middle of a handshake ends the process (Node 24).
      const bruta = await readAll(stream).catch(() => undefined);
      if (!bruta) return;
      const lida = await PostalMime.parse(bruta);
      await delay();
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
    async fault(nova: SmtpFault | null) {
      falha = nova;
      await cut();
      if (nova !== 'refuse') await listen(porta);
    },
    async waitFor(n: number, prazoMs = 10_000) {
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
