import { ModuleHost } from '#app/extension/module_host'
import { singleton } from '#app/extension/singleton'
import type { ShownObjectRow } from '../storage/rows.ts'

/** Asks the modules that know which custody boundaries are not active. */
@singleton()
export class BoundaryStatuses {
  constructor(private modules: ModuleHost) {}

  /** Adds the state of its boundary to each object whose boundary is not active. */
  async note<Row extends ShownObjectRow>(rows: Row[]): Promise<Row[]> {
    const sources = this.modules.contributions('boundaryStatusSources')
    if (rows.length === 0 || sources.length === 0) return rows
    const ids = [...new Set(rows.map((row) => row.boundary_id))]
    const answers = await Promise.all(sources.map((source) => source.inactive(ids)))
    return rows.map((row) => {
      const boundary = answers.map((answer) => answer.get(row.boundary_id)).find(Boolean)
      return boundary ? { ...row, boundary } : row
    })
  }
}
