import { defineJob } from '#app/queue/job'
import { KeepAccounts } from '../services/keep_accounts.ts'
import { PruneLive } from '../services/prune_live.ts'
import { RecoverActions } from '../services/recover_actions.ts'

const EVERY_MS = 2_000
const RETENTION_EVERY_MS = 600_000

/** Sets up live accounts and keeps them up to date. The database says which are due. */
export const liveAccountsJob = defineJob<Record<string, never>>({
  name: 'venue-live-accounts',
  everyMs: EVERY_MS,
  async handle(_payload, { container }) {
    await (await container.make(KeepAccounts)).run()
    return 'done'
  },
})

/** Ends actions at the live venue whose process died before they ended. */
export const liveActionsJob = defineJob<Record<string, never>>({
  name: 'venue-live-actions',
  everyMs: EVERY_MS,
  async handle(_payload, { container }) {
    await (await container.make(RecoverActions)).run()
    return 'done'
  },
})

/** Deletes old records of what was sent to the live venue and reported by it. */
export const liveRetentionJob = defineJob<Record<string, never>>({
  name: 'venue-live-retention',
  everyMs: RETENTION_EVERY_MS,
  async handle(_payload, { container }) {
    await (await container.make(PruneLive)).run()
    return 'done'
  },
})
