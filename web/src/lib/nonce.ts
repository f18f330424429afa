/** Nonce of this page's Content-Security-Policy, for libraries that inject styles. */
export const pageNonce: string =
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
