import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { SqlSession, type SqlParameter } from '#app/storage/database'

export interface Statement {
  sql: string
  values: readonly SqlParameter[]
}

/** In one of them nothing may be remembered yet, or work go on that an earlier one has begun. */
const TRIES = 5

const ofRequest = new AsyncLocalStorage<Statement[]>()

/**
 * What the requests that arrive in this process while `work` runs read from the database. Its jobs
 * do not count: on a slow machine they read all the time.
 */
export async function readsDuring<Result>(work: () => Promise<Result>) {
  const read = SqlSession.prototype.read
  const reads: Statement[] = []
  const begin = () => ofRequest.enterWith(reads)
  SqlSession.prototype.read = function (this: SqlSession, sql, values = []) {
    ofRequest.getStore()?.push({ sql, values })
    return read.call(this, sql, values) as never
  }
  subscribe('http.server.request.start', begin)
  try {
    return { reply: await work(), reads }
  } finally {
    unsubscribe('http.server.request.start', begin)
    SqlSession.prototype.read = read
  }
}

/** How many reads of some tables a request costs: the least of several tries. */
export async function costInReads<Result>(tables: RegExp, work: () => Promise<Result>) {
  const tries: { reply: Result; count: number }[] = []
  while (tries.length < TRIES) {
    const { reply, reads } = await readsDuring(work)
    tries.push({ reply, count: reads.filter(({ sql }) => tables.test(sql)).length })
  }
  return tries.toSorted((a, b) => a.count - b.count)[0]!
}
