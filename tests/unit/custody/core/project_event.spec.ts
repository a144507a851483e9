import { test } from '@japa/runner'
import type { Address, Hex } from '#modules/custody/core/chain_types'
import { sameContent, type PoolEvent } from '#modules/custody/core/pool_event'
import {
  projectEvent,
  ProjectionMismatch,
  type Projection,
} from '#modules/custody/core/project_event'

const POOL: Address = '0x00000000000000000000000000000000000000aA'
const HASH: Hex = `0x${'00'.repeat(32)}`
let seq = 0

function event(name: string, args: Record<string, string>): PoolEvent {
  const place = { blockNumber: 1, blockHash: HASH, transactionHash: HASH, logIndex: 0 }
  return { pool: POOL, seq: ++seq, name, args, ...place }
}

function projected(...events: PoolEvent[]): Record<string, bigint> {
  const book: Projection = new Map()
  for (const one of events) projectEvent(book, one)
  return Object.fromEntries([...book].map(([key, { balance }]) => [key, balance]))
}

const begin = [
  event('BoundaryRegistered', { boundaryId: 'a' }),
  event('BoundaryRegistered', { boundaryId: 'house' }),
  event('ExchangeObjectRegistered', { objectId: 'x', boundaryId: 'a' }),
  event('Credited', { boundaryId: 'a', amount: '100', balanceAfter: '100' }),
]

test.group('custody | projecting events', () => {
  test('a life of a boundary and its vault adds up', ({ assert }) => {
    const balances = projected(
      ...begin,
      event('Settled', {
        fromId: 'a',
        toId: 'house',
        amount: '30',
        fromAfter: '70',
        toAfter: '30',
      }),
      event('VaultFunded', {
        objectId: 'x',
        boundaryId: 'a',
        amount: '50',
        vaultAfter: '50',
        balanceAfter: '20',
      }),
      event('VaultSettled', {
        objectId: 'x',
        houseId: 'house',
        delta: '-10',
        vaultAfter: '40',
        houseAfter: '40',
      }),
      event('VaultSettled', {
        objectId: 'x',
        houseId: 'house',
        delta: '5',
        vaultAfter: '45',
        houseAfter: '35',
      }),
      event('VaultReturned', {
        objectId: 'x',
        boundaryId: 'a',
        amount: '15',
        vaultAfter: '30',
        balanceAfter: '35',
      }),
      event('Withdrawn', { boundaryId: 'a', amount: '5', balanceAfter: '30' }),
      event('VaultRecovered', { objectId: 'x', boundaryId: 'a', amount: '30', balanceAfter: '60' }),
      event('RecoveryWithdrawn', { boundaryId: 'a', amount: '60', balanceAfter: '0' }),
      event('Halted', { by: POOL })
    )
    assert.deepEqual(balances, { 'boundary:a': 0n, 'boundary:house': 35n, 'vault:x': 0n })
  })

  test('a balance that does not follow from the one before is refused', ({ assert }) => {
    const wrong = [
      event('Credited', { boundaryId: 'a', amount: '1', balanceAfter: '102' }),
      event('Credited', { boundaryId: 'unknown', amount: '1', balanceAfter: '1' }),
      event('Withdrawn', { boundaryId: 'a', amount: '1', balanceAfter: '98' }),
      event('Settled', { fromId: 'a', toId: 'house', amount: '1', fromAfter: '99', toAfter: '2' }),
      event('VaultRecovered', { objectId: 'x', boundaryId: 'a', amount: '1', balanceAfter: '101' }),
    ]
    for (const one of wrong) assert.throws(() => projected(...begin, one), ProjectionMismatch)
  })

  test('two events say the same wherever they stand, and whenever they ripen', ({ assert }) => {
    const one = event('ExitRequested', { opId: 'o', amount: '5', ripeAt: '100' })
    const moved = { ...one, args: { ripeAt: '200', amount: '5', opId: 'o' }, blockNumber: 9 }
    assert.isTrue(sameContent(one, moved))
    const cap = event('OutflowCapChanged', { limit: '5', effectiveAt: '100' })
    assert.isTrue(sameContent(cap, { ...cap, args: { limit: '5', effectiveAt: '200' } }))
    assert.isFalse(sameContent(one, { ...one, args: { ...one.args, amount: '6' } }))
    assert.isFalse(sameContent(one, { ...one, name: 'ExitCancelled' }))
  })
})
