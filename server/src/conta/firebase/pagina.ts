/** How the page is told of the provider, and the two hosts that its browser code calls. */
export const NA_PAGINA = {
  nome: 'firebase',
  origens: ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
};
