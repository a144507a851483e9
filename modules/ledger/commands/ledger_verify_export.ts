import { readFile } from 'node:fs/promises'
import { BaseCommand, args } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { verifyExport } from '../verifier/verify_export.ts'

const FINDINGS_SHOWN = 100

/** Verifies a file with the pages of an export, without a database; exits with 1 on a finding. */
export default class LedgerVerifyExport extends BaseCommand {
  static override commandName = 'ledger:verify-export'
  static override description = 'Verify a saved export of operations, offline'
  static override options: CommandOptions = { startApp: false }

  @args.string({ description: 'One page, a list of pages, or a page on each line, as JSON' })
  declare file: string

  override async run() {
    const text = await readFile(this.file, 'utf8').catch((error: Error) => {
      this.logger.error(`cannot read ${this.file}: ${error.message}`)
      return null
    })
    if (text === null) {
      this.exitCode = 1
      return
    }
    const { findings, notes, facts } = verifyExport(text)
    for (const { where, what } of findings.slice(0, FINDINGS_SHOWN)) {
      this.logger.error(`${where}: ${what}`)
    }
    if (findings.length > FINDINGS_SHOWN) {
      this.logger.error(`and ${findings.length - FINDINGS_SHOWN} more`)
    }
    for (const note of notes) this.logger.warning(note)
    this.logger.info(
      `${facts.pages} pages, ${facts.operations} operations, ${facts.entries} entries, ` +
        `${facts.legs} legs, ${facts.groups} groups; coverage ${facts.coverage}`
    )
    if (facts.head) this.logger.info(`head: entry ${facts.head.seq}, hash ${facts.head.hash}`)
    if (findings.length > 0) this.exitCode = 1
    else this.logger.success('the export is whole and consistent')
  }
}
