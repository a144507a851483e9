import { BaseCommand } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { CheckSigningKeys } from '../services/check_signing_keys.ts'

/** Proves the histories of all signing keys; exits with 1 when one is broken. */
export default class VerifySigningKeys extends BaseCommand {
  static override commandName = 'auth:verify-signing-keys'
  static override description = 'Check every signing key against its hash-chained history'
  static override options: CommandOptions = { startApp: true }

  override async run() {
    const check = await this.app.container.make(CheckSigningKeys)
    const { checked, findings } = await check.run()
    for (const { keyId, problem } of findings) this.logger.error(`${keyId}: ${problem}`)
    if (findings.length > 0) this.exitCode = 1
    else this.logger.success(`${checked} signing keys agree with their histories`)
  }
}
