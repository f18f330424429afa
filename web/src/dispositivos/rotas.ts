export const CAMINHO_DISPOSITIVOS = '/configuracoes/dispositivos';

export const caminhoDo = (id: string): string =>
  `${CAMINHO_DISPOSITIVOS}/${encodeURIComponent(id)}`;
