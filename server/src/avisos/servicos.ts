/** The push services of the browser makers: the only hosts that a call is sent to. */
const HOSTS = new Set([
  // Chrome, Edge on Android, Samsung Internet, Opera
  'fcm.googleapis.com',
  'jmt17.google.com',
  // Firefox
  'updates.push.services.mozilla.com',
]);
/** Safari; Edge on Windows. */
const DOMINIOS = ['.push.apple.com', '.notify.windows.com'];

/** Whether a browser's address for calls belongs to a known service. `outros` are hosts for tests. */
export function isServico(endpoint: string, outros: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, host, username, password } = new URL(endpoint);
  if (username || password) return false;
  if (outros.includes(host)) return true;
  const isKnown = HOSTS.has(host) || DOMINIOS.some((dominio) => host.endsWith(dominio));
  return protocol === 'https:' && isKnown;
}
