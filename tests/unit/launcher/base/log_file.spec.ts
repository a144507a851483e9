import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { headOf, LogFile, sizeOf, tailOf } from '../../../../bin/launcher/base/log_file.js'

test.group('launcher | log file', (group) => {
  let directory = ''

  group.each.setup(() => {
    directory = mkdtempSync(join(tmpdir(), 'launcher-log-'))
    return () => rmSync(directory, { recursive: true })
  })

  test('keeps the current and one previous file, however much is written', ({ assert }) => {
    const path = join(directory, 'server.log')
    const log = new LogFile(path, 100)
    for (let line = 0; line < 100; line += 1) log.write(`line ${line}\n`)
    log.close()
    assert.deepEqual(readdirSync(directory).sort(), ['server.log', 'server.log.1'])
    assert.isAtMost(sizeOf(path), 100)
    assert.match(readFileSync(path, 'utf8'), /line 99\n$/)
  })

  test('shows only what the last run wrote', ({ assert }) => {
    const path = join(directory, 'server.log')
    const log = new LogFile(path)
    log.write('an old failure\n')
    const start = sizeOf(path)
    log.write('one\ntwo\n\nthree\n')
    log.close()
    assert.deepEqual(tailOf(path, 2, start), ['two', 'three'])
    assert.deepEqual(tailOf(path, 9, start), ['one', 'two', 'three'])
    assert.deepEqual(tailOf(join(directory, 'missing.log'), 9), [])
  })

  test('shows the reason of a failure, and not what stands around it', ({ assert }) => {
    const path = join(directory, 'migrations.log')
    const log = new LogFile(path)
    log.write('migrating 1\n\u001b[31m[ error ] no right\u001b[39m\nat a frame\nat another\n')
    log.close()
    const lines = headOf(path, 2, 0, /^\[ error \]/)
    assert.deepEqual(lines, ['\u001b[31m[ error ] no right\u001b[39m', 'at a frame'])
    assert.deepEqual(headOf(path, 1, 0, /nothing like this/), ['migrating 1'])
  })

  test('ignores what a grandchild writes after the end', ({ assert }) => {
    const log = new LogFile(join(directory, 'server.log'))
    log.close()
    assert.doesNotThrow(() => log.write('late'))
  })
})
