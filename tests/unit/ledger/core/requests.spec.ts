import { test } from '@japa/runner'
import { decide } from '#modules/ledger/core/decide'
import { decideTransfer, type TransferRequest } from '#modules/ledger/core/decide_transfer'
import { followUp, small, type RequestKind } from '#modules/ledger/core/request_kind'
import { kindOf } from '#modules/ledger/core/requests'
import { declaredState } from '#tests/support/declared_state'
import { LedgerWorld } from '#tests/support/ledger_world'

test.group('ledger | requests', () => {
  test('what one request declares is not there for another', ({ assert }) => {
    const world = new LedgerWorld({ a: '100', b: '0', c: '0' })
    const toB = world.transferRequest('a', 'b', '1')
    const toC = world.transferRequest('a', 'c', '1')
    assert.equal(decide(declaredState(world.state, toB), toB, 1).kind, 'accepted')
    assert.equal(decide(declaredState(world.state, toB), toC, 1).kind, 'refused')
  })

  test('each transfer of a bulk declares as much as it would alone', ({ assert }) => {
    const world = new LedgerWorld({ a: '100', b: '0', c: '0' })
    const transfers = [world.transferRequest('a', 'b', '1'), world.transferRequest('b', 'c', '1')]
    const bulk = { kind: 'bulk_transfer' as const, realmId: world.state.realmId, transfers }
    const { operations, reads } = kindOf(bulk)
    assert.deepEqual(
      operations(bulk),
      transfers.flatMap((transfer) => kindOf(transfer).operations(transfer))
    )
    assert.deepEqual(
      reads(bulk).objectPaths,
      transfers.flatMap((transfer) => kindOf(transfer).reads(transfer).objectPaths ?? [])
    )
  })

  test('a kind that leaves a part out does not compile', ({ assert }) => {
    const parts = {
      decide: decideTransfer,
      operations: ({ operation }: TransferRequest) => [operation],
      reads: () => ({}),
      bytes: small,
    }
    const { reads, ...withoutReads } = parts
    const { bytes, ...withoutBytes } = parts
    const { operations, ...withoutOperations } = parts
    const kinds: RequestKind<TransferRequest>[] = [
      parts,
      // @ts-expect-error it does not say what it looks at
      withoutReads,
      // @ts-expect-error nor how large it is
      withoutBytes,
      // @ts-expect-error nor what its caller asks for
      withoutOperations,
      // @ts-expect-error a transfer is a step of no operation
      followUp<TransferRequest>(decideTransfer),
    ]
    assert.lengthOf(kinds, 5)
  })
})
