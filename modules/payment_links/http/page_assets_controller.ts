import { readFile } from 'node:fs/promises'
import app from '@adonisjs/core/services/app'
import type { HttpContext } from '@adonisjs/core/http'
import { input } from '#app/http/input'
import { accentShades } from '../core/accent.ts'
import { accentParams } from './validators.ts'

/** The background colours of `resources/assets/tokens.css` on which accents are read. */
export const SHEETS = { light: '#ffffff', dark: '#1e2226' } as const

const DAY = 'public, max-age=86400'
const MINUTES = 'public, max-age=300'

/** Serves what payment pages load. */
export default class PageAssetsController {
  #files = new Map<string, Promise<string>>()

  async styles(ctx: HttpContext) {
    await this.#send(ctx, 'pay.css', 'text/css')
  }

  async script(ctx: HttpContext) {
    await this.#send(ctx, 'pay.js', 'text/javascript')
  }

  /** A builder's colour as a style sheet, because pages have no inline styles. */
  async accent(ctx: HttpContext) {
    const colour = `#${input(ctx, accentParams).colour.slice(0, 6)}`
    ctx.response.header('content-type', 'text/css; charset=utf-8')
    ctx.response.header('cache-control', DAY)
    ctx.response.send(
      `${rule(colour, SHEETS.light)}\n` +
        `@media (prefers-color-scheme: dark) {\n${rule(colour, SHEETS.dark)}\n}\n`
    )
  }

  async #send({ response }: HttpContext, file: string, type: string) {
    const known = this.#files.get(file)
    const text = known ?? readFile(app.makePath('resources/assets', file), 'utf8')
    if (!known) this.#files.set(file, text)
    response.header('content-type', `${type}; charset=utf-8`)
    response.header('cache-control', MINUTES)
    response.send(await text)
  }
}

function rule(colour: string, sheet: string): string {
  const { accent, fill, onFill } = accentShades(colour, sheet)
  return `:root { --accent: ${accent}; --fill: ${fill}; --on-fill: ${onFill}; }`
}
