import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { OperatorLog, type OperatorAction } from '#app/queue/operator_log'
import { QueueHost } from '#app/queue/queue_host'
import { Database, type SqlSession } from '#app/storage/database'

/** A queue that is paused, and by what action of an operator. */
export interface QueuePause {
  queue: string
  actionId: string
}

/**
 * Which queues operators have paused. The table decides, so that a queue stays paused when Redis
 * has been emptied. Who changes a pause in Redis holds its row, so that the two always agree in the
 * end.
 */
@singleton()
export class QueuePauses {
  constructor(
    private database: Database,
    private queues: QueueHost,
    private log: OperatorLog
  ) {}

  list(): Promise<QueuePause[]> {
    return this.database.read<QueuePause>(
      'SELECT queue, action_id AS actionId FROM paused_queues ORDER BY queue'
    )
  }

  /**
   * Pauses a queue: jobs that are running go on to their end, no other one begins.
   *
   * @throws ServiceError CONFLICT when it is paused already
   */
  async pause(by: Pick<OperatorAction, 'who' | 'queue' | 'reason'>): Promise<OperatorAction> {
    const action = await this.database.transaction(async (session) => {
      const entry = await this.log.record(session, { ...by, ...WHOLE_QUEUE, action: 'pause' })
      const { affectedRows } = await session.write(
        'INSERT IGNORE INTO paused_queues (queue, action_id) VALUES (?, ?)',
        [by.queue, entry.id]
      )
      if (affectedRows === 0) throw unchanged(`The queue ${by.queue} is paused already.`)
      return entry
    })
    // When Redis is away, a poller pauses the queue as soon as it is back.
    await this.#keep(by.queue).catch(() => {})
    return action
  }

  /** @throws ServiceError CONFLICT when it is not paused, UNAVAILABLE when Redis is away */
  async resume(by: Pick<OperatorAction, 'who' | 'queue' | 'reason'>): Promise<OperatorAction> {
    return this.database.transaction(async (session) => {
      const { affectedRows } = await session.write('DELETE FROM paused_queues WHERE queue = ?', [
        by.queue,
      ])
      if (affectedRows === 0) throw unchanged(`The queue ${by.queue} is not paused.`)
      const entry = await this.log.record(session, { ...by, ...WHOLE_QUEUE, action: 'resume' })
      await unlessAway(this.queues.queue(by.queue).resume())
      return entry
    })
  }

  /** Pauses in Redis again what is paused, since an emptied Redis forgets it. */
  async keepAll(): Promise<void> {
    for (const { queue } of await this.list()) {
      if (this.queues.defines(queue)) await this.#keep(queue)
    }
  }

  async #keep(queue: string): Promise<void> {
    await this.database.transaction(async (session) => {
      if (await isPaused(session, queue)) await unlessAway(this.queues.queue(queue).pause())
    })
  }
}

const WHOLE_QUEUE = { jobId: null, job: null }

async function isPaused(session: SqlSession, queue: string): Promise<boolean> {
  const sql = 'SELECT 1 FROM paused_queues WHERE queue = ? FOR UPDATE'
  return (await session.read(sql, [queue])).length > 0
}

function unchanged(message: string): ServiceError {
  return new ServiceError('CONFLICT', {
    message,
    next: 'Look at the page again: somebody else may have changed it.',
  })
}

/** @throws ServiceError UNAVAILABLE, which no transaction takes for a reason to begin anew */
export async function unlessAway<Result>(asking: Promise<Result>): Promise<Result> {
  try {
    return await asking
  } catch (cause) {
    throw new ServiceError('UNAVAILABLE', {
      message: 'Redis cannot be reached, so nothing was changed.',
      next: 'Look at /health/ready, and try again when Redis is back.',
      cause,
    })
  }
}
