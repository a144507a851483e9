import { test } from '@japa/runner'
import * as viem from 'viem'
import { newId } from '#app/ids/ids'
import { scoped } from '#tests/functional/auth/support/credentials'
import { Client, TestRealm, until, type AnyData } from '#tests/support/client'
import { MISSING, refusesFields } from '#tests/support/refusals'
import { Holder, boundaryOf, giveKey, hashOf, poolOf, zoneOf } from './support/holder.ts'

/** What a holder refuses, and a successor completes. */
const INHERITANCE = ['refuseInheritance', 'completeInheritance']

let realm: TestRealm
let boundaryId: string
let holder: Holder

const kitOf = (query: Record<string, string> = {}, client = realm.client) =>
  client.get('/api/v1/custody/recovery-kit', { realmId: realm.id, boundaryId, ...query })

test.group('custody | recovery kit', (group) => {
  group.setup(async () => {
    holder = await Holder.appear()
    realm = await TestRealm.open()
    boundaryId = await zoneOf(realm, '/vault')
    await realm.account('/vault/a', '40.00')
    await giveKey(realm, boundaryId, holder)
  })

  test('a holder locks, unlocks and leaves with nothing but what it tells', async ({ assert }) => {
    const kit = (await kitOf()).body as AnyData
    assert.equal(kit.pool, await poolOf(realm))
    assert.deepInclude(kit.boundary, {
      id: boundaryId,
      hash: hashOf(boundaryId),
      status: 'active',
      recoveryKey: holder.address,
    })
    const calls = kit.steps.map(({ call }: AnyData) => call)
    assert.deepEqual(calls, ['lock', 'recoveryWithdraw', 'unlock', ...INHERITANCE])
    for (const { call, signature, args, data } of kit.steps as AnyData[]) {
      const whole = args.includes(null)
        ? `${data}${holder.address.slice(2).padStart(64, '0')}`
        : data
      const decoded = viem.decodeFunctionData({ abi: kit.abi, data: whole.toLowerCase() })
      assert.equal(decoded.functionName, call)
      assert.deepEqual(
        decoded.args,
        args.map((arg: string | null) => arg ?? holder.address)
      )
      assert.equal(viem.toFunctionSelector(signature), data.slice(0, 10))
    }
    const status = async () => (await boundaryOf(realm, boundaryId)).status
    const [lock, , unlock] = kit.steps as AnyData[]
    await holder.call(kit.pool, lock.call, lock.args)
    await until('the lock to be seen', async () => (await status()) === 'soft_frozen')
    await holder.call(kit.pool, unlock.call, unlock.args)
    await until('the unlock to be seen', async () => (await status()) === 'active')
  })

  test('vaults of the boundary are brought home first', async ({ assert }) => {
    const { id } = await realm.object('/vault/perps', { type: 'exchange' })
    await until('the vault to be known', async () => {
      const { steps } = (await kitOf()).body as AnyData
      return steps.some(
        ({ call, args }: AnyData) => call === 'recoverVault' && args[0] === hashOf(id)
      )
    })
    const { steps } = (await kitOf()).body as AnyData
    assert.deepEqual(
      steps.map(({ call }: AnyData) => call),
      ['lock', 'recoverVault', 'recoveryWithdraw', 'unlock', ...INHERITANCE]
    )
  })

  test('the page of it has all of it and asks nobody', async ({ assert }) => {
    const { status, headers, body } = await kitOf({ format: 'html' })
    assert.equal(status, 200)
    assert.match(headers.get('content-disposition')!, /^attachment; filename="recovery-bnd_/)
    const [, text] = /data-kit="([^"]*)"/.exec(body as string)!
    const { look, ...kit } = JSON.parse(text!.replaceAll('&quot;', '"'))
    assert.deepEqual(kit, (await kitOf()).body)
    assert.match(look.data, /^0x[0-9a-f]{72}$/)
    assert.notMatch(body as string, /(src|href)="(?!data:)/)
  })

  test('who may not read custody is refused, and strangers find nothing', async ({ assert }) => {
    const reader = await scoped(realm, { actions: ['svc:ReadCustody'], resources: ['/other'] })
    assert.equal((await kitOf({}, reader)).status, 403)
    assert.equal((await kitOf({}, await Client.signIn())).status, 404)
    assert.equal((await kitOf({ boundaryId: newId('bnd') })).status, 404)
    const own = await scoped(realm, { actions: ['svc:ReadCustody'], resources: ['/vault'] })
    assert.equal((await kitOf({}, own)).status, 200)
    assert.equal((await kitOf({ unknown: '1' })).status, 400)
    await refusesFields(
      assert,
      (query) => realm.client.get('/api/v1/custody/recovery-kit', query as Record<string, string>),
      { realmId: realm.id, boundaryId },
      { realmId: [MISSING, 'x'], boundaryId: [MISSING, ''], format: ['pdf'] }
    )
  })
})
