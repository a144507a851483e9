import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { armFailpoints, isArmed } from '#app/failpoints/failpoint'
import { GoOn } from '#modules/approvals/services/go_on'
import { ApprovalStore } from '#modules/approvals/storage/approval_store'
import { accepted, until } from '#tests/support/client'
import { holdQueues } from '#tests/support/held_queues'
import { readRows, writeRows } from '#tests/support/rows'
import { Office, waiting } from './support/approving.ts'

const CUT_OFF = /^An earlier attempt was cut off/

test.group('approvals | attempts to execute one request', (group) => {
  let office: Office
  let goOn: GoOn
  let release: () => Promise<void>

  group.setup(async () => {
    office = await Office.open()
    goOn = await app.container.make(GoOn)
    release = await holdQueues('approval')
    return release
  })
  group.each.teardown(() => armFailpoints(''))

  /** A request without a name, of a key that needs so many approvals. */
  async function asked(approvals: number, labels: Record<string, string>, headers = {}) {
    const key = await office.key([
      { actions: ['svc:UpdateObject'], resources: ['*'], conditions: { approvals } },
    ])
    const { object } = accepted(await office.realm.find('/users/a'))
    const address = `/api/v1/objects/${object.id}/labels?realmId=${office.realm.id}`
    const approval = waiting(await key.client.send('PATCH', address, { labels }, headers))
    const revoke = async () =>
      accepted(await office.maker.client.send('DELETE', `/api/v1/api-keys/${key.keyId}`))
    const label = async (changed: Record<string, string>) =>
      accepted(await office.maker.client.send('PATCH', address, { labels: changed }))
    const found = async () => {
      const { object: now } = accepted(await office.realm.find('/users/a'))
      return now.labels as Record<string, string>
    }
    return { approval, revoke, label, found, id: approval.id }
  }

  const executions = ({ id }: { id: string }) => readRows`SELECT id FROM credential_audit
      WHERE event_type = 'approval_executed' AND details LIKE ${`%${id}%`}`

  test('one that asked for more approvals was not cut off', async ({ assert }) => {
    const { approval, revoke, id } = await asked(2, { more: 'needed' })
    await writeRows`UPDATE approvals SET needed = 1 WHERE id = ${id}`
    await office.approve(approval, office.ann)
    await goOn.run(id)
    assert.containSubset(await office.read(id), { status: 'pending', needed: 2, given: 1 })
    await office.approve(approval, office.ben)
    await revoke()
    await goOn.run(id)
    const { status, code, message } = await office.read(id)
    assert.deepEqual([status, code], ['failed', 'UNAUTHORIZED'])
    assert.notMatch(message!, CUT_OFF)
  })

  test('two at once are one: the second waits for the end of the first', async ({ assert }) => {
    const { approval, revoke, id } = await asked(1, { at: 'once' })
    await office.approve(approval, office.ann)
    armFailpoints('approval.executed:1:hold')
    const first = goOn.run(id)
    await until('the first to have its effect', () => !isArmed('approval.executed'))
    // What the second one would be refused for must not be told of the first.
    await revoke()
    assert.equal(await goOn.run(id), 'again')
    armFailpoints('')
    assert.equal(await first, 'done')
    assert.equal(await goOn.run(id), 'done')
    assert.equal((await office.read(id)).status, 'executed')
    assert.lengthOf(await executions(approval), 1)
  })

  for (const { place, key, ended, left } of [
    // The second one executes it, and the first one finds that it has been overtaken.
    { place: 'approval.held', ended: 'executed', left: 'later' },
    // Nobody knows what the first one did, so that the second one leaves it alone.
    { place: 'approval.begun', ended: 'failed', left: 'once' },
    // Its route takes no key, so that this one names nothing.
    { place: 'approval.begun', key: 'ignored', ended: 'failed', left: 'once' },
  ])
    test(`one that froze for two minutes at ${place} and thaws is executed once${key ? ', with a key' : ''}`, async ({
      assert,
    }) => {
      const headers = key ? { 'idempotency-key': key } : {}
      const { approval, label, found, id } = await asked(1, { frozen: 'once' }, headers)
      await office.approve(approval, office.ann)
      armFailpoints(`${place}:1:hold`)
      const frozen = goOn.run(id)
      await until('the first to be frozen', () => !isArmed(place))
      await writeRows`UPDATE approvals SET held_until = UTC_TIMESTAMP(6) WHERE id = ${id}`
      assert.equal(await goOn.run(id), 'done')
      const { status, message } = await office.read(id)
      assert.equal(status, ended)
      if (ended === 'failed') assert.match(message!, CUT_OFF)
      else {
        assert.containSubset(await found(), { frozen: 'once' })
        await label({ frozen: 'later' })
      }
      armFailpoints('')
      assert.equal(await frozen, 'done')
      assert.containSubset(await found(), { frozen: left })
      assert.equal((await office.read(id)).status, ended, 'what was told stands')
      assert.lengthOf(await executions(approval), 1)
    })

  test('one that froze before it read what it has taken, and thaws, leaves it to who has it', async ({
    assert,
    cleanup,
  }) => {
    const { approval, id } = await asked(1, { taken: 'twice' })
    await office.approve(approval, office.ann)
    const approvals = await app.container.make(ApprovalStore)
    const read = approvals.byId.bind(approvals)
    const [frozen, thawed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let reads = 0
    // `GoOn` reads it first.
    approvals.byId = async (asking) => {
      if (++reads === 2) {
        frozen.resolve()
        await thawed.promise
      }
      return read(asking)
    }
    cleanup(() => void (approvals.byId = read))
    const first = goOn.run(id)
    await frozen.promise
    await writeRows`UPDATE approvals SET held_until = UTC_TIMESTAMP(6) WHERE id = ${id}`
    armFailpoints('approval.held:1:hold')
    const second = goOn.run(id)
    await until('the second to have it', () => !isArmed('approval.held'))
    thawed.resolve()
    assert.equal(await first, 'again')
    armFailpoints('')
    assert.equal(await second, 'done')
    assert.equal((await office.read(id)).status, 'executed')
  })

  test('one that never ended keeps the next away for two minutes', async ({ assert }) => {
    const { approval, id } = await asked(1, { cut: 'off' })
    await office.approve(approval, office.ann)
    const stands = (seconds: number) =>
      writeRows`UPDATE approvals SET held_until = UTC_TIMESTAMP(6) + INTERVAL ${seconds} SECOND
        WHERE id = ${id}`
    await stands(120)
    assert.equal(await goOn.run(id), 'again')
    assert.equal((await office.read(id)).status, 'approved')
    await stands(-1)
    assert.equal(await goOn.run(id), 'done')
    assert.equal((await office.read(id)).status, 'executed')
  })
})
