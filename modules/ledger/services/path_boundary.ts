import type { Database } from '#app/storage/database'
import { defaultBoundaryId } from '#modules/ledger/core/boundaries'
import type { ExtensionRegistry } from '#modules/ledger/services/extension_registry'
import { readEnclosingZone } from '#modules/ledger/storage/folder_reader'

/** Asks guards about changes at paths. Every path of a realm resolves to exactly one boundary. */
export class PathBoundary {
  constructor(
    private database: Database,
    private extensions: ExtensionRegistry
  ) {}

  /** @throws whatever a guard refuses a change at this path with */
  async checkChange(realmId: string, path: string): Promise<void> {
    await this.extensions.askGuardsToChange(realmId, path, async () => {
      const zone = await readEnclosingZone(this.database, realmId, path)
      return zone?.boundaryId ?? defaultBoundaryId(realmId)
    })
  }
}
