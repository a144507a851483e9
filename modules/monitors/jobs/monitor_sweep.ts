import { defineJob } from '#app/queue/job'
import { MONITOR_LIMITS } from '../limits.ts'
import { WatchJournal } from '../services/watch_journal.ts'
import { SEEM_DUE } from '../storage/monitor_store.ts'

export const monitorSweep = defineJob<Record<string, never>>({
  name: 'monitor-sweep',
  about: {
    carries: 'The journals of realms with monitors, as far as nobody has measured them.',
    takes: 'Milliseconds for each commit, while there are such, and once a minute.',
    failing: 'Crossings are told late; none is left out. Read the error in the log.',
  },
  everyMs: MONITOR_LIMITS.sweepMs,
  restMs: MONITOR_LIMITS.sweepRestMs,
  due: SEEM_DUE,
  async handle(_payload, { container }) {
    await (await container.make(WatchJournal)).run()
    return 'done'
  },
})
