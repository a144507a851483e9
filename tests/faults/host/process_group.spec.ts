import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Agent, get, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { test } from '@japa/runner'
import { LIMITS } from '#app/limits'
import { homesOf, siblingsOf } from '#app/processes/siblings'
import { homeOf } from '#modules/ledger/services/poster/home_poster'
import { Client, TestRealm, eventually, until } from '#tests/support/client'
import { TestSocket } from '#tests/support/socket'
import { ChildService } from '#tests/faults/support/child_service'
import {
  REST_MS,
  TRANSFER_OBJECTS,
  TransferTraffic,
  operationsByPath,
} from '#tests/faults/support/traffic'
import { freePorts } from '../../../bin/launcher/base/ports.js'

const SERVERS = 2
const SOCKETS = 6
const SENDERS = 8
const ENOUGH_TRAFFIC = 20
/** A body that takes several turns to send, and is smaller than the largest that may be sent. */
const PARTS = 10
const PART_BYTES = 64 * 1024
const REFUSED = new Set(['HTTP/1.1 401 Unauthorized'])
const PREFIX = `{group-${randomUUID()}}`

let group: ChildService
let probePort: number
let workerPort: number
let realm: TestRealm

/** Process ids by the name of the process, the newest of each. */
function processes(): Map<string, number> {
  const lines = group.output.split('\n').filter((line) => line.includes('a process is ready'))
  const told = lines.map((line) => JSON.parse(line) as { process: string; processId: number })
  return new Map(told.map(({ process: name, processId }) => [name, processId]))
}

const at = (port: number) => Client.anonymous(`http://127.0.0.1:${port}`)
const watching = async () => {
  const socket = await TestSocket.open(realm.id, realm.client.token!, group.url)
  await socket.ask({ action: 'watch', path: TRANSFER_OBJECTS[0] }, 'watch_snapshot')
  return socket
}
/** How many sockets each server has. */
const connections = () =>
  Promise.all(
    [probePort, probePort + 1].map(async (port) => {
      const { body } = await at(port).get('/metrics')
      return Number(/^realtime_connections (\d+)$/m.exec(String(body))?.[1])
    })
  )
const hears = (socket: TestSocket, id: string) => socket.next(({ entityId }) => entityId === id)

/** Where the server tells of itself that posts a realm, and where the other one does. */
function portsOf({ id }: TestRealm): [home: number, other: number] {
  const home = homeOf(id) % homesOf(SERVERS)
  return [probePort + home, probePort + SERVERS - 1 - home]
}

/** Transfers by new connections, which any server may get, until one of them came to the other server, and was posted by the home of its realm. */
async function goesOver() {
  const [, other] = portsOf(realm)
  const before = await handed(other)
  await until('a transfer to go over', async () => {
    await Promise.all(Array.from({ length: SENDERS }, movedAfresh))
    return (await handed(other)) > before
  })
}

/** Requests that a server was asked for and has handed over: what the other one has answered, or not. */
async function handed(port: number, how: 'answered' | 'posted here' = 'answered'): Promise<number> {
  const { body } = await at(port).get('/metrics')
  const line = String(body)
    .split('\n')
    .find((each) => each.startsWith(`ledger_handed_requests_total{how="${how}"} `))
  return Number(line!.split(' ').at(-1))
}

async function check(port: number, name: string) {
  const { body } = await at(port).get('/health/ready')
  const { checks } = body as { checks: { name: string; ok: boolean; detail: string }[] }
  return checks.find((each) => each.name === name)
}

