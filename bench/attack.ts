/** `attack.ts <name> <base address> <seconds>`: what a stranger can do to a server, as fast as it is let. */
import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { WebSocket } from 'ws'

const MEGABYTE = 1024 * 1024
const BODY_CONNECTIONS = 16
const CREDENTIAL_CONNECTIONS = 64
const IDLE_SOCKETS = 1000
const SLOW_BODIES = 200

const [name = '', base = '', seconds = '5'] = process.argv.slice(2)
const until = performance.now() + Number(seconds) * 1000
const isOver = () => performance.now() >= until
const outcomes = new Map<string, number>()
const count = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
const agent = new Agent({ keepAlive: true })
const { hostname, port } = new URL(base)

const ATTACKS: Record<string, () => Promise<unknown>> = { bodies, credentials, sockets }
await ATTACKS[name]!()
process.stdout.write(`${JSON.stringify(Object.fromEntries(outcomes))}\n`)
process.exit(0)

/** A megabyte of objects, or of levels, from nobody. */
async function bodies() {
  const wide = Buffer.from(`[${'{},'.repeat(MEGABYTE / 3 - 10)}{}]`)
  const deep = Buffer.from(`{"a":${'['.repeat(MEGABYTE / 2 - 10)}${']'.repeat(MEGABYTE / 2 - 10)}}`)
  await inLoops(BODY_CONNECTIONS, (turn) => ask({}, turn % 2 === 0 ? wide : deep))
}

/** Keys nobody made, tokens nobody signed, signatures of nothing. */
async function credentials() {
  const random = (bytes: number) => randomBytes(bytes).toString('base64url')
  const header = Buffer.from(JSON.stringify({ alg: 'EdDSA', kid: await someKeyId() })).toString(
    'base64url'
  )
  const claims = Buffer.from(JSON.stringify({ sub: 'x', typ: 'builder', exp: 4e9 })).toString(
    'base64url'
  )
  const made = [
    () => ({ authorization: `Bearer ${random(40)}` }),
    () => ({ authorization: `Bearer svc_${random(6)}_${random(32)}` }),
    () => ({ authorization: `Bearer ${header}.${claims}.${random(64)}` }),
    () => ({
      'authorization': `Bearer ${random(40)}`,
      'x-service-key-id': randomBytes(8).toString('hex'),
      'x-service-signature': random(64),
      'x-service-timestamp': String(Date.now()),
    }),
  ]
  const body = Buffer.from('{}')
  await inLoops(CREDENTIAL_CONNECTIONS, (turn) => ask(made[turn % made.length]!(), body))
}

async function someKeyId(): Promise<string> {
  const answer = await fetch(`${base}/.well-known/jwks.json`)
  const { keys } = (await answer.json()) as { keys: { kid: string }[] }
  return keys[0]!.kid
}

/** WebSockets that say nothing, bodies and headers that come a byte a second. */
async function sockets() {
  const idle = inLoops(IDLE_SOCKETS, () => {
    const socket = new WebSocket(`${base.replace('http', 'ws')}/api/v1/ws`)
    return new Promise<void>((resolve) => {
      socket.once('error', () => (count('socket refused'), setTimeout(resolve, 1000)))
      socket.once('close', (code) => (count(`socket closed ${code}`), resolve()))
    })
  })
  const head = 'POST /api/v1/transfer HTTP/1.1\r\nHost: x\r\n'
  const slow = inLoops(SLOW_BODIES, (turn) => {
    const socket = connect(Number(port), hostname)
    socket.write(turn % 2 === 0 ? head : `${head}Content-Length: 1000\r\n\r\n`)
    const drip = setInterval(() => socket.write('a'), 1000)
    return new Promise<void>((resolve) => {
      socket.on('error', () => {}).resume()
      socket.once('close', () => {
        clearInterval(drip)
        count('slow request ended')
        resolve()
      })
    })
  })
  const time = new Promise((resolve) => setTimeout(resolve, until - performance.now()))
  await Promise.race([Promise.all([idle, slow]), time])
}

/** So many at a time, one after the other, until the time is over. */
async function inLoops(loops: number, work: (turn: number) => Promise<void>) {
  let turn = 0
  const loop = async () => {
    while (!isOver()) await work(turn++)
  }
  await Promise.all(Array.from({ length: loops }, loop))
}

function ask(headers: Record<string, string>, body: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const sent = request(
      `${base}/api/v1/transfer`,
      {
        agent,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': body.length, ...headers },
        timeout: 10_000,
      },
      (response) => {
        count(String(response.statusCode))
        response.resume()
      }
    )
    sent.once('timeout', () => sent.destroy())
    sent.once('error', () => count('connection ended'))
    // After the answer and the whole body, or a connection would be opened for each turn.
    sent.once('close', resolve)
    sent.end(body)
  })
}
