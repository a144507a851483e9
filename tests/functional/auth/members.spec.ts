import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { BUILDER_ROLES, type BuilderRole } from '#app/extension/principal'
import { askedBy, Member } from '#tests/functional/auth/support/confirmations'
import {
  allow,
  forbidden,
  makeKey,
  mint,
  refusal,
} from '#tests/functional/auth/support/credentials'
import {
  accept,
  change,
  INVITATIONS,
  invite,
  joined,
  me,
  MEMBERS,
  permitted,
  remove,
} from '#tests/functional/auth/support/inviting'
import { withOperators } from '#tests/support/auth_settings'
import { newSigningPair } from '#tests/support/signing_pair'
import { accepted, Client, pluck, until, type Reply, type TestRealm } from '#tests/support/client'
import { writeRows } from '#tests/support/rows'

const notRole = forbidden('role', '/')

const audited = async ({ client }: Member, eventType: string) =>
  accepted(await client.get('/api/v1/auth/audit', { eventType })).entries

/** Another process hears of the end of a credential within half a second. */
const refusedSoon = (what: string, ask: () => Promise<Reply<unknown>>) =>
  until(`${what} to be refused`, async () => (await ask()).status === 401)

const whoAmI = (client: Client) => client.get('/api/v1/auth/me')

/** What is asked of every role, and who gets it; others are refused so. */
const RIGHTS: {
  what: string
  ask: (client: Client, realm: TestRealm) => Promise<Reply<unknown>>
  who: BuilderRole[]
  refused?: object
}[] = [
  {
    what: 'reads a realm',
    ask: (client, { id }) => client.get(`/api/v1/realms/${id}`),
    who: ['owner', 'developer', 'viewer'],
  },
  {
    what: 'reads balances',
    ask: (client, { id }) =>
      client.get('/api/v1/objects/by-path', { realmId: id, path: '/users/u1/wallet' }),
    who: ['owner', 'developer', 'viewer'],
  },
  {
    what: 'reads the audit log',
    ask: (client) => client.get('/api/v1/auth/audit'),
    who: ['owner', 'developer', 'viewer'],
  },
  {
    what: 'sees the members',
    ask: (client) => client.get(MEMBERS),
    who: ['owner', 'developer', 'viewer'],
  },
  {
    what: 'sees the signing keys',
    ask: (client) => client.get('/api/v1/signing-keys'),
    who: ['owner', 'developer', 'viewer'],
  },
  {
    what: 'mints a token that reads',
    ask: (client, { id }) => mint(client, id, allow('svc:ReadObject', '/users/u1/wallet')),
    who: ['owner', 'developer', 'viewer'],
  },
  {
    what: 'mints a token that moves value',
    ask: (client, { id }) => mint(client, id, allow('svc:TransferFrom', '/users/u1/wallet')),
    who: ['owner', 'developer'],
    refused: forbidden('svc:TransferFrom', '/users/u1/wallet'),
  },
  {
    what: 'moves value',
    ask: (client, { id: realmId }) => {
      const path = `/op/${randomUUID()}`
      const between = { sourceObjectPath: '/users/u1/wallet', targetObjectPath: '/users/u2/wallet' }
      return client.post('/api/v1/transfer', { realmId, path, ...between, amount: '1' })
    },
    who: ['owner', 'developer'],
    refused: forbidden('svc:TransferFrom', '/users/u1/wallet'),
  },
  {
    what: 'opens a realm',
    ask: (client) => client.post('/api/v1/realms', { name: 'Another' }),
    who: ['owner', 'developer'],
    refused: forbidden('organization', '/'),
  },
  {
    what: 'makes an API key',
    ask: (client) => client.post('/api/v1/api-keys', { name: 'Key' }),
    who: ['owner', 'developer'],
    refused: forbidden('organization', '/'),
  },
  {
    what: 'registers a signing key',
    ask: async (client) => {
      const { publicKey } = await newSigningPair()
      return client.post('/api/v1/signing-keys', { name: 'Key', publicKey })
    },
    who: ['owner', 'developer'],
    refused: notRole,
  },
  {
    what: 'invites',
    ask: (client) => client.post(INVITATIONS, { email: 'new@auth.example', role: 'viewer' }),
    who: ['owner'],
    refused: notRole,
  },
  {
    what: 'takes an invitation back',
    ask: async (client) => {
      const { invitations } = accepted(await client.get(INVITATIONS))
      const { id } = invitations.find(({ status }: { status: string }) => status === 'pending')
      return client.send('DELETE', `${INVITATIONS}/${id}`)
    },
    who: ['owner'],
    refused: notRole,
  },
  {
    what: 'gives a role',
    ask: async (client) => {
      const { members } = accepted(await client.get(MEMBERS))
      const { id } = members.find(({ role }: { role: string }) => role === 'viewer')
      return client.send('PATCH', `${MEMBERS}/${id}`, { role: 'viewer' })
    },
    who: ['owner'],
    refused: notRole,
  },
]

