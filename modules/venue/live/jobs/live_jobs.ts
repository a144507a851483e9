import { defineJob, type JobDefinition } from '#app/queue/job'
import { KeepAccounts } from '../services/keep_accounts.ts'
import { PruneLive } from '../services/prune_live.ts'
import { RecoverActions } from '../services/recover_actions.ts'

const EVERY_MS = 2_000
const RETENTION_EVERY_MS = 600_000

/** @param live `connected`: without a live venue two of them have nothing to do, and never run */
export function liveJobs({ connected }: { connected: boolean }): JobDefinition[] {
  const everyMs = connected ? EVERY_MS : undefined
  return [{ ...liveAccountsJob, everyMs }, { ...liveActionsJob, everyMs }, liveRetentionJob]
}

/** Sets up live accounts and keeps them up to date. The database says which are due. */
const liveAccountsJob = defineJob<Record<string, never>>({
  name: 'venue-live-accounts',
  about: {
    carries: 'Accounts at the live venue that have to be set up or brought up to date.',
    takes: 'Seconds each turn, as fast as the venue answers.',
    failing:
      'Live accounts are out of date. Look at whether the venue answers; the next turn goes on.',
  },
  async handle(_payload, { container }) {
    await (await container.make(KeepAccounts)).run()
    return 'done'
  },
})

/** Ends actions at the live venue whose process died before they ended. */
const liveActionsJob = defineJob<Record<string, never>>({
  name: 'venue-live-actions',
  about: {
    carries: 'Actions at the live venue whose process died before they ended.',
    takes: 'Seconds each turn, as fast as the venue answers.',
    failing:
      'Orders and transfers there have no known end. Look at whether the venue answers before anybody repeats one.',
  },
  async handle(_payload, { container }) {
    await (await container.make(RecoverActions)).run()
    return 'done'
  },
})

/** Deletes old records of what was sent to the live venue and reported by it. */
const liveRetentionJob = defineJob<Record<string, never>>({
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
