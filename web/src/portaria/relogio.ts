/** How far the server's clock is ahead of this computer's (ms). */
let diferenca = 0;

/** The server's time came along with an answer (its `Date`, whole seconds). */
export function acertarRelogio(date: string | null, agora = Date.now()): void {
  const servidor = Date.parse(date ?? '');
  if (!Number.isNaN(servidor)) diferenca = servidor - agora;
}

/** Now, by the server's clock: a booth's computer may be hours off. */
export const agoraDoServidor = (): string => new Date(Date.now() + diferenca).toISOString();
