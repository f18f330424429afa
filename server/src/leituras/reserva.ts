/** Memory for bodies: so many bytes at once for everybody together, and no more than a share each. */
import { busy } from '../platform/errors.ts';

/** Holds `maximo` bytes, `quinhao` of them for one sender; `take` answers how to give back. */
export function createReserva(maximo: number, quinhao: number) {
  const tomados = new Map<string, number>();
  let total = 0;

  function add(quem: string, bytes: number): void {
    const dele = (tomados.get(quem) ?? 0) + bytes;
    total += bytes;
    if (dele > 0) tomados.set(quem, dele);
    else tomados.delete(quem);
  }

  return {
    /** @throws {Problem} 503 when what is left, of all or of the share, is less than that */
    take(quem: string, bytes: number): () => void {
      const dele = tomados.get(quem) ?? 0;
      if (total + bytes > maximo || dele + bytes > quinhao) throw busy();
      add(quem, bytes);
      let devolvidos = false;
      return () => {
        if (!devolvidos) add(quem, -bytes);
        devolvidos = true;
      };
    },
  };
}
