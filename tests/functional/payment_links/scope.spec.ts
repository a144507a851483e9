import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import type { PolicyStatement } from '#app/extension/principal'
import { ServiceError } from '#app/http/errors/service_error'
import { CreateLink } from '#modules/payment_links/services/create_link'
import { ListLinks } from '#modules/payment_links/services/list_links'
import { TestRealm, accepted, type ObjectView } from '#tests/support/client'
import { endUser } from '#tests/support/principals'

let realm: TestRealm
let mine: ObjectView
let theirs: ObjectView

function allow(action: string, resource: string): PolicyStatement {
  return { effect: 'Allow', actions: [action], resources: [resource] }
}

test.group('payment_links | scope', (group) => {
  group.setup(async () => {
    realm = await TestRealm.open()
    mine = await realm.object('/users/u1/till')
    theirs = await realm.object('/users/u2/till')
  })

  test('an object named by id is checked by its path', async ({ assert }) => {
    const create = await app.container.make(CreateLink)
    const principal = await endUser(realm, allow('svc:ReceiveTo', '/users/u1/*'))
    const command = { realmId: realm.id, type: 'deposit', amount: '1' } as const
    const { operation } = await create.run(principal, { ...command, object: mine.id })
    assert.deepEqual([operation.actorType, operation.actorId], ['end_user', 'u1'])
    const refusal = await create
      .run(principal, { ...command, object: theirs.id })
      .catch((error: unknown) => error)
    assert.instanceOf(refusal, ServiceError)
    assert.equal((refusal as ServiceError).code, 'FORBIDDEN')
  })

  test('links of objects the credential may not read are not listed', async ({ assert }) => {
    for (const objectPath of [mine.path, theirs.path]) {
      const body = { realmId: realm.id, type: 'deposit', objectPath, amount: '2' }
      accepted(await realm.client.post('/api/v1/payment-links', body))
    }
    const list = await app.container.make(ListLinks)
    const principal = await endUser(realm, allow('svc:ReadOperation', '/users/u1/*'))
    const { links } = await list.run(principal, { realmId: realm.id, limit: 10 })
    assert.isNotEmpty(links)
    assert.isTrue(links.every(({ link }) => link.objectPath === mine.path))
  })

  test('neither the total nor a cursor tells of links that are hidden', async ({ assert }) => {
    const [seen, hidden] = [await realm.object('/users/u3/till'), theirs]
    const ids: string[] = []
    for (const objectPath of [seen.path, hidden.path, seen.path, hidden.path, seen.path]) {
      const body = { realmId: realm.id, type: 'deposit', objectPath, amount: '3' }
      const { paymentLink } = accepted(await realm.client.post('/api/v1/payment-links', body))
      if (objectPath === seen.path) ids.unshift(paymentLink.id)
    }
    const list = await app.container.make(ListLinks)
    const principal = await endUser(realm, allow('svc:ReadOperation', '/users/u3/*'))
    const shown: string[] = []
    let cursor: string | undefined
    do {
      const page = await list.run(principal, { realmId: realm.id, limit: 1, cursor })
      assert.equal(page.total, 3)
      shown.push(...page.links.map(({ link }) => link.id))
      cursor = page.nextCursor ?? undefined
      // It may name a link its reader may not see, so its text must say nothing.
      if (cursor)
        assert.notMatch(Buffer.from(cursor, 'base64url').toString('latin1'), /pl_|20\d\d-/)
    } while (cursor)
    assert.deepEqual(shown, ids)
    const foreign = accepted(await realm.get('/payment-links', { limit: 1 })).nextCursor as string
    const refusal = await list
      .run(principal, { realmId: realm.id, limit: 1, cursor: foreign })
      .catch((error: unknown) => error)
    assert.equal((refusal as ServiceError).code, 'VALIDATION_ERROR')
  })
})
