import { createHash, timingSafeEqual } from 'node:crypto'
import type { Secret } from '@adonisjs/core/helpers'

/** Raw settings, as `config/observability.ts` reads them. */
export interface ObservabilityConfig {
  production: boolean
  metricsToken?: Secret<string>
}

const TOKEN_LENGTH = 32

/**
 * Who may see the inside of the service: figures that tell how much every customer moves, and which
 * part of it is down. With METRICS_TOKEN whoever shows it as a bearer token. Without it everybody in
 * development, nobody in production.
 */
export class Inside {
  #digest: Buffer | null

  /** @throws Error naming METRICS_TOKEN when it can be guessed */
  constructor(private config: ObservabilityConfig) {
    const token = config.metricsToken?.release()
    if (token !== undefined && token.length < TOKEN_LENGTH) {
      throw new Error(`METRICS_TOKEN must have ${TOKEN_LENGTH} characters or more.`)
    }
    this.#digest = token === undefined ? null : digestOf(token)
  }

  isOpenTo(authorization: string | undefined): boolean {
    if (this.#digest === null) return !this.config.production
    const [, token] = /^bearer +(\S+)$/i.exec(authorization ?? '') ?? []
    return token !== undefined && timingSafeEqual(digestOf(token), this.#digest)
  }
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