test.group('auth | members', (group) => {
  let owner: Member
  let realm: TestRealm
  const team: Partial<Record<BuilderRole, Member>> = {}

  group.setup(async () => {
    owner = await Member.join()
    realm = await owner.client.realm()
    await realm.account('/users/u1/wallet', '50')
    await realm.object('/users/u2/wallet')
    team.owner = owner
    team.developer = await joined(owner, 'developer')
    team.viewer = await joined(owner, 'viewer')
    accepted(await invite(owner, 'viewer'))
  })

  test('a viewer whom the operator has named is a platform admin, and a viewer', async ({
    assert,
    cleanup,
  }) => {
    const employer = await Member.join()
    const viewer = await joined(employer, 'viewer')
    const halts = `/api/v1/admin/realms/${realm.id}/halt`
    const refused = refusal(await viewer.client.get(halts))
    assert.deepEqual(refused, forbidden('administer', '/'))
    cleanup(await withOperators(viewer.email))
    accepted(await viewer.client.get(halts))
    const own = { name: 'Own realm' }
    assert.equal((await viewer.client.post('/api/v1/realms', own)).status, 403)
    assert.equal((await employer.client.get(halts)).status, 403)
  })

  test('{role} or not: {what}')
    .with(RIGHTS.flatMap((right) => BUILDER_ROLES.map((role) => ({ ...right, role }))))
    .run(async ({ assert }, { ask, who, refused, role }) => {
      const reply = await ask(team[role]!.client, realm)
      if (who.includes(role)) assert.isBelow(reply.status, 300, JSON.stringify(reply.body))
      else assert.deepEqual(refusal(reply), refused)
    })

  test('the list shows who is here, with their roles', async ({ assert }) => {
    const { members, total } = accepted(await team.viewer!.client.get(MEMBERS))
    assert.deepEqual(pluck(members, 'role'), ['viewer', 'developer', 'owner'])
    assert.deepEqual(pluck(members, 'current'), [true, false, false])
    assert.equal(members[2].email, owner.email)
    assert.equal(total, 3)
    assert.deepEqual(Object.keys((await me(team.viewer!)) as object), [
      'id',
      'email',
      'orgName',
      'orgId',
      'role',
    ])
  })

  test('no API key and no minted token manages members', async ({ assert }) => {
    const key = (await makeKey(owner.client)).client
    for (const reply of [
      await key.get(MEMBERS),
      await key.post(INVITATIONS, { email: 'new@auth.example', role: 'viewer' }),
      await key.send('DELETE', `${MEMBERS}/${(await me(team.viewer!)).id}`),
    ]) {
      assert.deepEqual(refusal(reply), forbidden('builder_session', '/'))
    }
  })

  test('what concerns owners an owner confirms in a browser, no other', async ({ assert }) => {
    const email = 'second-owner@auth.example'
    const asked = askedBy(await owner.client.post(INVITATIONS, { email, role: 'owner' }))
    assert.deepEqual([asked.action, asked.resources], ['svc:InviteOwner', [email]])
    assert.equal((await team.developer!.open(asked.confirmUrl)).status, 404)
    const { html } = await owner.open(asked.confirmUrl)
    assert.include(html, (await me(owner)).orgName)
    const second = await joined(owner, 'owner')
    assert.equal((await me(second)).role, 'owner')
    const { id } = await me(second)
    const demoted = await owner.client.send('PATCH', `${MEMBERS}/${id}`, { role: 'viewer' })
    assert.equal(askedBy(demoted).action, 'svc:ChangeOwner')
    const removed = await owner.client.send('DELETE', `${MEMBERS}/${id}`)
    assert.equal(askedBy(removed).action, 'svc:RemoveOwner')
    accepted(await remove(owner, id))
    await refusedSoon('the second owner', () => whoAmI(second.client))
  })

  test('a viewer neither confirms nor sees what is to be confirmed', async ({ assert }) => {
    const kept = await owner.permanentRealm()
    const { confirmUrl } = askedBy(await owner.client.send('DELETE', `/api/v1/realms/${kept.id}`))
    assert.equal((await team.viewer!.open(confirmUrl)).status, 404)
    assert.equal((await team.developer!.open(confirmUrl)).status, 200)
  })

  test('a lesser role ends sessions and tokens, a greater one waits', async ({ assert }) => {
    const ben = await joined(owner, 'developer')
    const { id } = await me(ben)
    const { token } = accepted(await mint(ben.client, realm.id, allow('svc:Read', '*')))
    const minted = Client.withToken(token)
    const key = (await makeKey(ben.client)).client
    const { member } = accepted(await change(owner, id, 'viewer'))
    assert.containSubset(member, { id, role: 'viewer' })
    await refusedSoon('his session', () => whoAmI(ben.client))
    await refusedSoon('his token', () => minted.get(`/api/v1/realms/${realm.id}`))
    assert.equal((await key.get(`/api/v1/realms/${realm.id}`)).status, 200, 'keys stay')
    const viewing = Member.with(ben.email, (await Client.signIn(ben.email)).token!)
    assert.equal((await me(viewing)).role, 'viewer')
    accepted(await change(owner, id, 'developer'))
    assert.equal((await viewing.client.post('/api/v1/realms', { name: 'No' })).status, 403)
    const acting = await Client.signIn(ben.email)
    assert.equal((await acting.post('/api/v1/realms', { name: 'Yes' })).status, 201)
    const changes = await audited(owner, 'member_role_changed')
    assert.containSubset(changes[0].details, { builderId: id, from: 'viewer', to: 'developer' })
  })

  test('a lesser role leaves no lasting credential while its token counts', async ({ assert }) => {
    const eve = await joined(owner, 'developer')
    const root = await makeKey(owner.client)
    const made = await makeKey(root.client)
    const { publicKey } = await newSigningPair()
    // As another process has done it, before this one hears that her session has ended.
    await writeRows`UPDATE builders SET role = 'viewer' WHERE id = ${(await me(eve)).id}`
    for (const reply of [
      await eve.client.post('/api/v1/api-keys', { name: 'Left behind' }),
      await eve.client.post('/api/v1/signing-keys', { name: 'Left behind', publicKey }),
      await eve.client.post(`/api/v1/api-keys/${made.id}/adopt`),
      await mint(eve.client, realm.id, allow('svc:Read', '*')),
    ]) {
      assert.equal(reply.status, 401, JSON.stringify(reply.body))
    }
  })

  test('who is removed, or leaves, goes on in an organization of their own', async ({ assert }) => {
    const [cay, dan] = [await joined(owner, 'developer'), await joined(owner, 'viewer')]
    const { id, orgId } = await me(cay)
    accepted(await remove(owner, id))
    accepted(await dan.client.send('DELETE', `${MEMBERS}/${(await me(dan)).id}`))
    for (const person of [cay, dan]) {
      await refusedSoon(person.email, () => whoAmI(person.client))
      const again = Member.with(person.email, (await Client.signIn(person.email)).token!)
      const now = await me(again)
      assert.equal(now.role, 'owner')
      assert.notEqual(now.orgId, orgId)
      assert.equal((await again.client.get(`/api/v1/realms/${realm.id}`)).status, 404)
    }
    const gone = await owner.client.send('DELETE', `${MEMBERS}/${id}`)
    assert.equal(gone.status, 404)
    assert.containSubset((await audited(owner, 'member_left'))[1].details, { builderId: id })
  })

  test('members of other organizations are not there', async ({ assert }) => {
    const stranger = await Member.join()
    const { id } = await me(stranger)
    const answers = [
      await owner.client.send('PATCH', `${MEMBERS}/${id}`, { role: 'viewer' }),
      await owner.client.send('DELETE', `${MEMBERS}/${id}`),
    ]
    for (const reply of answers) assert.equal(reply.status, 404)
    const { members } = accepted(await stranger.client.get(MEMBERS))
    assert.lengthOf(members, 1)
  })
})

