import type { ApplicationService } from '@adonisjs/core/types'
import { Clock } from '#app/clock/clock'
import { AccessControl } from '#app/extension/access_control'
import { bind } from '#app/extension/bind'
import { ModuleHost } from '#app/extension/module_host'
import { Database } from '#app/storage/database'
import { BoundaryStatuses } from './boundary_statuses.ts'
import { BrowseFolder } from './browse_folder.ts'
import { DeclareZone } from './declare_zone.ts'
import { ExtensionRegistry } from './extension_registry.ts'
import { LabelFolder } from './label_folder.ts'
import { LabelObject } from './label_object.ts'
import { ListCursors } from '#app/http/list_cursors'
import { ListObjects } from './list_objects.ts'
import { ListVersions } from './list_versions.ts'
import { PathBoundary } from './path_boundary.ts'
import { Poster } from './poster/poster.ts'
import { ReadObject } from './read_object.ts'
import { RealmDirectory } from './realm_directory.ts'
import { FolderLabelStore } from '../storage/folder_label_store.ts'
import { ObjectReader } from '../storage/object_reader.ts'

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
