import { ModuleHost } from '#app/extension/module_host'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { Database, type SqlReader } from '#app/storage/database'
import { LEDGER_LIMITS } from '../limits.ts'
import { RealmDirectory } from './realm_directory.ts'
import { BOOK_CHECKS, violationsOf } from '../storage/book_checks.ts'
import { CHAIN_PROMISE, brokenGroups } from '../storage/chain_check.ts'
import { CheckScope } from '../storage/check_scope.ts'
import { headSeq } from '../storage/journal_scope.ts'

export interface RealmCheck {
  name: string
  ok: boolean
  detail: string
}

interface Run {
  checks: Promise<RealmCheck[]>
  /** The run that begins when this one has ended. Everybody who asks meanwhile shares it. */
  next?: Promise<RealmCheck[]>
}

/**
 * Proves the invariants of one realm at one moment. A proof takes seconds and a connection: without
 * a limit, a few dozen requests would take all connections, and nobody could post.
 */
@singleton()
export class VerifyRealm {
  #runs = new Map<string, Run>()

  constructor(
    private realms: RealmDirectory,
    private database: Database,
    private modules: ModuleHost
  ) {}

  /**
   * In a journal longer than `LEDGER_LIMITS.verifiedEntries` only the newest entries are read, so that a
   * request stays bounded; the first check says so.
   *
   * @throws ServiceError NOT_FOUND, REALM_SCOPE_MISMATCH, OVERLOADED while other realms are proved
   */
  async run(principal: Principal, realmId: string): Promise<{ ok: boolean; checks: RealmCheck[] }> {
    await this.realms.resolve(principal, realmId)
    const checks = await this.#shared(realmId)
    return { ok: checks.every(({ ok }) => ok), checks }
  }

  /** Every caller gets a proof that began after the question, and shares it with all who wait. */
  #shared(realmId: string): Promise<RealmCheck[]> {
    const run = this.#runs.get(realmId)
    if (run) {
      const again = () => this.#start(realmId)
      run.next ??= run.checks.then(again, again)
      return run.next
    }
    if (this.#runs.size >= LEDGER_LIMITS.verificationsAtOnce) throw new ServiceError('OVERLOADED')
    return this.#start(realmId)
  }

  #start(realmId: string): Promise<RealmCheck[]> {
    const run: Run = {
      checks: this.database.snapshot((session) => this.#checks(session, realmId)),
    }
    this.#runs.set(realmId, run)
    // A next run replaces this one in `#runs` by itself when it starts.
    const end = () => void (run.next ?? this.#runs.delete(realmId))
    run.checks.then(end, end)
    return run.checks
  }

  async #checks(session: SqlReader, realmId: string): Promise<RealmCheck[]> {
    const newest = await headSeq(session, realmId)
    const since = await groupBefore(session, realmId, newest - LEDGER_LIMITS.verifiedEntries)
    const checks: RealmCheck[] = [
      {
        name: 'entries-read',
        ok: true,
        detail:
          since === null
            ? `Entries 1 to ${newest}: all of them.`
            : `Entries ${since.seq + 1} to ${newest}; node ace ledger:check --realm proves all.`,
      },
    ]
    const possible = BOOK_CHECKS.filter(({ whole }) => since === null || !whole)
    for (const check of possible) {
      const violations = await violationsOf(session, check, new CheckScope(realmId, since))
      checks.push(verdict(check, violations))
    }
    checks.push(verdict(CHAIN_PROMISE, await brokenGroups(session, realmId, since?.seq)))
    for (const source of this.modules.contributions('bookChecks')) {
      const found = await source.check(session, realmId, LEDGER_LIMITS.verifiedEntries)
      checks.push(...found.map((each) => verdict(each, each.violations)))
    }
    return checks
  }
}

/** The newest group that ends at or before an entry; null when there is none. */
async function groupBefore(session: SqlReader, realmId: string, seq: number) {
  if (seq <= 0) return null
  const [row] = await session.read<{ seq_to: string | number; committed_at: string }>(
    `SELECT seq_to, committed_at FROM journal_groups WHERE realm_id = ? AND seq_to <= ?
      ORDER BY seq_to DESC LIMIT 1`,
    [realmId, seq]
  )
  return row ? { seq: Number(row.seq_to), time: row.committed_at } : null
}

function verdict(
  { name, promise }: { name: string; promise: string },
  violations: readonly Record<string, unknown>[]
): RealmCheck {
  const ok = violations.length === 0
  return {
    name,
    ok,
    detail: ok
      ? promise
      : `Broken: ${promise} ${violations.map((row) => JSON.stringify(row)).join(' ')}`,
  }
}
