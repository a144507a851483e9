import type { Logger } from '@adonisjs/core/logger'
import type { Clock } from '#app/clock/clock'
import { ServiceError } from '#app/http/errors/service_error'
import type { Database } from '#app/storage/database'
import { DevChain } from '../chain/dev_chain.ts'
import { ChainGateway } from '../chain/gateway.ts'
import { HttpProvider } from '../chain/http_provider.ts'
import { signerOf, type SigningAccount } from '../chain/signing_account.ts'
import { callsOf, GuardedSigner, type OnRefusal, type Signer } from '../chain/signer.ts'
import { feeBounds } from '../core/fees.ts'
import { ChainNames } from '../core/chain_names.ts'
import { nodesNeeded } from '../core/chain_registry.ts'
import type { Address, Hex } from '../core/chain_types.ts'
import { ALLOWED_CALLS, type AllowedCalls } from '../core/signing_policy.ts'
import { carriesPaper, chainKind, refusePublicOperator, type CustodySettings } from '../settings.ts'
import { PoolStore } from '../storage/pool_store.ts'
import { TransactionStore } from '../storage/transaction_store.ts'
import { ContractPlaces } from './contract_places.ts'
import { planDeployment } from './deployment_plan.ts'
import { NonceLane } from './nonce_lane.ts'

const POLL_MS = { development: 25, live: 1_000 }

/**
 * The configured chain, and everything the service uses to act on it. Connects to nothing by itself.
 * The one service of custody that configuration decides: all others are built whether there is a
 * chain or not, and meet that here when they use it. Wrong settings are thrown at each use.
 */
export class CustodyChain extends ChainNames {
  #connection: ReturnType<typeof connect> | null = null
  #onSent = () => {}
  #onReserved = () => {}
  /** Since this process began, by reason. */
  readonly signingRefusals: Record<string, number> = {}

  /**
   * @param readSettings null when no chain is configured; may throw
   * @param change what tests have otherwise: what may be called, and who signs
   */
  constructor(
    private readSettings: () => CustodySettings | null,
    private database: Database,
    private clock: Clock,
    private log: Logger,
    private change: Partial<Pick<Parts, 'allowed' | 'signerOf'>> = {}
  ) {
    super()
  }

  /** @throws Error when the settings are wrong */
  get configured(): boolean {
    return this.#found() !== null
  }

  /** @throws ServiceError CHAIN_UNAVAILABLE when no chain is configured */
  require(): void {
    if (!this.configured) throw new ServiceError('CHAIN_UNAVAILABLE')
  }

  /** Whether realms of this asset settle on the configured chain; false without one. */
  carries(asset: string): boolean {
    return this.configured && (asset !== 'paper' || carriesPaper(this.settings))
  }

  get settings(): CustodySettings {
    return this.#required.settings
  }

  get gateway(): ChainGateway {
    return this.#required.gateway
  }

  get provider(): HttpProvider {
    return this.#required.provider
  }

  /** Null on a chain that is not a developer's. */
  get dev(): DevChain | null {
    return this.#required.dev
  }

  get lane(): NonceLane {
    return this.#required.lane
  }

  /** The accounts that sign for the service on this chain. */
  get accounts(): readonly Address[] {
    return [this.lane.address]
  }

  get transactions(): TransactionStore {
    return this.#required.transactions
  }

  /** Where our contracts are or will be. */
  get plan() {
    return this.#required.plan
  }

  get chainId(): number {
    return this.settings.chainId
  }

  idHash(id: string): Hex {
    return this.gateway.idHash(id)
  }

  /** The newest block whose contents count as final by our own depth. */
  async settledBlock(): Promise<number> {
    const { head } = await this.gateway.health()
    return Math.max(0, head - this.settings.confirmations + 1)
  }

  /** @param notice called after each transaction that this process has sent */
  whenSent(notice: () => void) {
    this.#onSent = notice
  }

  /** @param notice called when this process has reserved a nonce that a worker has to sign */
  whenReserved(notice: () => void) {
    this.#onReserved = notice
  }

  get #required() {
    this.require()
    return this.#found()!
  }

  #found() {
    if (this.#connection) return this.#connection
    const settings = this.readSettings()
    if (!settings) return null
    const { database, clock, log, change } = this
    const onRefusal: OnRefusal = ({ purpose, refusal }, { to, nonce }) => {
      this.signingRefusals[refusal] = (this.signingRefusals[refusal] ?? 0) + 1
      log.error({ purpose, refusal, to, nonce }, 'a signer refuses: what asks for it is at fault')
    }
    const parts = { database, clock, log, onRefusal, allowed: ALLOWED_CALLS, signerOf, ...change }
    this.#connection = connect(settings, parts)
    this.#connection.lane.whenSent(() => this.#onSent())
    this.#connection.lane.whenReserved(() => this.#onReserved())
    return this.#connection
  }
}

interface Parts {
  database: Database
  clock: Clock
  log: Logger
  onRefusal: OnRefusal
  allowed: AllowedCalls
  /** Null in a process that has no key. */
  signerOf: (account: SigningAccount) => Signer | null
}

/** @throws Error when the operator key is one that everybody knows, on a chain that matters */
function connect(settings: CustodySettings, parts: Parts) {
  const { database, clock, log } = parts
  const { rpcUrls, chainId, confirmations, developmentChain, terms } = settings
  const provider = new HttpProvider({
    urls: rpcUrls,
    chainId,
    needed: nodesNeeded(terms, rpcUrls),
    onDisagreement: ({ method, needed, answered }) =>
      log.error({ method, needed, answered, chainId }, 'nodes contradict each other'),
  })
  const gateway = new ChainGateway(provider)
  const dev = developmentChain ? new DevChain(provider) : null
  const [account] = settings.operators as [SigningAccount]
  const operator = account.address
  refusePublicOperator(settings, operator)
  const transactions = new TransactionStore(database, clock, chainId, operator)
  const plan = planDeployment(gateway, operator, terms)
  const fees = feeBounds(terms.worth, terms.highestFeeGwei)
  const policy = { chainId, highestFee: fees.cap, calls: callsOf(parts.allowed) }
  const signer = parts.signerOf(account)
  const lane = new NonceLane({
    gateway,
    address: operator,
    signer: signer && new GuardedSigner(signer, policy, parts.onRefusal),
    contracts: new ContractPlaces(plan, new PoolStore(database, clock)),
    store: transactions,
    dev,
    confirmations,
    fees,
    pollMs: POLL_MS[chainKind(settings)],
    log,
  })
  return { settings, provider, gateway, dev, transactions, lane, plan }
}
