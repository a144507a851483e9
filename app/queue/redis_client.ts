import { Cluster, Redis, type RedisOptions } from 'ioredis'
import type { RedisAddress, RedisPlaces } from '#app/queue/redis_places'

/** The shape of `redis` in `config/queue.ts`. */
export interface RedisConfig {
  places: RedisPlaces
  password?: string
  tls?: { ca?: string }
}

export type RedisClient = Redis | Cluster

/** What differs between those who ask Redis. */
export interface RedisUse {
  /**
   * How often a command is tried again when its connection is lost; null: until Redis is back. With
   * a number a command fails soon while Redis is away.
   */
  maxRetriesPerRequest: number | null
  /** False: a command fails at once while there is no connection. */
  enableOfflineQueue?: boolean
  autoResubscribe?: boolean
}

/** How long a lost connection waits before it is tried again. */
const RECONNECT_MS = { least: 1000, most: 5000 }
const REFUSALS_FORGOTTEN_MS = 60_000
/**
 * How long a server may be silent when it owes an answer. The machine of a server that lost its
 * power answers nothing, and the system notices that only after a quarter of an hour. An idle worker
 * owes its next command long before.
 */
const SILENCE_MS = 30_000
/** How soon a client of a cluster hears that another node is the master now, without an error. */
const SLOTS_REFRESH_MS = 5000
/**
 * What a server answers that cannot do its part: it is a replica or of a cluster, has no master, or
 * can store nothing. Whoever asks again at once fills the log and the processor; after a pause
 * another server may stand at the same address, or the sentinels name another one.
 */
const REFUSALS =
  /^(MOVED|ASK|READONLY|CLUSTERDOWN|MASTERDOWN|NOREPLICAS|MISCONF|OOM|NOAUTH|NOPERM)\b/

/**
 * The one way to Redis, whatever stands there. The caller listens to `error`, and closes it with
 * `disconnect`.
 */
export function redisClient(config: RedisConfig, use: RedisUse): RedisClient {
  const { places, password, tls } = config
  const shared = { password, tls, keepAlive: 10_000, socketTimeout: SILENCE_MS }
  const { maxRetriesPerRequest, enableOfflineQueue, autoResubscribe } = use
  if (places.kind === 'cluster') {
    return new Cluster(places.addresses.slice(), {
      redisOptions: { ...shared, maxRetriesPerRequest },
      // A cluster knows no retries of a command: it waits until nodes are back, or not at all.
      enableOfflineQueue: enableOfflineQueue ?? maxRetriesPerRequest === null,
      clusterRetryStrategy: reconnectMs,
      slotsRefreshInterval: SLOTS_REFRESH_MS,
      // A certificate names hosts, so that their addresses must not stand for them.
      ...(tls && { dnsLookup: (host, done) => done(null, host) }),
    })
  }
  const refusals = new Refusals()
  return new Redis({
    ...shared,
    ...masterOf(places, tls),
    maxRetriesPerRequest,
    ...(enableOfflineQueue !== undefined && { enableOfflineQueue }),
    ...(autoResubscribe !== undefined && { autoResubscribe }),
    retryStrategy: (times) => Math.max(reconnectMs(times), refusals.pauseMs()),
    reconnectOnError: (error) => refusals.noted(error),
  })
}

/** A client of one server, which tries once. It is for checks, and not connected yet. */
export function oneServer(
  { password, tls }: Pick<RedisConfig, 'password' | 'tls'>,
  { host, port }: RedisAddress,
  timeoutMs: number
): Redis {
  return new Redis({
    host,
    port,
    password,
    tls,
    lazyConnect: true,
    retryStrategy: () => null,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
  })
}

/**
 * Waits a while until the client of a cluster has found its nodes: until then its commands fail at
 * once. Any other client keeps them until its connection is made or has failed.
 */
export async function readyWithin(client: RedisClient, ms: number): Promise<void> {
  if (!client.isCluster || client.status === 'ready') return
  const ready = Promise.withResolvers<void>()
  const timer = setTimeout(ready.resolve, ms)
  client.once('ready', ready.resolve)
  try {
    await ready.promise
  } finally {
    clearTimeout(timer)
    client.off('ready', ready.resolve)
  }
}

function masterOf(places: Exclude<RedisPlaces, { kind: 'cluster' }>, tls: RedisConfig['tls']) {
  if (places.kind === 'single') return { ...places.addresses[0] }
  return {
    sentinels: places.addresses.slice(),
    name: places.name,
    sentinelPassword: places.password,
    ...(tls && { enableTLSForSentinelMode: true, sentinelTLS: tls }),
    // Who is connected to a master that is none any more hears of it from the sentinels.
    failoverDetector: true,
    sentinelRetryStrategy: reconnectMs,
  } satisfies RedisOptions
}

function reconnectMs(times: number): number {
  return Math.max(RECONNECT_MS.least, Math.min(Math.exp(times), RECONNECT_MS.most))
}

/** Refusals in a row, which make the pause before the next connection longer. */
class Refusals {
  #count = 0
  #lastAt = 0

  /** @returns whether the connection is to be made anew */
  noted({ message }: Error): boolean {
    if (!REFUSALS.test(message)) return false
    if (Date.now() - this.#lastAt > REFUSALS_FORGOTTEN_MS) this.#count = 0
    this.#lastAt = Date.now()
    this.#count++
    return true
  }

  pauseMs(): number {
    if (Date.now() - this.#lastAt > REFUSALS_FORGOTTEN_MS) return 0
    return Math.min(RECONNECT_MS.most, RECONNECT_MS.least * 2 ** Math.min(this.#count, 8))
  }
}
