import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { CheckBooks } from '#modules/ledger/services/check_books'
import { defaultBoundaryId } from '#modules/ledger/index'
import { ReadBalanceSheet } from '#modules/custody/services/read_balance_sheet'
import { PoolHand } from '#tests/functional/custody/support/pool_hand'
import { freshAddress, tokensOf } from '#tests/functional/custody/support/withdrawing'
import { until } from '#tests/support/client'
import { chainOfApp } from '#tests/functional/custody/support/process'
import { FaultyRpc } from './support/faulty_rpc.ts'
import { MovingRealm } from './support/moving_realm.ts'
import { OperatorAccount } from './support/operator.ts'

const STARTED_WITH = 1_000_000_000n

test.group('custody | a freeze while a batch is on its way', () => {
  for (const action of ['lock', 'recoveryWithdraw'] as const) {
    test(`${action} is mined first: the transfer fails, owing nothing new`, async ({ assert }) => {
      const moving = await MovingRealm.open()
      const { id: realmId } = moving.realm
      const hand = await PoolHand.of(moving.realm)
      const chain = await chainOfApp()
      const boundary = chain.gateway.idHash(defaultBoundaryId(realmId))
      const holder = freshAddress()
      await hand.act('registerRecoveryKey', [boundary, holder])
      const operator = await OperatorAccount.ofApp()
      const faulty = await FaultyRpc.before(chain.settings.rpcUrls[0]!)
      let id: string
      try {
        faulty.choose = (methods) => (methods.includes('eth_sendRawTransaction') ? 'down' : null)
        id = await moving.transfer()
        await operator.stored(1)
        const args = action === 'lock' ? [boundary] : [boundary, holder]
        const data = chain.gateway.encode('RealmCustody', action, args)
        await hand.impersonate(holder, hand.address, data)
      } finally {
        await faulty.stop()
      }
      await moving.ended()
      assert.equal((await moving.stateOf(id)).state, 'failed')
      const recovered = action === 'recoveryWithdraw'
      assert.equal(await tokensOf(holder), recovered ? STARTED_WITH : 0n)
      await until('the books to follow', async () => {
        const held = await moving.settled('/ann')
        return held === (recovered ? '0.00' : '1000.00')
      })
      const readSheet = await app.container.make(ReadBalanceSheet)
      const { sheet } = await readSheet.measure(realmId)
      assert.containSubset(sheet, { conservation: true, physicalDrift: 0n, replayDrift: 0n })
      for (const { solvent } of sheet.boundaries) assert.isTrue(solvent)
      assert.equal(await moving.settled('/zone/bob'), '0.00')
      const check = await app.container.make(CheckBooks)
      assert.deepEqual(await check.run({ realmId }), [])
    })
  }
})
