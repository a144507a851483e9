import type { Bench } from '../bench.ts'
import { SECONDS } from '../flags.ts'
import { budget, print, spread } from '../report.ts'
import { inRounds, ratios } from '../rounds.ts'
import type { ServiceClient } from '../service_client.ts'

/** What authentication, policy and rate limits cost a transfer, for each kind of credential. */
export async function access(bench: Bench): Promise<void> {
  const pick = () => bench.uniformPair()
  const credentials = Object.entries(await bench.client.credentials())
  const points = credentials.map(([kind, credential]) => {
    return [kind, () => accessShare(bench.client, { credential, seconds: SECONDS, pick })] as const
  })
  for (const [kind, rounds] of Object.entries(await inRounds(Object.fromEntries(points)))) {
    const [own, total] = [
      rounds.map(({ accessMs }) => accessMs),
      rounds.map(({ totalMs }) => totalMs),
    ]
    print(`access with ${kind}`, `${spread(own, 2)} ms of ${spread(total, 2)} ms`)
    print('  share of a transfer', budget(ratios(own, total), '≤ 0.10'))
  }
}

interface AccessShare {
  /** Average milliseconds of authentication, policy and rate limits. */
  accessMs: number
  /** Average milliseconds of the whole request inside the server. */
  totalMs: number
}

/**
 * The averages by the server's own `Server-Timing`. One request at a time: with
 * more of them a transfer waits for its group, and the share would look smaller than it is.
 */
async function accessShare(
  client: ServiceClient,
  options: { credential: string; seconds: number; pick: () => [from: string, to: string] }
): Promise<AccessShare> {
  const run = `${Date.now()}-${Math.random().toString(36).slice(2, 8)}`
  const until = performance.now() + options.seconds * 1000
  const sum = { auth: 0, total: 0 }
  let sent = 0
  while (performance.now() < until) {
    const [sourceObjectPath, targetObjectPath] = options.pick()
    const answer = await fetch(`${client.baseUrl}/api/v1/transfer`, {
      method: 'POST',
      headers: { ...client.headers, authorization: `Bearer ${options.credential}` },
      body: JSON.stringify({
        realmId: client.realmId,
        path: `/op/bench/${run}/${++sent}`,
        sourceObjectPath,
        targetObjectPath,
        amount: '1.00',
      }),
    })
    if (!answer.ok) throw new Error(`A transfer answered ${answer.status}: ${await answer.text()}`)
    await answer.arrayBuffer()
    const timing = answer.headers.get('server-timing') ?? ''
    sum.auth += phase(timing, 'auth')
    sum.total += phase(timing, 'total')
  }
  return { accessMs: sum.auth / sent, totalMs: sum.total / sent }
}

function phase(timing: string, name: string): number {
  const found = new RegExp(`(?:^|, )${name};dur=([\\d.]+)`).exec(timing)
  if (!found) throw new Error(`Server-Timing has no "${name}": ${timing}`)
  return Number(found[1])
}
