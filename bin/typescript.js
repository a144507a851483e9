// @ts-check
/**
 * Compiles TypeScript in the thread that imports it. With hooks in a thread of their own, the round
 * trips of all imports took 40 % of the time that a process of the service needs to start.
 */
import { hash } from 'node:crypto'
import { mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire, enableCompileCache, registerHooks, setSourceMapsSupport } from 'node:module'
import { basename, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { resolutionsOf } from './resolutions.js'
import { showSources } from './stack_traces.js'

const PROJECT = new URL('../', import.meta.url).href
const DEPENDENCIES = `${PROJECT}node_modules/`
const TYPESCRIPT = /\.ts(?=$|\?)/
const JAVASCRIPT = /\.js(?=$|\?)/

/** Coverage is counted on text as it was written, by maps that stand in it. */
const COUNTS_COVERAGE = Boolean(process.env.NODE_V8_COVERAGE)

const COMPILER_OPTIONS = {
  sourceMaps: COUNTS_COVERAGE ? 'inline' : true,
  // The sources can be read from their files; in every map they would only cost memory.
  inlineSourcesContent: false,
  module: { type: 'es6' },
  jsc: {
    target: 'esnext',
    externalHelpers: false,
    parser: { syntax: 'typescript', decorators: true, dynamicImport: true },
    transform: { decoratorMetadata: true, legacyDecorator: true, useDefineForClassFields: true },
    experimental: { keepImportAttributes: true },
    keepClassNames: true,
    // Node.js keeps the text of all that it has loaded: without comments, and in one byte a character.
    ...(!COUNTS_COVERAGE && {
      minify: { compress: false, mangle: false, format: { comments: false, beautify: true } },
      output: { charset: 'ascii' },
    }),
  },
}

/**
 * The cache lies beside the dependencies, so that only users who may change the code can write it,
 * and `npm ci` empties it.
 */
const CACHE = new URL('.cache/typescript/', DEPENDENCIES)
const ofPackages = resolutionsOf(DEPENDENCIES, new URL('resolutions.json', CACHE))
const require = createRequire(import.meta.url)
/** What the compiled text depends on besides its source. */
const COMPILER = JSON.stringify([require('@swc/core/package.json').version, COMPILER_OPTIONS])

const MANIFEST_URL = new URL('package.json', PROJECT)
const MANIFEST = JSON.parse(readFileSync(MANIFEST_URL, 'utf8'))
/** The `imports` of package.json: `#app/` and the like, with the directories they stand for. */
const ROOMS = roomsOf(MANIFEST)
/**
 * How packages name the service. It means the service that runs, and never a copy of it among the
 * dependencies, which would have a container and a router of its own.
 */
export const SERVICE = /** @type {string} */ (MANIFEST.name)
const EXPORTS = `${SERVICE}/`

/** @type {Map<string, string>} */
const found = new Map()

/** @param {{ imports: Record<string, string> }} manifest */
function roomsOf({ imports }) {
  const patterns = Object.entries(imports)
  return new Map(patterns.map(([name, target]) => [name.replace('*', ''), target.split('*', 1)[0]]))
}

/**
 * The TypeScript file that a name in a source of the project stands for. Node.js looks for the
 * `.js` file first, and finding again and again that there is none took a quarter of a start.
 *
 * @param {string} specifier
 * @param {string | undefined} parent
 * @returns {string | null} null: Node.js is to say where it leads
 */
function sourceOf(specifier, parent) {
  if (!parent?.startsWith(PROJECT) || parent.startsWith(DEPENDENCIES)) return null
  const url = specifier.startsWith('.') ? new URL(specifier, parent) : inRoom(specifier)
  if (url === null || url.search !== '' || !url.href.startsWith(PROJECT)) return null
  const source = url.href.replace(JAVASCRIPT, '.ts')
  if (!TYPESCRIPT.test(source)) return null
  const path = found.get(source) ?? existing(source)
  if (path !== null) found.set(source, path)
  return path
}

/** @param {string} specifier */
function inRoom(specifier) {
  const end = specifier.indexOf('/') + 1
  const room = ROOMS.get(specifier.slice(0, end))
  return room === undefined ? null : new URL(`${room}${specifier.slice(end)}.js`, PROJECT)
}

/**
 * The URL that Node.js uses for a file: with symbolic links resolved.
 *
 * @param {string} source
 */
function existing(source) {
  try {
    return pathToFileURL(realpathSync.native(fileURLToPath(source))).href
  } catch {
    return null
  }
}

/**
 * A name that ends in `.js` may stand for a `.ts` file, as it does for the type checker.
 *
 * @type {import('node:module').ResolveHookSync}
 */
function resolve(specifier, context, nextResolve) {
  const source = sourceOf(specifier, context.parentURL)
  if (source !== null) return { url: source, format: 'module', shortCircuit: true }
  if (specifier.startsWith(EXPORTS)) {
    return nextResolve(specifier, { ...context, parentURL: MANIFEST_URL.href })
  }
  try {
    return ofPackages(specifier, context, nextResolve)
  } catch (error) {
    const { code, url = '' } = /** @type {NodeJS.ErrnoException & { url?: string }} */ (error)
    const isOurs = url.startsWith(PROJECT) && JAVASCRIPT.test(url)
    if (code !== 'ERR_MODULE_NOT_FOUND' || !isOurs) throw error
    try {
      return nextResolve(url.replace(JAVASCRIPT, '.ts'), context)
    } catch {
      // The error for the written name says more than that for the name that was tried instead.
      throw error
    }
  }
}

/** @type {import('node:module').LoadHookSync} */
function load(url, context, nextLoad) {
  if (!TYPESCRIPT.test(url)) return nextLoad(url, context)
  return { format: 'module', source: compiled(fileURLToPath(url)), shortCircuit: true }
}

/**
 * Compiles a source, or reads it from the cache. Each source has one place in the cache, whose last
 * line says of which text it was compiled: a changed source is compiled anew, and a file that was
 * not written to its end does not count. A cache that cannot be written only costs time.
 *
 * @param {string} filename
 */
export function compiled(filename) {
  const text = readFileSync(filename, 'utf8')
  const place = placeOf(filename, 'js')
  const seal = `\n//${hash('sha256', `${COMPILER}\0${basename(filename)}\0${text}`)}\n`
  const kept = contentOf(place)
  if (kept?.endsWith(seal)) return kept
  const { code, map } = transformed(filename, text)
  if (map !== undefined) keep(placeOf(filename, 'map'), `${map}${seal}`)
  keep(place, `${code}${seal}`)
  return `${code}${seal}`
}

/**
 * @param {string} filename
 * @param {string} text
 */
function transformed(filename, text) {
  // The name has no directory, so that a copy of the project finds the same text.
  const options = { ...COMPILER_OPTIONS, filename, sourceFileName: basename(filename) }
  // The compiler is loaded only when there is something to compile, because loading it takes a
  // tenth of a start.
  return require('@swc/core').transformSync(text, options)
}

/**
 * @param {string} filename
 * @param {'js' | 'map'} kind
 */
function placeOf(filename, kind) {
  const name = hash('sha1', relative(fileURLToPath(PROJECT), filename))
  return new URL(`${name}${COUNTS_COVERAGE ? '.counted' : ''}.${kind}`, CACHE)
}

/**
 * The map of a source that was loaded, as JSON; made anew where the cache could not be written.
 *
 * @param {string} filename
 */
function mapOf(filename) {
  const [map, seal] = contentOf(placeOf(filename, 'map'))?.split('\n//') ?? []
  const isOfText = seal && contentOf(placeOf(filename, 'js'))?.endsWith(`\n//${seal}`)
  return isOfText ? map : (transformed(filename, readFileSync(filename, 'utf8')).map ?? null)
}

/** @param {URL} place */
function contentOf(place) {
  try {
    return readFileSync(place, 'utf8')
  } catch {
    return null
  }
}

/**
 * Stores the text under its name only when it is complete, because other processes start at the
 * same moment.
 *
 * @param {URL} place
 * @param {string} code
 */
function keep(place, code) {
  const draft = new URL(`${place.href}.${process.pid}`)
  try {
    mkdirSync(CACHE, { recursive: true })
    writeFileSync(draft, code)
    renameSync(draft, place)
  } catch {
    // The directory is read only, or the disk is full.
  }
}

// Functions from a cache are counted less exactly.
if (!COUNTS_COVERAGE) enableCompileCache(fileURLToPath(new URL('v8', CACHE)))
// Only of our own sources: reading the maps of all dependencies was a twentieth of a start.
if (COUNTS_COVERAGE) setSourceMapsSupport(true, { nodeModules: false, generatedCode: false })
else showSources((url) => (TYPESCRIPT.test(url) ? mapOf(fileURLToPath(url)) : null))
registerHooks({ resolve, load })
