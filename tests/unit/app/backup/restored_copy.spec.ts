import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { findPrograms } from '#app/backup/programs'
import { binlogPlace, logsFrom } from '#app/backup/restored_copy'

test.group('app | what a restore runs on', (group) => {
  let directory: string

  group.each.setup(() => {
    directory = mkdtempSync(join(tmpdir(), 'binlogs-'))
    return () => rmSync(directory, { recursive: true, force: true })
  })

  test('all missing programs are named at once, with their packages', ({ assert }) => {
    assert.throws(
      () => findPrograms(['mariadb-backup', 'mariadb-binlog'], directory, []),
      'mariadb-backup and mariadb-binlog not found. ' +
        'Install what brings it: apt-get install mariadb-backup mariadb-client'
    )
  })

  test('the place of a backup is read with and without a GTID', ({ assert }) => {
    const place = { file: 'bin.000007', position: 342 }
    assert.deepEqual(binlogPlace('bin.000007\t342\t0-1-9\n'), place)
    assert.deepEqual(binlogPlace('bin.000007\t342\n'), place)
    assert.isNull(binlogPlace(''))
  })

  test('the binary log is replayed from the backup on, ordered by number', ({ assert }) => {
    for (const file of ['bin.1000000', 'bin.999998', 'bin.999999', 'bin.index', 'other.999999']) {
      writeFileSync(join(directory, file), '')
    }
    const expected = ['bin.999999', 'bin.1000000'].map((file) => join(directory, file))
    const place = { file: 'bin.999999', position: 4 }
    assert.deepEqual(logsFrom(directory, place), expected)
    assert.deepEqual(logsFrom(join(directory, 'bin'), place), expected)
  })

  test('a gap in the binary log is refused, not skipped', ({ assert }) => {
    const place = { file: 'bin.000002', position: 4 }
    writeFileSync(join(directory, 'bin.000003'), '')
    assert.throws(() => logsFrom(directory, place), /File 2 of the binary log bin/)
    writeFileSync(join(directory, 'bin.000002'), '')
    writeFileSync(join(directory, 'bin.000005'), '')
    assert.throws(() => logsFrom(directory, place), /File 4 of the binary log bin/)
  })
})
