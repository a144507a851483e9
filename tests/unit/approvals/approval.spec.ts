import { test } from '@japa/runner'
import { decided, expiryOf, openKeyOf, requestHashOf } from '#modules/approvals/core/approval'
import { executionOf } from '#modules/approvals/core/execution'

const PENDING = { status: 'pending', expiresAt: 100, builderId: 'maker', needed: 2 } as const
const asked = { by: 'ann', decision: 'approve', given: [] as string[], now: 0 } as const

test.group('approvals | core', () => {
  test('{what}: {found}')
    .with([
      { what: 'the first of two approves', approval: {}, ask: {}, found: 'pending' },
      { what: 'the last one approves', approval: {}, ask: { given: ['ben'] }, found: 'approved' },
      { what: 'the same person again', approval: {}, ask: { given: ['ann'] }, found: null },
      { what: 'the maker approves', approval: {}, ask: { by: 'maker' }, found: null },
      {
        what: 'the maker denies',
        approval: {},
        ask: { by: 'maker', decision: 'deny' as const },
        found: 'denied',
      },
      {
        what: 'who has approved denies',
        approval: {},
        ask: { given: ['ann'], decision: 'deny' as const },
        found: 'denied',
      },
      { what: 'a moment before its end', approval: {}, ask: { now: 99 }, found: 'pending' },
      { what: 'at its end', approval: {}, ask: { now: 100 }, found: null },
      {
        what: 'a denial at its end',
        approval: {},
        ask: { now: 100, decision: 'deny' as const },
        found: null,
      },
      ...(['approved', 'executed', 'failed', 'denied', 'expired'] as const).map((status) => ({
        what: `one that is ${status}`,
        approval: { status },
        ask: { decision: 'deny' as const },
        found: null,
      })),
      { what: 'one is enough', approval: { needed: 1 }, ask: {}, found: 'approved' },
    ])
    .run(({ assert }, { approval, ask, found }) => {
      assert.equal(decided({ ...PENDING, ...approval }, { ...asked, ...ask }), found)
    })

  test('it never outlives the token that asked', ({ assert }) => {
    assert.equal(expiryOf({ expiresAtMs: null }, 1_000_000, 60), 61_000_000)
    assert.equal(expiryOf({ expiresAtMs: 2_000 }, 1_000_000, 60), 2_000_000)
    assert.equal(expiryOf({ expiresAtMs: 999_000 }, 1_000_000, 60), 61_000_000)
  })

  test('requests of other callers, routes, realms, names and inputs are told apart', ({
    assert,
  }) => {
    const caller = { orgId: 'o', credential: 'api_key', credentialId: 'k' } as const
    const keys = [
      openKeyOf(caller, 'POST /a', 'r', 'n'),
      openKeyOf({ ...caller, credentialId: 'l' }, 'POST /a', 'r', 'n'),
      openKeyOf({ ...caller, credential: 'scoped_token' }, 'POST /a', 'r', 'n'),
      openKeyOf(caller, 'POST /b', 'r', 'n'),
      openKeyOf(caller, 'POST /a', null, 'n'),
      openKeyOf(caller, 'POST /a', 'r', 'm'),
    ]
    assert.lengthOf(new Set(keys), keys.length)
    const hashes = [
      requestHashOf('POST', '/a', '{}'),
      requestHashOf('PUT', '/a', '{}'),
      requestHashOf('POST', '/a?b=1', '{}'),
      requestHashOf('POST', '/a', null),
    ]
    assert.lengthOf(new Set(hashes), hashes.length)
  })

  const refused = (code: string, details = {}) => ({
    status: 403,
    body: { success: false, error: { code, message: 'No.', details } },
  })

  test('an answer of {status} is read as {found.ended}')
    .with([
      {
        status: 201,
        body: { success: true, data: { operation: { id: 'op_1', type: 'transfer' } } },
        found: { ended: 'executed', operationIds: ['op_1'] },
      },
      {
        status: 200,
        body: { results: [{ operation: { id: 'op_1' } }, { operation: { id: 'op_2' } }] },
        found: { ended: 'executed', operationIds: ['op_1', 'op_2'] },
      },
      {
        status: 200,
        body: { data: { webhook: { id: 'whk_1' }, operation: null } },
        found: { ended: 'executed', operationIds: [] },
      },
      {
        ...refused('INSUFFICIENT_BALANCE'),
        found: { ended: 'failed', code: 'INSUFFICIENT_BALANCE', message: 'No.' },
      },
      { ...refused('OVERLOADED'), found: { ended: 'again', code: 'OVERLOADED' } },
      {
        ...refused('APPROVAL_REQUIRED', { approvals: 3 }),
        found: { ended: 'waits', needed: 3 },
      },
      {
        ...refused('APPROVAL_REQUIRED'),
        found: { ended: 'failed', code: 'APPROVAL_REQUIRED', message: 'No.' },
      },
    ])
    .run(({ assert }, { found, ...reply }) => {
      assert.deepEqual(
        executionOf(reply, (code) => code === 'OVERLOADED', 10, true),
        found as never
      )
    })

  test('what cannot be executed in time has failed by the last refusal', ({ assert }) => {
    assert.deepEqual(
      executionOf(refused('OVERLOADED'), () => true, 10, false),
      { ended: 'failed', code: 'OVERLOADED', message: 'No.' }
    )
  })
})
