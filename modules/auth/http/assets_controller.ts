import { readFile } from 'node:fs/promises'
import app from '@adonisjs/core/services/app'
import type { HttpContext } from '@adonisjs/core/http'

/** Sent as one, so that no page waits for a second request before it is drawn. */
const SHEETS = ['tokens.css', 'pages.css']

/** The style sheet of the service's own pages. */
export default class AssetsController {
  #styles: Promise<string[]> | null = null

  async styles({ response }: HttpContext) {
    this.#styles ??= Promise.all(
      SHEETS.map((name) => readFile(app.makePath('resources/assets', name), 'utf8'))
    )
    response.header('content-type', 'text/css; charset=utf-8')
    response.header('cache-control', 'public, max-age=300')
    response.send((await this.#styles).join('\n'))
  }
}
