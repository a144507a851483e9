import { createHash, timingSafeEqual } from 'node:crypto'
import type { Secret } from '@adonisjs/core/helpers'
import { refused, type Weakness } from '#app/preflight/weakness'

/** Raw settings, as `config/observability.ts` reads them. */
export interface ObservabilityConfig {
  production: boolean
  metricsToken?: Secret<string>
  /** The address on which probes are answered. */
  host: string
}

const TOKEN_LENGTH = 32

/**
 * Decides who may see the inside of the service: figures that tell how much every customer moves,
 * and which part is down. With METRICS_TOKEN, callers who send it as a bearer token may; without
 * it, all callers in development and none in production.
 */
export class Inside {
  #digest: Buffer | null

  constructor(private config: Pick<ObservabilityConfig, 'production' | 'metricsToken'>) {
    const token = config.metricsToken?.release()
    this.#digest = token === undefined ? null : digestOf(token)
  }

  isOpenTo(authorization: string | undefined): boolean {
    if (this.#digest === null) return !this.config.production
    const [, token] = /^bearer +(\S+)$/i.exec(authorization ?? '') ?? []
    return token !== undefined && timingSafeEqual(digestOf(token), this.#digest)
  }
}

/** Weaknesses of METRICS_TOKEN: whether it can be guessed. */
export function insideWeaknesses({
  metricsToken,
}: Pick<ObservabilityConfig, 'metricsToken'>): Weakness[] {
  const length = metricsToken?.release().length ?? TOKEN_LENGTH
  if (length >= TOKEN_LENGTH) return []
  return [
    refused(
      'METRICS_TOKEN',
      `It has ${length} characters, and ${TOKEN_LENGTH} are needed.`,
      'Make one with "openssl rand -hex 32".'
    ),
  ]
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
