/** Remembers of each object the last event that was about it. */
export class Activity {
  name = 'activity'
  types = ['*']

  /** @param {{ write: Function, read: Function }} database the service's `Database` */
  constructor(database) {
    this.database = database
  }

  /** The events of a realm come in order and at least once: told twice, the same row is written. */
  async handle({ realmId, objectPath, type, sequence }) {
    if (objectPath === null) return
    await this.database.write(
      `INSERT INTO activity_objects (realm_id, object_path, last_event_type, last_sequence)
       VALUES (?, ?, ?, ?)
       ON DUPLICATE KEY UPDATE last_event_type = VALUES(last_event_type),
                               last_sequence = VALUES(last_sequence)`,
      [realmId, objectPath, type, sequence]
    )
  }

  /** How many objects are remembered; counted up to a bound, because a metric must stay cheap. */
  async remembered() {
    const [row] = await this.database.read(
      'SELECT COUNT(*) AS amount FROM (SELECT 1 FROM activity_objects LIMIT 10000) counted'
    )
    return Number(row.amount)
  }

  /** The objects that were active last, at most `limit` of them. */
  async newest(realmId, limit) {
    const rows = await this.database.read(
      `SELECT object_path, last_event_type, last_sequence FROM activity_objects
        WHERE realm_id = ? ORDER BY last_sequence DESC, object_path DESC LIMIT ?`,
      [realmId, limit]
    )
    return rows.map((row) => ({
      objectPath: row.object_path,
      lastEventType: row.last_event_type,
      lastSequence: Number(row.last_sequence),
    }))
  }
}
