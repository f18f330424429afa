/** What a User-Agent says, in words: enough to know one's own devices, and no more than it says. */

export type Aparelho = 'computador' | 'celular' | 'tablet' | 'programa';

export type Agente = {
  aparelho: Aparelho;
  /** 'Chrome no Windows' */
  nome: string;
};

/** The first that fits: most browsers also carry the names of those they descend from. */
const NAVEGADORES: readonly [sinal: RegExp, nome: string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];

/** Where it runs, with the preposition that the name takes. */
const SISTEMAS: readonly [sinal: RegExp, nome: string, aparelho: Aparelho][] = [
  [/\biPad\b/, 'no iPad', 'tablet'],
  [/\biPhone|\biPod/, 'no iPhone', 'celular'],
  [/\bAndroid\b.*\bMobile\b/, 'no Android', 'celular'],
  [/\bAndroid\b/, 'no Android', 'tablet'],
  [/\bWindows\b/, 'no Windows', 'computador'],
  [/\bCrOS\b/, 'no ChromeOS', 'computador'],
  [/\bMacintosh\b|\bMac OS X\b/, 'no macOS', 'computador'],
  [/\bLinux\b|\bX11\b/, 'no Linux', 'computador'],
];

/** A program tells its own name first: 'curl/8.5.0', 'python-requests/2.32'. */
const PROGRAMA = /^(?!Mozilla\/)([\w.-]{2,30})(\/|$)/;

export function readAgente(texto: string | null): Agente {
  if (!texto) return { aparelho: 'programa', nome: 'Programa sem nome' };
  const programa = PROGRAMA.exec(texto)?.[1];
  if (programa) return { aparelho: 'programa', nome: programa };
  const navegador = NAVEGADORES.find(([sinal]) => sinal.test(texto))?.[1] ?? 'Navegador';
  const [, onde = '', aparelho = 'computador'] =
    SISTEMAS.find(([sinal]) => sinal.test(texto)) ?? [];
  return { aparelho, nome: `${navegador} ${onde}`.trim() };
}
