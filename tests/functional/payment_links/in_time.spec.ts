import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { ExpireLinks } from '#modules/payment_links/services/expire_links'
import { CustodyChain } from '#modules/custody/services/custody_chain'
import { Payer, sweep } from '#tests/functional/custody/support/payer'
import { TestRealm, eventually, until } from '#tests/support/client'
import { holdQueues } from '#tests/support/held_queues'
import { readRows, writeRows } from '#tests/support/rows'
import { LINKS, openLink, paymentOf, type LinkView } from './support/links.ts'

/** Gives link and deposit the deadline they would have had if they had been made earlier. */
async function endAt({ id, operationId }: LinkView, seconds: number) {
  const at = new Date(seconds * 1000).toISOString().slice(0, 19)
  await writeRows`UPDATE payment_links
      SET expires_at = ${at.replace('T', ' ')}, held_until = ${at.replace('T', ' ')} + INTERVAL 10
        SECOND WHERE id = ${id}`
  await writeRows`UPDATE operations
      SET outcome = JSON_SET(outcome, '$.openUntil', ${`${at}.000000Z`}) WHERE id = ${operationId}`
}

async function newestBlockSeconds(): Promise<number> {
  const { gateway } = await app.container.make(CustodyChain)
  return (await gateway.header('latest'))!.timestamp
}

/** Past the deadline, and the service has read the credit as final. */
async function sweepFinal(realm: TestRealm, stranger: Payer, { operationId }: LinkView) {
  await sweep(realm, stranger, operationId)
  await eventually('the credit to be final', async () => {
    const [due] = await readRows`SELECT 1 FROM custody_arrivals a JOIN custody_intents i
          ON i.chain_id = a.chain_id AND i.pool = a.pool AND i.ref_hash = a.ref_hash
          WHERE i.operation_id = ${operationId}`
    return due ?? null
  })
}

test.group('payment_links | a deadline on the chain', () => {
  for (const swept of [false, true]) {
    const how = swept ? ', when a stranger has swept it' : ''
    test(`a payment mined in time and seen later is in time${how}`, async ({ assert, cleanup }) => {
      const realm = await TestRealm.open({ asset: 'live' })
      await realm.object('/till')
      const link = await openLink(realm)
      const release = await holdQueues('custody-deposits')
      cleanup(release)
      const payer = await Payer.with('10.00')
      await payer.pay(link.poolAddress as string, '10.00')
      const deadline = (await newestBlockSeconds()) + 1
      await endAt(link, deadline)
      await until('the deadline to pass', () => Date.now() > deadline * 1000)
      if (swept) await sweepFinal(realm, payer, link)
      await (await app.container.make(ExpireLinks)).run()
      const waiting = await paymentOf(link)
      assert.containSubset(waiting, { status: 'pending', progress: 'processing' })
      assert.notProperty(waiting, 'poolAddress')
      const page = await fetch(`${process.env.APP_URL}/pay/${link.token}`)
      assert.include(await page.text(), 'checking whether a payment was made in time')
      await release()
      await realm.completed(link.operationId)
      await until('the link to be completed', async () => {
        const { data } = await realm.client.get(`${LINKS}/${link.id}`)
        const { status, receivedAmount, lateAmount } = data.paymentLink
        assert.isNull(lateAmount)
        return status === 'completed' && receivedAmount === '10.00'
      })
    })
  }
})
