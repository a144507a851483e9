import { randomUUID } from 'node:crypto'
import type { Bench } from '../bench.ts'
import { median, print, progress } from '../report.ts'

const OBJECTS = 1000
const DAYS = 30
const SAMPLES = 20
const BUDGET = '(budget ≤ 300)'
/** Legs of each object: they make a history wait for its seal, and not much longer once it has it. */
const LEGS_EACH = [10, 100]

/** Value over time of a prefix of a thousand objects, a month by the hour. */
export async function histories(bench: Bench) {
  const { client } = bench
  for (const legs of LEGS_EACH) {
    const what = `history of ${OBJECTS.toLocaleString('en')} objects with ${legs} legs each`
    const show = progress(what)
    const realmId = randomUUID()
    await bench.inProcess(
      'month',
      { realmId, likeRealm: client.realmId, count: OBJECTS, legs, days: DAYS },
      ({ done }) => done !== undefined && show(done, OBJECTS * legs)
    )
    const ask = () => p50(bench, realmId)
    print(`${what}, before its seal`, `p50 ${(await ask()).toFixed(0)} ms`)
    await bench.inProcess('seal', { realmId })
    print(`${what}, sealed`, `p50 ${(await ask()).toFixed(0)} ms ${BUDGET}`)
  }
}

async function p50({ client }: Bench, realmId: string): Promise<number> {
  const times: number[] = []
  for (let sample = 0; sample < SAMPLES; sample++) {
    const to = Date.now()
    const range = `from=${new Date(to - DAYS * 86_400_000).toISOString()}&to=${new Date(to).toISOString()}`
    const startedAt = performance.now()
    const address = `/api/v1/objects/aggregate/history?realmId=${realmId}&target=/many/&${range}`
    const { data } = await client.get(address)
    times.push(performance.now() - startedAt)
    if (!data) throw new Error('The history was refused')
  }
  return median(times)
}
