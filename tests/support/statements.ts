import { SqlSession, type SqlParameter } from '#app/storage/database'
import { pluck } from '#tests/support/client'

export interface Statement {
  sql: string
  values: readonly SqlParameter[]
}

const LEAST_TRIES = 5
const MOST_TRIES = 40

/** What this process, including its jobs, reads from the database while `work` runs. */
export async function readsDuring<Result>(work: () => Promise<Result>) {
  const read = SqlSession.prototype.read
  const reads: Statement[] = []
  SqlSession.prototype.read = function (this: SqlSession, sql, values = []) {
    reads.push({ sql, values })
    return read.call(this, sql, values) as never
  }
  try {
    return { reply: await work(), reads }
  } finally {
    SqlSession.prototype.read = read
  }
}

/**
 * How many reads of some tables a request costs: the least of several tries. On a slow machine
 * nearly every try meets a job of this process, so it tries until the least number has come twice.
 */
export async function costInReads<Result>(tables: RegExp, work: () => Promise<Result>) {
  const tries: { reply: Result; count: number }[] = []
  const isSure = () => {
    const least = Math.min(...pluck(tries, 'count'))
    return tries.length >= LEAST_TRIES && tries.filter(({ count }) => count === least).length > 1
  }
  while (!isSure() && tries.length < MOST_TRIES) {
    const { reply, reads } = await readsDuring(work)
    tries.push({ reply, count: reads.filter(({ sql }) => tables.test(sql)).length })
  }
  return tries.toSorted((a, b) => a.count - b.count)[0]!
}
