import { defineJob } from '#app/queue/job'
import { KeepAccounts } from '../services/keep_accounts.ts'
import { PruneLive } from '../services/prune_live.ts'
import { RecoverActions } from '../services/recover_actions.ts'

const EVERY_MS = 2_000
const RETENTION_EVERY_MS = 600_000

/** Sets up live accounts and keeps them up to date. The database says which are due. */
export const liveAccountsJob = defineJob<Record<string, never>>({
  name: 'venue-live-accounts',
  about: {
    carries: 'Accounts at the live venue that have to be set up or brought up to date.',
    takes: 'Seconds each turn, as fast as the venue answers.',
    failing:
      'Live accounts are out of date. Look at whether the venue answers; the next turn goes on.',
  },
  everyMs: EVERY_MS,
  async handle(_payload, { container }) {
    await (await container.make(KeepAccounts)).run()
    return 'done'
  },
})

/** Ends actions at the live venue whose process died before they ended. */
export const liveActionsJob = defineJob<Record<string, never>>({
  name: 'venue-live-actions',
  about: {
    carries: 'Actions at the live venue whose process died before they ended.',
    takes: 'Seconds each turn, as fast as the venue answers.',
    failing:
      'Orders and transfers there have no known end. Look at whether the venue answers before anybody repeats one.',
  },
  everyMs: EVERY_MS,
  async handle(_payload, { container }) {
    await (await container.make(RecoverActions)).run()
    return 'done'
  },
})

/** Deletes old records of what was sent to the live venue and reported by it. */
export const liveRetentionJob = defineJob<Record<string, never>>({
  name: 'venue-live-retention',
  about: {
    carries: 'Old records of what was sent to the live venue and reported by it.',
    takes: 'Seconds, every ten minutes.',
    failing:
      'Harmless for days, while tables grow. Read the error in the log; the next turn makes up for it.',
  },
  everyMs: RETENTION_EVERY_MS,
  async handle(_payload, { container }) {
    await (await container.make(PruneLive)).run()
    return 'done'
  },
})
