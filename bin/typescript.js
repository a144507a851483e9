// @ts-check
/**
 * Compiles TypeScript in the thread that imports it: with hooks in a thread of their own the round
 * trip of every import was 40 % of the time a process of the service needs to start.
 */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { transformSync } from '@swc/core'

const PROJECT = new URL('../', import.meta.url).href
const TYPESCRIPT = /\.ts(?=$|\?)/
const JAVASCRIPT = /\.js(?=$|\?)/

const COMPILER_OPTIONS = {
  sourceMaps: 'inline',
  // The files are there to be read; in every map they would only cost memory.
  inlineSourcesContent: false,
  module: { type: 'es6' },
  jsc: {
    target: 'esnext',
    externalHelpers: false,
    parser: { syntax: 'typescript', decorators: true, dynamicImport: true },
    transform: { decoratorMetadata: true, legacyDecorator: true, useDefineForClassFields: true },
    experimental: { keepImportAttributes: true },
    keepClassNames: true,
  },
}

/**
 * A name that ends in `.js` may stand for a `.ts` file, as it does for the type checker.
 *
 * @type {import('node:module').ResolveHookSync}
 */
function resolve(specifier, context, nextResolve) {
  try {
    return nextResolve(specifier, context)
  } catch (error) {
    const { code, url = '' } = /** @type {NodeJS.ErrnoException & { url?: string }} */ (error)
    const isOurs = url.startsWith(PROJECT) && JAVASCRIPT.test(url)
    if (code !== 'ERR_MODULE_NOT_FOUND' || !isOurs) throw error
    try {
      return nextResolve(url.replace(JAVASCRIPT, '.ts'), context)
    } catch {
      // The name that was written says more than the one that was tried instead.
      throw error
    }
  }
}

/** @type {import('node:module').LoadHookSync} */
function load(url, context, nextLoad) {
  if (!TYPESCRIPT.test(url)) return nextLoad(url, context)
  const filename = fileURLToPath(url)
  const { code } = transformSync(readFileSync(filename, 'utf8'), { ...COMPILER_OPTIONS, filename })
  return { format: 'module', source: code, shortCircuit: true }
}

process.setSourceMapsEnabled(true)
registerHooks({ resolve, load })
