import { test } from '@japa/runner'
import { pluck, until } from '#tests/support/client'
import { randomOf } from './support/random.ts'
import { WithdrawalDesk } from './support/withdrawal_desk.ts'
import { Wallet } from './support/withdrawing.ts'

const REFUSED = { state: 'refused', as: 'failed' }

let desk: WithdrawalDesk

const nothing = () => null

test.group('custody | withdrawals under faults', (group) => {
  group.each.setup(async () => {
    desk = await WithdrawalDesk.start()
    await desk.mint(1_000_000_000n)
    return () => desk.stop()
  })

  test('a node that is down delays a withdrawal and fails none', async ({ assert }) => {
    const movement = desk.withdrawal()
    desk.proxy.faultOf = () => 'before'
    assert.deepEqual(await desk.start(movement), { state: 'waiting' })
    assert.deepEqual(await desk.services.carrier.poll(movement), { state: 'waiting' })
    desk.proxy.faultOf = nothing
    assert.equal((await desk.ended(movement)).state, 'final')
    assert.equal(await desk.paid(movement), movement.amount)
  })

  test('stored and never broadcast: the same bytes are sent later, once', async ({ assert }) => {
    const movement = desk.withdrawal()
    desk.proxy.faultOf = (method) => (method === 'eth_sendRawTransaction' ? 'before' : null)
    assert.deepEqual(await desk.start(movement), { state: 'waiting' })
    assert.equal(await desk.outcome(movement), 0)
    const [stored] = await desk.services.transactions.of([movement.operationId])
    assert.equal(stored!.state, 'signed')
    desk.proxy.faultOf = nothing
    await desk.services.chain.lane.restore()
    assert.equal((await desk.ended(movement)).state, 'final')
    const sent = await desk.services.transactions.of([movement.operationId])
    assert.deepEqual(pluck(sent, 'txHash'), [stored!.txHash])
    assert.equal(await desk.paid(movement), movement.amount)
  })

  test('an answer that is lost after the node has worked pays once', async ({ assert }) => {
    const movement = desk.withdrawal()
    desk.proxy.faultOf = (method) => (method === 'eth_sendRawTransaction' ? 'after' : null)
    await desk.start(movement)
    desk.proxy.faultOf = nothing
    assert.equal((await desk.ended(movement)).state, 'final')
    assert.equal(await desk.paid(movement), movement.amount)
  })

  test('two processes at once pay once', async ({ assert }) => {
    const twin = await desk.twin()
    const movements = Array.from({ length: 5 }, () => desk.withdrawal())
    await Promise.all(
      movements.flatMap((movement) => [
        desk.start(movement),
        twin.carrier.start(movement),
        desk.ended(movement),
        desk.ended(movement, twin),
      ])
    )
    for (const movement of movements) assert.equal(await desk.paid(movement), movement.amount)
  })

  test('beyond what a boundary holds the id is voided, then the hold ends', async ({ assert }) => {
    const movement = desk.withdrawal({ amount: 2_000_000_000n })
    const end = await desk.ended(movement)
    assert.containSubset(end, REFUSED)
    assert.equal(await desk.outcome(movement), 2)
    await desk.mint(5_000_000_000n)
    assert.deepEqual(await desk.ended(movement), end)
    assert.equal(await desk.paid(movement), 0n)
  })

  test('locked between the answer and the chain: the withdrawal fails', async ({ assert }) => {
    const holder = new Wallet()
    await desk.operate('registerRecoveryKey', [desk.boundary, holder.address])
    const movement = desk.withdrawal()
    const data = desk.calm.chain.gateway.encode('RealmCustody', 'lock', [desk.boundary])
    await desk.impersonate(holder.address, desk.pool, data)
    const end = await desk.ended(movement)
    assert.containSubset(end, REFUSED)
    assert.include((end as { failureMessage: string }).failureMessage, 'frozen')
    assert.equal(await desk.outcome(movement), 2)
  })

  test('armed between the answer and the chain: nothing is sent', async ({ assert }) => {
    await desk.arm(new Wallet())
    const movement = desk.withdrawal()
    assert.containSubset(await desk.ended(movement), REFUSED)
    assert.isEmpty(await desk.services.transactions.of([movement.operationId]))
  })

  test('a halted pool delays a withdrawal', async ({ assert }) => {
    await desk.operate('halt', [])
    const movement = desk.withdrawal()
    assert.deepEqual(await desk.start(movement), { state: 'waiting' })
    assert.deepEqual(await desk.services.carrier.poll(movement), { state: 'waiting' })
    await desk.operate('resume', [])
    assert.equal((await desk.ended(movement)).state, 'final')
  })

  test('a node that limits its callers fails nothing', async ({ assert }) => {
    const movement = desk.withdrawal()
    desk.proxy.refusalOf = ({ method }) => (method === 'eth_estimateGas' ? 'too many' : null)
    assert.deepEqual(await desk.start(movement), { state: 'waiting' })
    desk.proxy.refusalOf = nothing
    assert.equal((await desk.ended(movement)).state, 'final')
    assert.equal(await desk.paid(movement), movement.amount)
  })

  test('a proposal that expires before it was sent sends nothing', async ({ assert }) => {
    const wallet = new Wallet()
    await desk.arm(wallet)
    const movement = await desk.cosigned(wallet, (await desk.chainTime()) + 600)
    desk.proxy.faultOf = () => 'before'
    assert.deepEqual(await desk.start(movement), { state: 'waiting' })
    desk.clock.advanceMs(700_000)
    const end = await desk.ended(movement)
    assert.containSubset(end, { state: 'refused', as: 'expired' })
    desk.proxy.faultOf = nothing
    assert.deepEqual(await desk.ended(movement), end)
    assert.equal(await desk.outcome(movement), 0)
    assert.isEmpty(await desk.services.transactions.of([movement.operationId]))
  })

  test('one that was sent and came too late is voided before it expires', async ({ assert }) => {
    const wallet = new Wallet()
    await desk.arm(wallet)
    const movement = await desk.cosigned(wallet, (await desk.chainTime()) + 600)
    desk.proxy.faultOf = (method) => (method === 'eth_sendRawTransaction' ? 'before' : null)
    await desk.start(movement)
    await desk.pass(700)
    desk.proxy.faultOf = nothing
    const { lane } = desk.services.chain
    await lane.restore()
    await lane.advanceOpen()
    assert.containSubset(await desk.ended(movement), { state: 'refused', as: 'expired' })
    assert.equal(await desk.outcome(movement), 2)
    assert.equal(await desk.paid(movement), 0n)
  })

  test('a co-signed withdrawal is paid, from time-locked boundaries too', async ({ assert }) => {
    const wallet = new Wallet()
    await desk.arm(wallet)
    const plain = await desk.cosigned(wallet, (await desk.chainTime()) + 600)
    assert.equal((await desk.ended(plain)).state, 'final')
    await desk.operate('setTimeLock', [desk.boundary, 100n])
    const locked = await desk.cosigned(wallet, (await desk.chainTime()) + 600)
    assert.deepEqual(await desk.start(locked), { state: 'waiting' })
    await desk.waits(locked)
    await desk.pass(200)
    assert.equal(await desk.services.executeExits.run(), 1)
    assert.equal((await desk.ended(locked)).state, 'final')
    for (const movement of [plain, locked]) {
      assert.equal(await desk.paid(movement), movement.amount)
    }
  })

  test('a recovery rejects the exit that waits, and the withdrawal fails', async ({ assert }) => {
    const holder = new Wallet()
    await desk.operate('registerRecoveryKey', [desk.boundary, holder.address])
    await desk.operate('setTimeLock', [desk.boundary, 100n])
    const movement = desk.withdrawal()
    await desk.start(movement)
    await desk.waits(movement)
    const args = [desk.boundary, holder.address]
    const data = desk.calm.chain.gateway.encode('RealmCustody', 'recoveryWithdraw', args)
    await desk.impersonate(holder.address, desk.pool, data)
    await until('the exit to be cancelled, long before its time', async () => {
      await desk.services.indexPools.run()
      await desk.services.executeExits.run()
      return (await desk.outcome(movement)) === 2
    })
    assert.containSubset(await desk.ended(movement), REFUSED)
    assert.equal(await desk.paid(movement), 0n)
  })

  test('a ripe exit that cannot be paid is cancelled, and blocks no other', async ({ assert }) => {
    await desk.operate('setTimeLock', [desk.boundary, 100n])
    const [first, second] = [desk.withdrawal(), desk.withdrawal({ amount: 1_000_000n })]
    await desk.start(first)
    await desk.waits(first)
    await desk.start(second)
    await desk.waits(second)
    await desk.lose(999_000_000n)
    await desk.pass(200)
    await desk.services.executeExits.run()
    const end = await desk.ended(first)
    assert.containSubset(end, REFUSED)
    assert.include((end as { failureMessage: string }).failureMessage, 'refuses to pay')
    assert.equal(await desk.outcome(first), 2)
    assert.equal((await desk.ended(second)).state, 'final')
    assert.deepEqual([await desk.paid(first), await desk.paid(second)], [0n, second.amount])
  })

  test('what goes above an outflow cap waits, and is paid or given back', async ({ assert }) => {
    const whole = `0x${'0'.repeat(64)}`
    await desk.operate('setOutflowCap', [whole, 15_000_000n])
    const [small, paid, vetoed] = [desk.withdrawal(), desk.withdrawal(), desk.withdrawal()]
    await desk.start(small)
    assert.equal((await desk.ended(small)).state, 'final')
    for (const above of [paid, vetoed]) {
      await desk.start(above)
      await desk.waits(above)
    }
    const { gateway } = desk.calm.chain
    await desk.operate('cancelExit', [gateway.idHash(vetoed.operationId)])
    assert.containSubset(await desk.ended(vetoed), REFUSED)
    await until('the exit to be paid', async () => {
      await desk.services.indexPools.run()
      await desk.services.executeExits.run()
      return (await desk.outcome(paid)) === 1
    })
    assert.equal((await desk.ended(paid)).state, 'final')
    const amounts = await Promise.all([small, paid, vetoed].map((each) => desk.paid(each)))
    assert.deepEqual(amounts, [small.amount, paid.amount, 0n])
  })

  test('what delays a ripe exit cancels none: {name}')
    .with([
      { name: 'a halt', stop: () => desk.operate('halt', []) },
      {
        name: 'a node that limits its callers',
        stop: async () => {
          desk.proxy.refusalOf = ({ method }) => (method === 'eth_estimateGas' ? 'too many' : null)
        },
      },
    ])
    .run(async ({ assert }, { name, stop }) => {
      await desk.operate('setTimeLock', [desk.boundary, 100n])
      const movement = desk.withdrawal()
      await desk.start(movement)
      await desk.waits(movement)
      await desk.pass(200)
      await stop()
      await desk.services.executeExits.run()
      assert.equal(await desk.outcome(movement), 3)
      desk.proxy.refusalOf = nothing
      if (name === 'a halt') await desk.operate('resume', [])
      await desk.services.executeExits.run()
      assert.equal((await desk.ended(movement)).state, 'final')
    })

  test('exits that cannot leave, however many, hold up no other one', async ({ assert }) => {
    await desk.operate('setTimeLock', [desk.boundary, 100n])
    const movement = desk.withdrawal()
    await desk.start(movement)
    await desk.waits(movement)
    // Its time is known from here on; one of unknown time would come first anyway.
    await desk.services.executeExits.run()
    await desk.crowd(150)
    await desk.pass(200)
    await until('the exit to be paid', async () => {
      // What was looked at goes behind all others by this clock, and the other process notes exits by its own.
      desk.clock.setMicros(Date.now() * 1000)
      await desk.services.executeExits.run()
      return (await desk.outcome(movement)) === 1
    })
    assert.equal(await desk.paid(movement), movement.amount)
  })

  for (const seed of [7, 2026]) {
    test(`whatever is lost, each ends once and all agree (seed ${seed})`, async ({ assert }) => {
      const random = randomOf(seed)
      const twin = await desk.twin()
      desk.proxy.faultOf = () => {
        if (random() >= 0.08) return null
        return random() < 0.5 ? 'before' : 'after'
      }
      const movements = Array.from({ length: 30 }, (_, index) =>
        // Every fifth one asks for more than there is.
        desk.withdrawal({ amount: index % 5 === 4 ? 10n ** 12n : 1_000_000n })
      )
      const ends = await Promise.all(
        movements.map(async (movement, index) => {
          const by = index % 2 === 0 ? desk.services : twin
          for (;;) {
            const progress = await by.carrier.poll(movement).catch(() => null)
            if (progress && progress.state !== 'waiting') return progress.state
            if (random() < 0.3) await by.chain.lane.restore().catch(() => {})
            await by.chain.lane.advanceOpen().catch(() => {})
            await by.indexPools.run().catch(() => {})
          }
        })
      )
      desk.proxy.faultOf = nothing
      for (const [index, movement] of movements.entries()) {
        const fits = index % 5 !== 4
        assert.equal(ends[index], fits ? 'final' : 'refused')
        assert.equal(await desk.paid(movement), fits ? movement.amount : 0n)
        assert.equal(await desk.outcome(movement), fits ? 1 : 2)
      }
    })
  }
})
