/** Browser and system of a User-Agent in words, to recognise one's own devices. */

export type DeviceKind = 'computador' | 'celular' | 'tablet' | 'programa';

export type UserAgent = {
  aparelho: DeviceKind;
  /** 'Chrome no Windows' */
  nome: string;
};

/** The first match wins: most browsers also carry the names of those they descend from. */
const NAVEGADORES: readonly [sinal: RegExp, nome: string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];

/** The system, with the preposition that its name needs. */
const SISTEMAS: readonly [sinal: RegExp, nome: string, aparelho: DeviceKind][] = [
  [/\biPad\b/, 'no iPad', 'tablet'],
  [/\biPhone|\biPod/, 'no iPhone', 'celular'],
  [/\bAndroid\b.*\bMobile\b/, 'no Android', 'celular'],
  [/\bAndroid\b/, 'no Android', 'tablet'],
  [/\bWindows\b/, 'no Windows', 'computador'],
  [/\bCrOS\b/, 'no ChromeOS', 'computador'],
  [/\bMacintosh\b|\bMac OS X\b/, 'no macOS', 'computador'],
  [/\bLinux\b|\bX11\b/, 'no Linux', 'computador'],
];

/** A program gives its own name first: 'curl/8.5.0', 'python-requests/2.32'. */
const PROGRAMA = /^(?!Mozilla\/)([\w.-]{2,30})(\/|$)/;

export function readAgente(texto: string | null): UserAgent {
  if (!texto) return { aparelho: 'programa', nome: 'Programa sem nome' };
  const programa = PROGRAMA.exec(texto)?.[1];
  if (programa) return { aparelho: 'programa', nome: programa };
  const navegador = NAVEGADORES.find(([sinal]) => sinal.test(texto))?.[1] ?? 'Navegador';
  const [, onde = '', aparelho = 'computador'] =
    SISTEMAS.find(([sinal]) => sinal.test(texto)) ?? [];
  return { aparelho, nome: `${navegador} ${onde}`.trim() };
}
