import type { ApplicationService } from '@adonisjs/core/types'
import { AccessControl } from '#app/extension/access_control'
import { bind } from '#app/extension/bind'
import { ModuleHost } from '#app/extension/module_host'
import { Clock } from '#app/clock/clock'
import { Database } from '#app/storage/database'
import { CheckBooks } from '#modules/ledger/services/check_books'
import { ExtensionRegistry } from '#modules/ledger/services/extension_registry'
import { ExportOperations } from '#modules/ledger/services/export_operations'
import { ListCursors } from '#app/http/list_cursors'
import { ListDeltas } from '#modules/ledger/services/list_deltas'
import { ListEvents } from '#modules/ledger/services/list_events'
import { ListOperations } from '#modules/ledger/services/list_operations'
import { ReadEvent } from '#modules/ledger/services/read_event'
import { ReadSnapshot } from '#modules/ledger/services/read_snapshot'
import { ReadSummary } from '#modules/ledger/services/read_summary'
import { RealmDirectory } from '#modules/ledger/services/realm_directory'
import { ReconcileRealm } from '#modules/ledger/services/reconcile_realm'
import { VerifyRealm } from '#modules/ledger/services/verify_realm'
import { JournalCuts } from '#modules/ledger/storage/journal_cuts'
import { ObjectReader } from '#modules/ledger/storage/object_reader'
import { OperationReader } from '#modules/ledger/storage/operation_reader'

/** What reads and proves the history of realms. */
export function bindHistory(container: ApplicationService['container']) {
  container.singleton(
    CheckBooks,
    async (resolver) =>
      new CheckBooks(await resolver.make(Database), await resolver.make(ModuleHost))
  )
  bind(container, ListOperations, RealmDirectory, Database, AccessControl, ListCursors)
  bind(container, ListEvents, RealmDirectory, Database, AccessControl, ListCursors)
  bind(container, ListDeltas, RealmDirectory, Database, AccessControl, ListCursors)
  bind(container, ReadEvent, RealmDirectory, OperationReader, Database, AccessControl)
  bind(
    container,
    ReadSnapshot,
    RealmDirectory,
    ObjectReader,
    JournalCuts,
    AccessControl,
    ExtensionRegistry
  )
  bind(container, ReadSummary, RealmDirectory, ObjectReader, Database)
  bind(container, ReconcileRealm, RealmDirectory, Database, Clock, ListCursors)
  bind(container, VerifyRealm, RealmDirectory, Database, ModuleHost)
  bind(
    container,
    ExportOperations,
    RealmDirectory,
    Database,
    ModuleHost,
    Clock,
    AccessControl,
    ListCursors
  )
}
