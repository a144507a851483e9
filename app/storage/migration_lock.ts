import type { Database as Lucid } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'

interface Locking {
  client: Pick<QueryClientContract, 'rawQuery'>
  getAdvisoryLock(key: string | number, timeout?: number): Promise<boolean>
  releaseAdvisoryLock(key: string | number): Promise<boolean>
}

type Answer = [[{ status: number | string | null }?]]

/**
 * Lets migrations take their lock on MySQL. It answers GET_LOCK with a BIGINT, which the driver gives
 * as text, like all of them here; Lucid compares it with the number that MariaDB answers, and takes a
 * lock that it has got for one that it was refused.
 */
export function readLocksAsText(lucid: Pick<Lucid, 'connection'>) {
  const dialect = Object.getPrototypeOf(lucid.connection().dialect) as Locking
  dialect.getAdvisoryLock = function (key, timeout = 0) {
    return isGranted(this, 'SELECT GET_LOCK(?, ?) AS status', [String(key), timeout])
  }
  dialect.releaseAdvisoryLock = function (key) {
    return isGranted(this, 'SELECT RELEASE_LOCK(?) AS status', [String(key)])
  }
}

async function isGranted({ client }: Locking, sql: string, values: (string | number)[]) {
  const [[row]] = (await client.rawQuery(sql, values)) as Answer
  return Number(row?.status) === 1
}
