import { ConfigError } from '../config.ts';

/** What a start failed on, by the system's code, and what to do about it. */
const FALHAS: Record<string, (error: NodeJS.ErrnoException & { port?: number }) => string> = {
  EADDRINUSE: ({ port }) =>
    `A porta ${port} já está em uso. Feche o outro programa ou use PORT=3001 npm start.`,
  EACCES: ({ port, path }) =>
    path
      ? `Sem permissão para gravar em ${path}. Ajuste a pasta ou use DATA_DIR=/outra/pasta npm start.`
      : `Sem permissão para a porta ${port}. Use uma porta acima de 1024, como PORT=3000.`,
  EADDRNOTAVAIL: () => 'HOST não é um endereço desta máquina. Exemplo: HOST=127.0.0.1',
  SQLITE_CANTOPEN: () =>
    'Não foi possível abrir o banco de dados. Confira as permissões da pasta DATA_DIR.',
  SQLITE_READONLY: () =>
    'O banco de dados está só para leitura. Confira as permissões da pasta DATA_DIR.',
  SQLITE_NOTADB: () =>
    'O arquivo unipark.db não é um banco de dados. Restaure uma cópia de segurança.',
  SQLITE_CORRUPT: () => 'O banco de dados está danificado. Restaure uma cópia de segurança.',
};
const SINONIMOS: Record<string, string> = { EROFS: 'EACCES', EPERM: 'EACCES', ENOTDIR: 'EACCES' };

/** One clear line for whoever started the server; an unforeseen fault keeps its stack. */
export function explainStartFailure(error: unknown): string {
  if (error instanceof ConfigError) return `UNIPARK não pôde iniciar. ${error.message}`;
  if (!(error instanceof Error)) return `UNIPARK não pôde iniciar: ${String(error)}`;
  const { code = '' } = error as NodeJS.ErrnoException;
  const explica = FALHAS[SINONIMOS[code] ?? code];
  if (explica) return `UNIPARK não pôde iniciar. ${explica(error)}`;
  const conhecida = /^(Já há um servidor|O banco de dados é de uma versão)/.test(error.message);
  return `UNIPARK não pôde iniciar. ${conhecida ? error.message : (error.stack ?? error.message)}`;
}
