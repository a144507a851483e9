// @ts-check
/**
 * Compiles TypeScript in the thread that imports it. With hooks in a thread of their own, the round
 * trips of all imports took 40 % of the time that a process of the service needs to start.
 */
import { isAscii } from 'node:buffer'
import { readFileSync, realpathSync } from 'node:fs'
import { enableCompileCache, registerHooks, setSourceMapsSupport } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { CACHE, COUNTS_COVERAGE, TYPESCRIPT, compiled, mapOf, narrowed } from './compiler.js'
import { resolutionsOf } from './resolutions.js'
import { showSources } from './stack_traces.js'

const PROJECT = new URL('../', import.meta.url).href
const DEPENDENCIES = `${PROJECT}node_modules/`
const JAVASCRIPT = /\.js(?=$|\?)/

const ofPackages = resolutionsOf(DEPENDENCIES, new URL('resolutions.json', CACHE))
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
  if (TYPESCRIPT.test(url)) {
    return { format: 'module', source: compiled(fileURLToPath(url)), shortCircuit: true }
  }
  const loaded = nextLoad(url, context)
  return url.startsWith(DEPENDENCIES) ? shortened(url, loaded) : loaded
}

/** Files of packages whose text is not the one that they hold. */
const shorter = new Set()

/**
 * @param {string} url
 * @param {import('node:module').LoadFnOutput} loaded
 */
function shortened(url, loaded) {
  const { format, source } = loaded
  // A `.js` file of which nobody has said what it is has no format yet.
  const isCode = format === 'module' || format === 'commonjs' || format == null
  if (!isCode || !source || (typeof source !== 'string' && isAscii(source))) return loaded
  const path = fileURLToPath(url)
  const text = narrowed(path, String(source))
  if (text === null) return loaded
  shorter.add(path)
  return { ...loaded, source: text }
}

/**
 * The map of a file that was loaded. Of packages, few files have one: reading the maps that they
 * come with was a twentieth of a start.
 *
 * @param {string} path
 */
const mapHere = (path) => (TYPESCRIPT.test(path) || shorter.has(path) ? mapOf(path) : null)

// Functions from a cache are counted less exactly.
if (!COUNTS_COVERAGE) enableCompileCache(fileURLToPath(new URL('v8', CACHE)))
if (COUNTS_COVERAGE) setSourceMapsSupport(true, { nodeModules: false, generatedCode: false })
else showSources(mapHere)
registerHooks({ resolve, load })
