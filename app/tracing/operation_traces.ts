import { Logger } from '@adonisjs/core/logger'
import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { purgeRows } from '#app/storage/purge_rows'
import { tracing } from '#app/tracing/tracing'

/** What is asked for now may be confirmed days later; nobody looks at a trace that is older. */
const KEPT_DAYS = 7

/**
 * In which trace each pending operation was asked for. Its jobs run in other processes, share one
 * run with others, and some are stored by who watches the chain: only the operation is known to all
 * of them. Where nothing is traced nothing is written, and nothing is asked.
 */
@singleton()
export class OperationTraces {
  constructor(
    private database: Database,
    private log: Logger
  ) {}

  /** Notes that the operations belong to the span in which the caller runs. It never throws. */
  async remember(operationIds: readonly string[]): Promise<void> {
    const current = tracing()?.current()
    if (!current?.isSampled || operationIds.length === 0) return
    const rows = operationIds.map(() => '(?, ?, UTC_TIMESTAMP(6))').join(', ')
    const values = operationIds.flatMap((id) => [id, current.traceparent])
    await this.database
      .write(
        `INSERT IGNORE INTO operation_traces (operation_id, traceparent, created_at) VALUES ${rows}`,
        values
      )
      .catch((err: unknown) => this.log.debug({ err }, 'a trace is not noted'))
  }

  /** The spans from which work for these operations goes on, by their ids. It never throws. */
  async of(operationIds: readonly string[]): Promise<Map<string, string>> {
    if (tracing() === null || operationIds.length === 0) return new Map()
    const rows = await this.database
      .read<{ id: string; traceparent: string }>(
        'SELECT operation_id AS id, traceparent FROM operation_traces WHERE operation_id IN (?)',
        [operationIds]
      )
      .catch(() => [])
    return new Map(rows.map(({ id, traceparent }) => [id, traceparent]))
  }

  /** @returns how many were forgotten */
  purge(): Promise<number> {
    const from = `operation_traces WHERE created_at < UTC_TIMESTAMP(6) - INTERVAL ${KEPT_DAYS} DAY`
    return purgeRows(this.database, `${from} ORDER BY created_at`, [])
  }
}
