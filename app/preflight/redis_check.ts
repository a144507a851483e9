import { refused, warned, type Weakness } from '#app/preflight/weakness'
import { oneServer, type RedisConfig } from '#app/queue/redis_client'
import { shownAddress, type RedisAddress, type RedisPlaces } from '#app/queue/redis_places'
import { LIMITS } from '#app/limits'

/** A look at one address must leave time for the look at the master that a sentinel names. */
const ADDRESS_MS = LIMITS.preflightMs / 3

type Looked = { at: RedisAddress; found: Weakness[] } | { at: RedisAddress; failure: Error }

/**
 * Weaknesses of Redis, at every address that is configured. It carries only wake-ups, so that they
 * cost time: what may pass by itself is a warning.
 *
 * @throws Error when no address can be reached, with the connection's reason, such as a wrong
 *   certificate
 */
export async function redisWeaknesses(config: RedisConfig): Promise<Weakness[]> {
  const { places } = config
  const look = places.kind === 'sentinel' ? sentinelWeaknesses : serverWeaknesses
  const looked = await Promise.all(
    places.addresses.map(async (at): Promise<Looked> => {
      try {
        return { at, found: await look(config, at) }
      } catch (error) {
        return { at, failure: error as Error }
      }
    })
  )
  const failed = looked.filter((each) => 'failure' in each)
  if (failed.length === looked.length) throw failed[0]!.failure
  return distinct([
    ...failed.map(({ at, failure }) =>
      warned(
        SETTING[places.kind],
        `${shownAddress(at)} cannot be reached: ${failure.message}.`,
        'Start it, or take it off the list.'
      )
    ),
    ...looked.flatMap((each) => ('found' in each ? each.found : [])),
  ])
}

const SETTING = {
  single: 'REDIS_HOST',
  cluster: 'REDIS_NODES',
  sentinel: 'REDIS_SENTINELS',
} as const

/** What several nodes have in common is told once. */
function distinct(found: readonly Weakness[]): Weakness[] {
  return [...new Map(found.map((each) => [`${each.setting} ${each.wrong}`, each])).values()]
}

async function serverWeaknesses(config: RedisConfig, at: RedisAddress): Promise<Weakness[]> {
  return asking(config, at, async (redis) => {
    const info = await redis.info()
    const state = /^cluster_enabled:1/m.test(info) ? String(await redis.cluster('INFO')) : null
    return [
      ...evictionWeaknesses(info),
      ...partWeaknesses(config.places.kind, shownAddress(at), info, state),
    ]
  })
}

/**
 * Whether a server is what the settings say it is.
 *
 * @param info the answer to `INFO`
 * @param state the answer to `CLUSTER INFO`; null where no cluster is
 */
export function partWeaknesses(
  kind: RedisPlaces['kind'],
  at: string,
  info: string,
  state: string | null
): Weakness[] {
  if (kind === 'cluster') {
    if (state === null) {
      const wrong = `${at} is no node of a cluster: every job would fail.`
      return [refused('REDIS_NODES', wrong, 'Set REDIS_HOST and REDIS_PORT instead.')]
    }
    if (/^cluster_state:ok/m.test(state)) return []
    const wrong = `The cluster at ${at} is down, and takes no jobs: not every slot has a master.`
    return [warned('REDIS_NODES', wrong, 'Look at CLUSTER NODES, and bring the masters back.')]
  }
  if (state !== null) {
    const wrong = `${at} is a node of a cluster: it refuses the keys that other nodes have, and no job runs.`
    return [refused(SETTING[kind], wrong, 'Set REDIS_NODES instead.')]
  }
  if (!/^role:slave/m.test(info)) return []
  return [
    warned(
      SETTING[kind],
      `${at} is a replica: it takes no jobs.`,
      'Name the master, or set REDIS_SENTINELS, which know where it is.'
    ),
  ]
}

/** Asks a sentinel who the master is, and the master what it is. */
async function sentinelWeaknesses(config: RedisConfig, at: RedisAddress): Promise<Weakness[]> {
  const { places } = config
  if (places.kind !== 'sentinel') return []
  const password = places.password
  const master = await asking({ ...config, password }, at, (sentinel) =>
    sentinel.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', places.name)
  )
  if (!Array.isArray(master)) {
    const wrong = `The sentinel at ${shownAddress(at)} watches no master called ${places.name}.`
    return [refused('REDIS_SENTINEL_NAME', wrong, 'Write the name of its "sentinel monitor" line.')]
  }
  const [host, port] = master as [string, string]
  return serverWeaknesses(config, { host, port: Number(port) })
}

async function asking<Result>(
  config: Pick<RedisConfig, 'password' | 'tls'>,
  at: RedisAddress,
  ask: (redis: ReturnType<typeof oneServer>) => Promise<Result>
): Promise<Result> {
  const redis = oneServer(config, at, ADDRESS_MS)
  let failure: unknown = null
  redis.on('error', (error) => (failure = error))
  try {
    await redis.connect()
    return await ask(redis)
  } catch (error) {
    throw failure ?? error
  } finally {
    redis.disconnect()
  }
}

/** @param info the answer to `INFO` */
export function evictionWeaknesses(info: string): Weakness[] {
  const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1]
  if (policy === undefined || policy === 'noeviction') return []
  return [
    warned(
      'maxmemory-policy',
      `Redis drops keys when its memory is full (${policy}); jobs then wait until the outbox wakes them again.`,
      'Set maxmemory-policy to noeviction.'
    ),
  ]
}
