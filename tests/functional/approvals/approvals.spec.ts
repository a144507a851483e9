import { test } from '@japa/runner'
import { Browser } from '#tests/functional/auth/support/browser'
import { formTokenOf, Member } from '#tests/functional/auth/support/confirmations'
import { accepted, atOnce, eventually, pluck, type AnyData } from '#tests/support/client'
import { Office, waiting, type ApprovalView } from './support/approving.ts'

test.group('approvals', (group) => {
  let office: Office
  let key: Awaited<ReturnType<Office['key']>>

  group.setup(async () => {
    office = await Office.open()
    key = await office.key()
  })

  test('a request waits for two people, and is then executed once', async ({ assert }) => {
    const { path, approval } = await office.asked(key, '25')
    assert.containSubset(approval, { status: 'pending', needed: 2, given: 0 })
    assert.match(approval.approvalUrl, /\/approvals\/apr_[0-9a-z]{26}$/)
    const { operations } = accepted(await key.get('/operations', { path }))
    assert.lengthOf(operations, 0, 'nothing is booked while it waits')

    await office.approve(approval, office.ann)
    assert.containSubset(await office.read(approval.id), { status: 'pending', given: 1 })
    await office.approve(approval, office.ben)
    const { operationIds } = await office.ended(approval.id, 'executed')
    assert.lengthOf(operationIds, 1)

    const { operation, evidence } = accepted(await office.realm.evidence(operationIds[0]!))
    assert.containSubset(operation, { path, state: 'completed', actorId: key.keyId })
    assert.lengthOf(evidence.approvals, 2)
    assert.containSubset(evidence.approvals, [{ approvalId: approval.id }])
    assert.notInclude(JSON.stringify(evidence.approvals), office.maker.email)
  })

  test('what the policy permits without approvals is executed at once', async ({ assert }) => {
    assert.equal((await key.move('/treasury', '/users/a', '10')).status, 201)
  })

  test('a repetition finds what waits, and its answer once there is one', async ({ assert }) => {
    const { path, approval } = await office.asked(key)
    const again = () => key.move('/treasury', '/users/a', '50', { path })
    assert.equal(waiting(await again()).id, approval.id)
    const refusesOther = async (status: string) => {
      const { error } = await key.move('/treasury', '/users/a', '51', { path })
      assert.equal(error.code, 'IDEMPOTENCY_VIOLATION')
      assert.include(error.message, `with other inputs: ${approval.id}, which is ${status}.`)
      assert.include(error.message, 'GET /api/v1/approvals/:id')
    }
    await refusesOther('pending')

    await office.approve(approval, office.ann, office.ben)
    const { operationIds } = await office.ended(approval.id, 'executed')
    await refusesOther('executed')
    const replayed = await again()
    assert.equal(replayed.status, 201)
    assert.equal(replayed.headers.get('idempotent-replayed'), 'true')
    assert.equal((replayed.data as AnyData).operation.id, operationIds[0])
    const own = accepted(await key.client.get(`/api/v1/approvals/${approval.id}`)).approval
    assert.deepEqual(own.answer, { status: 201, body: replayed.body })
    assert.notProperty(await office.read(approval.id), 'answer', 'it is for whoever asked')
  })

  test('the same request twice at once waits once', async ({ assert }) => {
    const path = '/op/at-once'
    const replies = await atOnce(4, () => key.move('/treasury', '/users/a', '60', { path }))
    assert.lengthOf(new Set(replies.map((reply) => waiting(reply).id)), 1)
  })

  test('one denial ends it for ever', async ({ assert }) => {
    const { path, approval } = await office.asked(key)
    await office.approve(approval, office.ann)
    await office.ben.decide(approval.approvalUrl, 'deny')
    await office.ended(approval.id, 'denied')
    await office.approve(approval, office.cay).catch(() => {})
    assert.equal((await office.read(approval.id)).status, 'denied')
    const again = await key.move('/treasury', '/users/a', '50', { path })
    assert.equal(again.error.code, 'APPROVAL_DENIED')
    assert.equal(again.error.details?.approvalId, approval.id)
  })

  test('nobody approves twice, and not the maker of the credential', async ({ assert }) => {
    const { approval } = await office.asked(key)
    await office.approve(approval, office.ann)
    const second = await office.ann.open(approval.approvalUrl)
    assert.notInclude(second.html, 'value="approve"')
    const own = await office.maker.open(approval.approvalUrl)
    assert.include(own.html, 'value="deny"')
    assert.notInclude(own.html, 'value="approve"')
    const formToken = /name="formToken" value="([^"]+)"/.exec(own.html)![1]!
    await office.maker.browser.submit(approval.approvalUrl, { decision: 'approve', formToken })
    assert.containSubset(await office.read(approval.id), { status: 'pending', given: 1 })
  })

  test('all who approve at the same moment execute it once', async ({ assert }) => {
    await office.realm.object('/users/once')
    const approval = waiting(await key.move('/treasury', '/users/once', '75'))
    const members = [office.ann, office.ben, office.cay]
    // They sign in before, so that their approvals arrive together.
    for (const member of members) await member.open(approval.approvalUrl)
    await Promise.all(members.map((member) => member.approve(approval.approvalUrl).catch(() => {})))
    const { operationIds } = await office.ended(approval.id, 'executed')
    assert.lengthOf(operationIds, 1)
    assert.equal(await office.balance('/users/once'), '74.95')
  })

  test('no outsider learns who approves, no other tenant what is asked', async ({ assert }) => {
    const { approval } = await office.asked(key)
    await office.approve(approval, office.ann)
    const own = accepted(await key.client.get(`/api/v1/approvals/${approval.id}`)).approval
    assert.containSubset(own, { given: 1, request: { method: 'POST', body: { amount: '50' } } })
    assert.notProperty(own, 'decisions')

    const others = await office.key()
    assert.equal((await others.client.get(`/api/v1/approvals/${approval.id}`)).status, 404)
    const listed = accepted(await others.client.get('/api/v1/approvals'))
    assert.equal(listed.total, 0, 'another key sees what it has asked for itself')
    const all = accepted(await office.realm.get('/approvals', { status: 'pending' }))
    assert.include(pluck(all.approvals, 'id'), approval.id)

    const stranger = await Member.join()
    assert.equal((await stranger.client.get(`/api/v1/approvals/${approval.id}`)).status, 404)
    assert.equal((await stranger.open(approval.approvalUrl)).status, 404)
  })

  test('a form of another page or another session decides nothing', async ({ assert }) => {
    const { approval } = await office.asked(key)
    const { approval: other } = await office.asked(key, '51')
    const form = async (member: Member, { approvalUrl }: ApprovalView) =>
      formTokenOf((await member.open(approvalUrl)).html)
    for (const formToken of [await form(office.ann, other), await form(office.ben, approval)]) {
      const fields = { decision: 'approve', formToken }
      const sent = await office.ann.browser.submit(approval.approvalUrl, fields)
      assert.equal(sent.status, 403)
    }
    const signedOut = await new Browser().submit(approval.approvalUrl, {
      decision: 'approve',
      formToken: await form(office.ann, approval),
    })
    assert.equal(signedOut.status, 401)
    assert.equal((await office.read(approval.id)).given, 0)
  })

  test('its realm and the audit log are told', async ({ assert }) => {
    const { path, approval } = await office.asked(key)
    await office.approve(approval, office.ann, office.ben)
    await office.ended(approval.id, 'executed')
    const events = await eventually('the events', async () => {
      const { events: found } = accepted(await office.realm.get('/events', { limit: 500 }))
      const own = found.filter(({ payload }: AnyData) => payload.includes(approval.id))
      return own.length >= 2 ? own : null
    })
    assert.sameMembers(pluck(events, 'type'), ['approval.requested', 'approval.executed'])
    assert.containSubset(events, [{ objectPath: path }])
    const { entries } = accepted(
      await office.maker.client.get('/api/v1/auth/audit', { realmId: office.realm.id, limit: 100 })
    )
    const own = entries.filter(({ details }: AnyData) => details.approvalId === approval.id)
    assert.deepEqual(pluck(own.toReversed(), 'eventType'), [
      'approval_requested',
      'approval_given',
      'approval_given',
      'approval_executed',
    ])
  })
})
