import type { ApplicationService } from '@adonisjs/core/types'
import { AccessControl } from '#app/extension/access_control'
import { bind } from '#app/extension/bind'
import { ModuleHost } from '#app/extension/module_host'
import { Database } from '#app/storage/database'
import { CheckBooks } from '#modules/ledger/services/check_books'
import { CreateObject } from '#modules/ledger/services/create_object'
import { CreateRealm } from '#modules/ledger/services/create_realm'
import { DispatchEvents } from '#modules/ledger/services/dispatch_events'
import { ExtensionRegistry } from '#modules/ledger/services/extension_registry'
import { FinishObject } from '#modules/ledger/services/finish_object'
import { FundAccount } from '#modules/ledger/services/fund_account'
import { ListObjects } from '#modules/ledger/services/list_objects'
import { ListOperations } from '#modules/ledger/services/list_operations'
import { ObjectDirectory } from '#modules/ledger/services/object_directory'
import { PendingDeposits } from '#modules/ledger/services/pending_deposits'
import { Poster } from '#modules/ledger/services/poster/poster'
import { PostTransfer } from '#modules/ledger/services/post_transfer'
import { ReadObject } from '#modules/ledger/services/read_object'
import { ReadOperation } from '#modules/ledger/services/read_operation'
import { RealmDirectory } from '#modules/ledger/services/realm_directory'
import { ReserveNonce } from '#modules/ledger/services/reserve_nonce'
import { SettleOperation } from '#modules/ledger/services/settle_operation'
import { ObjectReader } from '#modules/ledger/storage/object_reader'
import { OperationReader } from '#modules/ledger/storage/operation_reader'
import { RealmReader } from '#modules/ledger/storage/realm_reader'

type Container = ApplicationService['container']

/** Every reader and use case of the ledger, each once per process. */
export function bindServices(container: Container) {
  bind(container, CheckBooks, Database)
  bind(container, RealmReader, Database)
  bind(container, ObjectReader, Database)
  bind(container, OperationReader, Database)
  bind(container, RealmDirectory, Database)
  bind(container, ObjectDirectory, Database)
  bind(container, ReserveNonce, Database)
  bind(container, ExtensionRegistry, ModuleHost)
  bind(container, DispatchEvents, Database, ModuleHost)
  bind(container, CreateRealm, Database, Poster)
  bind(
    container,
    CreateObject,
    RealmDirectory,
    ExtensionRegistry,
    ReserveNonce,
    Poster,
    ObjectReader,
    AccessControl
  )
  bind(container, PostTransfer, RealmDirectory, ObjectDirectory, ExtensionRegistry, Poster)
  bind(
    container,
    FundAccount,
    RealmDirectory,
    ObjectDirectory,
    ExtensionRegistry,
    ReserveNonce,
    Poster
  )
  bind(container, PendingDeposits, RealmDirectory, ObjectDirectory, ReserveNonce, Poster)
  bind(
    container,
    SettleOperation,
    RealmDirectory,
    ObjectReader,
    OperationReader,
    ExtensionRegistry,
    Poster
  )
  bind(container, FinishObject, ObjectReader, OperationReader, ExtensionRegistry, Poster)
  bind(container, ListObjects, RealmDirectory, ObjectReader, AccessControl)
  bind(container, ListOperations, RealmDirectory, OperationReader, AccessControl)
  bind(
    container,
    ReadObject,
    RealmDirectory,
    ObjectReader,
    OperationReader,
    Database,
    AccessControl
  )
  bind(
    container,
    ReadOperation,
    RealmDirectory,
    OperationReader,
    Database,
    ModuleHost,
    AccessControl
  )
}
