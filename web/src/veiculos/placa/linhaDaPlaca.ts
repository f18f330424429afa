/** The line of an old plate, 'MG - LAVRAS'; undefined until a city is known. */
export const formatLinhaPlaca = (
  cidade?: string | null,
  estado?: string | null,
): string | undefined => (cidade && estado ? `${estado} - ${cidade.toUpperCase()}` : undefined);
