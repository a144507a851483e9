import { readFile, readdir } from 'node:fs/promises'
import { extname, join, posix } from 'node:path'
import app from '@adonisjs/core/services/app'
import { ModuleHost } from '#app/extension/module_host'
import { singleton } from '#app/extension/singleton'

const OWN = 'modules/console/browser'
const SHOWN = new Set(['.js', '.css'])

/** Files of packages that the browser loads, by the address it loads them from. */
const PACKAGED: Record<string, string> = {
  'lit-html/lit-html.js': 'node_modules/lit-html/lit-html.js',
  'lightweight-charts.js':
    'node_modules/lightweight-charts/dist/lightweight-charts.standalone.production.mjs',
}

const ADDED = 'modules/'

/** `import … from './parts.js'`, also over several lines; what is imported later is not meant. */
const IMPORT = /^(?:import|export)\b[^'"]*?from '([^']+)'/gm

/**
 * The files that the browser may load. They are listed at first use, so that an address cannot name
 * any other file.
 */
@singleton()
export class BrowserFiles {
  #paths: Promise<ReadonlyMap<string, string>> | null = null
  #shell: Promise<string[]> | null = null

  constructor(private modules: ModuleHost) {}

  /** @returns the path of a file, null when there is none of this name */
  async find(name: string): Promise<string | null> {
    this.#paths ??= this.#list()
    return (await this.#paths).get(name) ?? null
  }

  /**
   * Every script that is imported before the first page can be drawn. The page names them all, so
   * that the browser asks for them at once, and not for each after the one that imports it.
   */
  shell(): Promise<string[]> {
    return (this.#shell ??= this.#importedBy('app.js'))
  }

  async #list(): Promise<ReadonlyMap<string, string>> {
    const folders = this.modules
      .all()
      .filter(({ consolePages }) => consolePages)
      .map(({ name, consolePages }) => filesIn(consolePages!.folder, `${ADDED}${name}/`))
    const found = await Promise.all([filesIn(app.makePath(OWN), ''), ...folders])
    const packaged = Object.entries(PACKAGED).map(
      ([name, path]) => [name, app.makePath(path)] as const
    )
    return new Map([...found.flat(), ...packaged])
  }

  async #importedBy(first: string): Promise<string[]> {
    const names = [first]
    // The list grows while it is walked.
    for (const name of names) {
      const path = await this.find(name)
      if (path === null || name in PACKAGED) continue
      for (const [, target] of (await readFile(path, 'utf8')).matchAll(IMPORT)) {
        const imported = target!.startsWith('/')
          ? target!.replace('/console/assets/', '')
          : posix.join(posix.dirname(name), target!)
        if (!names.includes(imported)) names.push(imported)
      }
    }
    return names.map((name) => `/console/assets/${name}`)
  }
}

async function filesIn(folder: string, prefix: string): Promise<[name: string, path: string][]> {
  const files = await readdir(folder, { recursive: true })
  return files
    .filter((file) => SHOWN.has(extname(file)))
    .map((file) => [`${prefix}${file}`, join(folder, file)])
}
