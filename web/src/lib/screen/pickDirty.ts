/** The values of a form that the person changed: the others may be of another person's last change. */
export const pickDirty = <T extends object>(
  valores: T,
  mudados: { readonly [Campo in keyof T]?: boolean | undefined },
): Partial<T> =>
  Object.fromEntries(
    Object.entries(valores).filter(([campo]) => mudados[campo as keyof T]),
  ) as Partial<T>;
