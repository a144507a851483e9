import { Clock } from '#app/clock/clock'
import { toRfc3339 } from '#app/clock/timestamp'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { ListCursors } from '#app/http/list_cursors'
import { cursorPart } from '#app/storage/cursor'
import { RealmDirectory } from './realm_directory.ts'
import { countDrift, reconciledBalances } from '../storage/reconciliation.ts'

export interface ReconciliationQuery {
  realmId: string
  limit: number
  cursor?: string
}

/** Compares every cached balance of a realm with its legs, the service's own objects included. */
@singleton()
export class ReconcileRealm {
  constructor(
    private realms: RealmDirectory,
    private database: Database,
    private clock: Clock,
    private cursors: ListCursors
  ) {}

  /**
   * A page of balances by object id; `ok` and `total` are those of the whole realm.
   *
   * @throws ServiceError NOT_FOUND, REALM_SCOPE_MISMATCH
   */
  async run(principal: Principal, { realmId, limit, cursor }: ReconciliationQuery) {
    await this.realms.resolve(principal, realmId)
    const list = { of: 'balances', realmId }
    const [objectId, denomination] = (
      cursor === undefined
        ? []
        : this.cursors.read(principal, list, cursor, [cursorPart.id, cursorPart.id])
    ) as string[]
    const after = objectId === undefined ? null : { objectId, denomination: denomination! }
    const { rows, total, drifting } = await this.database.snapshot(async (session) => ({
      rows: await reconciledBalances(session, realmId, after, limit + 1),
      ...(await countDrift(session, realmId)),
    }))
    const page = rows.slice(0, limit)
    const last = rows.length > limit ? page.at(-1) : undefined
    return {
      ok: drifting === 0,
      checkedAt: toRfc3339(this.clock.nowMicros()),
      objects: page,
      total,
      nextCursor: last
        ? this.cursors.make(principal, list, [last.objectId, last.denomination])
        : null,
    }
  }
}
