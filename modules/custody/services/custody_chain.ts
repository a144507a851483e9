import type { Logger } from '@adonisjs/core/logger'
import type { Clock } from '#app/clock/clock'
import type { Database } from '#app/storage/database'
import { DevChain } from '../chain/dev_chain.ts'
import { ChainGateway } from '../chain/gateway.ts'
import { HttpProvider } from '../chain/http_provider.ts'
import { refusePublicOperator, type CustodySettings } from '../settings.ts'
import { TransactionStore } from '../storage/transaction_store.ts'
import { planDeployment, type DeploymentPlan } from './deployment_plan.ts'
import { NonceLane } from './nonce_lane.ts'

const DEVELOPMENT_POLL_MS = 25
const LIVE_POLL_MS = 1_000

/** The configured chain, and everything the service uses to act on it. Connects to nothing by itself. */
export class CustodyChain {
  readonly gateway: ChainGateway
  readonly provider: HttpProvider
  /** Null on a chain that is not a developer's. */
  readonly dev: DevChain | null
  readonly lane: NonceLane
  readonly transactions: TransactionStore
  /** Where our contracts are or will be. */
  readonly plan: DeploymentPlan

  /** @throws Error when the operator key is one that everybody knows, on a chain that matters */
  constructor(
    readonly settings: CustodySettings,
    database: Database,
    clock: Clock,
    log: Logger
  ) {
    const { rpcUrls, chainId, operatorKey, confirmations, developmentChain } = settings
    this.provider = new HttpProvider({ urls: rpcUrls, chainId })
    this.gateway = new ChainGateway(this.provider)
    this.dev = developmentChain ? new DevChain(this.provider) : null
    const operator = this.gateway.addressOf(operatorKey)
    refusePublicOperator(settings, operator)
    this.plan = planDeployment(this.gateway, operator)
    this.transactions = new TransactionStore(database, clock, chainId, operator)
    this.lane = new NonceLane({
      gateway: this.gateway,
      key: operatorKey,
      store: this.transactions,
      dev: this.dev,
      confirmations,
      pollMs: developmentChain ? DEVELOPMENT_POLL_MS : LIVE_POLL_MS,
      log,
    })
  }

  /** The newest block whose contents count as final by our own depth. */
  async settledBlock(): Promise<number> {
    const { head } = await this.gateway.health()
    return Math.max(0, head - this.settings.confirmations + 1)
  }
}
