import { test } from '@japa/runner'
import { AUTH_LIMITS } from '#modules/auth/limits'
import { formTokenOf, Member } from '#tests/functional/auth/support/confirmations'
import {
  accept,
  change,
  idTokenOf,
  INVITATIONS,
  invite,
  joined,
  me,
} from '#tests/functional/auth/support/inviting'
import { newEmail } from '#tests/functional/auth/support/people'
import { accepted, Client, pluck, type AnyData } from '#tests/support/client'
import { readRows, writeRows } from '#tests/support/rows'

const listed = async ({ client }: Member): Promise<AnyData[]> =>
  accepted(await client.get(INVITATIONS)).invitations

const expire = (id: string) =>
  writeRows`UPDATE invitations SET expires_at = created_at WHERE id = ${id}`

test.group('auth | invitations', (group) => {
  let owner: Member

  group.setup(async () => {
    owner = await Member.join()
  })

  test('somebody new accepts, and has no organization of their own', async ({ assert }) => {
    const { invitation, secret } = accepted(await invite(owner, 'developer'))
    assert.match(secret, /^svc_inv_[\w-]{43}$/)
    assert.containSubset(invitation, { role: 'developer', status: 'pending', acceptedBy: null })
    const { builder } = accepted(await accept(invitation.email, secret))
    const { orgId, orgName, id } = await me(owner)
    assert.containSubset(builder, { email: invitation.email, orgId, orgName, role: 'developer' })
    const [now] = await listed(owner)
    assert.containSubset(now, { status: 'accepted', acceptedBy: builder.id, invitedBy: id })
    const { entries } = accepted(await owner.client.get('/api/v1/auth/audit'))
    const types = pluck(entries as { eventType: string }[], 'eventType')
    assert.includeMembers(types, ['member_invited', 'member_joined'])
    const again = accepted(await accept(invitation.email, secret))
    assert.equal(again.builder.id, builder.id, 'an answer that was lost is asked for again')
  })

  test('the secret is kept as its hash alone, and no list or log shows it', async ({ assert }) => {
    const { invitation, secret } = accepted(await invite(owner, 'viewer'))
    const shown = JSON.stringify([
      await listed(owner),
      accepted(await owner.client.get('/api/v1/auth/audit')),
      await readRows`SELECT id, email, HEX(secret_hash) FROM invitations
          WHERE id = ${invitation.id}`,
    ])
    assert.notInclude(shown, secret)
    assert.include(shown, invitation.id)
  })

  test('{what} accepts nothing')
    .with([
      { what: 'another address', spoil: async () => newEmail() },
      {
        what: 'a secret that was taken back',
        spoil: async (id: string) =>
          void accepted(await owner.client.send('DELETE', `${INVITATIONS}/${id}`)),
      },
      { what: 'a secret that has expired', spoil: async (id: string) => void (await expire(id)) },
      {
        what: 'a secret that was replaced',
        spoil: async (_id: string, email: string) =>
          void accepted(await invite(owner, 'viewer', email)),
      },
      {
        what: 'a secret of somebody who is an owner no more',
        spoil: async (_id: string, _email: string, by: Member) =>
          void accepted(await change(owner, (await me(by)).id, 'developer')),
      },
    ])
    .run(async ({ assert }, { spoil }) => {
      const by = await joined(owner, 'owner')
      const { invitation, secret } = accepted(await invite(by, 'developer'))
      const email = (await spoil(invitation.id, invitation.email, by)) ?? invitation.email
      const reply = await accept(email, secret)
      assert.deepEqual([reply.status, reply.error.code], [404, 'NOT_FOUND'])
      const people = await readRows`SELECT id FROM builders WHERE email = ${email}`
      assert.lengthOf(people, 0, 'expected no account')
    })

  test('neither a false sign-in nor a false secret accepts anything', async ({ assert }) => {
    const { invitation, secret } = accepted(await invite(owner, 'viewer'))
    const guest = Client.anonymous()
    const forged = await guest.post(`${INVITATIONS}/accept`, { googleIdToken: 'no', secret })
    assert.equal(forged.status, 401)
    for (const wrong of ['svc_inv_', `${secret}x`, secret.slice(0, -1), secret.toLowerCase()]) {
      assert.equal((await accept(invitation.email, wrong)).status, 404, wrong)
    }
    const missing = await guest.post(`${INVITATIONS}/accept`, { secret, role: 'owner' })
    assert.equal(missing.status, 400)
  })

  test('of ten who accept at once one joins, and a secret serves once', async ({ assert }) => {
    const { invitation, secret } = accepted(await invite(owner, 'developer'))
    const googleIdToken = await idTokenOf(invitation.email)
    const body = { googleIdToken, secret }
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => Client.anonymous().post(`${INVITATIONS}/accept`, body))
    )
    const ids = new Set(replies.map((reply) => accepted(reply).builder.id as string))
    assert.equal(ids.size, 1)
    const rows = await readRows`SELECT id FROM builders WHERE email = ${invitation.email}`
    assert.lengthOf(rows, 1)
  })

  test('who is in another organization leaves it; who alone has its realms or keys does not', async ({
    assert,
  }) => {
    const ben = await Member.join()
    const { secret } = accepted(await invite(owner, 'developer', ben.email))
    const realm = await ben.client.realm()
    const held = await accept(ben.email, secret)
    assert.deepEqual([held.status, held.error.code], [409, 'CONFLICT'])
    assert.include(held.error.message, 'reach its realms')
    const made = async (body: object) =>
      accepted(await ben.client.post('/api/v1/api-keys', { name: 'Left behind', ...body }))
    await made({ realmId: realm.id })
    accepted(await ben.client.send('DELETE', `/api/v1/realms/${realm.id}`))
    const { apiKey } = await made({ permissions: 'read' })
    const keyed = await accept(ben.email, secret)
    assert.deepEqual([keyed.status, keyed.error.code], [409, 'CONFLICT'])
    assert.include(keyed.error.message, apiKey.id)
    accepted(await ben.client.send('DELETE', `/api/v1/api-keys/${apiKey.id}`))
    const { builder } = accepted(await accept(ben.email, secret))
    assert.equal(builder.orgId, (await me(owner)).orgId)
    assert.equal((await ben.client.get('/api/v1/auth/me')).status, 401, 'his session has ended')
    const member = await invite(owner, 'viewer', ben.email)
    assert.deepEqual([member.status, member.error.code], [409, 'CONFLICT'])
  })

  test('a browser’s page says into what, and only who was invited joins', async ({ assert }) => {
    const ben = await Member.join()
    const { acceptUrl } = accepted(await invite(owner, 'developer', ben.email))
    const stranger = await Member.join()
    assert.equal((await stranger.open(acceptUrl)).status, 404)
    const { status, html } = await ben.open(acceptUrl)
    assert.equal(status, 200)
    const { orgId, orgName } = await me(owner)
    for (const text of [orgName, owner.email, 'developer', `You leave Org of ${ben.email}`]) {
      assert.include(html, text)
    }
    const foreign = await ben.browser.submit(acceptUrl, { formToken: 'another' })
    assert.equal(foreign.status, 403)
    assert.equal((await ben.client.get('/api/v1/auth/me')).status, 200, 'nothing has happened')
    const joins = await ben.browser.submit(acceptUrl, { formToken: formTokenOf(html) })
    assert.deepEqual([joins.status, joins.headers.get('location')], [303, '/console'])
    assert.equal((await ben.client.get('/api/v1/auth/me')).status, 401)
    const given = await ben.browser.open('/auth/access', {
      method: 'POST',
      body: '{}',
      headers: { 'accept': 'application/json', 'content-type': 'application/json' },
    })
    const { data } = (await given.json()) as AnyData
    assert.containSubset(data.builder, { orgId, role: 'developer' })
    assert.include((await ben.open(acceptUrl)).html, 'You are a member')
    assert.equal((await ben.open(`${acceptUrl.slice(0, -1)}!`)).status, 404)
  })

  test('nobody is invited to what is no address or no role', async ({ assert }) => {
    for (const body of [
      { email: 'nobody', role: 'viewer' },
      { email: newEmail(), role: 'member' },
      { email: newEmail() },
      { role: 'viewer' },
      { email: `${'a'.repeat(AUTH_LIMITS.emailLength)}@a.example`, role: 'viewer' },
      { email: newEmail(), role: 'viewer', orgId: 'org_1' },
    ]) {
      assert.equal((await owner.client.post(INVITATIONS, body)).status, 400, JSON.stringify(body))
    }
  })

  test('an organization has so many open invitations, and not one more', async ({ assert }) => {
    const busy = await Member.join()
    const { orgId, id } = await me(busy)
    const at = '2026-01-01 00:00:00.000000'
    const row = (index: number) => [
      `inv_${index}_${orgId}`.slice(0, 40),
      orgId,
      `${index}@x.example`,
    ]
    const rows = Array.from({ length: AUTH_LIMITS.invitationsOpen }, (_, index) => row(index))
    await writeRows(
      `INSERT INTO invitations (id, org_id, email, role, secret_hash, invited_by, created_at, expires_at)
       VALUES ?`,
      [
        rows.map(([rowId, org, email], index) => [
          rowId!,
          org!,
          email!,
          'viewer',
          Buffer.concat([Buffer.from(orgId.slice(4, 32)), Buffer.from([0, 0, 0, index])]),
          id,
          at,
          '2099-01-01 00:00:00.000000',
        ]),
      ]
    )
    const more = await invite(busy, 'viewer')
    assert.deepEqual([more.status, more.error.code], [409, 'CONFLICT'])
    await expire(rows[0]![0]!)
    accepted(await invite(busy, 'viewer'))
  })
})
