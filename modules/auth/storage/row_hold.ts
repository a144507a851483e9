import type { SqlParameter, SqlSession } from '#app/storage/database'

/**
 * Keeps rows as they are until the transaction ends, for work that relies on them, and tells how
 * many there are. Each is written: on a Galera cluster a lock is known to its own node alone, so that
 * a revocation on another node would be committed beside what it should have held back or seen. Of
 * two transactions that write one row the second is refused there, and runs again.
 */
export async function holdRows(
  session: SqlSession,
  table: 'organizations' | 'builders' | 'api_keys' | 'scoped_tokens',
  where: string,
  values: readonly SqlParameter[]
): Promise<number> {
  const sql = `UPDATE ${table} SET holds = holds + 1 WHERE ${where}`
  return (await session.write(sql, values)).affectedRows
}
