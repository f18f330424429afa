/** The old plate's line, 'MG - LAVRAS'; undefined until a city is known. */
export const linhaDaPlaca = (cidade?: string | null, estado?: string | null): string | undefined =>
  cidade && estado ? `${estado} - ${cidade.toUpperCase()}` : undefined;
