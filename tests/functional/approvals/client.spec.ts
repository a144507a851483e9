import { test } from '@japa/runner'
import { ApprovalPending, LedgerClient } from '#clients/typescript/src/index'
import { BASE_URL } from '#tests/support/client'
import { Office } from './support/approving.ts'

test.group('approvals | the TypeScript client', () => {
  test('a call that waits says so, and sent again gets its answer', async ({ assert }) => {
    const office = await Office.open()
    const key = await office.key()
    const client = new LedgerClient({ baseUrl: BASE_URL, credential: key.client.token! })
    const realm = client.inRealm(office.realm.id)
    const rent = {
      path: '/op/rent/1',
      sourceObjectPath: '/treasury',
      targetObjectPath: '/users/a',
      amount: '500',
    }
    const pending = await realm.transfers.create(rent).then(
      () => null,
      (error: unknown) => error
    )
    if (!(pending instanceof ApprovalPending)) throw new Error(`It waits not: ${String(pending)}`)
    const { id, approvalUrl, needed } = pending.approval
    assert.equal(needed, 2)
    assert.include(pending.message, approvalUrl)
    for (const member of [office.ann, office.ben]) await member.approve(approvalUrl)
    await office.ended(id, 'executed')
    const { approval } = await client.approvals.get(id)
    const { operation } = await realm.transfers.create(rent)
    assert.deepEqual(approval.operationIds, [operation.id])
  })
})
