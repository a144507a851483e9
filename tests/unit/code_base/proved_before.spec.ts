import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { test } from '@japa/runner'
import { unlessProved } from '#tests/support/proved_before'

test.group('tests | proofs that are not repeated', (group) => {
  const name = `test-${randomUUID()}`
  const folder = mkdtempSync(join(tmpdir(), 'proved-'))
  const from = [relative(resolve('.'), folder)]
  group.teardown(() => {
    rmSync(folder, { recursive: true })
    rmSync(join('node_modules/.cache/proved', name))
  })

  test('a proof runs once per state of its files, again after a failure', async ({ assert }) => {
    writeFileSync(join(folder, 'rule.txt'), 'one')
    let runs = 0
    const prove = () => unlessProved(name, from, async () => void runs++)
    assert.isTrue(await prove())
    assert.isFalse(await prove(), 'expected the same files not to be proved again')

    writeFileSync(join(folder, 'rule.txt'), 'two')
    const failing = unlessProved(name, from, () => Promise.reject(new Error('it does not hold')))
    await assert.rejects(() => failing, 'it does not hold')
    assert.isTrue(await prove(), 'expected a proof that failed to leave no stamp')
    assert.isFalse(await prove())

    writeFileSync(join(folder, 'another.txt'), '')
    assert.isTrue(await prove(), 'expected a new file to count')
    assert.equal(runs, 3)
  })
})
