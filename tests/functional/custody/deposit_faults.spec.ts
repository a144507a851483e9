import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { ARRIVAL_PROOF } from '#modules/custody/storage/deposit_transactions'
import { ArrivedDeposits } from '#modules/ledger/index'
import { eventually, until } from '#tests/support/client'
import { readRows, writeRows } from '#tests/support/rows'
import { CONFIRMATIONS, DepositDesk } from './support/deposit_desk.ts'

const USD = 1_000_000n
const DEPOSITS = 8
/** So many rounds bring a payment to its credit when nothing is in the way. */
const ENOUGH = CONFIRMATIONS + 4

test.group('custody | deposits in trouble', (group) => {
  let desk: DepositDesk

  group.each.setup(async () => {
    desk = await DepositDesk.start()
    return () => desk.stop()
  })

  test('is credited when it is final, not before', async ({ assert }) => {
    const worker = await desk.worker()
    const { operationId, address } = await desk.announce(worker, '7.00')
    await desk.pay(address, 7n * USD)
    await until('the address to be swept', async () => {
      await desk.turn(worker, { hastened: false })
      return (await desk.held(address)) === 0n
    })
    await desk.turn(worker, { hastened: false })
    assert.equal(await desk.settled(), '0.00')
    await desk.turns(worker, ENOUGH)
    assert.equal(await desk.stateOf(operationId), 'completed')
    assert.equal(await desk.settled(), '7.00')
  })

  test('a payment that a reorganisation takes is credited when it returns', async ({ assert }) => {
    const worker = await desk.worker()
    const { operationId, address } = await desk.announce(worker, '7.00')
    await desk.pay(address, 7n * USD)
    await desk.turn(worker, { hastened: false })
    await desk.reorg(CONFIRMATIONS - 1)
    assert.equal(await desk.held(desk.pool), 0n, 'expected the money to be gone')
    await desk.turns(worker, 2 * ENOUGH)
    assert.equal(await desk.stateOf(operationId), 'pending')
    assert.equal(await desk.settled(), '0.00')
    await desk.pay(address, 5n * USD)
    await desk.turns(worker, 2 * ENOUGH)
    assert.equal(await desk.stateOf(operationId), 'completed')
    assert.equal(await desk.settled(), '5.00')
  })

  test('an address that the pool does not confirm is told to nobody', async ({ assert }) => {
    const worker = await desk.worker()
    const hash = desk.world.gateway.idHash('any')
    const asked = desk.world.gateway.encode('RealmCustody', 'depositAddress', [hash, hash])
    desk.proxy.alter = ({ params }, result) => {
      const [call] = params as [{ data?: string }?]
      return call?.data?.startsWith(asked.slice(0, 10)) ? `0x${'ee'.repeat(32)}` : result
    }
    await assert.rejects(() => desk.announce(worker, '7.00'), /names another deposit address/)
    const told = 'SELECT 1 FROM custody_intents WHERE realm_id = ?'
    assert.lengthOf(await readRows(told, [desk.realm.id]), 0)
    desk.proxy.alter = (_call, result) => result
    const { operationId, address } = await desk.announce(worker, '7.00')
    desk.proxy.faultOf = () => 'before'
    const again = await worker.carrier.depositInstructions(
      desk.movement(operationId) as never,
      Date.now() * 1000
    )
    assert.equal(again.poolAddress, address, 'what was told once is told without a node')
  })

  test('money at an address no pool can empty is an alarm until it is gone', async ({ assert }) => {
    const worker = await desk.worker()
    const { operationId, address } = await desk.announce(worker, '7.00')
    const lost = desk.world.gateway.checksum(`0x${'1e'.repeat(20)}`)
    const tell = 'UPDATE custody_intents SET address = ? WHERE operation_id = ?'
    await writeRows(tell, [lost, operationId])
    await desk.pay(lost, 7n * USD)
    const alarm = async () => {
      await desk.turns(worker, 1)
      return (await worker.announced.unsweepable()) === 1
    }
    await until('the alarm', alarm)
    const [row] =
      await readRows`SELECT sweep_refused FROM custody_intents WHERE operation_id = ${operationId}`
    assert.deepEqual(row, { sweep_refused: 'NothingToSweep' })
    assert.equal(await desk.stateOf(operationId), 'pending')
    const { carrier } = await desk.worker()
    const again = await carrier.depositInstructions(desk.movement(operationId) as never, 0)
    assert.equal(again.poolAddress, address, 'whoever asks again is told the right one')
    await desk.pay(address, 5n * USD)
    await desk.turns(worker, ENOUGH)
    assert.equal(await worker.announced.unsweepable(), 0)
    assert.equal(await desk.stateOf(operationId), 'completed')
  })

  test('one refused deposit address never holds up the others', async ({ assert }) => {
    const worker = await desk.worker()
    const deposits = []
    for (let each = 0; each < 3; each++) deposits.push(await desk.announce(worker, '7.00'))
    // Whatever is asked of this address fails, as where the issuer of a token has blocked it.
    const refused = deposits.toSorted((a, b) => (a.operationId < b.operationId ? -1 : 1))[0]!
    const { rpc } = desk.world.anvil
    await rpc('anvil_setCode', [refused.address, '0x60006000fd'])
    for (const { address } of deposits) await desk.pay(address, 7n * USD)
    const others = deposits.filter((each) => each !== refused)
    await desk.turns(worker, ENOUGH)
    for (const { operationId } of others) {
      assert.equal(await desk.stateOf(operationId), 'completed')
    }
    assert.equal(await desk.stateOf(refused.operationId), 'pending')
    assert.equal(await worker.announced.unsweepable(), 1, 'a person is told of it')
    await rpc('anvil_setCode', [refused.address, '0x'])
    await desk.turns(worker, ENOUGH)
    assert.equal(await desk.stateOf(refused.operationId), 'completed')
    assert.equal(await worker.announced.unsweepable(), 0)
    assert.equal(await desk.settled(), '21.00')
  })

  test('two workers that watch the same addresses credit each payment once', async ({ assert }) => {
    const workers = [await desk.worker(), await desk.worker()]
    const announced = []
    for (let index = 0; index < DEPOSITS; index++) {
      announced.push(await desk.announce(workers[index % 2]!, '1.00'))
    }
    for (const { address } of announced) await desk.pay(address, USD)
    for (let round = 0; round < 2 * ENOUGH; round++) {
      await Promise.all(workers.map((worker) => desk.turn(worker)))
      await desk.world.dev.mine(1)
    }
    assert.equal(await desk.settled(), `${DEPOSITS}.00`)
    for (const { operationId } of announced) {
      assert.equal(await desk.stateOf(operationId), 'completed')
    }
  })

  test('a node that loses calls and answers delays deposits and loses none', async ({ assert }) => {
    const worker = await desk.worker()
    const first = await desk.announce(worker, '2.00')
    const second = await desk.announce(worker, '3.00')
    let calls = 0
    desk.proxy.faultOf = () => {
      calls++
      if (calls % 5 === 0) return 'before'
      return calls % 7 === 0 ? 'after' : null
    }
    await desk.pay(first.address, 2n * USD)
    await desk.turns(worker, ENOUGH)
    await desk.pay(second.address, 3n * USD)
    await desk.turns(worker, ENOUGH)
    desk.proxy.faultOf = () => null
    // A node that has failed so often is left alone for a while: how many rounds that takes is a matter of time.
    const credited = async () => {
      await desk.turns(worker, 1)
      return (await desk.settled()) === '5.00' ? true : null
    }
    await eventually('both deposits to be credited', credited)
    assert.equal(await desk.held(desk.pool), 5n * USD)
  })

  test('a worker that dies after the ledger was told credits nothing twice', async ({ assert }) => {
    const worker = await desk.worker()
    const { operationId, address } = await desk.announce(worker, '7.00')
    await desk.pay(address, 7n * USD)
    await desk.turns(worker, ENOUGH)
    await desk.pay(address, 2n * USD)
    await desk.turns(worker, 2 * ENOUGH)
    assert.equal(await desk.settled(), '9.00')
    const { affectedRows } =
      await writeRows`UPDATE custody_arrivals SET state = 'due', operation_id = NULL
          WHERE pool = ${desk.pool}`
    assert.equal(affectedRows, 2)
    // Whoever sees the deposit completed sees what completed it, whatever happened afterwards.
    assert.lengthOf(await worker.proven.of([operationId], ARRIVAL_PROOF), 1)
    const ledger = await app.container.make(ArrivedDeposits)
    await Promise.all([worker.credit.run(ledger), worker.credit.run(ledger)])
    assert.equal(await desk.settled(), '9.00')
    const [left] =
      await readRows`SELECT COUNT(*) AS due FROM custody_arrivals WHERE pool = ${desk.pool}
          AND state = 'due'`
    assert.equal(Number(left!.due), 0)
  })
})
