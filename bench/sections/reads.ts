import type { Bench } from '../bench.ts'
import { LEGS } from '../flags.ts'
import { budget, median, print, progress } from '../report.ts'

const POINTS = [LEGS / 100, LEGS / 10, LEGS]
const OBJECTS = 10_000
const SAMPLES = 200

interface Point {
  asOf: number
  list: number
  detail: number
}

/** The same reads at a hundredth, a tenth and all of the history: they must not notice it. */
export async function reads(bench: Bench) {
  const { client } = bench
  const startedAt = Date.now()
  const points: Point[] = []
  let legs = 0
  for (const wanted of POINTS) {
    await bench.inProcess(
      'history',
      { realmId: client.realmId, paths: bench.paths.slice(0, 2), transfers: wanted - legs },
      asProgress(`history of one object, ${wanted.toLocaleString('en')} legs`)
    )
    legs = wanted
    points.push(await measure(bench, startedAt))
    const { asOf, list, detail } = points.at(-1)!
    const at = `at ${wanted.toLocaleString('en')} legs`
    print(`as-of snapshot of one object ${at}`, `p50 ${asOf.toFixed(2)} ms`)
    print(`operations list, one page of 100, ${at}`, `p50 ${list.toFixed(2)} ms`)
    print(`object detail ${at}`, `p50 ${detail.toFixed(2)} ms`)
  }
  const [first, last] = [points[0]!, points.at(-1)!]
  print('as-of snapshot, largest / smallest', budget(last.asOf / first.asOf, '≤ 1.50'))
  print('operations list, largest / smallest', budget(last.list / first.list, '≤ 1.50'))
  await aggregate(bench)
}

async function measure({ client, paths }: Bench, startedAt: number): Promise<Point> {
  const { realmId } = client
  const objectId = await client.objectId(paths[0]!)
  const anyMoment = () => {
    const at = startedAt + Math.random() * (Date.now() - startedAt)
    return encodeURIComponent(new Date(at).toISOString())
  }
  return {
    asOf: await p50(() =>
      client.get(`/api/v1/objects/${objectId}/snapshot?realmId=${realmId}&asOf=${anyMoment()}`)
    ),
    list: await p50(() => client.get(`/api/v1/operations?realmId=${realmId}&limit=100`)),
    detail: await p50(() => client.get(`/api/v1/objects/${objectId}`)),
  }
}

async function aggregate(bench: Bench) {
  const { client } = bench
  const { realmId } = client
  await bench.inProcess(
    'objects',
    { realmId, prefix: '/many', count: OBJECTS },
    asProgress('objects below one prefix')
  )
  const ms = await p50(
    () => client.get(`/api/v1/objects/aggregate?realmId=${realmId}&prefix=/many/`),
    20
  )
  const what = `aggregate of ${OBJECTS.toLocaleString('en')} objects`
  print(what, `p50 ${ms.toFixed(0)} ms (budget ≤ 100)`)
}

async function p50(ask: () => Promise<unknown>, samples = SAMPLES): Promise<number> {
  const times: number[] = []
  for (let sample = 0; sample < samples; sample++) {
    const startedAt = performance.now()
    await ask()
    times.push(performance.now() - startedAt)
  }
  return median(times)
}

function asProgress(what: string) {
  const show = progress(what)
  return ({ done, total }: Record<string, number>) => {
    if (done !== undefined && total !== undefined) show(done, total)
  }
}
