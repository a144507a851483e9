import { readFile } from 'node:fs/promises'
import app from '@adonisjs/core/services/app'
import type { HttpContext } from '@adonisjs/core/http'

/** The style sheet of the service's own pages. */
export default class AssetsController {
  #styles: Promise<string> | null = null

  async styles({ response }: HttpContext) {
    this.#styles ??= readFile(app.makePath('resources/assets/pages.css'), 'utf8')
    response.header('content-type', 'text/css; charset=utf-8')
    response.header('cache-control', 'public, max-age=300')
    response.send(await this.#styles)
  }
}
