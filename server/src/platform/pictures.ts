type Sharp = typeof import('sharp')['default'];

let carregado: Promise<Sharp> | undefined;

/** The decoder, loaded with the first picture, on one thread and without a cache. */
export function loadSharp(): Promise<Sharp> {
  carregado ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1);
    sharp.cache(false);
    return sharp;
  });
  return carregado;
}
