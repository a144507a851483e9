import { randomBytes } from 'node:crypto'
import { Encryption } from '@adonisjs/core/encryption'
import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { secretOf } from '../core/signature.ts'
import { WEBHOOK_LIMITS } from '../limits.ts'
import type { StoredWebhook } from '../storage/webhook_store.ts'

/** Keeps another encrypted text of this service from passing as a secret. */
const PURPOSE = 'webhook-secret'

type Sealed = Pick<StoredWebhook, 'secretSealed' | 'oldSecretSealed' | 'oldSecretUntil'>

/** The secrets that sign deliveries. The database holds no readable one. */
@singleton()
export class WebhookSecrets {
  constructor(
    private box: Encryption,
    private clock: Clock
  ) {}

  /** A new secret, to be shown once, and its form at rest. */
  draw(): { secret: string; sealed: string } {
    const secret = secretOf(randomBytes(WEBHOOK_LIMITS.secretBytes))
    return { secret, sealed: this.box.encrypt(secret, { purpose: PURPOSE }) }
  }

  /** What sign now, the newest first; empty when they were sealed with another APP_KEY. */
  current({ secretSealed, oldSecretSealed, oldSecretUntil }: Sealed): string[] {
    const isOldValid = oldSecretUntil !== null && oldSecretUntil > this.clock.nowMicros()
    const sealed = isOldValid && oldSecretSealed !== null ? [oldSecretSealed] : []
    return [secretSealed, ...sealed].flatMap(
      (each) => this.box.decrypt<string>(each, PURPOSE) ?? []
    )
  }
}
