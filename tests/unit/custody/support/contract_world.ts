import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { DevChain } from '#modules/custody/chain/dev_chain'
import { RpcError } from '#modules/custody/chain/errors'
import { ChainGateway } from '#modules/custody/chain/gateway'
import { HttpProvider } from '#modules/custody/chain/http_provider'
import { LocalSigner } from '#modules/custody/chain/local_signer'
import { OperatorKey } from '#modules/custody/chain/operator_key'
import type {
  Address,
  ChainEvent,
  ChainValue,
  ContractName,
  DecodedRevert,
  Hex,
  Receipt,
  SignedTransaction,
  UnsignedTransaction,
} from '#modules/custody/core/chain_types'
import { NO_LIMITS, type PoolLimits } from '#modules/custody/core/chain_registry'
import { limitsOf } from '#modules/custody/core/pool_limits'
import {
  DEPLOYMENT_PROXY,
  planDeployment,
  poolAddress,
  type DeploymentPlan,
} from '#modules/custody/services/deployment_plan'
import { WAIT_MS } from '#tests/support/client'
import { startAnvil, TEST_CHAIN_ID, type Anvil } from './anvil.ts'

const GAS_MONEY_WEI = 10n ** 20n

/** A private chain with the service's contracts, driven directly, without database or queue. */
export class ContractWorld {
  private constructor(
    public anvil: Anvil,
    readonly gateway: ChainGateway,
    readonly dev: DevChain,
    readonly operator: OperatorKey,
    readonly plan: DeploymentPlan
  ) {}

  static async start(chainId = TEST_CHAIN_ID): Promise<ContractWorld> {
    const anvil = await startAnvil({ chainId })
    const provider = new HttpProvider({ urls: [anvil.url], chainId })
    const gateway = new ChainGateway(provider)
    const operator = newKey()
    const plan = planDeployment(gateway, gateway.addressOf(operator))
    const world = new ContractWorld(anvil, gateway, new DevChain(provider), operator, plan)
    await world.#deploy()
    return world
  }

  /** Kills the node; another one, empty but for the contracts, takes its place at the same address. */
  async restart() {
    const { chainId } = this.gateway
    await this.anvil.kill()
    this.anvil = await startAnvil({ port: Number(new URL(this.anvil.url).port), chainId })
    await this.#deploy()
  }

  async #deploy() {
    await this.fund(this.operator)
    for (const { data } of this.plan.contracts) {
      await this.send(this.operator, DEPLOYMENT_PROXY, data)
    }
  }

  async fund(key: OperatorKey) {
    await this.dev.fundGas(this.gateway.addressOf(key), GAS_MONEY_WEI)
  }

  async fundedKey(): Promise<OperatorKey> {
    const key = newKey()
    await this.fund(key)
    return key
  }

  addressOf(key: OperatorKey): Address {
    return this.gateway.addressOf(key)
  }

  /** Signs, broadcasts, waits for the receipt. A revert is mined, not thrown. */
  async send(key: OperatorKey, to: Address, data: Hex): Promise<Receipt> {
    const nonce = await this.gateway.nonce(this.addressOf(key), 'latest')
    const fees = { maxFee: 10n ** 11n, tip: 0n, gas: 8_000_000n }
    const { raw, hash } = await signAs(key, {
      chainId: this.gateway.chainId,
      nonce,
      to,
      data,
      ...fees,
    })
    await this.gateway.broadcast(raw)
    const deadline = performance.now() + WAIT_MS
    for (;;) {
      const receipt = await this.gateway.receipt(hash)
      if (receipt) return receipt
      if (performance.now() > deadline) throw new Error('the transaction was not mined')
      await delay(5)
    }
  }

  /** @returns the events of a call that must succeed */
  async act(
    key: OperatorKey,
    contract: ContractName,
    to: Address,
    fn: string,
    args: readonly ChainValue[] = []
  ): Promise<ChainEvent[]> {
    const refused = await this.refusal(key, contract, to, fn, args)
    if (refused) throw new Error(`${fn} reverts: ${JSON.stringify(refused)}`)
    const receipt = await this.send(key, to, this.gateway.encode(contract, fn, args))
    if (!receipt.succeeded) throw new Error(`${fn} reverted when mined`)
    return this.gateway.decodeLogs(receipt.logs)
  }

  /** Why a call would revert, or null when it would not. */
  async refusal(
    key: OperatorKey,
    contract: ContractName,
    to: Address,
    fn: string,
    args: readonly ChainValue[] = []
  ): Promise<DecodedRevert | null> {
    const data = this.gateway.encode(contract, fn, args)
    try {
      await this.gateway.ethCall({ from: this.addressOf(key), to, data }, 'latest')
      return null
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      return this.gateway.decodeRevert(error.data) ?? { name: error.message, args: {} }
    }
  }

  read(contract: ContractName, to: Address, fn: string, args: readonly ChainValue[] = []) {
    return this.gateway.call({ contract, to, fn, args }, 'latest')
  }

  createRealmArgs(
    realmId: string,
    boundaryId: string,
    paper = true,
    limits: PoolLimits = NO_LIMITS
  ): ChainValue[] {
    const { token, operator } = this.plan
    const ids = [this.gateway.idHash(realmId), this.gateway.idHash(boundaryId)]
    return [...ids, token, operator, operator, operator, paper, limitsOf(paper, limits)]
  }

  async createRealm(
    realmId: string,
    boundaryId: string,
    paper = true,
    limits: PoolLimits = NO_LIMITS
  ): Promise<Address> {
    const args = this.createRealmArgs(realmId, boundaryId, paper, limits)
    await this.act(this.operator, 'CustodyFactory', this.plan.factory, 'createRealm', args)
    return poolAddress(this.gateway, this.plan, realmId)
  }
}

/** Signed by a key as it is, whatever the service would say to it. */
export function signAs(
  key: OperatorKey,
  transaction: Omit<UnsignedTransaction, 'chainId' | 'value'> & { chainId?: number }
): Promise<SignedTransaction> {
  return new LocalSigner(key).sign({ chainId: TEST_CHAIN_ID, value: 0n, ...transaction })
}

export function newKey(): OperatorKey {
  return new OperatorKey(randomBytes(32).toString('hex'))
}
