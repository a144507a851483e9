const { join } = require('node:path')

/** Circles and boundaries across the whole graph, aliases resolved. */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'A circle means that two files are one idea, or that an arrow points the wrong way.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'host-knows-no-module',
      severity: 'error',
      from: { path: '^(app|config|providers|start)/' },
      to: { path: '^modules/' },
    },
    {
      name: 'modules-meet-at-faces',
      comment: 'Another module is entered by its door.',
      severity: 'error',
      from: { path: '^modules/([^/]+)/' },
      to: {
        path: '^modules/([^/]+)/',
        pathNot: ['^modules/$1/', '^modules/(auth|ledger)/index\\.ts$'],
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
