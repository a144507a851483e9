import { test } from '@japa/runner'
import { ChainUnreachable, RpcError } from '#modules/custody/chain/errors'
import { judgePage, type JudgePage } from '#modules/custody/core/judge_page'
import type { IndexPools } from '#modules/custody/services/index_pools'
import type { Address, Hex } from '#modules/custody/core/chain_types'
import { CONFIRMATIONS, IndexDesk, type DeskPool } from './support/index_desk.ts'
import { randomOf } from './support/random.ts'

const ROUNDS = 60

interface RpcLog {
  blockHash: string
}

type Random = () => number

/** A pool with boundaries and a vault, and operations chosen by chance; some of them revert. */
class RandomPool {
  readonly #boundaries: Hex[]
  readonly #object: Hex
  #opSeq = 1n

  constructor(
    private desk: IndexDesk,
    readonly pool: DeskPool,
    private random: Random
  ) {
    const id = (name: string) => desk.world.gateway.idHash(`${pool.address}:${name}`)
    this.#boundaries = [pool.boundary, id('one'), id('two')]
    this.#object = id('object')
  }

  async begin() {
    const operator = this.desk.world.addressOf(this.desk.world.operator)
    for (const boundary of this.#boundaries.slice(1)) {
      await this.desk.act(this.pool, 'registerBoundary', [boundary, 0n, operator])
    }
    await this.desk.act(this.pool, 'registerExchangeObject', [this.#object, this.pool.boundary])
    await this.desk.act(this.pool, 'setHouse', [this.#boundaries[1]!, true])
  }

  async step() {
    const { desk, pool } = this
    const opId = desk.newOpId()
    const amount = 1n + BigInt(Math.floor(this.random() * 40))
    const kind = Math.floor(this.random() * 8)
    if (kind <= 2) await desk.act(pool, 'mintDeposit', [opId, this.#boundary(), amount])
    if (kind === 3) await desk.act(pool, 'settleBatch', [this.#batch()])
    if (kind === 4)
      await desk.act(pool, 'withdraw', [opId, this.#boundary(), this.#stranger(), amount])
    if (kind === 5) await desk.act(pool, 'fundVault', [opId, this.#object, amount])
    if (kind === 6) await desk.act(pool, 'returnVault', [opId, this.#object, amount])
    if (kind === 7) {
      const delta = this.random() < 0.5 ? amount : -amount
      const house = this.#boundaries[1]!
      await desk.act(pool, 'settleVault', [this.#opSeq++, opId, this.#object, house, delta])
    }
  }

  /** What the contract says every boundary owns, vaults included. */
  async balances(): Promise<Record<string, bigint>> {
    const entries = this.#boundaries.map(async (id) => {
      const entry = await this.desk.world.read('RealmCustody', this.pool.address, 'boundary', [id])
      const { balance, vaulted } = entry as { balance: bigint; vaulted: bigint }
      return [id, balance + vaulted] as const
    })
    return Object.fromEntries(await Promise.all(entries))
  }

  #batch() {
    return Array.from({ length: 1 + Math.floor(this.random() * 5) }, () => ({
      opSeq: this.#opSeq++,
      opId: this.desk.newOpId(),
      fromId: this.#boundary(),
      toId: this.#boundary(),
      amount: BigInt(Math.floor(this.random() * 30)),
    }))
  }

  #boundary(): Hex {
    return this.#boundaries[Math.floor(this.random() * this.#boundaries.length)]!
  }

  #stranger(): Address {
    return '0x00000000000000000000000000000000000000aA'
  }
}

/** A node that cuts connections, refuses ranges, shuffles, repeats, omits, shows old heads and old counts. */
function lie(desk: IndexDesk, random: Random) {
  const lastSeq = desk.world.gateway.encode('RealmCustody', 'lastSeq')
  desk.proxy.faultOf = () => {
    if (random() >= 0.02) return null
    return random() < 0.5 ? 'before' : 'after'
  }
  desk.proxy.refusalOf = ({ method }) =>
    method === 'eth_getLogs' && random() < 0.1 ? 'block range is too large' : null
  desk.proxy.alter = ({ method, params }, result) => {
    if (method === 'eth_getLogs') return liedLogs(result as RpcLog[], random)
    const call = params[0] as { data?: string }
    if (method === 'eth_call' && call.data === lastSeq && random() < 0.05) {
      return `0x${(BigInt(result as string) - 1n).toString(16).padStart(64, '0')}`
    }
    return result
  }
}

function liedLogs(logs: RpcLog[], random: Random): RpcLog[] {
  const chance = random()
  if (chance < 0.1) return logs.filter(() => random() < 0.7)
  if (chance < 0.2) return logs.slice(0, -1)
  if (chance < 0.3) return logs.toReversed()
  if (chance < 0.35) return [...logs, ...logs]
  if (chance < 0.4) return logs.map((log) => ({ ...log, blockHash: `0x${'cd'.repeat(32)}` }))
  return logs
}

function beHonest(desk: IndexDesk) {
  desk.proxy.faultOf = () => null
  desk.proxy.refusalOf = () => null
  desk.proxy.alter = (_call, result) => result
}

async function tick(worker: IndexPools) {
  try {
    await worker.run()
  } catch (error) {
    const passing = error instanceof ChainUnreachable || error instanceof RpcError
    if (!passing) throw error
  }
}

async function play(desk: IndexDesk, random: Random, judge?: JudgePage) {
  const pools = [await desk.pool(), await desk.pool()].map(
    (one) => new RandomPool(desk, one, random)
  )
  for (const pool of pools) await pool.begin()
  await desk.mine(CONFIRMATIONS)
  const workers = [await desk.worker({ judge }), await desk.worker({ judge })]
  lie(desk, random)
  for (let round = 0; round < ROUNDS; round++) {
    for (const pool of pools) if (random() < 0.8) await pool.step()
    if (random() < 0.2) await desk.reorg(1 + Math.floor(random() * (CONFIRMATIONS - 1)))
    if (random() < 0.3) await desk.mine(Math.floor(random() * 4))
    // A worker that is replaced keeps nothing but what is stored.
    if (random() < 0.1) workers[0] = await desk.worker({ judge })
    const both = random() < 0.3
    await Promise.all((both ? workers : workers.slice(0, 1)).map(tick))
  }
  beHonest(desk)
  await desk.mine(CONFIRMATIONS)
  // Its own connection: one that met three faults in a row rests for two seconds.
  const last = await desk.worker({ judge })
  for (let again = 0; again < 4; again++) await last.run()
  return { pools, worker: last }
}

/** The same judge without its belief in numbers: whatever a node shows is all there is. */
const credulous: JudgePage = (reading, positions, known) => {
  const verdict = judgePage({ ...reading, lastSeqs: null }, positions, known)
  if (verdict.kind === 'discard') return verdict
  for (const [pool, one] of verdict.pools) {
    if (one.kind === 'advance') one.verified = reading.lastSeqs !== null
    else {
      const { lastSeq } = positions.find((position) => position.pool === pool)!
      const events = reading.events.filter((event) => event.pool === pool && event.seq > lastSeq)
      const unique = new Map(events.map((event) => [event.seq, event]))
      const sorted = [...unique.values()].sort((a, b) => a.seq - b.seq)
      const verified = reading.lastSeqs !== null
      verdict.pools.set(pool, { kind: 'advance', events: sorted, verified })
    }
  }
  return verdict
}

test.group('custody | indexer, random operations and faults', (group) => {
  let desk: IndexDesk

  group.each.setup(async () => {
    desk = await IndexDesk.start()
    return () => desk.stop()
  })

  for (const seed of [7, 101, 4242]) {
    test(`events apply once, balances are the contract's (seed ${seed})`, async ({ assert }) => {
      const { pools, worker } = await play(desk, randomOf(seed))
      const summary = (await worker.index.summary())!
      assert.deepInclude(summary, { stoppedReason: null, faults: 0, behind: 0, missing: 0 })
      assert.isAbove(summary.gaps, 0, 'the node has lied at least once')
      for (const random of pools) {
        const { pool } = random
        const emitted = await desk.emitted(pool)
        assert.isAbove(emitted.length, 20)
        assert.deepEqual(await desk.stored(pool, 'final'), emitted)
        assert.deepEqual(
          await desk.applied(pool),
          emitted.map((_, index) => index + 1)
        )
        assert.equal(await desk.projected(pool), await desk.total(pool))
        const projected: Record<string, bigint> = {}
        for (const { boundaryId, balance } of await worker.projection.accounts(pool.address)) {
          projected[boundaryId] = (projected[boundaryId] ?? 0n) + balance
        }
        assert.deepEqual(projected, await random.balances())
      }
    })
  }

  test('without the check of numbers the same faults lose events', async ({ assert }) => {
    const { pools } = await play(desk, randomOf(7), credulous)
    const lost = await Promise.all(
      pools.map(async ({ pool }) => {
        return (await desk.emitted(pool)).length - (await desk.applied(pool)).length
      })
    )
    assert.isAbove(Math.max(...lost), 0)
  })
})
