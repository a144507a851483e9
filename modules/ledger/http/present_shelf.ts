import { sqlToRfc3339, toRfc3339 } from '#app/clock/timestamp'
import type { IsolationZone } from '#modules/ledger/core/terms'
import type { BrowsedFolder } from '#modules/ledger/services/browse_folder'
import { presentIsolation } from '#modules/ledger/http/present_isolation'
import { presentObject } from '#modules/ledger/http/presenters'
import type { FolderLabels } from '#modules/ledger/storage/folder_label_store'

/** `folders` is the legacy form: only the paths of `paths`. */
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
    // A zone is never changed.
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
