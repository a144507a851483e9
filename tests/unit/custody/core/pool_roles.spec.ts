import { test } from '@japa/runner'
import type { Address } from '#modules/custody/core/chain_types'
import {
  adminCalls,
  isPlannedRole,
  roleChangeOf,
  rolesBroken,
  unplannedCalls,
} from '#modules/custody/core/pool_roles'

const account = (digit: string): Address => `0x${digit.repeat(40)}`
const [SAFE, ONE, TWO, GUARD, STRANGER, SETTLER] = ['1', '2', '3', '4', '5', '6'].map(account) as [
  Address,
  Address,
  Address,
  Address,
  Address,
  Address,
]
const planned = { admin: SAFE, operators: [ONE, TWO], settlers: [SETTLER], guardians: [GUARD] }
const pool = {
  admin: SAFE,
  pendingAdmin: account('0'),
  halted: false,
  operators: [ONE],
  settlers: null as Address[] | null,
  guardians: [],
}

test.group('custody | roles of pools', () => {
  test('an admin is asked for what is missing, and for nothing that is there', ({ assert }) => {
    const fns = (change: Partial<typeof pool>, goesOn = true) =>
      adminCalls(planned, { ...pool, ...change }, goesOn).map(({ fn, args }) => [fn, ...args])
    assert.deepEqual(fns({}), [
      ['setOperator', TWO, true],
      ['setGuardian', GUARD, true],
    ])
    const complete = { operators: [ONE, TWO], guardians: [GUARD] as never[] }
    assert.deepEqual(fns(complete), [])
    assert.deepEqual(fns({ ...complete, halted: true }), [['resume']])
    assert.deepEqual(fns({ ...complete, halted: true }, false), [], 'the realm is to stand still')
    assert.deepEqual(fns({ ...complete, pendingAdmin: SAFE }), [['acceptAdmin']])
    assert.deepEqual(fns({ ...complete, settlers: [] }), [['setSettler', SETTLER, true]])
    assert.deepEqual(fns({ ...complete, settlers: [SETTLER] }), [])
  })

  test('a role for an account of the settings is no theft, any other one is', ({ assert }) => {
    const of = (name: string, args: Record<string, string | boolean>) =>
      isPlannedRole({ name, args }, planned)
    assert.isTrue(of('OperatorChanged', { operator: TWO, enabled: true }))
    assert.isTrue(of('GuardianChanged', { guardian: GUARD.toLowerCase(), enabled: true }))
    assert.isTrue(of('OperatorChanged', { operator: STRANGER, enabled: false }))
    assert.isTrue(of('SettlerChanged', { settler: SETTLER, enabled: true }))
    assert.isFalse(of('SettlerChanged', { settler: ONE, enabled: true }))
    assert.isTrue(of('AdminProposed', { proposed: SAFE }))
    assert.isFalse(of('OperatorChanged', { operator: STRANGER, enabled: true }))
    assert.isFalse(of('OperatorChanged', { operator: ONE, enabled: false }))
    assert.isFalse(of('GuardianChanged', { guardian: ONE, enabled: true }))
    assert.isFalse(of('AdminProposed', { proposed: STRANGER }))
    assert.isFalse(of('Withdrawn', { to: SAFE }))
  })

  test('whom a pool was made with is an operator until the admin says otherwise', ({ assert }) => {
    const made = { name: 'RealmInitialized', args: { admin: SAFE, operator: STRANGER } }
    const given = { role: 'operator', account: STRANGER } as const
    assert.deepEqual(roleChangeOf(made), { ...given, enabled: true })
    assert.deepEqual(
      unplannedCalls([given], planned).map(({ fn, args }) => [fn, ...args]),
      [['setOperator', STRANGER, false]]
    )
    assert.isNull(roleChangeOf({ name: 'AdminChanged', args: { admin: SAFE } }))
  })

  test('live realms want an admin, a guardian and no account with two roles', ({ assert }) => {
    assert.isNull(rolesBroken(planned))
    assert.match(rolesBroken({ ...planned, admin: null })!, /ADMIN_ADDRESS/)
    assert.match(rolesBroken({ ...planned, guardians: [] })!, /GUARDIAN_SIGNERS/)
    assert.match(rolesBroken({ ...planned, admin: TWO })!, /workers sign for/)
    assert.match(rolesBroken({ ...planned, guardians: [ONE] })!, /is guardian and/)
    assert.match(rolesBroken({ ...planned, settlers: [TWO] })!, /SETTLER_SIGNERS/)
    assert.match(rolesBroken({ ...planned, settlers: [SAFE] })!, /workers sign for/)
  })
})
