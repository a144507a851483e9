import { readFile, readdir } from 'node:fs/promises'
import { extname, join } from 'node:path'
import app from '@adonisjs/core/services/app'
import type { HttpContext } from '@adonisjs/core/http'
import { ModuleHost } from '#app/extension/module_host'
import { ServiceError } from '#app/http/errors/service_error'

const OWN = 'modules/console/browser'
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' }

/** Files of packages that the browser loads, by the address it loads them from. */
const PACKAGED: Record<string, string> = {
  'lit-html/lit-html.js': 'node_modules/lit-html/lit-html.js',
  'lightweight-charts.js':
    'node_modules/lightweight-charts/dist/lightweight-charts.standalone.production.mjs',
}

const ADDED = 'modules/'

/**
 * Serves the files that the pages load, those of other modules too. They are listed at first use, so that an address cannot
 * name any other file.
 */
export default class AssetsController {
  static #own: Promise<ReadonlyMap<string, string>> | null = null

  async show({ params, response }: HttpContext) {
    const name = (params['*'] as string[]).join('/')
    const path = await this.#find(name)
    response.header('content-type', `${TYPES[extname(name)]}; charset=utf-8`)
    response.header('cache-control', app.inProduction ? 'public, max-age=300' : 'no-cache')
    response.header('x-content-type-options', 'nosniff')
    response.send(await readFile(path))
  }

  async #find(name: string): Promise<string> {
    const fromPackage = Object.hasOwn(PACKAGED, name) ? PACKAGED[name] : undefined
    if (fromPackage !== undefined) return app.makePath(fromPackage)
    AssetsController.#own ??= ownFiles()
    const path = (await AssetsController.#own).get(name)
    if (path !== undefined) return path
    throw new ServiceError('NOT_FOUND')
  }
}

/** The path of each file by its name. */
async function ownFiles(): Promise<ReadonlyMap<string, string>> {
  const host = await app.container.make(ModuleHost)
  const folders = host
    .all()
    .filter(({ consolePages }) => consolePages)
    .map(({ name, consolePages }) => filesIn(consolePages!.folder, `${ADDED}${name}/`))
  const found = await Promise.all([filesIn(app.makePath(OWN), ''), ...folders])
  return new Map(found.flat())
}

async function filesIn(folder: string, prefix: string): Promise<[name: string, path: string][]> {
  const files = await readdir(folder, { recursive: true })
  return files
    .filter((file) => extname(file) in TYPES)
    .map((file) => [`${prefix}${file}`, join(folder, file)])
}