test.group('host | a group of processes', (suite) => {
  suite.setup(async () => {
    probePort = await freePorts(SERVERS + 1)
    workerPort = probePort + SERVERS
    const env = { SERVERS, PROBE_PORT: probePort, WORKER_PORT: workerPort }
    const texts = Object.fromEntries(
      Object.entries(env).map(([name, port]) => [name, String(port)])
    )
    group = await ChildService.all({ ...texts, QUEUE_PREFIX: PREFIX, LOG_LEVEL: 'info' })
    realm = new TestRealm(await Client.signIn(`${randomUUID()}@example.com`, group.url), '')
    realm = await realm.client.realm()
    for (const name of TRANSFER_OBJECTS) await realm.account(name, '100000')
    await until('all processes', () => processes().size === SERVERS + 1)
    return () => group.stop()
  })

  test('each process tells of itself at its own port, and of no other', async ({ assert }) => {
    const ports = [probePort, probePort + 1, workerPort]
    const own = await Promise.all(ports.map((port) => at(port).get('/metrics')))
    for (const { status } of own) assert.equal(status, 200)
    assert.include(String(own.at(-1)!.body), 'queue_jobs_total{')
    const together = await Client.anonymous(group.url).get('/metrics')
    assert.equal(together.status, 404)
    assert.include(JSON.stringify(together.body), 'PROBE_PORT')
    assert.containSubset(await check(probePort, 'servers'), {
      ok: true,
      detail: '2 of 2 server processes answer',
    })
    assert.containSubset(await check(probePort, 'workers'), { ok: true })
  })

  test('one server posts what any of them is asked for a realm', async ({ assert }) => {
    const [home] = portsOf(realm)
    await goesOver()
    assert.equal(await handed(home), 0)
  })

  test('a server without cores of its own sends its callers on until it is needed', async ({
    assert,
  }) => {
    const { standsBy } = siblingsOf([1, 2]).get(2)!
    assert.equal(standsBy, availableParallelism() < SERVERS * LIMITS.coresOfServer)
    const found = new Set<string>()
    await until('both servers to answer', async () => {
      for (const how of await Promise.all(Array.from({ length: SENDERS }, keeps))) found.add(how)
      return found.size === (standsBy ? 2 : 1)
    })
    assert.sameMembers([...found], standsBy ? ['keep-alive', 'close'] : ['keep-alive'])
    const victim = processes().get('server 1')!
    process.kill(victim, 'SIGKILL')
    await until('the other one to keep its callers', async () => (await keeps()) === 'keep-alive')
    await until('it to be back', () => processes().get('server 1') !== victim)
    await until('all to answer', async () => (await check(probePort, 'servers'))!.ok)
  })

  test('who is refused while still sending hears it from each server', async ({ assert }) => {
    const heard = await Promise.all(Array.from({ length: SENDERS }, () => refusedMeanwhile()))
    assert.deepEqual(new Set(heard), REFUSED)
  })

  test('a frozen home holds its realm up for seconds, and repeats nothing', async ({ assert }) => {
    await goesOver()
    const traffic = new TransferTraffic(realm, 'stood_still')
    let isWell = false
    const flowing = traffic.until(() => isWell, SENDERS, REST_MS)
    await until('traffic before', () => traffic.acknowledged.size > ENOUGH_TRAFFIC)
    const [homePort, other] = portsOf(realm)
    const doneWithout = await handed(other, 'posted here')
    const home = processes().get(`server ${homePort - probePort + 1}`)!
    process.kill(home, 'SIGSTOP')
    try {
      // Some wait at the home itself. It may also hold the lock of the realm: then that is told.
      await until('the other server to do without it', async () => {
        const status = await Promise.any(Array.from({ length: SENDERS }, movedOrRefused))
        return status === 503 || (await handed(other, 'posted here')) > doneWithout
      })
    } finally {
      process.kill(home, 'SIGCONT')
    }
    const before = traffic.acknowledged.size
    await until('all to go on', () => traffic.acknowledged.size > before + ENOUGH_TRAFFIC)
    isWell = true
    await flowing
    await allThere(assert, traffic)
    await goesOver()
  })

  test('watches hear every commit; a server killed under load comes back', async ({ assert }) => {
    const sockets = await Promise.all(Array.from({ length: SOCKETS }, watching))
    // A server that stands still for a moment is handed none of those that come meanwhile.
    while ((await connections()).includes(0)) sockets.push(await watching())
    const counts = await connections()
    assert.equal(counts[0]! + counts[1]!, sockets.length)
    const { id } = await realm.transfer(TRANSFER_OBJECTS[0]!, TRANSFER_OBJECTS[1]!, '1.00')
    await Promise.all(sockets.map((socket) => hears(socket, id)))

    const traffic = new TransferTraffic(realm, 'killed')
    let isWell = false
    const flowing = traffic.until(() => isWell, SENDERS, REST_MS)
    await until('traffic before the kill', () => traffic.acknowledged.size > ENOUGH_TRAFFIC)
    const [home, other] = portsOf(realm)
    const name = `server ${home - probePort + 1}`
    const victim = processes().get(name)!
    process.kill(victim, 'SIGKILL')
    await until(
      'its sockets to end',
      () => sockets.filter(isClosed).length === counts[home - probePort]
    )
    const left = sockets.filter((socket) => !isClosed(socket))
    const before = traffic.acknowledged.size
    await until('the others to go on', () => traffic.acknowledged.size > before + ENOUGH_TRAFFIC)
    const again = await Promise.all(sockets.filter(isClosed).map(watching))
    const next = await eventually('a transfer', () => transferred())
    await Promise.all([...left, ...again].map((socket) => hears(socket, next)))
    await until('it to be back', () => processes().get(name) !== victim)
    await until('all to answer', async () => (await check(other, 'servers'))!.ok)
    assert.match(group.output, /"how":"killed by SIGKILL","waitMs":500/)
    isWell = true
    await flowing
    await allThere(assert, traffic)
    await goesOver()
    await Promise.all([...left, ...again].map((socket) => socket.close()))
  })

  test('a request ends with a server that died before it took it', async ({ assert }) => {
    const victim = processes().get('server 2')!
    process.kill(victim, 'SIGSTOP')
    // One of them is handed to the server that does nothing any more, and the others are answered.
    const ends = Array.from({ length: SERVERS }, () => endOf(`${group.url}/health/live`))
    let answered = 0
    for (const end of ends) void end.then((how) => (answered += how === 'answered' ? 1 : 0))
    await until('the others to be answered', () => answered === SERVERS - 1)
    process.kill(victim, 'SIGKILL')
    const hows = await Promise.all(ends)
    assert.sameMembers(hows, ['answered', 'ECONNRESET'])
    await until('it to be back', () => processes().get('server 2') !== victim)
    await until('all to answer', async () => (await check(probePort, 'servers'))!.ok)
  })

  test('stopped under load, all end well with nothing acknowledged lost', async ({ assert }) => {
    const traffic = new TransferTraffic(realm, 'stopped')
    const flowing = traffic.until(() => !group.running, SENDERS)
    await until('traffic before the end', () => traffic.acknowledged.size > ENOUGH_TRAFFIC)
    const pids = [...processes().values()]
    const { promise: stopping, resolve: stop } = Promise.withResolvers<void>()
    const begun = Array.from({ length: SENDERS }, firstLineSent)
    const late = Promise.all(begun.map((socket) => refusedMeanwhile(socket, stopping)))
    // One that has read nothing of a request when it stops closes the connection as idle.
    await until('the first lines to be read', () => areRead(begun))
    group.kill('SIGTERM')
    // Without asking: a question that nobody takes any more may wait for the end, when it is too late to begin.
    await until('the servers to stop', async () => !(await isListenedOn()))
    stop()
    assert.deepEqual(new Set(await late), REFUSED, 'expected who begins late to hear it too')
    assert.containSubset(await group.ended, { code: 0 })
    await flowing
    assert.deepEqual(pids.filter(isAlive), [])
    // The server of the tests answers on the same database.
    realm = new TestRealm(Client.withToken(realm.client.token!), realm.id)
    await allThere(assert, traffic)
  })
})

