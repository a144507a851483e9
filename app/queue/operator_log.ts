import { Clock, type Micros } from '#app/clock/clock'
import { newId } from '#app/ids/ids'
import { singleton } from '#app/extension/singleton'
import { LIMITS } from '#app/limits'
import { Database, type SqlSession } from '#app/storage/database'
import { Table, json, text, time } from '#app/storage/table'

/** A job as it was when an operator acted on it. */
export interface JobThen {
  payload: unknown
  attempts: number
  lastError: string | null
}

/** One thing that an operator has done. */
export interface OperatorAction {
  /** `act_…` */
  id: string
  /** The address of who is signed in, or `shell:` and the user of a command. */
  who: string
  action: 'retry' | 'discard' | 'pause' | 'resume'
  queue: string
  /** Null when it concerns the whole queue. */
  jobId: string | null
  reason: string | null
  job: JobThen | null
  createdAt: Micros
}

const ACTIONS = new Table<OperatorAction>('operator_actions', {
  id: text(),
  who: text(),
  action: text(),
  queue: text(),
  jobId: text(),
  reason: text(),
  job: json(),
  createdAt: time(),
})

/** The append-only log of what operators do: an entry is written with what it tells. */
@singleton()
export class OperatorLog {
  constructor(
    private database: Database,
    private clock: Clock
  ) {}

  /** Stores the entry in the caller's transaction. */
  async record(
    session: SqlSession,
    action: Omit<OperatorAction, 'id' | 'createdAt'>
  ): Promise<OperatorAction> {
    const entry = { id: newId('act'), createdAt: this.clock.nowMicros(), ...action }
    await ACTIONS.insert(session, entry)
    return entry
  }

  find(id: string): Promise<OperatorAction | null> {
    return ACTIONS.first(this.database, 'WHERE id = ?', [id])
  }

  /** The newest entries first. */
  newest(): Promise<OperatorAction[]> {
    const limit = LIMITS.operatorLogShown
    return ACTIONS.all(this.database, `ORDER BY id DESC LIMIT ${limit}`)
  }
}
