import { defineJob } from '#app/queue/job'
import { KeepAccounts } from '../services/keep_accounts.ts'
import { PruneLive } from '../services/prune_live.ts'
import { RecoverActions } from '../services/recover_actions.ts'

const EVERY_MS = 2_000
const RETENTION_EVERY_MS = 600_000

/** Sets up live accounts and keeps them up to date. What is due stands in the database. */
export const liveAccountsJob = defineJob<Record<string, never>>({
  name: 'venue-live-accounts',
  everyMs: EVERY_MS,
  async handle(_payload, { container }) {
    await (await container.make(KeepAccounts)).run()
    return 'done'
  },
})

/** Ends actions at the live venue whose process ended before they did. */
export const liveActionsJob = defineJob<Record<string, never>>({
  name: 'venue-live-actions',
  everyMs: EVERY_MS,
  async handle(_payload, { container }) {
    await (await container.make(RecoverActions)).run()
    return 'done'
  },
})

/** Forgets what was sent to and told by the live venue long ago. */
export const liveRetentionJob = defineJob<Record<string, never>>({
  name: 'venue-live-retention',
  everyMs: RETENTION_EVERY_MS,
  async handle(_payload, { container }) {
    await (await container.make(PruneLive)).run()
    return 'done'
  },
})
