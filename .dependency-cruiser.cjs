const { readdirSync } = require('node:fs');
const { join } = require('node:path');

/** The arrows between features (docs/ARCHITECTURE.md): the rules are made from them. */
const ARROWS = {
  veiculos: ['proprietarios', 'fipe', 'cidades'],
  passagens: ['veiculos'],
  leituras: ['passagens', 'dispositivos'],
  aovivo: ['passagens', 'cameras'],
  portaria: ['passagens', 'veiculos'],
  ficha: ['veiculos', 'passagens', 'proprietarios', 'cidades', 'titulares'],
  conta: ['avisos'],
  importacoes: ['veiculos', 'proprietarios'],
  retencao: ['passagens'],
  auditoria: ['passagens', 'veiculos'],
  adesivos: ['veiculos'],
  visitantes: ['veiculos', 'conta'],
  relatorios: ['veiculos'],
  titulares: ['proprietarios', 'veiculos', 'passagens', 'auditoria', 'visitantes'],
  configuracoes: ['dispositivos', 'cameras', 'passagens', 'avisos'],
};

/** Folders that are no feature. */
const OTHERS = ['platform', 'migrations', 'config', 'demo', 'app', 'ui', 'lib'];

/** Every other folder is one, and leans on no other unless an arrow says so. */
const FEATURES = {
  ...Object.fromEntries(
    ['server/src', 'web/src']
      .flatMap((folder) => readdirSync(join(__dirname, folder), { withFileTypes: true }))
      .filter((entry) => entry.isDirectory() && !OTHERS.includes(entry.name))
      .map(({ name }) => [name, []]),
  ),
  ...ARROWS,
};

const nomes = Object.keys(FEATURES);
const FERRAMENTAS = '^(server|web)/(src/.*\\.test\\.tsx?$|test/|scripts/|vite\\.config)';

const setas = nomes.flatMap((feature) => {
  const proibidas = nomes.filter((nome) => nome !== feature && !FEATURES[feature].includes(nome));
  return ['server', 'web'].map((lado) => ({
    name: `arrow-${lado}-${feature}`,
    comment: `${feature} may lean on: ${FEATURES[feature].join(', ') || 'no other feature'}.`,
    severity: 'error',
    from: { path: `^${lado}/src/${feature}/`, pathNot: FERRAMENTAS },
    to: { path: `^${lado}/src/(${proibidas.join('|')})/` },
  }));
});

const features = nomes.join('|');

module.exports = {
  forbidden: [
    ...setas,
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'contract-only-zod',
      comment: 'The contract reads nobody.',
      severity: 'error',
      from: { path: '^contract/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '(^|/)contract/src/|(^|/)node_modules/zod/' },
    },
    {
      name: 'sql-only-where-said',
      comment:
        'Kysely in repo.ts (and historicoRepo.ts and the like), migrations/ and platform/db alone.',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot:
          '^server/src/(platform/db/|migrations/|.+/(repo|[a-zA-Z]+Repo)\\.ts$|.*\\.test\\.ts$)',
      },
      to: { path: '(^|/)node_modules/kysely/' },
    },
    {
      name: 'driver-only-in-platform',
      comment:
        'Which database it is, is known in platform/db (and to the lock of the data folder).',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: '^server/src/platform/(db/|process/lock\\.ts$)|\\.test\\.ts$',
      },
      to: { path: '(^|/)node_modules/better-sqlite3/' },
    },
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      from: { path: '^server/src/platform/', pathNot: '\\.test\\.ts$' },
      to: { path: `^server/src/(${features}|migrations|app\\.ts|main\\.ts|seed\\.ts)` },
    },
    {
      name: 'config-leans-on-nothing',
      severity: 'error',
      from: { path: '^server/src/config(/|\\.ts$)', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/src/(?!config)' },
    },
    {
      name: 'ui-knows-no-domain',
      severity: 'error',
      from: { path: '^web/src/ui/' },
      to: { path: `^web/src/(app|${features})/|(^|/)contract/src/|^@unipark/` },
    },
    {
      name: 'lib-knows-no-feature',
      severity: 'error',
      from: { path: '^web/src/lib/', pathNot: '\\.test\\.tsx?$' },
      to: { path: `^web/src/(app|${features})/` },
    },
    {
      name: 'select-and-toasts-behind-ui',
      severity: 'error',
      from: { path: '^web/src/', pathNot: '^web/src/ui/' },
      to: { path: '(^|/)node_modules/(@base-ui/react/combobox|react-toastify)/' },
    },
    {
      name: 'web-never-server',
      comment: 'They meet over the wire only; the test harness alone joins them.',
      severity: 'error',
      from: { path: '^web/src/' },
      to: { path: '(^|/)server/src/|^@unipark/server' },
    },
    {
      name: 'server-never-web',
      severity: 'error',
      from: { path: '^server/src/' },
      to: { path: '(^|/)web/src/|^@unipark/web' },
    },
    {
      name: 'not-to-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\.(css|woff2|svg)$|^virtual:' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css'],
    },
  },
};
