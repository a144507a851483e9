import { BaseCommand } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { AccessTokenKeys } from '../services/key_ring.ts'

/**
 * Makes a new signing key for access tokens. Tokens that the old key signed stay valid until they
 * expire.
 */
export default class RotateKeys extends BaseCommand {
  static override commandName = 'auth:rotate-keys'
  static override description = 'Sign access tokens with a new key from now on'
  static override options: CommandOptions = { startApp: true }

  override async run() {
    const keys = await this.app.container.make(AccessTokenKeys)
    const kid = await keys.rotate()
    this.logger.success(`new signing key ${kid}; running processes use it within half a minute`)
  }
}
