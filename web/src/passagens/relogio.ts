let desvio = 0;

/** Notes the server's clock from the date of an answer: a booth's own may be hours off. */
export function acertarRelogio(headers: Headers): void {
  const dele = Date.parse(headers.get('date') ?? '');
  if (!Number.isNaN(dele)) desvio = dele - Date.now();
}

export const agoraNoServidor = (): number => Date.now() + desvio;
