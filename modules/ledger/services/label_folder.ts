import { Clock } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import type { Labels } from '../core/labels.ts'
import { PathBoundary } from './path_boundary.ts'
import { RealmDirectory } from './realm_directory.ts'
import { type FolderLabels, FolderLabelStore } from '../storage/folder_label_store.ts'

export interface FolderAddress {
  realmId: string
  path: string
}

/**
 * The labels of a folder. A folder has no row of its own, it is a part of the paths of objects: its
 * labels may be set before anything lies in it, and outlive what lay in it.
 */
@singleton()
export class LabelFolder {
  constructor(
    private realms: RealmDirectory,
    private boundary: PathBoundary,
    private store: FolderLabelStore,
    private clock: Clock
  ) {}

  async read(principal: Principal, { realmId, path }: FolderAddress): Promise<FolderLabels> {
    await this.realms.resolve(principal, realmId)
    return this.store.read(realmId, path)
  }

  /** Replaces all labels of the folder; an empty set clears them. */
  async replace(
    principal: Principal,
    { realmId, path }: FolderAddress,
    labels: Labels
  ): Promise<FolderLabels> {
    await this.realms.resolve(principal, realmId)
    await this.boundary.checkChange(realmId, path)
    return this.store.replace(realmId, path, labels, this.clock.nowMicros())
  }
}
