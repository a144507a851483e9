import { test } from '@japa/runner'
import fc from 'fast-check'
import { countedAtVaults } from '#modules/custody/core/counted_at_vaults'
import { forAll } from '#tests/support/for_all'

const amount = fc.bigInt({ min: -1_000_000n, max: 1_000_000n })
const boundary = fc.record({
  cash: fc.bigInt({ min: 0n, max: 1_000_000n }),
  system: amount,
  exchange: amount,
  vault: fc.bigInt({ min: 0n, max: 1_000_000n }),
})
const realm = fc.array(boundary, { minLength: 1, maxLength: 6 })

test.group('custody | exchange objects in the sheet', () => {
  test('trading moves between boundaries and never changes what a realm owes', ({ assert }) => {
    forAll([realm], (boundaries) => {
      const ledger = boundaries.map(({ cash, system, exchange }, index) => ({
        boundaryId: `bnd_${index}`,
        hash: `0x${index}`,
        isDefault: index === 0,
        userBalances: cash + exchange,
        systemBalances: system,
        exchangeCash: exchange,
      }))
      const vaults = new Map(boundaries.map(({ vault }, index) => [`0x${index}`, vault]))
      const counted = countedAtVaults(ledger, vaults)
      const owed = (rows: readonly { userBalances: bigint; systemBalances: bigint }[]) =>
        rows.reduce((sum, row) => sum + row.userBalances + row.systemBalances, 0n)
      assert.equal(owed(counted), owed(ledger))
      for (const [index, { cash, system, vault }] of boundaries.entries()) {
        assert.equal(counted[index]!.userBalances, cash + vault)
        if (index > 0) assert.equal(counted[index]!.systemBalances, system)
      }
    })
  })
})
