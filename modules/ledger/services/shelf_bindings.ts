import type { ApplicationService } from '@adonisjs/core/types'
import { Clock } from '#app/clock/clock'
import { AccessControl } from '#app/extension/access_control'
import { bind } from '#app/extension/bind'
import { ModuleHost } from '#app/extension/module_host'
import { Database } from '#app/storage/database'
import { BoundaryStatuses } from '#modules/ledger/services/boundary_statuses'
import { BrowseFolder } from '#modules/ledger/services/browse_folder'
import { DeclareZone } from '#modules/ledger/services/declare_zone'
import { ExtensionRegistry } from '#modules/ledger/services/extension_registry'
import { LabelFolder } from '#modules/ledger/services/label_folder'
import { LabelObject } from '#modules/ledger/services/label_object'
import { ListCursors } from '#app/http/list_cursors'
import { ListObjects } from '#modules/ledger/services/list_objects'
import { ListVersions } from '#modules/ledger/services/list_versions'
import { PathBoundary } from '#modules/ledger/services/path_boundary'
import { Poster } from '#modules/ledger/services/poster/poster'
import { ReadObject } from '#modules/ledger/services/read_object'
import { RealmDirectory } from '#modules/ledger/services/realm_directory'
import { FolderLabelStore } from '#modules/ledger/storage/folder_label_store'
import { ObjectReader } from '#modules/ledger/storage/object_reader'

/** How objects are arranged: lists, labels, folders, zones, versions. */
export function bindShelves(container: ApplicationService['container']) {
  bind(container, BoundaryStatuses, ModuleHost)
  bind(container, FolderLabelStore, Database)
  bind(container, PathBoundary, Database, ExtensionRegistry)
  bind(container, LabelFolder, RealmDirectory, PathBoundary, FolderLabelStore, Clock)
  bind(
    container,
    LabelObject,
    ReadObject,
    ObjectReader,
    ExtensionRegistry,
    Poster,
    BoundaryStatuses
  )
  bind(container, ListVersions, ReadObject, ObjectReader, BoundaryStatuses)
  bind(container, DeclareZone, RealmDirectory, PathBoundary, Poster)
  bind(
    container,
    ListObjects,
    RealmDirectory,
    Database,
    AccessControl,
    ListCursors,
    BoundaryStatuses
  )
  bind(
    container,
    BrowseFolder,
    RealmDirectory,
    Database,
    FolderLabelStore,
    AccessControl,
    ListCursors,
    BoundaryStatuses
  )
}
