import { test } from '@japa/runner'
import { CONDITION_NAMES } from '#modules/auth/core/policy_conditions'
import { conditionsOf, wordsOf } from '#modules/console/browser/conditions'

const EVERYTHING = {
  amountLte: ' 100.00 ',
  windowAmount: '500',
  windowSeconds: '86400',
  destinationIn: '/users/*, 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  operationPaths: '/op/u1/*',
  from: '08:00',
  to: '18:00',
  approvals: '2',
}

const TYPED = [
  { typed: {}, conditions: undefined },
  { typed: { amountLte: '  ', destinationIn: ' , ' }, conditions: undefined },
  { typed: { amountLte: '100.00' }, conditions: { amountLte: '100.00' } },
  // A list shows its first line before anybody has chosen.
  { typed: { windowAmount: '5' }, conditions: { windowLte: { amount: '5', seconds: 3600 } } },
  // What cannot be read is sent as it is, so that the service refuses it: without it more is allowed.
  { typed: { amountLte: '1OO' }, conditions: { amountLte: '1OO' } },
  { typed: { approvals: 'two' }, conditions: { approvals: 'two' } },
  { typed: { from: '08:00' }, conditions: { hours: { from: '08:00', to: '' } } },
]

test.group('console | conditions of a policy', () => {
  test('what is typed becomes conditions: {conditions}')
    .with(TYPED)
    .run(({ assert }, { typed, conditions }) =>
      assert.deepEqual(conditionsOf('Allow', typed), conditions)
    )

  test('every condition of a policy can be typed, and a Deny takes operation paths alone', ({
    assert,
  }) => {
    const all = conditionsOf('Allow', EVERYTHING)
    assert.sameMembers(Object.keys(all ?? {}), [...CONDITION_NAMES])
    assert.deepEqual(conditionsOf('Deny', EVERYTHING), { operationPaths: ['/op/u1/*'] })
  })

  test('conditions read as sentences, those of an action that moves nothing as its hours alone', ({
    assert,
  }) => {
    const all = conditionsOf('Allow', EVERYTHING)
    assert.deepEqual(wordsOf('svc:TransferFrom', all), [
      'it moves at most 100.00 USD, fee included',
      'no more than 500 USD leave an object in a day',
      'it goes to /users/* or 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      'its operation path is /op/u1/*',
      'it is from 08:00 to 18:00 UTC',
      '2 people have approved it',
    ])
    assert.deepEqual(wordsOf('svc:ReadObject', all), ['it is from 08:00 to 18:00 UTC'])
    assert.deepEqual(wordsOf('svc:TransferFrom', undefined), [])
  })
})