test.group('auth | the last owner', () => {
  test('neither leaves nor becomes less, and nobody removes them', async ({ assert }) => {
    const owner = await Member.join()
    await joined(owner, 'developer')
    const { id } = await me(owner)
    for (const reply of [
      await owner.client.send('DELETE', `${MEMBERS}/${id}`),
      await owner.client.send('PATCH', `${MEMBERS}/${id}`, { role: 'developer' }),
    ]) {
      assert.deepEqual([reply.status, reply.error.code], [409, 'CONFLICT'])
      assert.include(reply.error.message, 'last owner')
    }
    const other = await Member.join()
    const { secret } = accepted(await invite(other, 'owner', owner.email))
    const away = await accept(owner.email, secret)
    assert.equal(away.status, 409, 'nor does an invitation take them away')
  })

  test('of two owners who remove each other at once one stays', async ({ assert }) => {
    const first = await Member.join()
    const second = await joined(first, 'owner')
    const removing = await Promise.all(
      [first, second].map(async (owner, index, owners) => {
        const { id } = await me(owners[1 - index]!)
        const ask = (client: Client) => client.send('DELETE', `${MEMBERS}/${id}`)
        const client = await permitted(owner, ask)
        return () => ask(client)
      })
    )
    const replies = await Promise.all(removing.map((ask) => ask()))
    const done = replies.filter(({ status }) => status === 200)
    assert.lengthOf(done, 1, JSON.stringify(replies.map(({ body }) => body)))
    const stays = replies[0]!.status === 200 ? first : second
    const { members } = accepted(await stays.client.get(MEMBERS))
    assert.deepEqual(pluck(members, 'role'), ['owner'])
  })
})
