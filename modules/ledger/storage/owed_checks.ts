import { sqlTypes, type BookCheck } from './check_scope.ts'

/** The operations that a stored job names: one, or a list with commas. */
const OWED = `SELECT j.id FROM outbox x,
         JSON_TABLE(CONCAT('["', REPLACE(
           COALESCE(JSON_VALUE(x.payload, '$.operationIds'), JSON_VALUE(x.payload, '$.operationId'), ''),
           ',', '","'), '"]'), '$[*]' COLUMNS (id VARCHAR(64) PATH '$')) j`

/** The promises about work that a job still has to do. */
export const OWED_CHECKS: BookCheck[] = [
  {
    name: 'pending-operations-are-owed',
    promise: 'Every pending operation that waits for no payer is owed by a stored job.',
    // A job that was lost long ago is as bad as a new one.
    whole: true,
    sql: (scope) =>
      `SELECT o.id, o.type FROM operations o
         JOIN realms r ON r.id = o.realm_id AND r.closed_at IS NULL
        WHERE ${scope.on('o')} AND o.state = 'pending'
          AND (o.type IN (${sqlTypes('owed', true)})
            OR (o.type IN (${sqlTypes('owed', 'started')}) AND o.outcome NOT LIKE '%"startedAt":null%'))
          AND o.id NOT IN (${OWED})`,
  },
]
