import type { ApplicationService } from '@adonisjs/core/types'
import { Clock } from '#app/clock/clock'
import { AccessControl } from '#app/extension/access_control'
import { bind } from '#app/extension/bind'
import { ModuleHost } from '#app/extension/module_host'
import { Database } from '#app/storage/database'
import { AuditLog } from '#modules/auth/index'
import { DeleteObject } from '#modules/ledger/services/delete_object'
import { DeleteRealm } from '#modules/ledger/services/delete_realm'
import { DeletionInspector } from '#modules/ledger/services/deletion_inspector'
import { ExtensionRegistry } from '#modules/ledger/services/extension_registry'
import { FinishDeletion } from '#modules/ledger/services/finish_deletion'
import { GiveUpMovement } from '#modules/ledger/services/give_up_movement'
import { ObjectDirectory } from '#modules/ledger/services/object_directory'
import { Poster } from '#modules/ledger/services/poster/poster'
import { ReadDeletionReadiness } from '#modules/ledger/services/read_deletion_readiness'
import { RealmDirectory } from '#modules/ledger/services/realm_directory'
import { Reap } from '#modules/ledger/services/reap'
import { ReserveNonce } from '#modules/ledger/services/reserve_nonce'
import { UpdateRealmSettings } from '#modules/ledger/services/update_realm_settings'
import { DeletionReader } from '#modules/ledger/storage/deletion_reader'
import { ObjectReader } from '#modules/ledger/storage/object_reader'
import { RealmReader } from '#modules/ledger/storage/realm_reader'
import { OperationReader } from '#modules/ledger/storage/operation_reader'

/** What changes and ends realms, and what ends objects. */
export function bindDeletion(container: ApplicationService['container']) {
  bind(container, UpdateRealmSettings, RealmDirectory, RealmReader, Database, AuditLog, Clock)
  bind(container, DeletionReader, Database)
  bind(container, DeletionInspector, DeletionReader, ExtensionRegistry)
  bind(container, DeleteRealm, RealmDirectory, Database, Poster, AuditLog, ModuleHost)
  bind(
    container,
    DeleteObject,
    RealmDirectory,
    ObjectReader,
    ObjectDirectory,
    DeletionReader,
    DeletionInspector,
    ExtensionRegistry,
    ReserveNonce,
    OperationReader,
    Poster,
    AccessControl
  )
  bind(
    container,
    ReadDeletionReadiness,
    RealmDirectory,
    ObjectReader,
    DeletionInspector,
    ExtensionRegistry,
    AccessControl
  )
  bind(
    container,
    FinishDeletion,
    RealmDirectory,
    ObjectReader,
    OperationReader,
    ExtensionRegistry,
    Poster,
    Clock
  )
  bind(
    container,
    Reap,
    DeletionReader,
    RealmDirectory,
    FinishDeletion,
    GiveUpMovement,
    Poster,
    AuditLog,
    Clock
  )
}
