import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { defaultBoundaryId } from '../core/boundaries.ts'
import { ExtensionRegistry } from './extension_registry.ts'
import { readEnclosingZone } from '../storage/folder_reader.ts'

/** Asks guards about changes at paths. Every path of a realm resolves to exactly one boundary. */
@singleton()
export class PathBoundary {
  constructor(
    private database: Database,
    private extensions: ExtensionRegistry
  ) {}

  /** @throws the refusal of a guard to change anything at this path */
  async checkChange(realmId: string, path: string): Promise<void> {
    await this.extensions.askGuardsToChange(realmId, path, async () => {
      const zone = await readEnclosingZone(this.database, realmId, path)
      return zone?.boundaryId ?? defaultBoundaryId(realmId)
    })
  }
}
