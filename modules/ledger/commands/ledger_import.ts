import { BaseCommand, args, flags } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { isUuid } from '#app/ids/ids'
import { formatUsd } from '#app/money/usd'
import { agree, differences, type ImportSums } from '../core/import_plan.ts'
import { CheckBooks } from '../services/check_books.ts'
import { ImportBooks } from '../services/import/import_books.ts'
import { ImportRefused } from '../services/import/import_refused.ts'
import { PlanImport, type ImportPlan } from '../services/import/plan_import.ts'
import { readMapping } from '../services/import/read_mapping.ts'

const DIFFERENCES_SHOWN = 20

/** Books what another ledger has booked, from a CSV file; exits with 1 when it could not, or the sums differ. */
export default class LedgerImport extends BaseCommand {
  static override commandName = 'ledger:import'
  static override description = 'Import opening balances or history from a CSV file, once'
  static override options: CommandOptions = { startApp: true }

  @args.string({ description: 'The CSV file: UTF-8, with a header' })
  declare file: string

  @flags.string({ description: 'Id of the realm' })
  declare realm?: string

  @flags.string({
    description: 'JSON file that says what the columns mean: docs/guides/importing.md',
  })
  declare mapping?: string

  @flags.boolean({
    description: 'Say what would be done and what is in its way, and change nothing',
  })
  declare dryRun?: boolean

  override async run() {
    this.exitCode = 1
    if (this.realm === undefined || !isUuid(this.realm)) {
      return this.logger.error('--realm takes the id of a realm, which is a UUID')
    }
    if (this.mapping === undefined) return this.logger.error('--mapping takes a JSON file')
    try {
      const { container } = this.app
      const mapping = await readMapping(this.mapping)
      const plan = await (await container.make(PlanImport)).run(this.realm, this.file, mapping)
      this.#tell(plan)
      if (this.dryRun) {
        this.logger.success('the file can be imported; nothing was changed')
        this.exitCode = 0
      } else if (await this.#book(plan)) this.exitCode = 0
    } catch (error) {
      if (!(error instanceof ImportRefused)) throw error
      this.#refuse(error)
    }
  }

  #tell({ lines, objects, rest, bookedBefore, funding, clearing }: ImportPlan) {
    const { all, leftOut, empty } = lines
    this.logger.log(
      `lines         ${all}, of which ${leftOut} left out and ${empty} without an amount`
    )
    this.logger.log(`objects       ${objects.all}, of which ${objects.missing.length} to be made`)
    this.logger.log(`transactions  ${rest.length} to be booked, ${bookedBefore} booked before`)
    this.logger.log(`funding       ${formatUsd(funding)} to ${clearing}`)
  }

  /** @returns whether the journal holds what the file says */
  async #book(plan: ImportPlan): Promise<boolean> {
    const books = await this.app.container.make(ImportBooks)
    await books.run(plan, (done, all, what) => this.#show(`${what} ${done} of ${all}`))
    if (process.stdout.isTTY) this.logger.logUpdatePersist()
    const booked = await books.booked(plan)
    this.#compare(plan.sums, booked)
    const differing = differences(plan.sums, booked)
    for (const path of differing.slice(0, DIFFERENCES_SHOWN)) {
      const [said, found] = [plan.sums, booked].map(({ net }) => formatUsd(net.get(path) ?? 0n))
      this.logger.error(`${path}: the file says ${said}, the journal ${found}`)
    }
    const findings = await (
      await this.app.container.make(CheckBooks)
    ).run({ realmId: plan.realm.id })
    for (const { name, promise } of findings) this.logger.error(`${name}: broken. ${promise}`)
    if (!agree(plan.sums, booked) || findings.length > 0) return false
    this.logger.success('the journal holds what the file says, and all invariants hold')
    return true
  }

  /** For who waits; a file has no use for it. */
  #show(progress: string) {
    if (process.stdout.isTTY) this.logger.logUpdate(progress)
  }

  #compare(said: ImportSums, booked: ImportSums) {
    const row = (what: string, of: (sums: ImportSums) => string) =>
      this.logger.log(`${what.padEnd(14)}${of(said).padStart(20)}${of(booked).padStart(20)}`)
    this.logger.log(`${''.padEnd(14)}${'the file'.padStart(20)}${'the journal'.padStart(20)}`)
    row('transactions', ({ transactions }) => String(transactions))
    row('moved', ({ moved }) => formatUsd(moved))
    row('from outside', ({ fromOutside }) => formatUsd(fromOutside))
    row('to outside', ({ toOutside }) => formatUsd(toOutside))
    row('objects', ({ net }) => String(net.size))
  }

  #refuse({ message, problems, count }: ImportRefused) {
    for (const { line, column, message: what } of problems) {
      const place = column === null ? `line ${line}` : `line ${line}, column ${column}`
      this.logger.error(`${place} ${what}`)
    }
    if (count > problems.length) this.logger.error(`and ${count - problems.length} more`)
    this.logger.error(message)
  }
}
