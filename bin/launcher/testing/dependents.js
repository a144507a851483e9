// @ts-check
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { PROJECT_ROOT } from '../base/paths.js'

/** Folders with sources that a spec can reach. */
const SOURCES = [
  'app',
  'bench',
  'bin',
  'cluster',
  'commands',
  'config',
  'eslint',
  'fuzz',
  'modules',
  'providers',
  'start',
  'tests',
]
const SOURCE = /\.[jt]s$/
const ROUTE = /\.\w+\(\s*(['`])([^'`]*)\1,\s*\[(\w+),/g
const LAZY_CONTROLLER = /const (\w+) = \(\) =>\s+import\('([^']+)'\)/g
/** Files that declare routes, and the tests that go through all declarations. */
const DECLARATION = /^modules\/.*(routes|validators|schemas|glossary)\.ts$/
const ALL_DECLARATIONS = /\/openapi\.json|#app\/http\/(route_macros|openapi\/)/
/** Text in quotes that may be a path or an address, or a file beside package.json. */
const QUOTED_PATH = /['"`]([^'"`\s]*\/[^'"`\s]*|[\w.-]+\.(?:md|json|[jt]s))['"`]/g

/**
 * @typedef {{ file: string, text: string }} Source
 * @typedef {{ segments: string[], controller: string }} Route
 * @typedef {(file: string) => Iterable<string>} Dependents what is one step from a file
 */

/** @returns {Source[]} */
export function readSources() {
  const below = (/** @type {string} */ folder) =>
    readdirSync(join(PROJECT_ROOT, folder), { recursive: true }).map((file) =>
      posix.join(folder, String(file))
    )
  return SOURCES.filter((folder) => existsSync(join(PROJECT_ROOT, folder)))
    .flatMap(below)
    .filter((file) => SOURCE.test(file) && !file.includes('node_modules/'))
    .map((file) => ({ file, text: readFileSync(join(PROJECT_ROOT, file), 'utf8') }))
}

/**
 * What depends on a file: the sources that import it, the tests that name its path, and the tests
 * that ask an address which it answers, because tests reach most of the service over HTTP. A file
 * that declares routes also touches the tests that go through all routes, which no import shows.
 *
 * @param {Source[]} sources
 * @param {(text: string) => string[]} importsOf the specifiers a source imports
 * @returns {Dependents}
 */
export function dependentsIn(sources, importsOf) {
  const files = new Set(sources.map(({ file }) => file))
  const dependents = /** @type {Map<string, Set<string>>} */ (new Map())
  const draw = (/** @type {string} */ from, /** @type {string | null} */ to) => {
    if (to === null || to === from) return
    const known = dependents.get(to)
    if (known) known.add(from)
    else dependents.set(to, new Set([from]))
  }
  const routes = sources.flatMap((source) => routesOf(source))
  const declarations = [...files].filter((file) => DECLARATION.test(file))
  for (const { file, text } of sources) {
    for (const specifier of importsOf(text)) {
      // A change of a controller does not change what its routes declare.
      if (DECLARATION.test(file) && specifier.endsWith('_controller.ts')) continue
      draw(file, resolved(specifier, file, files))
    }
    if (!file.startsWith('tests/')) continue
    if (ALL_DECLARATIONS.test(text)) for (const each of declarations) draw(file, each)
    for (const [, quoted = ''] of text.matchAll(QUOTED_PATH)) {
      draw(file, quoted.replace(/^(--import=)?\.\//, '').replace(/\/$/, ''))
      if (!quoted.startsWith('/')) continue
      for (const { controller } of routes.filter((route) => asks(quoted, route))) {
        draw(file, resolved(controller, file, files))
      }
    }
  }
  // A test that names a folder depends on the files in it.
  return function* (file) {
    yield* dependents.get(file) ?? []
    for (let path = posix.dirname(file); path.includes('/'); path = posix.dirname(path)) {
      yield* dependents.get(path) ?? []
    }
  }
}

/**
 * Where an import leads, by the rules of bin/typescript.js; a deleted file is named all the same.
 *
 * @param {string} specifier
 * @param {string} file
 * @param {Set<string>} files
 * @returns {string | null} null: to a package
 */
function resolved(specifier, file, files) {
  if (!/^[.#]/.test(specifier)) return null
  const path = specifier.startsWith('#') ? specifier.slice(1) : posix.join(dirname(file), specifier)
  const base = path.replace(SOURCE, '')
  return [path, `${base}.ts`, `${base}.js`].find((name) => files.has(name)) ?? `${base}.ts`
}

/**
 * @param {Source} source
 * @returns {Route[]} with controllers as specifiers that lead there from everywhere
 */
function routesOf({ file, text }) {
  const controllers = new Map(
    [...text.matchAll(LAZY_CONTROLLER)].map(([, name = '', specifier = '']) => [
      name,
      specifier.startsWith('.') ? `#${posix.join(dirname(file), specifier)}` : specifier,
    ])
  )
  return [...text.matchAll(ROUTE)].flatMap(([, , pattern = '', name = '']) => {
    const controller = controllers.get(name)
    return controller === undefined ? [] : [{ segments: segmentsOf(pattern), controller }]
  })
}

/** @param {string} path an address, with or without what follows it */
function segmentsOf(path) {
  const [address = ''] = path.replace(/\$\{[^}]*\}/g, ':').split('?', 1)
  return address.split('/').filter((segment) => segment !== '')
}

/**
 * Whether an address in a test is that of a route. Routes are written without the prefix of their
 * group, so that the route is the end of the address.
 *
 * @param {string} address
 * @param {Route} route
 */
function asks(address, { segments }) {
  const asked = segmentsOf(address).slice(-segments.length)
  const fits = (/** @type {string} */ segment, /** @type {number} */ at) =>
    segment === asked[at] || segment.startsWith(':') || asked[at]?.startsWith(':')
  return (
    asked.length === segments.length &&
    segments.some((segment) => !segment.startsWith(':')) &&
    segments.every(fits)
  )
}
