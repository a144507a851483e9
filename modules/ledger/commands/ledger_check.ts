import { BaseCommand } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { CheckBooks } from '#modules/ledger/services/check_books'

/** Proves the invariants of the books; exits with 1 when one is broken. */
export default class LedgerCheck extends BaseCommand {
  static override commandName = 'ledger:check'
  static override description = 'Check every invariant of the journal'
  static override options: CommandOptions = { startApp: true }

  override async run() {
    const books = await this.app.container.make(CheckBooks)
    const findings = await books.run((done, total) => {
      const bar = '#'.repeat(done).padEnd(total, '.')
      this.logger.logUpdate(`checking the books [${bar}] ${done}/${total}`)
    })
    this.logger.logUpdatePersist()
    for (const { name, promise, violations } of findings) {
      this.logger.error(`${name}: broken. ${promise}`)
      for (const violation of violations) this.logger.log(`  ${JSON.stringify(violation)}`)
    }
    if (findings.length > 0) this.exitCode = 1
    else this.logger.success('all invariants hold')
  }
}
