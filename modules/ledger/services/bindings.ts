import type { ApplicationService } from '@adonisjs/core/types'
import { AccessControl } from '#app/extension/access_control'
import { Clock } from '#app/clock/clock'
import { bind } from '#app/extension/bind'
import { ModuleHost } from '#app/extension/module_host'
import { RealmLookup } from '#app/extension/realm_lookup'
import { Database } from '#app/storage/database'
import { AuditLog } from '#modules/auth/index'
import { AdmitMovement } from './admit_movement.ts'
import { ArrivedDeposits } from './arrived_deposits.ts'
import { bindBoundaries } from './boundary_bindings.ts'
import { BoundaryStatuses } from './boundary_statuses.ts'
import { CreateObject } from './create_object.ts'
import { CreateRealm } from './create_realm.ts'
import { bindDeletion } from './deletion_bindings.ts'
import { DispatchEvents } from './dispatch_events.ts'
import { DrawNonce } from './draw_nonce.ts'
import { ExpireMovement } from './expire_movement.ts'
import { ExtensionRegistry } from './extension_registry.ts'
import { FinishObject } from './finish_object.ts'
import { bindHistory } from './history_bindings.ts'
import { bindMovements } from './movement_bindings.ts'
import { ObjectDirectory } from './object_directory.ts'
import { OpenDeposit } from './open_deposit.ts'
import { PathBoundary } from './path_boundary.ts'
import { Poster } from './poster/poster.ts'
import { ReadObject } from './read_object.ts'
import { ReadOperation } from './read_operation.ts'
import { ReadDepositInstructions } from './read_deposit_instructions.ts'
import { RealmDirectory } from './realm_directory.ts'
import { RealmOwner } from './realm_owner.ts'
import { ReserveNonce } from './reserve_nonce.ts'
import { bindShelves } from './shelf_bindings.ts'
import { JournalCuts } from '../storage/journal_cuts.ts'
import { ObjectReader } from '../storage/object_reader.ts'
import { OperationReader } from '../storage/operation_reader.ts'
import { RealmReader } from '../storage/realm_reader.ts'

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
    OpenDeposit,
    RealmDirectory,
    ObjectDirectory,
    AdmitMovement,
    ReserveNonce,
    Poster,
    ReadDepositInstructions
  )
  bind(container, AdmitMovement, OperationReader, ExtensionRegistry)
  bind(container, ReadDepositInstructions, RealmDirectory, ObjectReader, ExtensionRegistry)
  bind(
    container,
    ArrivedDeposits,
    Poster,
    ExtensionRegistry,
    RealmDirectory,
    OperationReader,
    ObjectReader
  )
  bind(container, ExpireMovement, RealmDirectory, Poster)
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
