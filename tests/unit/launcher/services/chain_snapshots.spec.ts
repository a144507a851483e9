import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { test } from '@japa/runner'
import {
  ChainSnapshots,
  planGenerations,
} from '../../../../bin/launcher/services/chain_snapshots.js'

const stateOf = (block: number) => gzipSync(JSON.stringify({ best_block_number: block }))

test.group('launcher | chain snapshots', (group) => {
  let directory = ''

  group.each.setup(() => {
    directory = mkdtempSync(join(tmpdir(), 'launcher-chain-'))
    return () => rmSync(directory, { recursive: true })
  })

  function readableStates() {
    return [...new ChainSnapshots(directory).readable()].map(
      ({ state }) => state?.toString() ?? null
    )
  }

  test('keeps two generations, the newest first', ({ assert }) => {
    const snapshots = new ChainSnapshots(directory)
    for (let block = 1; block <= 5; block += 1) snapshots.write(stateOf(block))
    assert.lengthOf(readdirSync(directory), 2)
    assert.deepEqual(readableStates(), ['{"best_block_number":5}', '{"best_block_number":4}'])
  })

  test('a torn newest snapshot is recognized, the one before it still there', ({ assert }) => {
    const snapshots = new ChainSnapshots(directory)
    snapshots.write(stateOf(1))
    snapshots.write(stateOf(2))
    const newest = join(directory, 'state-00000002.json.gz')
    const bytes = readFileSync(newest)
    for (const length of [0, 5, bytes.length - 1]) {
      writeFileSync(newest, bytes.subarray(0, length))
      assert.deepEqual(readableStates(), [null, '{"best_block_number":1}'])
    }
  })

  test('a left temporary file of a crash does not count', ({ assert }) => {
    const names = ['state-00000007.json.gz', 'state-00000008.json.gz.123.tmp', 'notes.txt']
    assert.deepEqual(planGenerations(names), { newestFirst: [7], next: 8, surplus: [] })
    assert.deepEqual(planGenerations([]), { newestFirst: [], next: 1, surplus: [] })
  })
})
