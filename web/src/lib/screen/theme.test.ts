import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const root = document.documentElement;
const themeColor = () =>
  document.querySelector('meta[name="theme-color"]')?.getAttribute('content');

let device: { matches: boolean; change: () => void };
let lib: typeof import('./theme.ts');

beforeEach(async () => {
  vi.resetModules();
  localStorage.clear();
  document.head.innerHTML = `
    <meta name="theme-color" content="#ffffff" />
    <style>
      :root { --surface: #ffffff }
      :root[data-tema="escuro"] { --surface: #141b24 }
    </style>`;
  root.dataset.tema = 'claro';
  const query = Object.assign(new EventTarget(), { matches: false });
  device = Object.assign(query, { change: () => query.dispatchEvent(new Event('change')) });
  vi.spyOn(window, 'matchMedia').mockReturnValue(query as unknown as MediaQueryList);
  lib = await import('./theme.ts');
});
afterEach(() => vi.restoreAllMocks());

test('a choice is applied at once, and the browser gets the header’s background', () => {
  lib.tema.set('escuro');
  expect(root.dataset.tema).toBe('escuro');
  expect(themeColor()).toBe('#141b24');
  lib.tema.set('claro');
  expect(root.dataset.tema).toBe('claro');
  expect(themeColor()).toBe('#ffffff');
});

test('Automático follows the device, another choice does not', () => {
  device.matches = true;
  device.change();
  expect(root.dataset.tema).toBe('escuro');
  lib.tema.set('claro');
  device.change();
  expect(root.dataset.tema).toBe('claro');
  lib.tema.set('automatico');
  expect(root.dataset.tema).toBe('escuro');
});

test('one press changes to light, and the next to the last dark theme', () => {
  lib.switchTema();
  expect(lib.tema.get()).toBe('escuro');
  lib.tema.set('noturno');
  lib.switchTema();
  expect(lib.tema.get()).toBe('claro');
  lib.switchTema();
  expect(lib.tema.get()).toBe('noturno');
});

test('a Noturno chosen before this page was opened is the last dark theme', async () => {
  vi.resetModules();
  localStorage.setItem('unipark.tema', 'noturno');
  lib = await import('./theme.ts');
  lib.switchTema();
  lib.switchTema();
  expect(lib.tema.get()).toBe('noturno');
});

test('a choice in another tab is applied', () => {
  localStorage.setItem('unipark.tema', 'noturno');
  window.dispatchEvent(new StorageEvent('storage', { key: 'unipark.tema' }));
  expect(root.dataset.tema).toBe('noturno');
});
