import { sqlToRfc3339, toRfc3339 } from '#app/clock/timestamp'
import type { IsolationZone } from '../core/terms.ts'
import type { BrowsedFolder } from '../services/browse_folder.ts'
import { presentIsolation } from './present_isolation.ts'
import { presentObject } from './presenters.ts'
import type { FolderLabels } from '../storage/folder_label_store.ts'

/** `folders` is the legacy form: the paths of `paths` alone. */
export function presentFolder({ path, enclosure, paths, objects, nextCursor }: BrowsedFolder) {
  return {
    folders: paths.map((entry) => entry.path),
    paths: paths.map((entry) => ({
      path: entry.path,
      kind: entry.kind,
      hasObjects: entry.hasObjects,
      isEmpty: entry.isEmpty,
      createdAt: sqlToRfc3339(entry.createdAt),
      ...(entry.labels && { labels: entry.labels }),
      isolation: presentIsolation(entry.path, entry.enclosure),
    })),
    currentIsolation: presentIsolation(path, enclosure),
    objects: objects.map(presentObject),
    nextCursor,
  }
}

export function presentZone({ id, realmId, path, boundaryId, createdAt }: IsolationZone) {
  return {
    id,
    realmId,
    path,
    boundaryId,
    createdAt: toRfc3339(createdAt),
    // A zone never changes.
    updatedAt: toRfc3339(createdAt),
    isolation: presentIsolation(path, { path, boundaryId }),
  }
}

export function presentFolderLabels(folder: FolderLabels) {
  const { realmId, path, labels, createdAt, updatedAt } = folder
  return {
    realmId,
    path,
    labels,
    createdAt: createdAt && sqlToRfc3339(createdAt),
    updatedAt: updatedAt && sqlToRfc3339(updatedAt),
  }
}
