import { columnToAtoms, type Atoms } from '#app/money/usd'
import type { SqlReader } from '#app/storage/database'
import { SYSTEM_PATHS } from '../core/system_paths.ts'
import { USD } from '../core/terms.ts'

/** An object that the journal owes something to. */
export interface OwedObject {
  boundaryId: string
  objectId: string
  /** Above zero. What is held counts: until it has left it is the object's own. */
  settled: Atoms
}

const PAGE = 20_000

/**
 * Every object of a realm that is owed something, page by page, without the world outside. All pages
 * see one moment where the session is a snapshot.
 */
export async function* owedObjects(
  session: SqlReader,
  realmId: string
): AsyncGenerator<readonly OwedObject[]> {
  let after = ''
  for (;;) {
    const rows = await session.read<{ boundaryId: string; objectId: string; settled: string }>(
      `SELECT o.boundary_id AS boundaryId, b.object_id AS objectId, b.settled FROM balances b
         JOIN objects o ON o.id = b.object_id
        WHERE b.realm_id = ? AND b.denomination = ? AND b.settled > 0 AND o.path <> ?
          AND b.object_id > ? ORDER BY b.object_id LIMIT ${PAGE}`,
      [realmId, USD, SYSTEM_PATHS.external, after]
    )
    yield rows.map(({ settled, ...object }) => ({ ...object, settled: columnToAtoms(settled) }))
    if (rows.length < PAGE) return
    after = rows.at(-1)!.objectId
  }
}