const isClosed = ({ raw }: TestSocket) => raw.readyState === raw.CLOSED

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** What a server says of the connection of a request, or the code of its failure. */
function keeps(): Promise<string> {
  const agent = new Agent({ keepAlive: true })
  const how = new Promise<string>((resolve) => {
    get(`${group.url}/health/live`, { agent }, (answer) => {
      answer.resume().once('end', () => resolve(answer.headers.connection!))
    }).once('error', ({ code }: NodeJS.ErrnoException) => resolve(code!))
  })
  return how.finally(() => agent.destroy())
}

function firstLineSent(): Socket {
  const { hostname, port } = new URL(group.url)
  const socket = connect(Number(port), hostname).pause()
  socket.write('POST /api/v1/transfer HTTP/1.1\r\n')
  return socket
}

/** Each connection of this machine as the kernel has it, and each port that is listened on. */
async function kernelConnections() {
  const portOf = (address = '') => Number.parseInt(address.split(':')[1] ?? '', 16)
  const rows = (await readFile('/proc/net/tcp', 'utf8')).trim().split('\n').slice(1)
  return rows.map((row) => {
    const [, local, remote, state, queues] = row.trim().split(/ +/)
    const isListening = state === '0A'
    return { port: portOf(local), peer: portOf(remote), isListening, queues: queues! }
  })
}

