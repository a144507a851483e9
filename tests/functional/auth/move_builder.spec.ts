import ace from '@adonisjs/core/services/ace'
import { test } from '@japa/runner'
import { formTokenOf, Member } from '#tests/functional/auth/support/confirmations'
import { makeKey } from '#tests/functional/auth/support/credentials'
import { Client, accepted, pluck, until, type AnyData } from '#tests/support/client'

const me = async (client: Client): Promise<AnyData> => (await client.get('/api/v1/auth/me')).data
/** A process hears of the end of a session within moments. */
const signedOut = (client: Client) =>
  until('the session to be ended', async () => {
    return (await client.get('/api/v1/auth/me')).status === 401
  })
const moved = async (...terms: string[]) => (await ace.exec('auth:move-builder', terms)).exitCode

test.group('auth | builders who are moved', (group) => {
  group.setup(() => {
    ace.ui.switchMode('raw')
    return () => ace.ui.switchMode('normal')
  })

  test('two people share an organization, and one of them leaves it again', async ({ assert }) => {
    const [ann, ben, cay] = [await Member.join(), await Member.join(), await Member.join()]
    const { orgId } = await me(ann.client)
    const { orgId: own } = await me(ben.client)
    assert.equal(await moved(cay.email, own, '--role=owner'), 0)
    const key = await makeKey(ben.client)
    const realm = await ann.client.realm({ lifecycle: 'permanent' })
    assert.equal(await moved(ben.email, orgId), 0)
    await signedOut(ben.client)
    const here = await Client.signIn(ben.email)
    assert.containSubset(await me(here), { orgId, role: 'developer' })
    assert.equal((await here.get(`/api/v1/realms/${realm.id}`)).status, 200)
    assert.equal((await key.client.get(`/api/v1/realms/${realm.id}`)).status, 404, 'keys stay')

    const asked = await here.send('DELETE', `/api/v1/realms/${realm.id}`)
    const { confirmUrl } = asked.error.details as { confirmUrl: string }
    const formToken = formTokenOf((await ben.open(confirmUrl)).html)

    assert.equal(await moved(ben.email), 0)
    await signedOut(here)
    const late = await ben.browser.submit(confirmUrl, { decision: 'approve', formToken })
    assert.equal(late.status, 401, 'the browser is signed out too')
    const away = await Client.signIn(ben.email)
    const alone = await me(away)
    assert.equal(alone.role, 'owner')
    assert.notInclude([orgId, own], alone.orgId)
    assert.equal((await away.get(`/api/v1/realms/${realm.id}`)).status, 404)
    assert.equal((await ben.open(confirmUrl)).status, 404)

    const { entries } = accepted(await ann.client.get('/api/v1/auth/audit'))
    const about = entries.filter(({ actorId }: AnyData) => actorId === 'operator')
    assert.deepEqual(pluck(about, 'eventType'), ['member_left', 'member_joined'])
  })

  test('an operator says the role, and leaves no members without an owner', async ({ assert }) => {
    const [ann, ben] = [await Member.join(), await Member.join()]
    const { orgId } = await me(ann.client)
    assert.equal(await moved(ben.email, orgId, '--role=king'), 1)
    assert.equal(await moved(ben.email, orgId, '--role=viewer'), 0)
    assert.equal((await me(await Client.signIn(ben.email))).role, 'viewer')
    assert.equal(await moved(ann.email), 1, 'she is the last owner')
    assert.equal(await moved(ben.email, orgId, '--role=owner'), 0)
    assert.equal(await moved(ann.email), 0)
    assert.equal((await me(await Client.signIn(ben.email))).role, 'owner')
    const own = await me(await Client.signIn(ann.email))
    assert.equal(await moved(ann.email, own.orgId, '--role=viewer'), 0)
    assert.equal((await me(await Client.signIn(ann.email))).role, 'owner', 'the only one stays it')
  })

  test('whoever is alone in an organization is not moved away from its realms and keys', async ({
    assert,
  }) => {
    const [ann, ben] = [await Member.join(), await Member.join()]
    const { orgId } = await me(ann.client)
    const key = await makeKey(ann.client)
    const stays = async (because: RegExp) => {
      const command = await ace.exec('auth:move-builder', [ann.email])
      assert.equal(command.exitCode, 1)
      assert.match(pluck(command.ui.logger.getLogs(), 'message').join(), because)
      assert.equal((await me(ann.client)).orgId, orgId, 'nobody was moved')
    }
    await stays(new RegExp(`only member of ${orgId}.*revoke its API key ${key.id}`))
    const realm = await ann.client.realm()
    accepted(await ann.client.send('DELETE', `/api/v1/api-keys/${key.id}`))
    await stays(new RegExp(`only member of ${orgId}.*reach its realms.*${orgId} --role=owner`))
    assert.equal(await moved(ben.email, orgId, '--role=owner'), 0)
    assert.equal(await moved(ann.email), 0)
    const here = await Client.signIn(ben.email)
    assert.equal((await here.get(`/api/v1/realms/${realm.id}`)).status, 200)
  })

  test('nobody is moved who has no account, and nobody to nowhere', async ({ assert }) => {
    const ann = await Member.join()
    assert.equal(await moved('nobody@example.com', (await me(ann.client)).orgId), 1)
    assert.equal(await moved(ann.email, 'org_01k00000000000000000000000'), 1)
    assert.equal((await ann.client.get('/api/v1/auth/me')).status, 200, 'sessions go on')
  })
})
