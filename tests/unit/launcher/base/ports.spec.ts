import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import {
  assertHttpPortFree,
  embeddedPort,
  freePort,
  portState,
} from '../../../../bin/launcher/base/ports.js'

async function occupy(port = 0): Promise<{ server: Server; port: number }> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address() as AddressInfo
  return { server, port: address.port }
}

test.group('launcher | ports', (group) => {
  let directory = ''
  const request = () => ({
    portsFile: join(directory, 'ports.json'),
    name: 'database',
    variable: 'EMBEDDED_DB_PORT',
  })

  group.each.setup(() => {
    directory = mkdtempSync(join(tmpdir(), 'launcher-ports-'))
    return () => rmSync(directory, { recursive: true })
  })

  test('takes the preferred port, remembers it, and keeps it', async ({ assert }) => {
    const preferred = await freePort()
    assert.equal(await embeddedPort({ ...request(), preferred }), preferred)
    assert.deepEqual(JSON.parse(readFileSync(request().portsFile, 'utf8')), { database: preferred })
    assert.equal(await embeddedPort({ ...request(), preferred: await freePort() }), preferred)
  })

  test('moves away silently when somebody else took the port', async ({ assert }) => {
    const { server, port } = await occupy()
    const chosen = await embeddedPort({ ...request(), preferred: port })
    server.close()
    assert.notEqual(chosen, port)
    assert.equal(await portState(chosen), 'free')
  })

  test('of two that start at once, one moves from what both prefer', async ({ assert }) => {
    const ports = new URL('../../../../bin/launcher/base/ports.js', import.meta.url)
    const preferred = await freePort()
    const theirs = { ...request(), portsFile: join(directory, 'theirs.json'), preferred }
    const chooseAndStay = `import { embeddedPort } from '${ports.href}'
      process.stdout.write(String(await embeddedPort(${JSON.stringify(theirs)})))
      setInterval(() => {}, 60_000)`
    const other = spawn(process.execPath, ['--input-type=module', '-e', chooseAndStay])
    const [text] = (await once(other.stdout, 'data')) as [Buffer]
    assert.equal(Number(text.toString()), preferred)
    assert.notEqual(await embeddedPort({ ...request(), preferred }), preferred)
    other.kill('SIGKILL')
    await once(other, 'exit')
    assert.equal(await embeddedPort({ ...request(), name: 'redis', preferred }), preferred)
  })

  test('refuses a configured port that is taken and names who holds it', async ({ assert }) => {
    const { server, port } = await occupy()
    const configured = String(port)
    await assert.rejects(
      () => embeddedPort({ ...request(), preferred: port, configured }),
      new RegExp(`EMBEDDED_DB_PORT=${port} cannot be used: process ${process.pid} `)
    )
    server.close()
  })

  test('a taken HTTP port says who listens there and how to go on', async ({ assert }) => {
    const { server, port } = await occupy()
    await assert.rejects(
      () => assertHttpPortFree('127.0.0.1', port),
      new RegExp(`Port ${port} is in use: process ${process.pid} [^]*PORT=3400 npm start`)
    )
    server.close()
  })

  test('a HOST or PORT that cannot be listened on is refused with its name', async ({ assert }) => {
    await assert.rejects(() => assertHttpPortFree('127.0.0.1', 70_000), /PORT=70000/)
    await assert.rejects(() => assertHttpPortFree('203.0.113.1', 3333), /HOST=203.0.113.1/)
  })
})
