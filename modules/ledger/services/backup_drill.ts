import type { Database as Lucid } from '@adonisjs/lucid/database'
import type { ConnectionConfig } from '@adonisjs/lucid/types/database'
import { access, constants } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import { findPrograms } from '#app/backup/programs'
import { RestoredCopy, logsFrom, type RestoredAccess } from '#app/backup/restored_copy'
import { StepFailed, type Scratch } from '#app/backup/scratch'
import type { ModuleHost } from '#app/extension/module_host'
import { Database } from '#app/storage/database'
import { compareHeads, type HeadComparison } from '../core/compare_heads.ts'
import { readHashesAt, readHeads } from '../storage/head_reader.ts'
import { CheckBooks, type BookFinding } from './check_books.ts'

const CONNECTION = 'backup_drill'

export interface DrillOptions {
  /** A backup that was taken before; left out, one is taken. */
  from?: string
  /** Where copies of the binary log are; left out, the database's own files are read. */
  binlogs?: string
  /** Replays the binary log up to this moment, as the database writes one in UTC. */
  until?: string
  /** An option file of MariaDB that says how to reach the database for a backup. */
  defaultsFile?: string
}

export interface DrillReport {
  /** Whether the restored books hold and are a past of the live ones. */
  ok: boolean
  /** Seconds that each step took, in order. */
  steps: { step: string; seconds: number }[]
  /** Seconds from having the backup to proven books. */
  rtoSeconds: number
  /** What a restore at this moment would have lost. */
  rpo: { entries: string; realms: number; seconds: number }
  /** `null`: the database writes no binary log, so that nothing after the backup comes back. */
  replayedFiles: number | null
  findings: BookFinding[]
  strange: HeadComparison['strange']
}

interface LiveFacts {
  version: string
  socket: string
  datadir: string
  log_bin: string | number
  log_bin_basename: string | null
}

/** Restores a backup beside the live database, and proves and compares the books that come out. */
export class BackupDrill {
  #steps: DrillReport['steps'] = []

  constructor(
    private database: Database,
    private lucid: Lucid,
    private modules: ModuleHost,
    private scratch: Scratch,
    private onStep: (step: string) => void
  ) {}

  /**
   * @throws ProgramsMissing
   * @throws StepFailed when a program of the database fails
   */
  async run(options: DrillOptions): Promise<DrillReport> {
    const [live] = await this.database.read<LiveFacts>(
      `SELECT VERSION() AS version, @@socket AS socket, @@datadir AS datadir, @@log_bin AS log_bin,
              @@log_bin_basename AS log_bin_basename`
    )
    requireMariadb(live!.version)
    const base = options.binlogs ?? (Number(live!.log_bin) === 1 ? live!.log_bin_basename : null)
    // Before minutes of copying, and not after them.
    findPrograms(['mariadb-backup', 'mariadbd'])
    if (base !== null) findPrograms(['mariadb-binlog', 'mariadb'])
    const copy = new RestoredCopy(this.scratch)
    await this.#obtain(copy, options, live!)
    const begun = performance.now()
    await this.#step('prepare', () => copy.prepare())
    const restored = await this.#step('start', () => copy.start())
    const replayedFiles = await this.#replay(copy, restored, base, options.until ?? null)
    const books = this.#connect(restored)
    try {
      if (options.until !== undefined) await requireUntil(books, options.until)
      const findings = await this.#step('check', () => new CheckBooks(books, this.modules).run())
      const rtoSeconds = seconds(begun)
      const { strange, ...missing } = await this.#step('compare', () => this.#compare(books))
      return {
        ok: findings.length === 0 && strange.length === 0,
        steps: this.#steps,
        rtoSeconds,
        rpo: {
          entries: String(missing.entriesMissing),
          realms: missing.realmsBehind,
          seconds: missing.secondsMissing,
        },
        replayedFiles,
        findings,
        strange,
      }
    } finally {
      await this.lucid.manager.release(CONNECTION)
    }
  }

  async #obtain(copy: RestoredCopy, { from, defaultsFile }: DrillOptions, live: LiveFacts) {
    if (from !== undefined) {
      await access(from, constants.R_OK | constants.X_OK).catch(() => {
        throw new StepFailed(`--from names ${from}, which is no directory that can be read here.`)
      })
      return this.#step('copy', async () => copy.use(from))
    }
    const readable = access(live.datadir, constants.R_OK | constants.X_OK)
    await readable.catch(() => {
      throw new StepFailed(
        `The files of the database (${live.datadir}) cannot be read here. Run the drill on the ` +
          "database's machine as its user, or give a backup that was taken there with --from."
      )
    })
    await this.#step('backup', () => copy.take({ defaultsFile, socket: live.socket }))
  }

  async #replay(
    copy: RestoredCopy,
    restored: RestoredAccess,
    base: string | null,
    until: string | null
  ): Promise<number | null> {
    if (base === null) {
      if (until === null) return null
      throw new StepFailed('--until needs a binary log, which this database does not write.')
    }
    const { place } = copy
    if (place === null) throw new StepFailed('The backup does not tell its place in a binary log.')
    const logs = logsFrom(base, place)
    await this.#step('replay', () => copy.replay(restored, logs, place, until))
    return logs.length
  }

  /** The live heads are read last: what was committed during the drill is missing too. */
  async #compare(books: Database): Promise<HeadComparison> {
    const copied = await readHeads(books)
    const live = await readHeads(this.database)
    return compareHeads(live, copied, await readHashesAt(this.database, copied))
  }

  #connect({ socketPath, user, password }: RestoredAccess): Database {
    const { manager } = this.lucid
    const live = manager.get(this.lucid.primaryConnectionName)!.config
    const { host, port, ssl, ...rest } = live.connection as Record<string, unknown>
    const config = { ...live, connection: { ...rest, socketPath, user, password } }
    manager.add(CONNECTION, config as ConnectionConfig)
    return new Database(this.lucid, CONNECTION)
  }

  async #step<Result>(step: string, work: () => Promise<Result>): Promise<Result> {
    this.onStep(step)
    const begun = performance.now()
    const result = await work()
    this.#steps.push({ step, seconds: seconds(begun) })
    return result
  }
}

/**
 * The tools of MariaDB cannot read the files of MySQL, and say so only after minutes, in other words.
 *
 * @param version the answer to `SELECT VERSION()`
 */
export function requireMariadb(version: string) {
  if (/mariadb/i.test(version)) return
  throw new StepFailed(
    `The database is MySQL ${version}, and the drill restores by the tools of MariaDB. Restore a ` +
      "backup by MySQL's own tools on another machine, and run `node ace ledger:check` there."
  )
}

/**
 * A backup that was taken after the moment cannot go back to it, and the replay says nothing of
 * that.
 */
export async function requireUntil(books: Database, until: string): Promise<void> {
  const [head] = await books.read<{ newest: string | null }>(
    'SELECT MAX(committed_at) AS newest FROM realm_heads WHERE committed_at > ?',
    [until]
  )
  if (!head?.newest) return
  throw new StepFailed(
    `The backup has entries of ${head.newest}, after ${until}: give an older one with --from.`
  )
}

function seconds(since: number): number {
  return Math.round(performance.now() - since) / 1000
}
