import type { ApplicationService } from '@adonisjs/core/types'
import { AccessControl } from '#app/extension/access_control'
import { bind } from '#app/extension/bind'
import { ModuleHost } from '#app/extension/module_host'
import { Clock } from '#app/clock/clock'
import { Database } from '#app/storage/database'
import { CheckBooks } from './check_books.ts'
import { ExtensionRegistry } from './extension_registry.ts'
import { ExportOperations } from './export_operations.ts'
import { ListCursors } from '#app/http/list_cursors'
import { ListDeltas } from './list_deltas.ts'
import { ListEvents } from './list_events.ts'
import { ListOperations } from './list_operations.ts'
import { ReadEvent } from './read_event.ts'
import { ReadSnapshot } from './read_snapshot.ts'
import { ReadSummary } from './read_summary.ts'
import { RealmDirectory } from './realm_directory.ts'
import { ReconcileRealm } from './reconcile_realm.ts'
import { VerifyRealm } from './verify_realm.ts'
import { JournalCuts } from '../storage/journal_cuts.ts'
import { ObjectReader } from '../storage/object_reader.ts'
import { OperationReader } from '../storage/operation_reader.ts'

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
