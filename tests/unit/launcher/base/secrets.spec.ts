import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { loadSecrets } from '../../../../bin/launcher/base/secrets.js'

test.group('launcher | secrets', (group) => {
  let path = ''

  group.each.setup(() => {
    const directory = mkdtempSync(join(tmpdir(), 'launcher-secrets-'))
    path = join(directory, 'secrets.json')
    return () => rmSync(directory, { recursive: true })
  })

  test('are generated once and stay the same', ({ assert }) => {
    const first = loadSecrets(path)
    assert.deepEqual(loadSecrets(path), first)
    assert.match(first.operatorKey, /^0x[0-9a-f]{64}$/)
    assert.isAtLeast(first.appKey.length, 32)
  })

  test('are readable by their owner only, even when the file was opened up', ({ assert }) => {
    loadSecrets(path)
    assert.equal(statSync(path).mode & 0o777, 0o600)
    writeFileSync(path, readFileSync(path), { mode: 0o644 })
    loadSecrets(path)
    assert.equal(statSync(path).mode & 0o777, 0o600)
  })

  test('a newer version adds what is missing and keeps the rest', ({ assert }) => {
    writeFileSync(path, JSON.stringify({ appKey: 'kept' }))
    const secrets = loadSecrets(path)
    assert.equal(secrets.appKey, 'kept')
    assert.isNotEmpty(secrets.redisPassword)
  })

  test('a damaged file is refused: new secrets would not open the old data', ({ assert }) => {
    writeFileSync(path, '{"appKey": "ke')
    assert.throws(() => loadSecrets(path), /is damaged.*npm run reset/)
  })
})
