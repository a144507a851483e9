import { toSqlDatetime } from '#app/clock/timestamp'
import type { Micros } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlReader } from '#app/storage/database'
import { labelsText, parseLabels, type Labels } from '../core/labels.ts'

/** The labels of a folder; times are null while it has none. */
export interface FolderLabels {
  realmId: string
  path: string
  labels: Labels
  /** SQL datetimes. */
  createdAt: string | null
  updatedAt: string | null
}

interface LabelRow {
  path: string
  labels: string
  created_at: string
  updated_at: string
}

/** Stores the labels of folders. A folder without labels has no row. */
@singleton()
export class FolderLabelStore {
  constructor(private database: Database) {}

  async read(realmId: string, path: string): Promise<FolderLabels> {
    return this.#read(this.database, realmId, path)
  }

  /** Puts these labels in place of whatever was there; without any, the row goes. */
  async replace(realmId: string, path: string, labels: Labels, now: Micros): Promise<FolderLabels> {
    const text = labelsText(labels)
    return this.database.transaction(async (session) => {
      if (text === null) {
        await session.write('DELETE FROM folder_labels WHERE realm_id = ? AND path = ?', [
          realmId,
          path,
        ])
      } else {
        const at = toSqlDatetime(now)
        await session.write(
          `INSERT INTO folder_labels (realm_id, path, labels, created_at, updated_at)
             VALUES (?, ?, ?, ?, ?)
             ON DUPLICATE KEY UPDATE labels = VALUES(labels), updated_at = VALUES(updated_at)`,
          [realmId, path, text, at, at]
        )
      }
      // Its own row is locked until the commit, so this is what the write made of it.
      return this.#read(session, realmId, path)
    })
  }

  /** The labels of those folders that have any. */
  async ofPaths(
    session: SqlReader,
    realmId: string,
    paths: readonly string[]
  ): Promise<Map<string, Labels>> {
    if (paths.length === 0) return new Map()
    const rows = await session.read<LabelRow>(
      'SELECT path, labels FROM folder_labels WHERE realm_id = ? AND path IN (?)',
      [realmId, paths]
    )
    return new Map(rows.map(({ path, labels }) => [path, parseLabels(labels)]))
  }

  async #read(session: SqlReader, realmId: string, path: string): Promise<FolderLabels> {
    const [row] = await session.read<LabelRow>(
      `SELECT path, labels, created_at, updated_at FROM folder_labels
        WHERE realm_id = ? AND path = ?`,
      [realmId, path]
    )
    return {
      realmId,
      path,
      labels: parseLabels(row?.labels ?? null),
      createdAt: row?.created_at ?? null,
      updatedAt: row?.updated_at ?? null,
    }
  }
}
