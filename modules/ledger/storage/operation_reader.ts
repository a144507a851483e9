import { singleton } from '#app/extension/singleton'
import { BatchedReads } from '#app/storage/batched_reads'
import { Database, type SqlReader } from '#app/storage/database'
import type { SeenOperation } from '../core/request_kind.ts'
import type { Operation } from '../core/terms.ts'
import { sidesOf } from './operation_filter.ts'
import { operationSource, readOperations } from './operation_pages.ts'
import { OPERATION_COLUMNS, toOperation, type OperationRow } from './rows.ts'

const END_OF_TIME = '9999-12-31 23:59:59.999999'

/** Reads operations. */
@singleton()
export class OperationReader {
  /** Captures and reversals look up what they are about, one each, and many at a time. */
  #byId = new BatchedReads((ids) => this.#named(this.database, ids))

  constructor(private database: Database) {}

  /** @param session left out, it is read together with what others ask for at the same time */
  async byId(id: string, session?: SqlReader): Promise<Operation | null> {
    const found = session ? (await this.#named(session, [id])).get(id) : await this.#byId.read(id)
    return found ?? null
  }

  /** For a request to the poster, which may spare itself the same reading. */
  async seen(id: string): Promise<SeenOperation | null> {
    const after = performance.now()
    const operation = await this.byId(id)
    return operation && { operation, after }
  }

  async #named(session: SqlReader, ids: readonly string[]): Promise<Map<string, Operation>> {
    const rows = await session.read<OperationRow>(
      `SELECT ${OPERATION_COLUMNS} FROM operations WHERE id IN (?)`,
      [ids]
    )
    return new Map(rows.map((row) => [row.id, toOperation(row)]))
  }

  /** In the order asked; operations that are not pending are left out. */
  async pendingAmong(ids: readonly string[]): Promise<Operation[]> {
    if (ids.length === 0) return []
    const rows = await this.database.read<OperationRow>(
      `SELECT ${OPERATION_COLUMNS} FROM operations WHERE id IN (?) AND state = 'pending'`,
      [ids]
    )
    const found = new Map(rows.map((row) => [row.id, toOperation(row)]))
    return ids.flatMap((id) => found.get(id) ?? [])
  }

  async byPath(realmId: string, path: string): Promise<Operation | null> {
    const [row] = await this.database.read<OperationRow>(
      `SELECT ${OPERATION_COLUMNS} FROM operations WHERE realm_id = ? AND path = ?`,
      [realmId, path]
    )
    return row ? toOperation(row) : null
  }

  /** Whether an operation path was used, so that its stored result is the answer. */
  async isUsed(realmId: string, path: string): Promise<boolean> {
    const [row] = await this.database.read(
      'SELECT 1 FROM operations WHERE realm_id = ? AND path = ?',
      [realmId, path]
    )
    return row !== undefined
  }

  /** The newest operations that an object took part in. */
  async newestOfObject(session: SqlReader, objectId: string, limit: number): Promise<Operation[]> {
    const source = operationSource(
      session,
      { ranges: sidesOf(objectId) },
      { order: 'newest', until: END_OF_TIME }
    )
    return readOperations(session, await source.read(null, limit))
  }
}
