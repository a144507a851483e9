import { randomUUID } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import type { Address, ChainValue } from '#modules/custody/core/chain_types'
import type { CustodyChain } from '#modules/custody/services/custody_chain'
import type { ChainTransaction } from '#modules/custody/storage/transaction_rows'
import { isPassing } from '#modules/custody/services/chain_patience'
import { defaultBoundaryId } from '#modules/ledger/index'
import { BoundaryDirectory } from '#modules/custody/services/boundary_directory'
import { IndexPools } from '#modules/custody/services/index_pools'
import { WAIT_MS, eventually, type AnyData, type TestRealm } from '#tests/support/client'
import { explained } from '#tests/support/explained'
import { readRows } from '#tests/support/rows'
import { agreeingTo } from './chain_desk.ts'
import { askNode, sendAs } from './direct_node.ts'
import { chainOfApp } from './process.ts'

/** How far a transaction is looked for. */
const BLOCKS_BACK = 500

interface MinedTransaction {
  from: string
  nonce: string
}

/** The pool of a realm on the service's own chain, and what can be done to it past the service. */
export class PoolHand {
  private constructor(
    readonly chain: CustodyChain,
    readonly address: Address
  ) {}

  static async of({ client, id: realmId }: TestRealm): Promise<PoolHand> {
    const chain = await chainOfApp()
    const address = await eventually('the pool of a realm', async () => {
      const { body } = await client.get('/api/v1/custody/status', { realmId })
      return (body as AnyData).contractAddress as Address | null
    })
    return new PoolHand(chain, address)
  }

  /** As the service's operator, and known to its lane, whose signer here agrees to `fn` as well. */
  async act(fn: string, args: ChainValue[] = []) {
    const { lane, gateway } = await agreeingTo(fn, this.chain)
    const data = gateway.encode('RealmCustody', fn, args)
    const purpose = `test:${fn}:${randomUUID()}`
    const transaction = await lane.submit({ purpose, to: this.address, data })
    const succeeds = async () => {
      const settled = await lane.awaitFinal(transaction, WAIT_MS)
      if (settled !== 'succeeded') throw new Error(`${fn} ${settled}`)
    }
    await explained(succeeds(), () => this.#fateOf(transaction))
  }

  /** What the database and the node have of a transaction, and what the node has under its nonce. */
  async #fateOf({ id, nonce }: ChainTransaction) {
    const { lane, settings } = this.chain
    const ask = (method: string, ...params: unknown[]) =>
      askNode(settings.rpcUrls[0]!, method, params)
    const stored = await readRows<{ txHash: string | null }>`
      SELECT t.purpose, t.nonce, t.state, t.try_no, t.updated_at, a.attempt_no, a.tx_hash AS txHash
        FROM custody_transactions t LEFT JOIN custody_attempts a ON a.transaction_id = t.id
        WHERE t.id = ${id}`
    const hashes = stored.flatMap(({ txHash }) => txHash ?? [])
    const receipts = await Promise.all(
      hashes.map((hash) => ask('eth_getTransactionReceipt', hash).catch(String))
    )
    const head = Number(await ask('eth_blockNumber'))
    const isIt = (sent: MinedTransaction) =>
      sent.from === lane.address.toLowerCase() && Number(sent.nonce) === nonce
    for (let number = head; number > Math.max(0, head - BLOCKS_BACK); number--) {
      const block = await ask('eth_getBlockByNumber', `0x${number.toString(16)}`, true)
      const mined = (block as { transactions: MinedTransaction[] }).transactions.find(isIt)
      if (mined) return { stored, receipts, head, mined }
    }
    return { stored, receipts, head }
  }

  /** Takes tokens out of an account without its contract knowing. */
  async steal(from: Address, amount: bigint) {
    const data = this.chain.gateway.encode('TestUSD', 'transfer', [`0x${'dd'.repeat(20)}`, amount])
    await this.impersonate(from, this.chain.plan.token, data)
  }

  /** Sends tokens without telling anybody. */
  async give(to: Address, amount: bigint) {
    const { gateway, plan } = this.chain
    const data = gateway.encode('TestUSD', 'mint', [to, amount])
    await this.impersonate(this.address, plan.token, data)
  }

  /** Ether that came to the pool by mistake; wei. */
  async giveEther(amount: bigint) {
    const node = this.chain.settings.rpcUrls[0]!
    await askNode(node, 'anvil_setBalance', [this.address, `0x${amount.toString(16)}`])
  }

  async impersonate(from: string, to: string, data: string) {
    const node = this.chain.settings.rpcUrls[0]!
    await sendAs(node, from, to, data)
    await askNode(node, 'anvil_mine', ['0x1'])
  }
}

/** The pool of a realm, and what its default boundary holds there outside of vaults; base units. */
export async function defaultHolding(realm: TestRealm) {
  const { chain, address: pool } = await PoolHand.of(realm)
  const args = [chain.gateway.idHash(defaultBoundaryId(realm.id))]
  const call = { contract: 'RealmCustody', to: pool, fn: 'boundary', args } as const
  const holding = async () => {
    return ((await chain.gateway.call(call, 'latest')) as unknown as { balance: bigint }).balance
  }
  return { pool, holding }
}

/** Until the contract knows the boundary; a request that needs it there does not wait that long. */
export async function registered(realmId: string, boundaryId: string) {
  const directory = await app.container.make(BoundaryDirectory)
  await eventually('the boundary to be on the chain', async () => {
    try {
      await directory.ensureRegistered(realmId, boundaryId)
      return true
    } catch (error) {
      if (isPassing(error)) return null
      throw error
    }
  })
}

/** Reads all events there are, as the job does. */
export async function indexed() {
  const indexPools = await app.container.make(IndexPools)
  await eventually('the indexer to be free', async () => {
    return (await indexPools.run()).outcome === 'busy' ? null : true
  })
}

/** A sheet of a pool that answered in time: callers do not wait long for a chain that is slow. */
export async function sheetOf({ client, id: realmId }: TestRealm): Promise<AnyData> {
  return eventually('a sheet of the pool', async () => {
    const reply = await client.get('/api/v1/custody/boundary-balance-sheet', { realmId })
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
    const sheet = reply.body as AnyData
    return sheet.poolMeasurable === true ? sheet : null
  })
}
