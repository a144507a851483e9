import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { armFailpoints } from '#app/failpoints/failpoint'
import { derivedId } from '#app/ids/ids'
import type { Movement } from '#modules/ledger/extension/ledger_terms'
import { CUSTODY_LIMITS } from '#modules/custody/limits'
import { CarryDeposit } from '#modules/custody/services/carry_deposit'
import { PollRail } from '#modules/ledger/services/poll_rail'
import { TestRealm, accepted, pluck, until } from '#tests/support/client'
import { readRows, writeRows } from '#tests/support/rows'

/** What the upgrade notes have operators run, found by how it begins. */
async function noted(beginning: string): Promise<string> {
  const notes = await readFile(app.makePath('CHANGELOG.md'), 'utf8')
  const [, statement] = new RegExp(`^\`\`\`sql\\n(${beginning}.*?);\\n`, 'ms').exec(notes)!
  return statement!
}

test.group('custody | live deposits that nobody was told of', (group) => {
  group.each.teardown(() => armFailpoints(''))

  const live = (operationId: string) => ({ operationId, realmAsset: 'live' }) as Movement
  const opened = (agoMs: number) => derivedId('op', Date.now() - agoMs, `untold ${agoMs}`)

  test('a request that was cut off leaves one that a repeat at its path tells', async ({
    assert,
  }) => {
    const realm = await TestRealm.open({ asset: 'live' })
    await realm.object('/wallet')
    const body = { objectPath: '/wallet', amount: '5.00' }
    const first = () => realm.post('/fund-account', { ...body, path: '/op/first' })
    await until('its pool to be there', async () => (await first()).status === 201)
    const carrier = await app.container.make(CarryDeposit)
    armFailpoints('poster.committed:1:error')
    const cut = await realm.post('/fund-account', body)
    armFailpoints('')
    assert.isAtLeast(cut.status, 500)
    const { operations } = accepted(
      await realm.get('/operations', { type: 'deposit', state: 'pending' })
    )
    const isFirst = ({ path }: { path: string }) => path === '/op/first'
    const left = operations.find((each: { path: string }) => !isFirst(each))
    assert.deepEqual(await carrier.start(live(left.id)), { state: 'waiting' })

    // As the release before left it: no job asks about it.
    await writeRows`DELETE FROM outbox WHERE payload LIKE ${`%${left.id}%`}`
    await writeRows(await noted('INSERT INTO outbox'))
    const owed = await readRows`SELECT payload FROM outbox WHERE queue = 'confirmation'`
    const ours = owed.filter(({ payload }) => payload.includes(left.id))
    assert.lengthOf(ours, 1)
    assert.notInclude(pluck(owed, 'payload').join(), operations.find(isFirst).id, 'it was told')
    const { operationIds, rail } = JSON.parse(ours[0].payload)
    const poll = await app.container.make(PollRail)
    assert.equal(await poll.run(operationIds, rail), 'waiting')

    const told = accepted(await realm.post('/fund-account', { ...body, path: left.path }))
    assert.equal(told.operation.id, left.id)
    assert.match(told.poolAddress, /^0x[0-9a-fA-F]{40}$/)
    assert.deepEqual(await carrier.poll(live(left.id)), { state: 'waiting', reports: true })
  })

  test('one that nobody was told of within a day ends', async ({ assert }) => {
    const carrier = await app.container.make(CarryDeposit)
    const { untoldDepositMs } = CUSTODY_LIMITS
    const young = await carrier.start(live(opened(untoldDepositMs - 60_000)))
    assert.deepEqual(young, { state: 'waiting' })
    const old = await carrier.poll(live(opened(untoldDepositMs + 60_000)))
    assert.containSubset(old, { state: 'refused' })
    assert.match((old as { failureMessage: string }).failureMessage, /nobody was told where to pay/)
  })
})
