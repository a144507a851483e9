import { Logger } from '@adonisjs/core/logger'
import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { RealmDirectory } from '#modules/ledger/index'
import { type LiveAccount, LiveAccountStore } from '../storage/live_account_store.ts'
import { LiveConnection } from './live_connection.ts'
import { PollAccount } from './poll_account.ts'
import { ProvisionAccount } from './provision_account.ts'
import { ReconcileAccount } from './reconcile_account.ts'

const AT_A_TIME = 20

/** Sets up accounts, polls them, compares them with the venue, and changes their agents in time. */
@singleton()
export class KeepAccounts {
  constructor(
    private connection: LiveConnection,
    private accounts: LiveAccountStore,
    private provision: ProvisionAccount,
    private poll: PollAccount,
    private reconcile: ReconcileAccount,
    private realms: RealmDirectory,
    private clock: Clock,
    private log: Logger
  ) {}

  async run(): Promise<void> {
    const open = this.connection.current
    if (!open) return
    const { timings } = open
    const nowMs = this.clock.nowMs()
    const { accounts } = this
    const setUp = await accounts.unfinished(nowMs, AT_A_TIME)
    await this.#each(setUp, (account) => this.provision.advance(account))
    const outworn = await accounts.stale('agent_since_ms', nowMs - timings.agentLifeMs, AT_A_TIME)
    await this.#each(outworn, (account) => this.provision.rotate(account))
    const unpolled = await accounts.stale('polled_at_ms', nowMs - timings.pollMs, AT_A_TIME)
    await this.#each(unpolled, (account) => this.poll.run(account))
    const since = nowMs - timings.reconcileMs
    const unreconciled = await accounts.stale('reconciled_at_ms', since, AT_A_TIME)
    await this.#each(unreconciled, (account) => this.reconcile.run(account))
  }

  /** An account that fails must not hold up the others; it is due again. */
  async #each(accounts: LiveAccount[], work: (account: LiveAccount) => Promise<void>) {
    for (const account of accounts) {
      await this.#one(account, work).catch((error: unknown) => {
        const { objectId } = account
        this.log.warn(
          { objectId, error: String(error) },
          'a live account could not be looked after'
        )
      })
    }
  }

  /** A closed realm takes no postings: its accounts would be due for ever, before all others. */
  async #one(account: LiveAccount, work: (account: LiveAccount) => Promise<void>) {
    const { objectId, realmId, state } = account
    if (await this.realms.find(realmId)) return work(account)
    await this.accounts.move(objectId, state, 'closed')
  }
}
