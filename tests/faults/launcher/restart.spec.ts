import { truncateSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { Installation } from './installation.ts'

const PARTS = ['mariadb', 'redis', 'chain', 'worker', 'server'] as const

async function chainCall(url: string, method: string, params: unknown[] = []) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const answer = (await response.json()) as { result: string }
  return answer.result
}

const blockNumber = async (installation: Installation) =>
  Number(await chainCall(installation.chainUrl(), 'eth_blockNumber'))

test.group('launcher | restart', (group) => {
  let installation: Installation

  group.setup(async () => {
    installation = await Installation.create('launcher_restart')
    return () => installation.remove()
  })

  for (const part of PARTS) {
    test(`a killed ${part} ends the whole start with a clear message, and the next start works`, async ({
      assert,
    }) => {
      const launched = await installation.start()
      const processes = installation.running()
      assert.sameMembers([...processes.keys()], [...PARTS])
      process.kill(processes.get(part)!.pid, 'SIGKILL')
      const { code, output } = await launched.ended
      assert.equal(code, 1)
      assert.match(output, /stopped by itself: killed by SIGKILL/)
      assert.match(output, /"npm start" brings it back with the data intact/)
      assert.deepEqual(installation.survivors(), [])
    })
  }

  test('a second start is refused while the first runs, which goes on', async ({ assert }) => {
    const first = await installation.start()
    const second = await installation.launch('start').ended
    assert.equal(second.code, 1)
    assert.include(second.output, `already runs here at ${installation.url}`)
    const reset = await installation.launch('reset').ended
    assert.equal(reset.code, 1)
    assert.include(reset.output, 'Stop it first')
    const health = await fetch(`${installation.url}/health/live`)
    assert.equal(health.status, 200)
    await first.stop()
  })

  test('a start waits for one that is just stopping', async ({ assert }) => {
    const first = await installation.start()
    first.process.kill('SIGTERM')
    while (!first.output.includes('Stopping'))
      await new Promise((resolve) => setTimeout(resolve, 5))
    const second = await installation.start()
    const { code } = await first.ended
    assert.equal(code, 0)
    await second.stop()
  })

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    test(`${signal} stops everything in order and exits with 0`, async ({ assert }) => {
      const launched = await installation.start()
      const { code } = await launched.stop(signal)
      assert.equal(code, 0)
      assert.deepEqual(installation.survivors(), [])
    })
  }

  test('after a SIGKILL of the launcher the next start cleans up and keeps the chain', async ({
    assert,
  }) => {
    const killed = await installation.start()
    await chainCall(installation.chainUrl(), 'anvil_mine', ['0x7'])
    const height = await blockNumber(installation)
    await killed.stop('SIGKILL')
    assert.includeMembers(installation.survivors(), ['mariadb', 'redis', 'chain'])
    const before = installation.running()
    const next = await installation.start()
    assert.match(next.output, /Stopped what a killed launcher had left running/)
    const after = installation.running()
    assert.notEqual(after.get('mariadb')?.pid, before.get('mariadb')?.pid)
    assert.isAtLeast(await blockNumber(installation), height)
    await next.stop()
    assert.deepEqual(installation.survivors(), [])
  })

  test('a torn newest chain snapshot falls back to the one before it', async ({ assert }) => {
    const first = await installation.start()
    const height = await blockNumber(installation)
    await first.stop()
    const second = await installation.start()
    await chainCall(installation.chainUrl(), 'anvil_mine', ['0x7'])
    await second.stop()
    const directory = join(installation.dataDir, 'chain', 'snapshots')
    const newest = readdirSync(directory).sort().at(-1)!
    truncateSync(join(directory, newest), 100)
    const third = await installation.start()
    assert.match(third.output, /snapshot is unreadable/)
    assert.isAtLeast(await blockNumber(installation), height)
    await third.stop()
  })

  test('a taken HTTP port names the way out and starts nothing', async ({ assert }) => {
    const other = await installation.start()
    const second = await Installation.create('launcher_second', installation.port)
    const { code, output } = await second.launch('start').ended
    assert.equal(code, 1)
    assert.match(output, new RegExp(`Port ${installation.port} is in use: process \\d+`))
    assert.include(output, 'npm start')
    assert.equal(second.running().size, 0)
    await other.stop()
    await second.remove()
  })

  test('a reset after the stop removes the data and nothing else', async ({ assert }) => {
    const { code } = await installation.launch('reset').ended
    assert.equal(code, 0)
    assert.deepEqual(readdirSync(installation.dataDir), [])
  })
})
