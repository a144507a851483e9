import { test } from '@japa/runner'
import { armFailpoints, isArmed } from '#app/failpoints/failpoint'
import { Member } from '#tests/functional/auth/support/confirmations'
import { allow, makeKey, mint } from '#tests/functional/auth/support/credentials'
import { accept, invite, me } from '#tests/functional/auth/support/inviting'
import { accepted, Client, until } from '#tests/support/client'
import { readRows } from '#tests/support/rows'

test.group('auth | what is under way when the last member leaves', (group) => {
  group.each.teardown(() => armFailpoints(''))

  async function leaves(member: Member) {
    const { orgId } = await me(member)
    const invited = accepted(await invite(await Member.join(), 'developer', member.email))
    accepted(await accept(member.email, invited.secret))
    return () => readRows`SELECT id FROM realms WHERE org_id = ${orgId}`
  }

  for (const what of ['member', 'API key'])
    test(`a realm that their ${what} opens is not left to nobody`, async ({ assert }) => {
      const member = await Member.join()
      const key = what === 'member' ? null : await makeKey(member.client)
      const asking: Client = key?.client ?? member.client
      armFailpoints('poster.taken:1:hold')
      const opening = asking.post('/api/v1/realms', { name: 'Under way' })
      await until('the realm to be under way', () => !isArmed('poster.taken'))
      if (key) accepted(await member.client.send('DELETE', `/api/v1/api-keys/${key.id}`))
      const realms = await leaves(member)
      armFailpoints('')
      const refused = await opening
      assert.equal(`${refused.status} ${refused.error?.code}`, '401 UNAUTHORIZED')
      assert.deepEqual(await realms(), [])
    })

  test('what relies on a row writes it: nodes of a cluster see no lock of each other', async ({
    assert,
  }) => {
    const member = await Member.join()
    const { id, orgId } = await me(member)
    const key = await makeKey(member.client)
    const realm = await key.client.realm()
    const scope = allow('svc:ReadObject', '*')
    const { token } = accepted(await mint(key.client, realm.id, scope))
    const [minted] = await readRows`SELECT id FROM scoped_tokens WHERE minted_by = ${key.id}`
    const works: [table: string, rowId: string, work: () => Promise<unknown>][] = [
      ['builders', id, () => member.client.realm()],
      ['api_keys', key.id, () => key.client.realm()],
      ['scoped_tokens', minted.id, () => mint(Client.withToken(token), realm.id, scope)],
      ['organizations', orgId, async () => accepted(await invite(member, 'developer'))],
    ]
    for (const [table, rowId, work] of works) {
      const held = async () =>
        Number((await readRows(`SELECT holds FROM ${table} WHERE id = ?`, [rowId]))[0].holds)
      const before = await held()
      await work()
      assert.isAbove(await held(), before, table)
    }
  })

  test('whoever has opened one cannot leave it to nobody', async ({ assert }) => {
    const member = await Member.join()
    armFailpoints('poster.written:1:hold')
    const opening = member.client.post('/api/v1/realms', { name: 'Under way' })
    await until('the realm to be written', () => !isArmed('poster.written'))
    const invited = accepted(await invite(await Member.join(), 'developer', member.email))
    const leaving = accept(member.email, invited.secret)
    armFailpoints('')
    accepted(await opening)
    assert.equal(`${(await leaving).status} ${(await leaving).error?.code}`, '409 CONFLICT')
  })
})
