import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { armFailpoints } from '#app/failpoints/failpoint'
import { newId } from '#app/ids/ids'
import { APPROVAL_LIMITS } from '#modules/approvals/limits'
import { ExpireApprovals } from '#modules/approvals/services/expire_approvals'
import { GoOn } from '#modules/approvals/services/go_on'
import { SweepSchedules } from '#modules/schedules/services/sweep_schedules'
import { idOf, moveTo } from '#tests/functional/auth/support/colleagues'
import { Member } from '#tests/functional/auth/support/confirmations'
import { made as planMade, passTime, shown } from '#tests/functional/schedules/support/scheduling'
import { today, upload } from '#tests/functional/reconciliation/support/comparing'
import { Client, TestRealm, accepted, atOnce, eventually, pluck } from '#tests/support/client'
import { holdQueues } from '#tests/support/held_queues'
import { readRows, writeRows } from '#tests/support/rows'
import { Office, TWO_ABOVE_TEN, waiting, type ApprovalView } from './support/approving.ts'

test.group('approvals | when they are executed', (group) => {
  let office: Office
  let key: Awaited<ReturnType<Office['key']>>

  group.setup(async () => {
    office = await Office.open()
    key = await office.key()
  })

  const late = ({ id }: ApprovalView) =>
    writeRows`UPDATE approvals SET expires_at = UTC_TIMESTAMP(6) WHERE id = ${id}`

  test('what nobody approves in time expires, and may be asked again', async ({ assert }) => {
    const { path, approval } = await office.asked(key)
    await office.approve(approval, office.ann)
    await late(approval)
    await office.approve(approval, office.ben).catch(() => {})
    assert.equal((await office.read(approval.id)).status, 'expired')
    const again = waiting(await key.move('/treasury', '/users/a', '50', { path }))
    assert.notEqual(again.id, approval.id)
    assert.equal(again.given, 0, 'approvals of the old one do not count')
    await (await app.container.make(ExpireApprovals)).run()
    assert.equal((await office.read(again.id)).status, 'pending')
  })

  test('all checks are made again: the balance', async ({ assert }) => {
    const { path, approval } = await office.asked(key, '999999')
    await office.approve(approval, office.ann, office.ben)
    const failed = await office.ended(approval.id, 'failed')
    assert.equal(failed.code, 'INSUFFICIENT_BALANCE')
    const again = waiting(await key.move('/treasury', '/users/a', '999999', { path }))
    assert.notEqual(again.id, approval.id, 'what was refused may be asked again')
  })

  test('all checks are made again: the credential', async ({ assert }) => {
    const revoked = await office.key()
    const { approval } = await office.asked(revoked)
    await office.approve(approval, office.ann)
    accepted(await office.maker.client.send('DELETE', `/api/v1/api-keys/${revoked.keyId}`))
    await office.approve(approval, office.ben)
    assert.equal((await office.ended(approval.id, 'failed')).code, 'UNAUTHORIZED')
  })

  test('what the credential moved there meanwhile is not what was approved', async ({ assert }) => {
    const other = await office.key()
    for (const [asking, code] of [
      [key, 'IDEMPOTENCY_VIOLATION'],
      [other, 'UNAUTHORIZED'],
    ] as const) {
      const { path, approval } = await office.asked(asking)
      const { operation } = accepted(await asking.move('/treasury', '/users/a', '5', { path }))
      await office.approve(approval, office.ann)
      if (code === 'UNAUTHORIZED') {
        accepted(await office.maker.client.send('DELETE', `/api/v1/api-keys/${asking.keyId}`))
      }
      await office.approve(approval, office.ben)
      assert.containSubset(await office.ended(approval.id, 'failed'), { code, operationIds: [] })
      const { evidence } = accepted(await office.realm.evidence(operation.id))
      assert.deepEqual(evidence.approvals, [])
    }
  })

  test('people read a request without a body, and it is executed', async ({ assert }) => {
    const conditions = { approvals: 1 }
    const strict = await office.key([
      { actions: ['svc:ManageSchedule'], resources: ['*'], conditions },
    ])
    const { id } = await planMade(office.realm, '/schedules/ended')
    const reply = await strict.client.send('DELETE', `/api/v1/schedules/${id}`, '&', {
      'content-type': 'application/x-www-form-urlencoded',
    })
    const approval = waiting(reply)
    accepted(await office.maker.client.get('/api/v1/approvals'))
    assert.equal((await office.ann.open(approval.approvalUrl)).status, 200)
    await office.approve(approval, office.ann)
    await office.ended(approval.id, 'executed')
    assert.equal((await shown(office.realm, id)).schedule.status, 'ended')
  })

  test('who has left approves nothing, and their approval counts no more', async ({ assert }) => {
    const { approval } = await office.asked(key)
    await office.approve(approval, office.cay)
    const [cay, stranger] = [await idOf(office.cay), await Member.join()]
    const elsewhere = (await stranger.client.get<{ orgId: string }>('/api/v1/auth/me')).data.orgId
    const here = (await office.maker.client.get<{ orgId: string }>('/api/v1/auth/me')).data.orgId
    await moveTo(elsewhere, cay)
    assert.equal((await office.cay.open(approval.approvalUrl)).status, 404)
    await office.approve(approval, office.ann)
    assert.equal((await office.read(approval.id)).status, 'pending')
    await moveTo(here, cay)
    await office.approve(approval, office.ben)
    await office.ended(approval.id, 'executed')
  })

  test('an organization with too few people is told at once', async ({ assert }) => {
    const three = [{ ...TWO_ABOVE_TEN[2]!, conditions: { approvals: 4 } }, TWO_ABOVE_TEN[0]!]
    const refused = await (await office.key(three)).move('/treasury', '/users/a', '50')
    assert.equal(refused.error.code, 'TOO_FEW_APPROVERS')
    assert.containSubset(refused.error.details, { approvals: 4, members: 3 })
    assert.match(
      refused.error.message,
      /approved by 4 of the members, and the organization has 3 who may, besides/
    )
    assert.include(refused.error.message, 'POST /api/v1/auth/invitations')
  })

  test('a request with several numbers of approvals waits for the highest', async ({ assert }) => {
    const strict = await office.key([
      { actions: ['svc:TransferFrom'], resources: ['*'], conditions: { approvals: 1 } },
      { actions: ['svc:ReceiveTo'], resources: ['*'], conditions: { approvals: 2 } },
    ])
    assert.equal(waiting(await strict.move('/treasury', '/users/a', '50')).needed, 2)

    // Which objects a posting names is known only when it is executed.
    const move = { sourceObjectPath: '/treasury', targetObjectPath: '/users/a', amount: '20' }
    const posted = waiting(await strict.post('/postings', { path: '/op/posting', moves: [move] }))
    await office.approve(posted, office.ann)
    const raised = await eventually('two to be needed', async () => {
      const approval = await office.read(posted.id)
      return approval.status === 'pending' && approval.needed === 2 ? approval : null
    })
    assert.equal(raised.given, 1, 'what was approved stays approved')
    await office.approve(posted, office.ben)
    const { operationIds } = await office.ended(posted.id, 'executed')
    assert.lengthOf(operationIds, 1)
  })

  for (const mode of ['atomic', 'independent'])
    test(`each operation of an ${mode} bulk names its approvals`, async ({ assert }) => {
      const transfers = ['1', '2'].map((number) => ({
        path: `/op/${mode}/${number}`,
        sourceObjectPath: '/treasury',
        targetObjectPath: '/users/a',
        amount: '100',
      }))
      const approval = waiting(await key.post('/transfers/bulk', { mode, transfers }))
      await office.approve(approval, office.ann, office.ben)
      const { operationIds } = await office.ended(approval.id, 'executed')
      assert.lengthOf(operationIds, 2)
      for (const id of operationIds) {
        const { evidence } = accepted(await office.realm.evidence(id))
        assert.deepEqual(pluck(evidence.approvals, 'approvalId'), [approval.id, approval.id])
      }
    })

  test('a hand in the database has nothing else executed than was approved', async ({ assert }) => {
    const [{ approval }, { approval: other }] = [
      await office.asked(key, '11'),
      await office.asked(key, '5000'),
    ]
    await writeRows`UPDATE approvals a JOIN approvals b ON b.id = ${other.id}
        SET a.sealed = b.sealed WHERE a.id = ${approval.id}`
    await writeRows`INSERT INTO approval_decisions
        VALUES (${approval.id}, ${await idOf(office.ann)}, 'approve', NOW()), (${approval.id},
          ${await idOf(office.ben)}, 'approve', NOW())`
    assert.notInclude((await office.cay.open(approval.approvalUrl)).html, 'value="approve"')
    await writeRows`UPDATE approvals SET status = 'approved' WHERE id = ${approval.id}`
    await (await app.container.make(GoOn)).run(approval.id)
    assert.equal((await office.ended(approval.id, 'failed')).code, 'CONFLICT')
  })

  test('a realm of somebody else is refused before anything waits', async ({ assert }) => {
    const foreign = await TestRealm.open()
    const { rawKey } = accepted(
      await office.maker.client.post('/api/v1/api-keys', {
        name: 'All realms',
        scope: { statements: TWO_ABOVE_TEN },
      })
    )
    const everywhere = new TestRealm(Client.withToken(rawKey), foreign.id)
    assert.equal((await everywhere.move('/a', '/b', '50')).error.code, 'NOT_FOUND')
    const locked = new TestRealm(key.client, foreign.id)
    assert.equal((await locked.move('/a', '/b', '50')).status, 404)
    assert.equal(accepted(await everywhere.client.get('/api/v1/approvals')).total, 0)
  })

  test('a rehearsal asks nobody, and says how many would have to approve', async ({ assert }) => {
    const rehearsed = await key.move('/treasury', '/users/a', '50', { dryRun: true })
    assert.equal(rehearsed.error.code, 'APPROVAL_REQUIRED')
    assert.equal(rehearsed.error.details?.approvals, 2)
  })

  test('what has no own name is executed once, and asked anew afterwards', async ({ assert }) => {
    const label = await office.key([
      { actions: ['svc:UpdateObject'], resources: ['*'], conditions: { approvals: 1 } },
    ])
    const { object } = accepted(await office.realm.find('/users/a'))
    const ask = () =>
      label.client.send('PATCH', `/api/v1/objects/${object.id}/labels?realmId=${office.realm.id}`, {
        labels: { tier: 'gold' },
      })
    const approval = waiting(await ask())
    assert.equal(waiting(await ask()).id, approval.id)
    await office.approve(approval, office.ann)
    await office.ended(approval.id, 'executed')
    const labelled = accepted(await office.realm.find('/users/a'))
    assert.containSubset(labelled.object, { labels: { tier: 'gold' } })
    assert.notEqual(waiting(await ask()).id, approval.id)
  })

  test('a key that a route does not take names nothing: it has its effect each time', async ({
    assert,
  }) => {
    const asking = await office.key([
      { actions: ['svc:ManageSchedule'], resources: ['*'], conditions: { approvals: 1 } },
    ])
    const template = { sourceObjectPath: '/treasury', targetObjectPath: '/users/a', amount: '5' }
    const { id } = await planMade(office.realm, '/op/paused-twice', { template })
    const pause = async () => {
      const headers = { 'idempotency-key': 'pause' }
      const address = `/api/v1/schedules/${id}/pause`
      const approval = waiting(await asking.client.send('POST', address, {}, headers))
      await office.approve(approval, office.ann)
      await office.ended(approval.id, 'executed')
      const { schedule } = await shown(office.realm, id)
      return schedule.status as string
    }
    assert.equal(await pause(), 'paused')
    accepted(await office.realm.client.post(`/api/v1/schedules/${id}/resume`, {}))
    assert.equal(await pause(), 'paused')
  })

  test('what has no name and was cut off behind its effect has not failed', async ({
    assert,
    cleanup,
  }) => {
    const conditions = { approvals: 1 }
    const strict = await office.key([
      { actions: ['svc:ReadDelta'], resources: ['*'] },
      { actions: ['svc:ManageReconciliation', 'svc:UpdateObject'], resources: ['*'], conditions },
    ])
    const { object } = accepted(await office.realm.find('/users/a'))
    const file = { objectPath: '/users/a', from: today(), to: today() }
    const { reconciliation } = accepted(await upload(office.realm, file))
    const deletion = `/api/v1/reconciliations/${reconciliation.id}`
    const labels = `/api/v1/objects/${object.id}/labels?realmId=${office.realm.id}`
    const gone = waiting(await strict.client.send('DELETE', deletion))
    const changed = waiting(await strict.client.send('PATCH', labels, { labels: { cut: 'off' } }))
    const goOn = await app.container.make(GoOn)
    const release = await holdQueues('approval')
    cleanup(async () => {
      armFailpoints('')
      await release()
    })
    const cutOff = async (approval: ApprovalView) => {
      await office.approve(approval, office.ann)
      armFailpoints('approval.executed:1:error')
      await assert.rejects(() => goOn.run(approval.id), /approval.executed/)
    }
    await cutOff(gone)
    await goOn.run(gone.id)
    assert.equal((await office.read(gone.id)).status, 'executed')

    await cutOff(changed)
    accepted(await office.maker.client.send('DELETE', `/api/v1/api-keys/${strict.keyId}`))
    await goOn.run(changed.id)
    const { status, message } = await office.read(changed.id)
    assert.equal(status, 'failed')
    assert.match(message!, /^An earlier attempt was cut off and may have had its effect/)
  })

  test('requests at once do not pass the limit together', async ({ assert }) => {
    const busy = await office.key()
    const { approval } = await office.asked(busy)
    const [row] = await readRows`SELECT * FROM approvals WHERE id = ${approval.id}`
    const columns = Object.keys(row)
    const waitingRow = () =>
      columns.map((name) => (name === 'id' ? newId('apr') : name === 'open_key' ? null : row[name]))
    const rows = Array.from({ length: APPROVAL_LIMITS.waitingPerCredential - 2 }, waitingRow)
    await writeRows(`INSERT INTO approvals (${columns.join(', ')}) VALUES ?`, [rows])
    const replies = await atOnce(5, () => busy.move('/treasury', '/users/a', '50'))
    const statuses = pluck(replies, 'status').sort()
    assert.deepEqual(statuses, [202, 429, 429, 429, 429], 'expected room for one')
  })

  test('an occurrence of a schedule does not wait: it fails', async ({ assert }) => {
    const runAt = new Date(Date.now() + 3_600_000).toISOString()
    const template = { sourceObjectPath: '/treasury', targetObjectPath: '/users/a', amount: '50' }
    const planned = { path: '/op/rent', name: 'Rent', action: 'transfer', runAt, template }
    const approval = waiting(await key.post('/schedules', planned))
    await office.approve(approval, office.ann, office.ben)
    await office.ended(approval.id, 'executed')
    const { schedules } = accepted(await office.realm.get('/schedules'))
    await passTime(schedules[0].id)
    await (await app.container.make(SweepSchedules)).run()
    const failed = await eventually('the occurrence to fail', async () => {
      const { lastOccurrences } = await shown(office.realm, schedules[0].id)
      return lastOccurrences[0]?.status === 'failed' ? lastOccurrences[0] : null
    })
    assert.equal(failed.code, 'APPROVAL_REQUIRED')
  })
})
