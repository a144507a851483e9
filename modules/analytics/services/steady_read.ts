import type { Database } from '#app/storage/database'
import { headTime } from '#modules/ledger/index'

const ATTEMPTS = 4

/**
 * Repeats a read of several statements until no group was committed in the realm while it ran, so
 * that value on its way from one object to another is neither counted twice nor missed. In a realm
 * that never rests the last attempt is the answer.
 */
export async function steadyRead<Result>(
  database: Database,
  realmId: string,
  read: () => Promise<Result>
): Promise<Result> {
  let before = await headTime(database, realmId)
  for (let attempt = 1; ; attempt++) {
    const result = await read()
    const after = await headTime(database, realmId)
    if (after === before || attempt === ATTEMPTS) return result
    before = after
  }
}
