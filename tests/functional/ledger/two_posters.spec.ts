import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Clock } from '#app/clock/clock'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { Database } from '#app/storage/database'
import type { TransferRequest } from '#modules/ledger/core/decide_transfer'
import { booksAreSound } from '#tests/support/sound_books'
import { GroupPoster } from '#modules/ledger/services/poster/group_poster'
import type { Poster } from '#modules/ledger/services/poster/poster'
import { TestRealm, type ObjectView, atOnce } from '#tests/support/client'
import { draftOf } from './support/drafts.ts'

const ACCOUNTS = 8
const LOOPS = 64
const EACH = 40

async function newPoster(): Promise<Poster> {
  return new GroupPoster(
    await app.container.make(Database),
    await app.container.make(Clock),
    await app.container.make(OutboxRelay)
  )
}

function transfer(realmId: string, source: ObjectView, target: ObjectView, path: string) {
  const request: TransferRequest = {
    kind: 'transfer',
    realmId,
    operation: draftOf('transfer', { path, requestHash: path }),
    source,
    target,
    amount: 1_000_000n,
    fee: 0n,
  }
  return request
}

test.group('ledger | two posters on one realm', () => {
  test('lanes that know nothing of each other keep one journal', async ({ assert }) => {
    const realm = await TestRealm.open()
    const objects = await atOnce(ACCOUNTS, (index) => realm.account(`/a${index}`, '1000'))
    const posters = await Promise.all([newPoster(), newPoster()])
    let posted = 0
    const loop = async (number: number) => {
      const poster = posters[number % posters.length]!
      for (let turn = 0; turn < EACH; turn++) {
        const from = (number + turn) % ACCOUNTS
        const to = (from + 1 + (turn % (ACCOUNTS - 1))) % ACCOUNTS
        // Every other loop repeats the path of the loop before it, through the other poster.
        const path = `/op/${realm.id}/${number >> 1}/${turn}`
        const own = transfer(realm.id, objects[from]!, objects[to]!, path)
        const outcome = await poster.post({
          ...own,
          operation: { ...own.operation, requestHash: 'a'.repeat(64), id: `op_${randomUUID()}` },
        })
        if (outcome.kind === 'posted') posted++
      }
    }
    await Promise.all(Array.from({ length: LOOPS }, (_, number) => loop(number)))
    assert.equal(posted, (LOOPS / 2) * EACH, 'expected every path to be posted exactly once')
    await booksAreSound(realm)
  })
})
