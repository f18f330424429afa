import { StartError } from '../../config/leitor.ts';
import { describeOpenFailure } from '../db/errors.ts';

/** The reason of a failed start by the system's code, and what to do. */
const FALHAS: Record<string, (error: NodeJS.ErrnoException & { port?: number }) => string> = {
  EADDRINUSE: ({ port }) =>
    `A porta ${port} já está em uso. Feche o outro programa ou use PORT=3001 npm start.`,
  EACCES: ({ port, path }) =>
    path
      ? `Sem permissão para gravar em ${path}. Ajuste a pasta ou use DATA_DIR=/outra/pasta npm start.`
      : `Sem permissão para a porta ${port}. Use uma porta acima de 1024, como PORT=3000.`,
  EADDRNOTAVAIL: () => 'HOST não é um endereço desta máquina. Exemplo: HOST=127.0.0.1',
  ENOENT: ({ path }) =>
    `Não é possível criar ${path}. Aponte DATA_DIR para uma pasta de um disco comum.`,
  ENOSPC: ({ path }) =>
    `O disco encheu${path ? ` em ${path}` : ''}. Libere espaço e repita: o que havia não foi mudado.`,
  EEXIST: ({ path }) => `${path} não é uma pasta. Aponte DATA_DIR para outra.`,
};
const SINONIMOS: Record<string, string> = {
  EDQUOT: 'ENOSPC',
  EROFS: 'EACCES',
  EPERM: 'EACCES',
  ENOTDIR: 'EEXIST',
  ENOTFOUND: 'EADDRNOTAVAIL',
};

/** One clear line for the operator; an unexpected error keeps its stack. */
export function explainStartFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof StartError) return error.message;
  const { code = '' } = error as NodeJS.ErrnoException;
  const sistema = FALHAS[SINONIMOS[code] ?? code]?.(error);
  return sistema ?? describeOpenFailure(error) ?? error.stack ?? error.message;
}
