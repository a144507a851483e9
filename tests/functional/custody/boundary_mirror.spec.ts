import { randomInt } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Clock } from '#app/clock/clock'
import { sqlToMicros } from '#app/clock/timestamp'
import { Database } from '#app/storage/database'
import { BoundaryMirrorStore } from '#modules/custody/storage/boundary_mirror_store'
import { type ChainNames } from '#modules/custody/core/chain_names'
import type { Hex } from '#modules/custody/core/chain_types'
import { pluck } from '#tests/support/client'
import { writeRows } from '#tests/support/rows'

const PAGE_ROWS = 2
const ONE_MOMENT = '2026-01-01 00:00:00.000001'
const LATER = '2026-01-01 00:00:00.000002'

const hashOf = (digit: number) => `0x${String(digit).repeat(64)}`

/** Mirrored boundaries on a chain of their own, changed at these times. */
async function mirrorOf(times: readonly string[]) {
  const database = await app.container.make(Database)
  const chainId = randomInt(10 ** 9, 2 * 10 ** 9)
  const rows = times.map((time, index) => {
    return [chainId, hashOf(index), `0x${'0'.repeat(40)}`, 'realm', 'active', 0, 0, 1, time]
  })
  if (rows.length > 0) {
    await database.write(
      `INSERT INTO custody_boundary_mirror
         (chain_id, boundary_hash, pool, realm_id, status, time_lock, key_seq, last_seq, updated_at)
       VALUES ?`,
      [rows]
    )
  }
  const clock = await app.container.make(Clock)
  const mirror = new BoundaryMirrorStore(database, clock, { chainId } as ChainNames, PAGE_ROWS)
  return Object.assign(mirror, { chainId })
}

test.group('custody | boundary mirror', () => {
  test('changes of one moment that fill a page do not hide those after it', async ({ assert }) => {
    const mirror = await mirrorOf([...Array<string>(5).fill(ONE_MOMENT), LATER])
    const { changed, newestMicros } = await mirror.changedSince(sqlToMicros(ONE_MOMENT))
    assert.deepEqual(pluck(changed, 'hash'), [0, 1, 2, 3, 4, 5].map(hashOf))
    assert.equal(newestMicros, sqlToMicros(LATER))
    assert.equal(await mirror.newestChange(), newestMicros)
  })

  test('without changes the time stays what it was', async ({ assert }) => {
    const mirror = await mirrorOf([])
    const since = sqlToMicros(LATER)
    assert.deepEqual(await mirror.changedSince(since), { changed: [], newestMicros: since })
    assert.equal(await mirror.newestChange(), 0)
  })

  test('an exit of the release before, which knows no list, counts', async ({ assert }) => {
    const mirror = await mirrorOf([ONE_MOMENT])
    const hash = hashOf(0) as Hex
    const exit = (digit: number) => ({ opHash: hashOf(digit), to: hashOf(9), ripeAt: 5 })
    const waiting = async () => pluck((await mirror.of([hash])).get(hash)!.facts.exits, 'opHash')
    const listed = JSON.stringify([1, 2].map((digit) => ({ ...exit(digit), amount: '7' })))
    const write = (columns: string) =>
      writeRows(`UPDATE custody_boundary_mirror SET ${columns} WHERE chain_id = ?`, [
        mirror.chainId,
      ])
    const next = (digit: number) =>
      `exit_op_hash = '${hashOf(digit)}', exit_to = '0x', exit_amount = 7, exit_ripe_at = 5`
    await write(`${next(1)}, exits = '${listed}'`)
    assert.deepEqual(await waiting(), [hashOf(1), hashOf(2)])
    await write(next(3))
    assert.deepEqual(await waiting(), [hashOf(3)])
    await write('exit_op_hash = NULL, exit_to = NULL, exit_amount = NULL, exit_ripe_at = NULL')
    assert.deepEqual(await waiting(), [])
  })
})
