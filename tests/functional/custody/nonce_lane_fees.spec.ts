import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import logger from '@adonisjs/core/services/logger'
import { Clock } from '#app/clock/clock'
import { DEVELOPMENT_FEES, type FeeBounds } from '#modules/custody/core/fees'
import { BumpFees } from '#modules/custody/services/bump_fees'
import type { CustodyChain } from '#modules/custody/services/custody_chain'
import { deployContracts } from '#modules/custody/services/deploy_contracts'
import { OPEN_NONCES } from '#modules/custody/storage/nonce_reservations'
import { WAIT_MS, pluck } from '#tests/support/client'
import { startAnvil, type Anvil } from '../../unit/custody/support/anvil.ts'
import { newKey } from '../../unit/custody/support/contract_world.ts'
import { chainDesk, fund, laneRows, mintOn } from './support/chain_desk.ts'

const GWEI = 1_000_000_000n

test.group('custody | nonce lane | fees and room', (group) => {
  let anvil: Anvil
  let chain: CustodyChain

  group.each.setup(async () => {
    anvil = await startAnvil()
    chain = await chainDesk(anvil.url, newKey())
    await fund(chain)
    await deployContracts(chain)
    return () => anvil.kill()
  })

  const mint = (purpose: string) => mintOn(chain, purpose)

  const bumper = async (bounds: FeeBounds = DEVELOPMENT_FEES) =>
    new BumpFees(chain, await app.container.make(Clock), logger, { bounds, afterMs: 0 })

  const mining = (on: boolean) => chain.provider.request('evm_setAutomine', [on])
  const attempts = async () =>
    (await laneRows(chain)).filter(({ purpose }) => purpose.startsWith(chain.lane.address))

  test('a stuck transaction’s dearer attempt is stored before it is sent', async ({ assert }) => {
    await mining(false)
    const transaction = await chain.lane.submit(mint('stuck'))
    assert.equal(await (await bumper()).run(), 1)
    const [first, second] = await attempts()
    assert.equal(first!.nonce, second!.nonce)
    assert.notEqual(first!.raw, second!.raw)
    await mining(true)
    await chain.dev!.mine(1)
    const [open] = await chain.transactions.open(10)
    assert.lengthOf(open!.hashes, 2)
    assert.equal(await chain.lane.awaitFinal(open!, WAIT_MS), 'succeeded')
    const receipts = await chain.gateway.receipts(open!.hashes)
    assert.lengthOf(
      receipts.filter((receipt) => receipt !== null),
      1
    )
    assert.equal(open!.nonce, transaction.nonce)
  })

  test('an attempt added while its caller waits is taken for ours', async ({ assert }) => {
    await mining(false)
    const transaction = await chain.lane.submit(mint('bumped'))
    assert.equal(await (await bumper()).run(), 1)
    await mining(true)
    await chain.dev!.mine(1)
    assert.lengthOf(transaction.hashes, 1, 'what the caller knows of')
    assert.equal(await chain.lane.awaitFinal(transaction, WAIT_MS), 'succeeded')
  })

  test('an older attempt that is mined after all counts as well', async ({ assert }) => {
    await mining(false)
    await chain.lane.submit(mint('old-wins'))
    await chain.provider.request('anvil_dropAllTransactions')
    const [stored] = await attempts()
    const bump = await bumper()
    await bump.run()
    await chain.provider.request('anvil_dropAllTransactions')
    await chain.gateway.broadcast(stored!.raw as `0x${string}`)
    await mining(true)
    await chain.dev!.mine(1)
    const [open] = await chain.transactions.open(10)
    assert.equal(await chain.lane.awaitFinal(open!, WAIT_MS), 'succeeded')
  })

  test('at the cap nothing is sent, and the alarm tells how many wait', async ({ assert }) => {
    await mining(false)
    await chain.lane.submit(mint('capped'))
    const bump = await bumper({ ...DEVELOPMENT_FEES, cap: 55n * GWEI })
    assert.equal(await bump.run(), 0)
    assert.equal(await bump.atCap(), 1)
    assert.lengthOf(await attempts(), 1)
  })

  test('two workers that bump at once add one attempt', async ({ assert }) => {
    await mining(false)
    await chain.lane.submit(mint('twice'))
    const [one, other] = [await bumper(), await bumper()]
    const added = await Promise.all([one.run(), other.run()])
    const rows = await attempts()
    assert.lengthOf(rows, 1 + added.reduce((sum, count) => sum + count, 0))
    assert.lengthOf(new Set(pluck(rows, 'nonce')), 1)
  })

  test('past sixteen unmined nonces the lane waits until they are mined', async ({ assert }) => {
    await mining(false)
    const intent = (index: number) => ({ ...mint(`room-${index}`), gas: 100_000n })
    for (let index = 0; index < OPEN_NONCES; index++) await chain.lane.submit(intent(index))
    const late = chain.lane.submit(intent(OPEN_NONCES))
    assert.lengthOf(await attempts(), OPEN_NONCES)
    await mining(true)
    await chain.dev!.mine(1)
    assert.equal(await chain.lane.awaitFinal(await late, WAIT_MS), 'succeeded')
  })

  test('what the mempool has lost is given back', async ({ assert }) => {
    await mining(false)
    const transaction = await chain.lane.submit(mint('dropped'))
    await chain.provider.request('anvil_dropAllTransactions')
    await mining(true)
    assert.equal((await chain.lane.restore()).sent, 1)
    assert.equal(await chain.lane.awaitFinal(transaction, WAIT_MS), 'succeeded')
  })
})
