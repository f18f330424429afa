export const CAMINHO_DISPOSITIVOS = '/configuracoes/dispositivos';

export const pathOfDispositivo = (id: string): string =>
  `${CAMINHO_DISPOSITIVOS}/${encodeURIComponent(id)}`;
