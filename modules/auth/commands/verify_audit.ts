import { BaseCommand } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { CheckAudit } from '../services/check_audit.ts'

/** Proves the audit logs of all organizations; exits with 1 when one was tampered with. */
export default class VerifyAudit extends BaseCommand {
  static override commandName = 'auth:verify-audit'
  static override description = 'Check the audit log of every organization against its hash chain'
  static override options: CommandOptions = { startApp: true }

  override async run() {
    const check = await this.app.container.make(CheckAudit)
    const { chains, entries, findings } = await check.run()
    for (const { orgId, problem } of findings) this.logger.error(`${orgId}: its log ${problem}`)
    if (findings.length > 0) this.exitCode = 1
    else
      this.logger.success(`${entries} audit entries in ${chains} chains are as they were written`)
  }
}
