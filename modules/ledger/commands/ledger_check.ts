import { BaseCommand, flags } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { isUuid } from '#app/ids/ids'
import { CheckBooks } from '../services/check_books.ts'

const BAR_WIDTH = 40

/** Proves the invariants of the books; exits with 1 when one is broken. */
export default class LedgerCheck extends BaseCommand {
  static override commandName = 'ledger:check'
  static override description = 'Check every invariant of the journal'
  static override options: CommandOptions = { startApp: true }

  @flags.string({ description: 'Only the realm with this id' })
  declare realm?: string

  override async run() {
    if (this.realm !== undefined && !isUuid(this.realm)) {
      this.logger.error('--realm takes the id of a realm, which is a UUID')
      this.exitCode = 1
      return
    }
    const books = await this.app.container.make(CheckBooks)
    const findings = await books.run({
      realmId: this.realm,
      onProgress: (done, what) => this.#show(done, what),
    })
    this.logger.logUpdatePersist()
    for (const { name, promise, violations } of findings) {
      this.logger.error(`${name}: broken. ${promise}`)
      for (const violation of violations) this.logger.log(`  ${JSON.stringify(violation)}`)
    }
    if (findings.length > 0) this.exitCode = 1
    else this.logger.success('all invariants hold')
  }

  #show(done: number, what: string) {
    const bar = '#'.repeat(Math.round(done * BAR_WIDTH)).padEnd(BAR_WIDTH, '.')
    const percent = String(Math.floor(done * 100)).padStart(3)
    this.logger.logUpdate(`checking the books [${bar}] ${percent}% ${what}`)
  }
}
