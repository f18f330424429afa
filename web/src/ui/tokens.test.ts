import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const CSS = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

type Theme = Record<string, string>;
const blockOf = (selector: string): Theme => {
  const start = CSS.indexOf(`${selector} {`);
  const block = CSS.slice(start, CSS.indexOf('}', start));
  return Object.fromEntries([...block.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, k, v]) => [k, v]));
};
const CLARO = blockOf(':root');
const THEMES: Record<string, Theme> = {
  claro: CLARO,
  escuro: { ...CLARO, ...blockOf(':root[data-tema="escuro"]') },
  noturno: { ...CLARO, ...blockOf(':root[data-tema="noturno"]') },
};

/** Relative luminance of '#rrggbb', as WCAG defines it. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Text and its background, as the components combine them: at least 4.5. */
const TEXTS: [text: string, ground: string][] = [
  ['text', 'bg'],
  ['text', 'surface'],
  ['text', 'hover'],
  ['text', 'tint'],
  ['muted', 'bg'],
  ['muted', 'surface'],
  ['muted', 'hover'],
  ['primary', 'surface'],
  ['primary', 'tint'],
  ['danger', 'surface'],
  ['warning', 'surface'],
  ['positive', 'surface'],
  ['on-primary', 'primary'],
  ['on-primary', 'primary-hover'],
  ['on-card', 'ativo'],
  ['on-card', 'nao-ativo'],
  ['on-card', 'nao-ativo-hover'],
  ['on-logout', 'logout'],
  ['on-logout', 'logout-hover'],
  ['on-faixa', 'faixa'],
  ['chip-positive', 'chip-positive-bg'],
  ['chip-negative', 'chip-negative-bg'],
  ['chip-warning', 'chip-warning-bg'],
  ['tile-text', 'tile'],
  ['tile-muted', 'tile'],
  ['on-toast', 'toast-success'],
  ['on-toast', 'toast-error'],
  ['on-toast', 'toast-info'],
  ['on-toast-warning', 'toast-warning'],
  ['on-marca', 'marca'],
];
/** Visible parts that are not text: at least 3. */
const LINES: [line: string, ground: string][] = [
  ['control', 'surface'],
  ['control', 'bg'],
  ['focus', 'bg'],
  ['focus', 'surface'],
  ['danger', 'surface'],
];

describe.each(Object.entries(THEMES))('theme %s', (_name, theme) => {
  /** A transparent background shows the surface. */
  const colour = (token: string): string => {
    const value = theme[token];
    if (value === 'transparent') return theme.surface ?? '';
    expect(value, `--${token}`).toMatch(/^#[0-9a-f]{6}$/);
    return value ?? '';
  };

  test.each(TEXTS)('%s can be read on %s', (text, ground) => {
    expect(contrast(colour(text), colour(ground))).toBeGreaterThanOrEqual(4.5);
  });
  test.each(LINES)('%s can be seen on %s', (line, ground) => {
    expect(contrast(colour(line), colour(ground))).toBeGreaterThanOrEqual(3);
  });
});

test('a theme defines no token of its own: it only changes colours of the light theme', () => {
  for (const selector of [':root[data-tema="escuro"]', ':root[data-tema="noturno"]']) {
    expect(Object.keys(blockOf(selector)).filter((token) => !(token in CLARO))).toEqual([]);
    expect(Object.keys(blockOf(selector)).length).toBeGreaterThan(20);
  }
});
