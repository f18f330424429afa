/** One file with the licences of what a build takes to the browser; a page links it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

export const LICENCES = 'licencas.txt';

const HEAD = 'Licenças do que as telas do UNIPARK levam ao navegador';
const FONTS = {
  Inter: 'inter-OFL.txt',
  'placa-unipark, feita da Barlow Condensed': 'placa-unipark-OFL.txt',
};

/** The entries of Vite's own list, without its first lines. */
export const entriesOf = (list: string): string => list.slice(list.indexOf('\n## '));

/** Vite lists the packages of the bundle (`build.license`); this adds the fonts. */
export function licences(): Plugin {
  let root = '';
  return {
    name: 'unipark-licences',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const file = bundle[LICENCES];
        if (file?.type !== 'asset') this.error(`${LICENCES} is missing`);
        const fonts = Object.entries(FONTS).map(([name, text]) => {
          const licence = readFileSync(join(root, 'src/ui/fonts', text), 'utf8');
          return `\n## ${name} (OFL-1.1)\n\n${licence.trim()}\n`;
        });
        file.source = `${HEAD}\n${fonts.join('')}${entriesOf(String(file.source))}`;
      },
    },
  };
}