async function isListenedOn(): Promise<boolean> {
  const own = Number(new URL(group.url).port)
  return (await kernelConnections()).some((each) => each.isListening && each.port === own)
}

/** Whether the other ends have read all that was sent. */
async function areRead(sockets: readonly Socket[]): Promise<boolean> {
  const read = (await kernelConnections()).filter(({ queues }) => queues.endsWith(':00000000'))
  const served = new Set(read.map(({ port, peer }) => `${port} ${peer}`))
  return sockets.every(
    ({ connecting, writableLength, localPort, remotePort }) =>
      !connecting && writableLength === 0 && served.has(`${remotePort} ${localPort}`)
  )
}

/** What somebody unknown is told who reads nothing before all is sent: the first line, or the code of a failure. */
async function refusedMeanwhile(
  socket = firstLineSent(),
  begins = Promise.resolve()
): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code!))
  socket.once('data', (data) => resolve(data.toString().split('\r\n')[0]!))
  const part = Buffer.alloc(PART_BYTES, ' ')
  await begins
  const head = [`Host: ${new URL(group.url).hostname}`, 'Content-Type: application/json']
  socket.write([...head, `Content-Length: ${PARTS * PART_BYTES}`, '', ''].join('\r\n'))
  for (let sent = 0; sent < PARTS && !socket.destroyed; sent++) {
    await delay(REST_MS)
    socket.write(part)
  }
  socket.resume()
  return promise.finally(() => socket.destroy())
}

/** A transfer by a connection of its own. */
function movedAfresh(): Promise<void> {
  const [sourceObjectPath, targetObjectPath] = TRANSFER_OBJECTS
  const path = `/op/test/${randomUUID()}`
  const transfer = { realmId: realm.id, path, sourceObjectPath, targetObjectPath, amount: '1.00' }
  const headers = {
    'authorization': `Bearer ${realm.client.token}`,
    'content-type': 'application/json',
  }
  return new Promise((resolve) => {
    const asked = request(`${group.url}/api/v1/transfer`, { method: 'POST', agent: false, headers })
    asked.once('response', (answer) => answer.resume().once('end', resolve))
    asked.once('error', () => resolve())
    asked.end(JSON.stringify(transfer))
  })
}

/** How a request ends, on a connection of its own: `answered`, or the code of its failure. */
function endOf(url: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    get(url, { agent: false }, (answer) => {
      answer.resume().once('end', () => resolve('answered'))
    }).once('error', ({ code }: NodeJS.ErrnoException) => resolve(code))
  })
}

/** A transfer whose connection may break once. */
async function transferred(): Promise<string | null> {
  const [from, to] = TRANSFER_OBJECTS
  return realm.transfer(from!, to!, '1.00').then(
    ({ id }) => id,
    () => null
  )
}

async function movedOrRefused(): Promise<number> {
  const [from, to] = TRANSFER_OBJECTS
  const { status } = await realm.move(from!, to!, '1.00')
  return status
}

async function allThere(
  assert: { deepEqual(value: unknown, expected: unknown, message: string): void },
  traffic: TransferTraffic
) {
  const stored = await operationsByPath(realm, 'transfer')
  for (const [path, id] of traffic.acknowledged) {
    const ids = stored.get(path)?.map((operation) => operation.id)
    assert.deepEqual(ids, [id], `expected ${path} once`)
  }
}
