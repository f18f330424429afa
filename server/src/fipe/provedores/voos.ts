/** A flight for everybody who wants the same thing: asked once, and called off when nobody waits. */
interface Voo<T> {
  chegada: Promise<T>;
  passageiros: number;
  fim: AbortController;
}

/** Joins the flight of this key, or starts it. @throws what it ends in, or the signal's own reason */
export function createVoos<T>() {
  const voos = new Map<string, Voo<T>>();

  function start(chave: string, fly: (sinal: AbortSignal) => Promise<T>): Voo<T> {
    const fim = new AbortController();
    const voo = { chegada: fly(fim.signal), passageiros: 0, fim };
    const land = (): void => {
      if (voos.get(chave) === voo) voos.delete(chave);
    };
    voo.chegada.then(land, land);
    voos.set(chave, voo);
    return voo;
  }

  return async (
    chave: string,
    sinal: AbortSignal,
    fly: (sinal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    sinal.throwIfAborted();
    const voo = voos.get(chave) ?? start(chave, fly);
    voo.passageiros += 1;
    const { promise: desistencia, reject } = Promise.withResolvers<never>();
    const leave = (): void => reject(sinal.reason);
    sinal.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([voo.chegada, desistencia]);
    } finally {
      sinal.removeEventListener('abort', leave);
      voo.passageiros -= 1;
      if (voo.passageiros === 0) {
        if (voos.get(chave) === voo) voos.delete(chave);
        voo.fim.abort(sinal.reason);
      }
    }
  };
}
