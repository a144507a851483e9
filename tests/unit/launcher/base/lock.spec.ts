import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import {
  LockHeldError,
  acquireLock,
  acquireLockPatiently,
  lockOwner,
} from '../../../../bin/launcher/base/lock.js'
import { identityOf } from '../../../../bin/launcher/base/process_identity.js'

test.group('launcher | lock', (group) => {
  let directory = ''
  let path = ''

  group.each.setup(() => {
    directory = mkdtempSync(join(tmpdir(), 'launcher-lock-'))
    path = join(directory, 'launcher.lock')
    return () => rmSync(directory, { recursive: true })
  })

  test('refuses a second owner and tells who holds it and where', ({ assert }) => {
    acquireLock(path, 'npm start').update({ url: 'http://127.0.0.1:3333', state: 'running' })
    try {
      acquireLock(path, 'npm start')
      assert.fail('the second owner got the lock')
    } catch (error) {
      assert.instanceOf(error, LockHeldError)
      assert.containSubset((error as LockHeldError).owner, {
        pid: process.pid,
        url: 'http://127.0.0.1:3333',
        state: 'running',
      })
    }
  })

  test('can be taken again after its release and leaves no other file behind', ({ assert }) => {
    acquireLock(path, 'npm start').release()
    assert.isNull(lockOwner(path))
    acquireLock(path, 'npm start')
    assert.deepEqual(readdirSync(directory), ['launcher.lock'])
  })

  test('is taken over from an owner that died', async ({ assert }) => {
    const child = spawn('sleep', ['60'])
    const owner = { ...identityOf(child.pid!), command: 'npm start', state: 'running' }
    writeFileSync(path, JSON.stringify(owner))
    assert.throws(() => acquireLock(path, 'npm start'), 'held by process ' + child.pid)
    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('exit', resolve))
    acquireLock(path, 'npm start')
    assert.equal(lockOwner(path)?.pid, process.pid)
  })

  test('is not fooled by another process that got the dead owner`s process id', ({ assert }) => {
    const owner = { pid: process.pid, startMark: 'an-earlier-boot:1', command: 'npm start' }
    writeFileSync(path, JSON.stringify(owner))
    assert.isNull(lockOwner(path))
    assert.doesNotThrow(() => acquireLock(path, 'npm start'))
  })

  test('survives a lock file that holds nothing readable', ({ assert }) => {
    writeFileSync(path, '')
    acquireLock(path, 'npm start')
    assert.equal(lockOwner(path)?.pid, process.pid)
  })

  test('waits for an owner that is stopping, and only for that one', async ({ assert }) => {
    const first = acquireLock(path, 'npm start')
    await assert.rejects(() => acquireLockPatiently(path, 'npm start', { waitMs: 5000 }))
    first.update({ state: 'stopping' })
    setTimeout(() => first.release(), 300)
    await acquireLockPatiently(path, 'npm start', { waitMs: 5000 })
    assert.equal(lockOwner(path)?.state, 'starting')
  })

  test('a late update does not bring a released lock back', ({ assert }) => {
    const lock = acquireLock(path, 'npm start')
    lock.release()
    lock.update({ state: 'stopping' })
    assert.isFalse(existsSync(path))
  })
})
