// @ts-check
/** Makes the text that Node.js runs of a source, and keeps it for the next process. */
import { hash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const PROJECT = new URL('../', import.meta.url)
export const TYPESCRIPT = /\.ts(?=$|\?)/
/** The map of a text that is as it was written. */
const NO_MAP = JSON.stringify({ version: 3, sources: [], names: [], mappings: '' })
/** A character that takes two bytes in memory. */
const WIDE = /[^\0-\xff]/

/** Coverage is counted on text as it was written, by maps that stand in it. */
export const COUNTS_COVERAGE = Boolean(process.env.NODE_V8_COVERAGE)

/**
 * Node.js keeps the text of all that it has loaded: without comments, and in one byte a character,
 * it is half as long.
 */
const SHORT = {
  minify: { compress: false, mangle: false, format: { comments: false, beautify: true } },
  output: { charset: 'ascii' },
}

const OPTIONS = {
  sourceMaps: COUNTS_COVERAGE ? 'inline' : true,
  // The sources can be read from their files; in every map they would only cost memory.
  inlineSourcesContent: false,
}

const OF_TYPESCRIPT = {
  ...OPTIONS,
  module: { type: 'es6' },
  jsc: {
    target: 'esnext',
    externalHelpers: false,
    parser: { syntax: 'typescript', decorators: true, dynamicImport: true },
    transform: { decoratorMetadata: true, legacyDecorator: true, useDefineForClassFields: true },
    experimental: { keepImportAttributes: true },
    keepClassNames: true,
    ...(!COUNTS_COVERAGE && SHORT),
  },
}

const OF_PACKAGES = {
  ...OPTIONS,
  swcrc: false,
  isModule: 'unknown',
  jsc: {
    target: 'esnext',
    parser: { syntax: 'ecmascript' },
    experimental: { keepImportAttributes: true },
    ...SHORT,
  },
}

/**
 * The cache lies beside the dependencies, so that only users who may change the code can write it,
 * and `npm ci` empties it.
 */
export const CACHE = new URL('node_modules/.cache/typescript/', PROJECT)
const require = createRequire(import.meta.url)
const COMPILER = require('@swc/core/package.json').version

/**
 * The text to run of a TypeScript file.
 *
 * @param {string} filename
 */
export function compiled(filename) {
  return made(filename, readFileSync(filename, 'utf8'))
}

/**
 * A shorter text of a JavaScript file whose own would be held in two bytes a character. The reason is
 * mostly one dash in a comment.
 *
 * @param {string} filename
 * @param {string} text
 * @returns {string | null} null: the file is best as it is, or the compiler could not read it just now
 */
export function narrowed(filename, text) {
  if (COUNTS_COVERAGE || !WIDE.test(text)) return null
  try {
    return made(filename, text)
  } catch {
    // Kept as it is, so that the compiler is not loaded for it at each start.
    const seal = sealOf(filename, text)
    keep(placeOf(filename, 'map'), `${NO_MAP}${seal}`)
    keep(placeOf(filename, 'js'), `${text}${seal}`)
    return null
  }
}

/**
 * Compiles a text, or reads it from the cache. Each file has one place in the cache, whose last
 * line says of which text it was compiled: a changed text is compiled anew, and a file that was
 * not written to its end does not count. A cache that cannot be written only costs time.
 *
 * @param {string} filename
 * @param {string} text
 */
function made(filename, text) {
  const place = placeOf(filename, 'js')
  const seal = sealOf(filename, text)
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
function sealOf(filename, text) {
  const compiler = `${COMPILER}${JSON.stringify(optionsOf(filename))}`
  return `\n//${hash('sha256', `${compiler}\0${basename(filename)}\0${text}`)}\n`
}

/** @param {string} filename */
function optionsOf(filename) {
  return TYPESCRIPT.test(filename) ? OF_TYPESCRIPT : OF_PACKAGES
}

/**
 * @param {string} filename
 * @param {string} text
 */
function transformed(filename, text) {
  // The name has no directory, so that a copy of the project finds the same text.
  const names = { filename, sourceFileName: basename(filename) }
  // The compiler is loaded only when there is something to compile, because loading it takes a
  // tenth of a start.
  return require('@swc/core').transformSync(text, { ...optionsOf(filename), ...names })
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
 * The map of a text that was loaded, as JSON; made anew where the cache could not be written.
 *
 * @param {string} filename
 */
export function mapOf(filename) {
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
