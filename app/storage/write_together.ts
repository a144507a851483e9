import type { SqlSession, WriteResult } from '#app/storage/database'

/** Takes statements that write. */
export type SqlWriter = Pick<SqlSession, 'write'>

/** What is sent later has not changed anything yet, and a number would be believed. */
const UNKNOWN: WriteResult = { affectedRows: Number.NaN }

/**
 * Sends all that `work` writes, the last statements of a transaction, in one turn with its COMMIT:
 * turns of a process at rest cost more than its statements. None of them may depend on what another
 * one has changed. See `SqlSession.insertTogether`.
 */
export async function writeTogether(
  session: SqlSession,
  work: (writer: SqlWriter) => Promise<void>
): Promise<void> {
  const texts: string[] = []
  await work({
    write: async (sql, values = []) => {
      texts.push(session.text({ sql, values }))
      return UNKNOWN
    },
  })
  const isLast = true
  await session.insertTogether([() => texts], () => {}, isLast)
}
