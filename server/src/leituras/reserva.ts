/** Memory for bodies: so many bytes at once for everybody together. */
import { busy } from '../platform/errors.ts';

/** Holds `maximo` bytes; `take` answers how to give back. */
export function createReserva(maximo: number) {
  let tomados = 0;
  return {
    /** @throws {Problem} 503 when what is left is less than that */
    take(bytes: number): () => void {
      if (tomados + bytes > maximo) throw busy();
      tomados += bytes;
      let devolvidos = false;
      return () => {
        if (!devolvidos) tomados -= bytes;
        devolvidos = true;
      };
    },
  };
}
