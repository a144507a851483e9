/**
 * Who may know whom, as `docs/architecture.md` draws it. Enforced by import specifier, so that a
 * forbidden import fails while it is being typed; circles are found by dependency-cruiser.
 */

const MODULES = ['auth', 'ledger', 'custody', 'venue', 'analytics', 'payment_links', 'console']

/** Modules whose face a module may import. Any added module stands where payment_links stands. */
const KNOWS = {
  auth: [],
  ledger: ['auth'],
}
const KNOWS_BY_DEFAULT = ['auth', 'ledger']

function restrict(files, patterns, ignores = []) {
  return {
    files,
    ignores,
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns }] },
  }
}

const noModules = {
  regex: '^#modules/',
  message: 'The host knows no module: let modules contribute through app/extension.',
}

/** Everything of other modules, except the faces of those it may know. */
function foreignModules(name, known) {
  const faces = known.map((module) => `${module}/index(\\.[jt]s)?$`).join('|')
  const allowed = [`${name}/`, ...(faces === '' ? [] : [faces])].join('|')
  return {
    regex: `^#modules/(?!${allowed})`,
    message: `modules/${name} may import only the index of: ${known.join(', ') || 'no module'}.`,
  }
}

const layerRules = {
  core: {
    regex:
      '^(?!#app/(money|ids|clock|paths)/|#app/limits$|#app/extension/|#app/queue/job$|#modules/[^/]+/core/|node:crypto$|canonicalize$|lossless-json$|big\\.js$|\\.)',
    message: 'core is pure: it imports value types of app and its own files, no I/O, no framework.',
  },
  services: {
    regex: '^#modules/[^/]+/http/',
    message: 'services do not know HTTP: map in the controller or presenter.',
  },
  storage: {
    regex: '^#modules/[^/]+/(http|services|jobs)/',
    message: 'storage knows only core and the database.',
  },
}

/**
 * What proves the service's answers must not repeat its mistakes: the verifier of exports shares no
 * code with the server.
 */
const offlineVerifier = restrict(
  ['modules/ledger/verifier/**/*.ts'],
  [
    {
      regex: '^(?!node:crypto$|canonicalize$|\\./)',
      message: 'The verifier shares no code with the server: only its own files.',
    },
  ]
)

function moduleRules(name, folder) {
  const known = KNOWS[name] ?? KNOWS_BY_DEFAULT
  const foreign = foreignModules(name, known)
  const layered = Object.keys(layerRules).map((layer) =>
    restrict([`${folder}/${layer}/**/*.ts`], [foreign, layerRules[layer]])
  )
  return [restrict([`${folder}/**/*.ts`], [foreign]), ...layered]
}

/** A rule set for modules that are not named here: operators' own. */
const addedModules = restrict(
  ['modules/*/**/*.ts'],
  [
    {
      regex: `^#modules/(?:${MODULES.join('|')})/(?!index(\\.[jt]s)?$)`,
      message: 'Import another module only through its index.',
    },
  ],
  MODULES.map((name) => `modules/${name}/**`)
)

export const boundaryRules = [
  restrict(['app/**/*.ts', 'start/**/*.ts', 'config/**/*.ts', 'providers/**/*.ts'], [noModules]),
  addedModules,
  ...MODULES.flatMap((name) => moduleRules(name, `modules/${name}`)),
  offlineVerifier,
]
