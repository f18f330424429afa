/**
 * Which modules share a file of the built page. Each module of its own file is a request of its
 * own: eighty of them for a list took longer than their bytes.
 */
import { join } from 'node:path';
import type { Plugin } from 'vite';

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: string[] } | null;
}

/** A file, and modules that it holds with their imports; a module is in the first file that has it. */
const FILES: [name: string, roots: string[]][] = [
  [
    'first',
    [
      ...['main.tsx', 'conta/entrada/Login.tsx', 'conta/PublicLayout.tsx', 'lib/time/format.ts'],
      ...['ui/feedback/EmptyState.tsx', 'ui/feedback/Delayed.tsx', 'ui/button/ButtonLink.tsx'],
    ],
  ],
  [
    'wire',
    [
      ...['lib/wire/query.ts', 'lib/wire/list.ts', 'veiculos/placa/PlacaTexto.tsx'],
      ...['../../contract/src/veiculo.ts', '../../contract/src/conta.ts'],
      ...['../../contract/src/proprietario.ts', '../../contract/src/alteracao.ts'],
    ],
  ],
  ['forms', ['conta/ContatoForm.tsx']],
  [
    'open',
    [
      'conta/cadastro/Signup.tsx',
      'conta/senha/PasswordRecovery.tsx',
      'conta/Contato.tsx',
      'visitantes/Visita.tsx',
    ],
  ],
  [
    'screens',
    [
      ...['app/shell/Shell.tsx', 'veiculos/consulta/ConsultarVeiculos.tsx'],
      ...['ui/layout/Panel.tsx', 'lib/wire/attempt.ts'],
    ],
  ],
  [
    'passages',
    [
      ...['passagens/stream/eventos.ts', 'passagens/historico/historico.ts'],
      ...['passagens/status.ts', 'passagens/textos.ts', 'passagens/Miniatura.tsx'],
      'cameras/api.ts',
    ],
  ],
  ['dialogs', ['ui/dialog/ConfirmDialog.tsx', 'ui/dialog/Dialog.tsx']],
];

/** These modules, and those that they import. */
function listModules(graph: ModuleGraph, roots: string[]): Set<string> {
  const found = new Set<string>();
  const queue = roots.map((root) => join(import.meta.dirname, 'src', root));
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    queue.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

export const PARTS = FILES.map(([file, roots], i) => {
  let modules: Set<string> | undefined;
  return {
    name(id: string, graph: ModuleGraph): string | null {
      modules ??= listModules(graph, roots);
      return modules.has(id) ? file : null;
    },
    priority: FILES.length - i,
  };
});

/** The files that the screens of a form without an account wait for, and those of a session. */
const EARLY = {
  abertas: /^assets\/(wire|forms|open)-.*\.js$/,
  sessao: /^assets\/(wire|screens)-.*\.js$/,
};

/** Names them to inicio.js, which asks for them before the first file has run. */
export const earlyFiles = (): Plugin => ({
  name: 'unipark-early-files',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(page, { bundle = {} }) {
      const named = Object.entries(EARLY).map(([name, files]) => {
        const found = Object.keys(bundle).filter((file) => files.test(file));
        if (found.length === 0) throw new Error(`No file of the build is early for '${name}'`);
        return `data-${name}="${found.map((file) => `/${file}`).join(' ')}"`;
      });
      if (!page.includes('"/inicio.js"')) throw new Error('The page does not load inicio.js');
      return page.replace('"/inicio.js"', `"/inicio.js" ${named.join(' ')}`);
    },
  },
});
