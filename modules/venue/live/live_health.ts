import type { HealthCheck } from '#app/observability/health'
import type { LiveAccountStore } from './storage/live_account_store.ts'

/** Not fatal: callers who do not trade on the live venue notice nothing. */
export function liveHealth(accounts: () => Promise<LiveAccountStore | null>): HealthCheck {
  return {
    name: 'venue-live',
    fatal: false,
    async check() {
      const store = await accounts()
      if (!store) return { ok: true, detail: 'not connected' }
      const { unfinished, failed, frozen } = await store.counts()
      const detail = `${unfinished} in setup, ${failed} failed, ${frozen} frozen`
      return { ok: failed === 0 && frozen === 0, detail }
    },
  }
}
