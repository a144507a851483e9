import { defineJob } from '#app/queue/job'
import { formatUsd } from '#app/money/usd'
import { aboutRealm } from './about_realm.ts'
import { BookRecovery } from '../services/book_recovery.ts'
import { RECOVERY_QUEUE } from '../services/mirror_boundaries.ts'
import { RecoveryStore } from '../storage/recovery_store.ts'

/** After so many looks somebody should have a look at it too. */
const PATIENT_ATTEMPTS = 30

/** Books what was withdrawn with a recovery key; owed until the ledger has it. */
export const recoveryJob = defineJob<{ pool: string; seq: number }>({
  name: RECOVERY_QUEUE,
  about: {
    carries: 'One withdrawal with a recovery key that the ledger has to book.',
    takes: 'Until the pending operations of its boundary have ended; minutes as a rule.',
    failing:
      'The books lag behind the chain. After thirty attempts look at the pending operations of that boundary.',
  },
  concurrency: 2,
  async concerns({ pool, seq }, container) {
    const recovery = await (await container.make(RecoveryStore)).find(pool, seq)
    if (recovery === null) return []
    const { amount, txHash, realmId } = recovery
    const text = `withdrawal of ${formatUsd(amount)} USD with a recovery key, transaction ${txHash}`
    return [{ text }, await aboutRealm({ realmId }, container)].flat()
  },
  async handle({ pool, seq }, { container, log, attempt }) {
    const recovery = await container.make(BookRecovery)
    if ((await recovery.book(pool, seq)) === 'booked') return 'done'
    const about = { pool, seq, attempt }
    const text = 'a recovery waits until the operations of its boundary have ended'
    if (attempt > PATIENT_ATTEMPTS) log.warn(about, text)
    else log.debug(about, text)
    return 'again'
  },
})
