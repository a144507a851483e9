import { readFile, readdir } from 'node:fs/promises'
import { extname } from 'node:path'
import app from '@adonisjs/core/services/app'
import type { HttpContext } from '@adonisjs/core/http'
import { ServiceError } from '#app/http/errors/service_error'

const OWN = 'modules/console/browser'
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' }

/** Files of packages that the browser loads, by the address it loads them from. */
const PACKAGED: Record<string, string> = {
  'lit-html/lit-html.js': 'node_modules/lit-html/lit-html.js',
  'lightweight-charts.js':
    'node_modules/lightweight-charts/dist/lightweight-charts.standalone.production.mjs',
}

/**
 * Serves the files that the pages load. They are listed at first use, so that an address cannot
 * name any other file.
 */
export default class AssetsController {
  static #own: Promise<ReadonlySet<string>> | null = null

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
    if ((await AssetsController.#own).has(name)) return app.makePath(OWN, name)
    throw new ServiceError('NOT_FOUND')
  }
}

async function ownFiles(): Promise<ReadonlySet<string>> {
  const files = await readdir(app.makePath(OWN), { recursive: true })
  return new Set(files.filter((file) => extname(file) in TYPES))
}
