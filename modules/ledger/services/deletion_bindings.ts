import type { ApplicationService } from '@adonisjs/core/types'
import { Clock } from '#app/clock/clock'
import { AccessControl } from '#app/extension/access_control'
import { bind } from '#app/extension/bind'
import { ModuleHost } from '#app/extension/module_host'
import { Database } from '#app/storage/database'
import { AuditLog } from '#modules/auth/index'
import { DeleteObject } from './delete_object.ts'
import { DeleteRealm } from './delete_realm.ts'
import { DeletionInspector } from './deletion_inspector.ts'
import { ExtensionRegistry } from './extension_registry.ts'
import { FinishDeletion } from './finish_deletion.ts'
import { GiveUpMovement } from './give_up_movement.ts'
import { ObjectDirectory } from './object_directory.ts'
import { Poster } from './poster/poster.ts'
import { ReadDeletionReadiness } from './read_deletion_readiness.ts'
import { RealmDirectory } from './realm_directory.ts'
import { Reap } from './reap.ts'
import { ReserveNonce } from './reserve_nonce.ts'
import { UpdateRealmSettings } from './update_realm_settings.ts'
import { DeletionReader } from '../storage/deletion_reader.ts'
import { ObjectReader } from '../storage/object_reader.ts'
import { RealmReader } from '../storage/realm_reader.ts'
import { OperationReader } from '../storage/operation_reader.ts'

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
