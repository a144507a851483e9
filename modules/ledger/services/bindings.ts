import type { ApplicationService } from '@adonisjs/core/types'
import { AccessControl } from '#app/extension/access_control'
import { Clock } from '#app/clock/clock'
import { bind } from '#app/extension/bind'
import { ModuleHost } from '#app/extension/module_host'
import { RealmLookup } from '#app/extension/realm_lookup'
import { Database } from '#app/storage/database'
import { AuditLog } from '#modules/auth/index'
import { ArrivedDeposits } from '#modules/ledger/services/arrived_deposits'
import { bindBoundaries } from '#modules/ledger/services/boundary_bindings'
import { BoundaryStatuses } from '#modules/ledger/services/boundary_statuses'
import { CheckDeposit } from '#modules/ledger/services/check_deposit'
import { CreateObject } from '#modules/ledger/services/create_object'
import { CreateRealm } from '#modules/ledger/services/create_realm'
import { bindDeletion } from '#modules/ledger/services/deletion_bindings'
import { DispatchEvents } from '#modules/ledger/services/dispatch_events'
import { DrawNonce } from '#modules/ledger/services/draw_nonce'
import { ExtensionRegistry } from '#modules/ledger/services/extension_registry'
import { FinishObject } from '#modules/ledger/services/finish_object'
import { FundAccount } from '#modules/ledger/services/fund_account'
import { bindHistory } from '#modules/ledger/services/history_bindings'
import { bindMovements } from '#modules/ledger/services/movement_bindings'
import { ObjectDirectory } from '#modules/ledger/services/object_directory'
import { PathBoundary } from '#modules/ledger/services/path_boundary'
import { PendingDeposits } from '#modules/ledger/services/pending_deposits'
import { bindRealtime } from '#modules/ledger/realtime/realtime_bindings'
import { Poster } from '#modules/ledger/services/poster/poster'
import { ReadObject } from '#modules/ledger/services/read_object'
import { ReadOperation } from '#modules/ledger/services/read_operation'
import { ReadDepositInstructions } from '#modules/ledger/services/read_deposit_instructions'
import { RealmDirectory } from '#modules/ledger/services/realm_directory'
import { RealmOwner } from '#modules/ledger/services/realm_owner'
import { ReserveNonce } from '#modules/ledger/services/reserve_nonce'
import { bindShelves } from '#modules/ledger/services/shelf_bindings'
import { JournalCuts } from '#modules/ledger/storage/journal_cuts'
import { ObjectReader } from '#modules/ledger/storage/object_reader'
import { OperationReader } from '#modules/ledger/storage/operation_reader'
import { RealmReader } from '#modules/ledger/storage/realm_reader'

type Container = ApplicationService['container']

/** Every reader and use case of the ledger, each once per process. */
export function bindServices(container: Container) {
  bindReaders(container)
  bindObjects(container)
  bindDeposits(container)
  bindMovements(container)
  bindDeletion(container)
  bindBoundaries(container)
  bindShelves(container)
  bindHistory(container)
  bindRealtime(container)
}

function bindReaders(container: Container) {
  bind(container, RealmReader, Database)
  bind(container, ObjectReader, Database)
  bind(container, JournalCuts, Database)
  bind(container, OperationReader, Database)
  bind(container, RealmDirectory, Database)
  bind(container, ObjectDirectory, Database)
  container.singleton(
    RealmLookup,
    async (resolver) =>
      new RealmOwner(await resolver.make(RealmDirectory), await resolver.make(RealmReader))
  )
  bind(container, ReserveNonce, Database, OperationReader)
  bind(container, DrawNonce, RealmDirectory, ReserveNonce, AccessControl)
  bind(container, ExtensionRegistry, ModuleHost)
  bind(container, DispatchEvents, Database, ModuleHost)
  bind(container, CreateRealm, Database, Poster, AuditLog)
}

/** What announces deposits, and what credits them. */
function bindDeposits(container: Container) {
  bind(
    container,
    FundAccount,
    RealmDirectory,
    ObjectDirectory,
    CheckDeposit,
    ReserveNonce,
    Poster,
    ReadDepositInstructions
  )
  bind(container, CheckDeposit, OperationReader, ExtensionRegistry)
  bind(container, ReadDepositInstructions, ObjectReader, ExtensionRegistry)
  bind(
    container,
    ArrivedDeposits,
    Poster,
    ExtensionRegistry,
    RealmDirectory,
    OperationReader,
    ObjectReader
  )
  bind(
    container,
    PendingDeposits,
    RealmDirectory,
    ObjectDirectory,
    CheckDeposit,
    ReserveNonce,
    Poster,
    ReadDepositInstructions
  )
}

function bindObjects(container: Container) {
  bind(
    container,
    CreateObject,
    RealmDirectory,
    ExtensionRegistry,
    ReserveNonce,
    Poster,
    ObjectReader,
    OperationReader,
    AccessControl,
    BoundaryStatuses,
    PathBoundary
  )
  bind(
    container,
    FinishObject,
    RealmDirectory,
    ObjectReader,
    OperationReader,
    ExtensionRegistry,
    Poster
  )
  bind(
    container,
    ReadObject,
    RealmDirectory,
    ObjectReader,
    OperationReader,
    Database,
    AccessControl,
    BoundaryStatuses
  )
  bind(
    container,
    ReadOperation,
    RealmDirectory,
    OperationReader,
    Database,
    ModuleHost,
    AccessControl,
    Clock
  )
}
