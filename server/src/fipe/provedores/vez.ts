/** One at a time: who comes while another is at it waits in line, as long as they care to. */
export function createVez(): (sinal: AbortSignal) => Promise<() => void> {
  let ocupada = false;
  const fila = new Set<() => void>();
  const release = (): void => {
    const [proxima] = fila;
    if (!proxima) {
      ocupada = false;
      return;
    }
    fila.delete(proxima);
    proxima();
  };

  /** Resolves, when it is our turn, with how to end it. @throws the signal's reason */
  return async (sinal) => {
    sinal.throwIfAborted();
    if (ocupada) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const leave = (): void => {
        fila.delete(resolve);
        reject(sinal.reason);
      };
      fila.add(resolve);
      sinal.addEventListener('abort', leave, { once: true });
      await promise;
      sinal.removeEventListener('abort', leave);
    }
    ocupada = true;
    return release;
  };
}
