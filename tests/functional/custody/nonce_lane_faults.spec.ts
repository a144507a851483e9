import { setTimeout as delay } from 'node:timers/promises'
import { test } from '@japa/runner'
import type { CustodyChain } from '#modules/custody/services/custody_chain'
import { deployContracts } from '#modules/custody/services/deploy_contracts'
import { startAnvil, type Anvil } from '../../unit/custody/support/anvil.ts'
import { newKey } from '../../unit/custody/support/contract_world.ts'
import { chainDesk, fund, laneRows } from './support/chain_desk.ts'
import { FaultyProxy } from './support/faulty_proxy.ts'
import { randomOf } from './support/random.ts'

const OPERATIONS = 40
const HANDS = 4
const CONFIRMATIONS = 3
const FAULT_RATE = 0.06
const GIVE_UP_MS = 240_000

/**
 * Reorganisations shallower than finality, and emptied mempools, until told to stop; ever rarer, since
 * a slow machine would get nothing done between two of them.
 */
async function disturb(anvil: Anvil, random: () => number, signal: AbortSignal) {
  for (let rarer = 1; !signal.aborted; rarer *= 1.03) {
    await delay((150 + random() * 200) * rarer, null, { signal }).catch(() => {})
    const event =
      random() < 0.5
        ? anvil.rpc('anvil_reorg', [1 + Math.floor(random() * (CONFIRMATIONS - 1)), []])
        : anvil.rpc('anvil_dropAllTransactions')
    // A chain that is too short refuses a reorganisation.
    await event.catch(() => {})
  }
}

/** What a worker does: the same purpose again until its outcome is known. */
async function persist(chain: CustodyChain, purpose: string, data: `0x${string}`) {
  const deadline = performance.now() + GIVE_UP_MS
  for (;;) {
    try {
      const transaction = await chain.lane.submit({ purpose, to: chain.plan.token, data })
      return await chain.lane.awaitFinal(transaction, 1_000)
    } catch (error) {
      if (performance.now() > deadline) throw error
      await chain.lane.restore().catch(() => {})
      await delay(20)
    }
  }
}

test.group('custody | nonce lane under faults', () => {
  for (const seed of [11, 4711]) {
    test(`every purpose executes exactly once (seed ${seed})`, async ({ assert, cleanup }) => {
      const random = randomOf(seed)
      const anvil = await startAnvil()
      const proxy = await FaultyProxy.to(anvil.url)
      const stop = new AbortController()
      cleanup(async () => {
        stop.abort()
        await proxy.stop()
        await anvil.kill()
      })
      const key = newKey()
      const calm = await chainDesk(anvil.url, key, { confirmations: CONFIRMATIONS })
      await fund(calm)
      await deployContracts(calm)

      proxy.faultOf = () => {
        if (random() >= FAULT_RATE) return null
        return random() < 0.5 ? 'before' : 'after'
      }
      const disturbance = disturb(anvil, random, stop.signal)
      const workers = await Promise.all(
        Array.from({ length: HANDS }, () =>
          chainDesk(proxy.url, key, { confirmations: CONFIRMATIONS })
        )
      )
      const data = calm.gateway.encode('TestUSD', 'mint', [calm.lane.address, 1n])
      await Promise.all(
        workers.map(async (worker, hand) => {
          // Neighbours share half of their purposes.
          for (let step = 0; step < OPERATIONS / 2; step++) {
            const purpose = `fuzz-${(step + (hand * OPERATIONS) / HANDS) % OPERATIONS}`
            assert.equal(await persist(worker, purpose, data), 'succeeded')
          }
        })
      )
      stop.abort()
      await disturbance
      const args = [calm.lane.address]
      const call = { contract: 'TestUSD', to: calm.plan.token, fn: 'balanceOf', args } as const
      const head = (await calm.gateway.health()).head
      assert.equal(await calm.gateway.call(call, head), BigInt(OPERATIONS))
      const rows = await laneRows(calm)
      assert.deepEqual(
        rows.map(({ nonce, state }) => [Number(nonce), state]),
        rows.map((_, index) => [index, 'final'])
      )
    })
  }
})
