import app from '@adonisjs/core/services/app'
import { ManualClock } from '#app/clock/clock'
import { AccessControl } from '#app/extension/access_control'
import { ListCursors } from '#app/http/list_cursors'
import { Database } from '#app/storage/database'
import HistoryController from '#modules/ledger/http/controllers/history_controller'
import OperationsController from '#modules/ledger/http/controllers/operations_controller'
import { EvidenceSources } from '#modules/ledger/services/evidence_sources'
import { ExportOperations } from '#modules/ledger/services/export_operations'
import { ReadOperation } from '#modules/ledger/services/read_operation'
import { RealmDirectory } from '#modules/ledger/services/realm_directory'
import { ObjectReader } from '#modules/ledger/storage/object_reader'
import { OperationReader } from '#modules/ledger/storage/operation_reader'
import { rebuilt } from '#tests/support/rebuilt'

/** Longer than any signature made now can be used. */
const LATER_MS = 11 * 60_000

/**
 * Evidence and exports are read as if the signatures of this moment had run out.
 *
 * @returns how to end it
 */
export async function readLater(): Promise<() => void> {
  const { container } = app
  const [realms, operations, objects, database, sources, access, cursors] = await Promise.all([
    container.make(RealmDirectory),
    container.make(OperationReader),
    container.make(ObjectReader),
    container.make(Database),
    container.make(EvidenceSources),
    container.make(AccessControl),
    container.make(ListCursors),
  ])
  const clock = new ManualClock((Date.now() + LATER_MS) * 1000)
  container.swap(
    ReadOperation,
    () => new ReadOperation(realms, operations, objects, database, sources, access, clock)
  )
  container.swap(
    ExportOperations,
    () => new ExportOperations(realms, database, sources, clock, access, cursors)
  )
  const restore = rebuilt(OperationsController, HistoryController)
  return () => {
    restore()
    container.restoreAll([ReadOperation, ExportOperations])
  }
}
