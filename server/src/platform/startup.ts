import { describeOpenFailure } from './db/errors.ts';

/** A start that cannot go on for a reason we foresaw: its message is one Portuguese line, final. */
export class StartError extends Error {}

/** What a start failed on, by the system's code, and what to do about it. */
const FALHAS: Record<string, (error: NodeJS.ErrnoException & { port?: number }) => string> = {
  EADDRINUSE: ({ port }) =>
    `A porta ${port} já está em uso. Feche o outro programa ou use PORT=3001 npm start.`,
  EACCES: ({ port, path }) =>
    path
      ? `Sem permissão para gravar em ${path}. Ajuste a pasta ou use DATA_DIR=/outra/pasta npm start.`
      : `Sem permissão para a porta ${port}. Use uma porta acima de 1024, como PORT=3000.`,
  EADDRNOTAVAIL: () => 'HOST não é um endereço desta máquina. Exemplo: HOST=127.0.0.1',
  EEXIST: ({ path }) => `${path} não é uma pasta. Aponte DATA_DIR para outra.`,
};
const SINONIMOS: Record<string, string> = {
  EROFS: 'EACCES',
  EPERM: 'EACCES',
  ENOTDIR: 'EEXIST',
  ENOTFOUND: 'EADDRNOTAVAIL',
};

/** One clear line for whoever started the program; an unforeseen fault keeps its stack. */
export function explainStartFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof StartError) return error.message;
  const { code = '' } = error as NodeJS.ErrnoException;
  const sistema = FALHAS[SINONIMOS[code] ?? code]?.(error);
  return sistema ?? describeOpenFailure(error) ?? error.stack ?? error.message;
}
