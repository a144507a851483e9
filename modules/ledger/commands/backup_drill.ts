import { BaseCommand, flags } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { DateTime } from 'luxon'
import { ProgramsMissing } from '#app/backup/programs'
import { Scratch, StepFailed } from '#app/backup/scratch'
import { ModuleHost } from '#app/extension/module_host'
import { Database } from '#app/storage/database'
import { BackupDrill as Drill, type DrillReport } from '../services/backup_drill.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const MOMENT = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2}Z?$/
const WHAT: Record<string, string> = {
  backup: 'taking a backup',
  copy: 'copying the backup',
  prepare: 'making it consistent',
  start: 'starting a database on it',
  replay: 'replaying the binary log',
  check: 'proving the books',
  compare: 'comparing with the live books',
}

/** The form, and a day that there is: `Date` would take the 31st of February for the 3rd of March. */
function isMoment(text: string): boolean {
  return MOMENT.test(text) && DateTime.fromSQL(text.replace('T', ' ').replace('Z', '')).isValid
}

/** Proves that a backup can be restored, on a copy that is thrown away. */
export default class BackupDrill extends BaseCommand {
  static override commandName = 'backup:drill'
  static override description =
    'Restore a backup beside the live database, prove its books, and tell what was lost and how long it took'
  static override options: CommandOptions = { startApp: true }

  @flags.string({
    description: 'Replay the binary log up to this moment: "2026-11-23 19:30:00", UTC',
  })
  declare until?: string

  @flags.string({ description: 'A backup directory to prove; without it a new one is taken' })
  declare from?: string

  @flags.string({
    description: 'Where copies of the binary log are; the log of the database without it',
  })
  declare binlogs?: string

  @flags.string({ description: 'Option file of MariaDB with the user that takes backups' })
  declare defaultsFile?: string

  @flags.string({
    description: 'Where there is room for a copy; the temporary directory without it',
  })
  declare scratch?: string

  @flags.boolean({ description: 'Tell the report as JSON' })
  declare json?: boolean

  override async run() {
    this.exitCode = 1
    if (this.until !== undefined && !isMoment(this.until)) {
      this.logger.error('--until takes a moment in UTC, such as "2026-11-23 19:30:00"')
      return
    }
    const { container } = this.app
    const database = await container.make(Database)
    const lucid = await container.make('lucid.db')
    const modules = await container.make(ModuleHost)
    const scratch = new Scratch(this.scratch)
    // Whoever is stopped leaves no copy of the books behind: the exit discards it.
    const stop = () => process.exit(1)
    for (const signal of SIGNALS) process.once(signal, stop)
    try {
      const drill = new Drill(database, lucid, modules, scratch, (step) => this.#show(step))
      const report = await drill.run({
        from: this.from,
        binlogs: this.binlogs,
        until: this.until?.replace('T', ' ').replace('Z', ''),
        defaultsFile: this.defaultsFile,
      })
      if (this.json) this.logger.log(JSON.stringify(report, null, 2))
      else this.#tell(report)
      if (report.ok) this.exitCode = 0
    } catch (error) {
      if (!(error instanceof ProgramsMissing || error instanceof StepFailed)) throw error
      if (this.json) this.logger.log(JSON.stringify({ ok: false, error: error.message }, null, 2))
      else this.logger.error(error.message)
    } finally {
      for (const signal of SIGNALS) process.removeListener(signal, stop)
      scratch.discard()
    }
  }

  #show(step: string) {
    if (!this.json) this.logger.info(WHAT[step] ?? step)
  }

  #tell({ ok, steps, rtoSeconds, rpo, replayedFiles, findings, strange }: DrillReport) {
    for (const { name, promise, violations } of findings) {
      this.logger.error(`${name}: broken. ${promise}`)
      for (const violation of violations) this.logger.log(`  ${JSON.stringify(violation)}`)
    }
    for (const { realmId, what } of strange) this.logger.error(`realm ${realmId}: ${what}`)
    for (const { step, seconds } of steps) this.logger.log(`  ${step.padEnd(8)} ${seconds} s`)
    if (replayedFiles === null) {
      this.logger.warning(
        'No binary log: what is committed after a backup is lost with the machine'
      )
    }
    this.logger.log(`RTO ${rtoSeconds} s from the backup to proven books`)
    this.logger.log(
      `RPO ${rpo.seconds} s: ${rpo.entries} entries of ${rpo.realms} realms are not in the copy`
    )
    if (ok) this.logger.success('the restored books hold')
    else this.logger.error('the restored books do not hold')
  }
}
