import { ModuleHost } from '#app/extension/module_host'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlReader } from '#app/storage/database'
import type { BookCheckSource } from '../extension/book_check_source.ts'
import { BOOK_CHECKS, violationsOf } from '../storage/book_checks.ts'
import { CHAIN_PROMISE, brokenGroups } from '../storage/chain_check.ts'
import { CheckScope } from '../storage/check_scope.ts'

export interface BookFinding {
  name: string
  promise: string
  /** The first rows that break the promise. */
  violations: Record<string, unknown>[]
}

export interface CheckOptions {
  /** Checks this realm only; left out, all realms. */
  realmId?: string
  /**
   * Called with the share of the work that is done, from 0 to 1, and the name of the check that
   * comes next.
   */
  onProgress?: (done: number, what: string) => void
}

/** Share of the progress that hashing the journal again counts for. */
const CHAIN_SHARE = 0.4
const REALMS_PER_PAGE = 500

/**
 * Proves the invariants of all books. It reads everything, so it is for operators and tests, not
 * for requests.
 */
@singleton()
export class CheckBooks {
  /**
   * @param modules contribute their book checks; left out, only the ledger's own checks are made
   */
  constructor(
    private database: Database,
    private modules?: ModuleHost
  ) {}

  async run({ realmId, onProgress = () => {} }: CheckOptions = {}): Promise<BookFinding[]> {
    const findings: BookFinding[] = []
    const note = (
      promised: { name: string; promise: string },
      violations: BookFinding['violations']
    ) => {
      const { name, promise } = promised
      if (violations.length > 0) findings.push({ name, promise, violations })
    }
    for (const [index, check] of BOOK_CHECKS.entries()) {
      onProgress((index / BOOK_CHECKS.length) * (1 - CHAIN_SHARE), check.name)
      note(check, await violationsOf(this.database, check, new CheckScope(realmId)))
    }
    note(CHAIN_PROMISE, await this.#hashAgain(realmId, onProgress))
    for (const source of this.modules?.contributions('bookChecks') ?? []) {
      onProgress(1, source.name)
      for (const found of await this.#ofModule(source, realmId)) note(found, found.violations)
    }
    onProgress(1, 'done')
    return findings
  }

  /** Checks one realm after the other, each in one snapshot of the database. */
  async #ofModule(source: BookCheckSource, realmId: string | undefined): Promise<BookFinding[]> {
    const findings = new Map<string, BookFinding>()
    let page: string[] = realmId === undefined ? [] : [realmId]
    for (let after = ''; ; after = page.at(-1)!) {
      if (realmId === undefined) page = await source.realms(this.database, after, REALMS_PER_PAGE)
      for (const id of page) {
        for (const verdict of await this.#atOneMoment((session) =>
          source.check(session, id, Number.MAX_SAFE_INTEGER)
        )) {
          const known = findings.get(verdict.name)
          if (known) known.violations.push(...verdict.violations)
          else findings.set(verdict.name, verdict)
        }
      }
      if (realmId !== undefined || page.length < REALMS_PER_PAGE) return [...findings.values()]
    }
  }

  #atOneMoment<Result>(work: (session: SqlReader) => Promise<Result>): Promise<Result> {
    return this.database instanceof Database ? this.database.snapshot(work) : work(this.database)
  }

  async #hashAgain(
    realmId: string | undefined,
    onProgress: NonNullable<CheckOptions['onProgress']>
  ): Promise<BookFinding['violations']> {
    const heads = await this.database.read<{ realm_id: string; seq: string | number }>(
      `SELECT realm_id, seq FROM realm_heads
        ${realmId === undefined ? '' : 'WHERE realm_id = ?'} ORDER BY realm_id`,
      realmId === undefined ? [] : [realmId]
    )
    const all = Math.max(
      heads.reduce((sum, { seq }) => sum + Number(seq), 0),
      1
    )
    let hashed = 0
    const broken: BookFinding['violations'] = []
    for (const head of heads) {
      const found = await brokenGroups(this.database, head.realm_id, 0, (entries) => {
        hashed += entries
        onProgress(1 - CHAIN_SHARE + CHAIN_SHARE * Math.min(hashed / all, 1), CHAIN_PROMISE.name)
      })
      broken.push(...found)
    }
    return broken
  }
}
