import { toSqlDatetime } from '#app/clock/timestamp'
import type { Micros } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlReader } from '#app/storage/database'
import { Table, text } from '#app/storage/table'
import { labelsText, parseLabels, type Labels } from '../core/labels.ts'

/** The labels of a folder; its times are null when it has none. */
export interface FolderLabels {
  realmId: string
  path: string
  labels: Labels
  /** As SQL text. */
  createdAt: string | null
  updatedAt: string | null
}

const FOLDER_LABELS = new Table<FolderLabels>('folder_labels', {
  realmId: text(),
  path: text(),
  labels: { name: undefined, write: labelsText, read: parseLabels },
  createdAt: text(),
  updatedAt: text(),
})

/** Stores the labels of folders. A folder without labels has no row. */
@singleton()
export class FolderLabelStore {
  constructor(private database: Database) {}

  async read(realmId: string, path: string): Promise<FolderLabels> {
    return this.#read(this.database, realmId, path)
  }

  /** Replaces the labels of a folder; an empty set deletes the row. */
  async replace(realmId: string, path: string, labels: Labels, now: Micros): Promise<FolderLabels> {
    return this.database.transaction(async (session) => {
      if (labelsText(labels) === null) {
        await session.write('DELETE FROM folder_labels WHERE realm_id = ? AND path = ?', [
          realmId,
          path,
        ])
      } else {
        const at = toSqlDatetime(now)
        await FOLDER_LABELS.insert(
          session,
          { realmId, path, labels, createdAt: at, updatedAt: at },
          {},
          'ON DUPLICATE KEY UPDATE labels = VALUES(labels), updated_at = VALUES(updated_at)'
        )
      }
      // The row is locked until the commit, so this reads what the write has made.
      return this.#read(session, realmId, path)
    })
  }

  /** The labels of those of the folders that have any. */
  async ofPaths(
    session: SqlReader,
    realmId: string,
    paths: readonly string[]
  ): Promise<Map<string, Labels>> {
    if (paths.length === 0) return new Map()
    const found = await FOLDER_LABELS.all(session, 'WHERE realm_id = ? AND path IN (?)', [
      realmId,
      paths,
    ])
    return new Map(found.map(({ path, labels }) => [path, labels]))
  }

  async #read(session: SqlReader, realmId: string, path: string): Promise<FolderLabels> {
    const found = await FOLDER_LABELS.first(session, 'WHERE realm_id = ? AND path = ?', [
      realmId,
      path,
    ])
    return found ?? { realmId, path, labels: parseLabels(null), createdAt: null, updatedAt: null }
  }
}
