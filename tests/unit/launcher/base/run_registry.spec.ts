import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { startMarkOf } from '../../../../bin/launcher/base/process_identity.js'
import {
  forgetProcess,
  leftovers,
  recordProcess,
  sweepLeftovers,
} from '../../../../bin/launcher/base/run_registry.js'

function sleeper() {
  const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' })
  return { pid: child.pid!, ended: new Promise((resolve) => child.once('exit', resolve)) }
}

test.group('launcher | run registry', (group) => {
  let runDir = ''

  group.each.setup(() => {
    runDir = mkdtempSync(join(tmpdir(), 'launcher-run-'))
    return () => rmSync(runDir, { recursive: true })
  })

  test('stops exactly what a killed launcher recorded', async ({ assert }) => {
    const recorded = sleeper()
    const stranger = sleeper()
    recordProcess(runDir, 'mariadb', recorded.pid)
    assert.deepEqual(await sweepLeftovers(runDir), ['mariadb'])
    await recorded.ended
    assert.isNotNull(startMarkOf(stranger.pid))
    assert.deepEqual(readdirSync(runDir), [])
    process.kill(stranger.pid, 'SIGKILL')
    await stranger.ended
  })

  test('never touches a process that merely got a recorded process id', async ({ assert }) => {
    const stranger = sleeper()
    const stale = { name: 'redis', pid: stranger.pid, startMark: 'an-earlier-boot:1' }
    writeFileSync(join(runDir, 'redis.pid.json'), JSON.stringify(stale))
    assert.deepEqual(await sweepLeftovers(runDir), [])
    assert.isNotNull(startMarkOf(stranger.pid))
    assert.deepEqual(readdirSync(runDir), [])
    process.kill(stranger.pid, 'SIGKILL')
    await stranger.ended
  })

  test('forgets a process that ended in the ordinary way', ({ assert }) => {
    recordProcess(runDir, 'server', process.pid)
    assert.lengthOf(leftovers(runDir), 1)
    forgetProcess(runDir, 'server')
    assert.lengthOf(leftovers(runDir), 0)
  })

  test('finds nothing where nothing ever ran', async ({ assert }) => {
    assert.deepEqual(await sweepLeftovers(join(runDir, 'missing')), [])
  })
})
