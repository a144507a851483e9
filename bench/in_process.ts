import { ignite } from '../bin/ignite.ts'
import type { Poster } from '#modules/ledger/services/poster/poster'
import type { PostRequest } from '#modules/ledger/core/requests'
import { HistoryWork } from './history_work.ts'
import { liabilities } from './liability_work.ts'
import { VenueWork, type TickKind } from './venue_work.ts'
import { WARM_UP_SECONDS } from './warm_up.ts'

/**
 * Work that posts without HTTP, in a process of its own: `in_process.ts <work> <options as JSON>`.
 * Prints results and progress as JSON lines.
 */
interface Options {
  realmId: string
  paths: string[]
  inFlight: number
  seconds: number
  transfers: number
  prefix: string
  count: number
  orders: number
  kind: TickKind
  likeRealm: string
  legs: number
  days: number
}

const IN_FLIGHT = 512

const [work, text] = process.argv.slice(2)
const options = JSON.parse(text ?? '{}') as Options

const application = ignite('test').createApp('console')
await application.init()
await application.boot()
await application.start(async () => {
  const { Poster: PosterBinding } = await import('#modules/ledger/services/poster/poster')
  const poster = await application.container.make(PosterBinding)
  if (work === 'transfers') await transfers(poster)
  else if (work === 'history') await history(poster)
  else if (work === 'objects') await objects(poster, 'denominated')
  else if (work === 'venue') await venue(poster)
  else if (work === 'ticks') await ticks()
  else if (work === 'month') await month()
  else if (work === 'seal') await new HistoryWork(application.container).seal(options.realmId)
  else if (work === 'liabilities') await liabilities(application.container, options.count, say)
  else throw new Error(`No work "${work}"`)
})
await application.terminate()
process.exit(0)

/**
 * As many transfers as fit into the time, with the default fee. Each round has a process of its own, and the loop
 * beside it one that has long been warm: so those of the warm-up are not counted.
 */
async function transfers(poster: Poster) {
  const make = await transferMaker()
  const run = async (seconds: number) => {
    const startedAt = performance.now()
    const until = startedAt + seconds * 1000
    let done = 0
    const loop = async () => {
      while (performance.now() < until) {
        await poster.post(make(randomPair(), 50_000n))
        done++
      }
    }
    await Promise.all(Array.from({ length: options.inFlight }, loop))
    return done / ((performance.now() - startedAt) / 1000)
  }
  await run(WARM_UP_SECONDS)
  say({ perSecond: await run(options.seconds) })
}

/** Money going back and forth between two objects, so that each gets one leg a transfer. */
async function history(poster: Poster) {
  const make = await transferMaker()
  const [one, other] = [options.paths[0]!, options.paths[1]!]
  await inBatches(options.transfers, async (index) => {
    await poster.post(make(index % 2 === 0 ? [one, other] : [other, one], 0n))
  })
}

async function objects(poster: Poster, type: 'denominated' | 'exchange'): Promise<string[]> {
  const ids: string[] = []
  const { newId } = await import('#app/ids/ids')
  const { defaultBoundaryId } = await import('#modules/ledger/core/boundaries')
  const { realmId } = options
  await inBatches(options.count, async (index) => {
    const path = `${options.prefix}/${index}`
    const operation = { ...(await draft(`/op/create${path}`, 'create')), type: 'create' as const }
    const id = newId('obj')
    ids.push(id)
    await poster.post({
      kind: 'create_object',
      realmId,
      operation,
      object: { id, path, type, keepsOwnBooks: type === 'exchange', metadata: null },
      boundaryId: defaultBoundaryId(realmId),
      jobs: [],
    })
    const own = { event: newId('evt'), delta: newId('dlt') }
    const { id: operationId } = operation
    await poster.post({ kind: 'complete_create', realmId, operationId, ids: own, jobs: [] })
  })
  return ids
}

/** Accounts with a position each, and orders that rest or wait. */
async function venue(poster: Poster) {
  const objectIds = await objects(poster, 'exchange')
  const { container } = application
  const realm = await VenueWork.open(container, options.realmId)
  await realm.fund(objectIds)
  await realm.trade(objectIds, options.orders)
}

async function ticks() {
  const realm = await VenueWork.open(application.container, options.realmId)
  for (const figures of await realm.ticks(options.kind, options.count)) say(figures)
}

async function month() {
  await new HistoryWork(application.container).write(options, (done) => say({ done }))
}

async function inBatches(total: number, run: (index: number) => Promise<void>) {
  let next = 0
  let done = 0
  const loop = async () => {
    while (next < total) {
      await run(next++)
      if (++done % 1000 === 0) say({ done, total })
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, loop))
  say({ done, total })
}

async function draft(path: string, type: string) {
  const { newId } = await import('#app/ids/ids')
  const actor = { actorType: 'builder', actorId: 'bld_bench' }
  return { id: newId('op'), path, type, requestHash: 'a'.repeat(64), input: '{}', ...actor }
}

async function transferMaker() {
  const { newId } = await import('#app/ids/ids')
  const { Database } = await import('#app/storage/database')
  const { ObjectDirectory } = await import('#modules/ledger/services/object_directory')
  const directory = new ObjectDirectory(await application.container.make(Database))
  const known = await directory.usable(options.realmId, options.paths)
  const run = newId('op')
  let number = 0
  return ([from, to]: [string, string], fee: bigint): PostRequest => ({
    kind: 'transfer',
    realmId: options.realmId,
    operation: {
      id: newId('op'),
      path: `/op/${run}/${++number}`,
      type: 'transfer',
      requestHash: 'a'.repeat(64),
      input: JSON.stringify({ sourceObjectPath: from, targetObjectPath: to, amount: '1.00' }),
      actorType: 'builder',
      actorId: 'bld_bench',
    },
    source: { id: known.get(from)!.id, path: from },
    target: { id: known.get(to)!.id, path: to },
    amount: 1_000_000n,
    fee,
  })
}

function randomPair(): [string, string] {
  const { paths } = options
  const from = Math.floor(Math.random() * paths.length)
  const to = (from + 1 + Math.floor(Math.random() * (paths.length - 1))) % paths.length
  return [paths[from]!, paths[to]!]
}

function say(result: Record<string, number>) {
  process.stdout.write(`${JSON.stringify(result)}\n`)
}
