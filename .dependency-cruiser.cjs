const { join } = require('node:path')

/** A folder of a module, or of a part of one such as `modules/venue/live`. */
const layer = (names) => `^modules/([^/]+)/.*(?<=/)(${names})/`

/** What stands above the folders of a module, as docs/architecture.md draws it. Imports point down. */
const ABOVE = {
  'wire|storage': 'chain|compiler|kinds|rails|services|jobs|commands|http|realtime',
  'chain|compiler': 'storage|kinds|rails|services|jobs|commands|http|realtime',
  'kinds|rails|services': 'jobs|commands|http|realtime',
  'jobs|commands': 'http|realtime',
  'http': 'jobs|commands|realtime',
  'realtime': 'jobs|commands',
}

/** Who may know whom, by the files that imports lead to. Imports of types count like all others. */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'A circle means that two files are one idea, or that an arrow points the wrong way.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'host-knows-no-module',
      comment: 'Modules contribute to the host through app/extension.',
      severity: 'error',
      from: { path: '^(app|bin|commands|config|providers|start)/' },
      to: { path: '^modules/' },
    },
    {
      name: 'rooms-know-no-frame',
      comment: 'What starts and puts together the service stands above what it is made of.',
      severity: 'error',
      from: { path: '^(app|modules)/' },
      to: { path: '^(bin|commands|providers|start)/' },
    },
    {
      name: 'service-knows-no-test',
      comment: 'The image has no tests, so the service would not start there.',
      severity: 'error',
      from: {
        path: '^(app|bin|commands|config|modules|providers|start)/',
        pathNot: ['^modules/[^/]+/tests/', '^bin/test\\.ts$'],
      },
      to: { path: '^(tests|bench|cluster|examples|fuzz)/' },
    },
    {
      name: 'settings-come-from-the-framework',
      comment:
        'The files of config/ stand above the host: they read what start/env.ts has checked.',
      severity: 'error',
      from: { path: '^(app|start)/' },
      to: { path: '^config/' },
    },
    {
      name: 'exports-show-faces',
      comment: 'What packages may use of a module is what other modules may use of it.',
      severity: 'error',
      from: { path: '^exports/' },
      to: {
        path: '^(modules|providers|start|config|bin)/',
        pathNot: ['^modules/(auth|ledger)/index\\.ts$', '^modules/ledger/extension/'],
      },
    },
    {
      name: 'exports-are-for-packages',
      comment: 'What is in the service names the file that it means.',
      severity: 'error',
      from: { path: '^(app|bin|commands|config|modules|providers|start)/' },
      to: { path: '^exports/' },
    },
    {
      name: 'modules-meet-at-faces',
      comment:
        'Another module is entered by its door; what one contributes to the ledger is said there.',
      severity: 'error',
      from: { path: '^modules/([^/]+)/' },
      to: {
        path: '^modules/([^/]+)/',
        pathNot: [
          '^modules/$1/',
          '^modules/(auth|ledger)/index\\.ts$',
          '^modules/ledger/extension/',
        ],
      },
    },
    {
      name: 'auth-knows-no-module',
      severity: 'error',
      from: { path: '^modules/auth/' },
      to: { path: '^modules/', pathNot: '^modules/auth/' },
    },
    {
      name: 'ledger-knows-only-auth',
      severity: 'error',
      from: { path: '^modules/ledger/' },
      to: { path: '^modules/', pathNot: '^modules/(ledger/|auth/index\\.ts$)' },
    },
    {
      name: 'contracts-stand-alone',
      comment: 'What modules contribute is said without a word of how the ledger works.',
      severity: 'error',
      from: { path: '^modules/ledger/extension/' },
      to: { path: '^modules/', pathNot: '^modules/ledger/extension/' },
    },
    {
      name: 'core-is-pure',
      comment: 'Core imports its own files and value types of app: no I/O, no framework.',
      severity: 'error',
      from: { path: layer('core') },
      to: {
        pathNot: [
          '^modules/$1/.*(?<=/)core/',
          '^modules/$1/limits\\.ts$',
          '^modules/ledger/extension/',
          '^app/((money|ids|clock|paths|metadata|extension)/|limits\\.ts$|queue/job\\.ts$)',
          '^(node:)?crypto$',
          'node_modules/(canonicalize|lossless-json|big\\.js|rrule-temporal|csv-parse|(@types/)?(luxon|sax))/',
        ],
      },
    },
    ...Object.entries(ABOVE).map(([names, above]) => ({
      name: 'layers-point-down',
      comment: 'Move what both need into the lower folder.',
      severity: 'error',
      from: { path: layer(names) },
      to: { path: layer(above) },
    })),
    {
      name: 'parts-know-no-whole',
      comment:
        'Provider and bindings put the folders of a module together; nothing in them asks back.',
      severity: 'error',
      from: { path: '^modules/([^/]+)/.+/' },
      to: {
        path: '^modules/$1/[^/]+$',
        pathNot: '/(settings|actions|errors|limits|failpoints|words)\\.ts$',
      },
    },
    {
      name: 'verifier-stands-alone',
      comment: 'What proves the answers of the service must not repeat its mistakes.',
      severity: 'error',
      from: { path: '^modules/ledger/verifier/' },
      to: {
        pathNot: ['^modules/ledger/verifier/', '^(node:)?crypto$', 'node_modules/canonicalize/'],
      },
    },
    {
      name: 'own-files-relatively',
      comment: 'A module names its own files by their path, so that it moves as a whole.',
      severity: 'error',
      from: { path: '^modules/([^/]+)/' },
      to: { path: '^modules/$1/', dependencyTypes: ['aliased'] },
    },
    {
      name: 'others-by-alias',
      severity: 'error',
      from: { path: '^modules/([^/]+)/' },
      to: {
        path: '^(app|config|modules|providers|start)/',
        pathNot: '^modules/$1/',
        dependencyTypesNot: ['aliased'],
      },
    },
    {
      name: 'web3-behind-the-gateway',
      severity: 'error',
      from: { pathNot: '^(modules/custody/chain/gateway|app/addresses/eip55)' },
      to: { path: 'node_modules/web3' },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      // Addresses of the service, which only a browser can load.
      to: { couldNotResolve: true, pathNot: '^#none|^/console/assets/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: join(__dirname, 'eslint/tsconfig.graph.json') },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
