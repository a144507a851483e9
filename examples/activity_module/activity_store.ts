import {
  Database,
  singleton,
  type CommittedEvent,
  type SqlSession,
} from 'ledger-custody-service/module'

/** What is known of one object. */
export interface Activity {
  objectPath: string
  lastEventType: string
  lastSequence: number
  events: number
}

interface Row {
  object_path: string
  last_event_type: string
  last_sequence: string | number
  events: number
}

const FIELDS = 'object_path, last_event_type, last_sequence, events'

/** A row for each object that an event was about. */
@singleton()
export class ActivityStore {
  constructor(private database: Database) {}

  /**
   * The events of a realm come in order and at least once: one that is told twice counts once,
   * because it is not behind the place of the newest.
   */
  async note(session: SqlSession, event: CommittedEvent & { objectPath: string }): Promise<void> {
    await session.write(
      `INSERT INTO activity_objects
         (realm_id, object_path, events, last_event_type, last_sequence, last_event_no)
       VALUES (?, ?, 1, ?, ?, ?)
       ON DUPLICATE KEY UPDATE
         events = events + ((VALUES(last_sequence), VALUES(last_event_no)) > (last_sequence, last_event_no)),
         last_event_type = VALUES(last_event_type),
         last_sequence = VALUES(last_sequence), last_event_no = VALUES(last_event_no)`,
      [event.realmId, event.objectPath, event.type, event.sequence, event.eventNo]
    )
  }

  /** Forgets an object, unless something has happened at its path since. */
  async forget(realmId: string, objectPath: string, sequence: number): Promise<void> {
    await this.database.write(
      'DELETE FROM activity_objects WHERE realm_id = ? AND object_path = ? AND last_sequence <= ?',
      [realmId, objectPath, sequence]
    )
  }

  /** How many objects are known, counted up to a bound, because a metric must stay cheap. */
  async remembered(): Promise<number> {
    const [row] = await this.database.read<{ amount: string | number }>(
      'SELECT COUNT(*) AS amount FROM (SELECT 1 FROM activity_objects LIMIT 10000) counted'
    )
    return Number(row?.amount ?? 0)
  }

  /** The objects that were active last, at most `limit` of them. */
  async newest(realmId: string, limit: number): Promise<Activity[]> {
    const rows = await this.database.read<Row>(
      `SELECT ${FIELDS} FROM activity_objects
        WHERE realm_id = ? ORDER BY last_sequence DESC, object_path DESC LIMIT ?`,
      [realmId, limit]
    )
    return rows.map(toActivity)
  }

  /** @returns null when no event was about the object */
  async of(realmId: string, objectPath: string): Promise<Activity | null> {
    const [row] = await this.database.read<Row>(
      `SELECT ${FIELDS} FROM activity_objects WHERE realm_id = ? AND object_path = ?`,
      [realmId, objectPath]
    )
    return row ? toActivity(row) : null
  }
}

function toActivity(row: Row): Activity {
  return {
    objectPath: row.object_path,
    lastEventType: row.last_event_type,
    lastSequence: Number(row.last_sequence),
    events: Number(row.events),
  }
}
