import { isIP } from 'node:net'

const REDIS_PORT = 6379
const SENTINEL_PORT = 26_379
const MOST_ADDRESSES = 100
/** `name:port`, `name`, and the same with an IPv6 address in brackets. */
const ADDRESS = /^(\[[^\]]*\]|[^:[\]]+)(?::(\d{1,5}))?$/
const NAME = /^(?=.{1,253}$)[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*\.?$/i
/** What decides the slot of a key: the text in its first braces, if there is any. */
const HASH_TAG = /^[^{]*\{[^}]+\}/

export interface RedisAddress {
  host: string
  port: number
}

/** Where Redis is: one server, the nodes of a cluster, or sentinels that know where its master is. */
export type RedisPlaces =
  | { kind: 'single'; addresses: readonly [RedisAddress] }
  | { kind: 'cluster'; addresses: readonly RedisAddress[] }
  | {
      kind: 'sentinel'
      addresses: readonly RedisAddress[]
      /** The name under which the sentinels watch the master. */
      name: string
      password: string | undefined
    }

/** The settings as they are written; undefined or empty where there is none. */
export interface RedisSettings {
  REDIS_HOST?: string
  REDIS_PORT?: number
  REDIS_NODES?: string
  REDIS_SENTINELS?: string
  REDIS_SENTINEL_NAME?: string
  REDIS_SENTINEL_PASSWORD?: string
  QUEUE_PREFIX: string
}

/** @throws Error with a line for each setting that is wrong, which begins with its name */
export function redisPlaces(settings: RedisSettings): RedisPlaces {
  const problems = contradictions(settings)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  const { REDIS_HOST: host, REDIS_NODES: nodes, REDIS_SENTINELS: sentinels } = settings
  if (nodes) return { kind: 'cluster', addresses: addressesOf('REDIS_NODES', nodes, REDIS_PORT) }
  if (sentinels) {
    return {
      kind: 'sentinel',
      addresses: addressesOf('REDIS_SENTINELS', sentinels, SENTINEL_PORT),
      name: settings.REDIS_SENTINEL_NAME!,
      password: settings.REDIS_SENTINEL_PASSWORD || undefined,
    }
  }
  return { kind: 'single', addresses: [{ host: host!, port: settings.REDIS_PORT ?? REDIS_PORT }] }
}

function contradictions(settings: RedisSettings): string[] {
  const ways = (['REDIS_HOST', 'REDIS_NODES', 'REDIS_SENTINELS'] as const).filter(
    (name) => settings[name]
  )
  const [way] = ways
  if (way === undefined) {
    return [
      'REDIS_HOST is not set, and neither is REDIS_NODES (a cluster) or REDIS_SENTINELS: set one of them',
    ]
  }
  const wrong: string[] = []
  if (ways.length > 1) {
    wrong.push(`${ways[1]} is set besides ${way}, and Redis is one of the two: remove one of them`)
  }
  if (way !== 'REDIS_HOST' && settings.REDIS_PORT !== undefined) {
    wrong.push(`REDIS_PORT belongs to REDIS_HOST: write the port of each address into ${way}`)
  }
  if (settings.REDIS_SENTINELS && !settings.REDIS_SENTINEL_NAME) {
    wrong.push(
      'REDIS_SENTINEL_NAME is not set: write the name under which the sentinels watch the master'
    )
  }
  for (const name of ['REDIS_SENTINEL_NAME', 'REDIS_SENTINEL_PASSWORD'] as const) {
    if (settings[name] && !settings.REDIS_SENTINELS) {
      wrong.push(`${name} is set without REDIS_SENTINELS: set the addresses of the sentinels too`)
    }
  }
  if (settings.REDIS_NODES && !HASH_TAG.test(settings.QUEUE_PREFIX)) {
    wrong.push(
      `QUEUE_PREFIX is ${settings.QUEUE_PREFIX}, without a text in braces as in {svc}: a cluster would spread the keys of a queue over several masters, and refuse every job`
    )
  }
  return wrong
}

function addressesOf(setting: string, text: string, defaultPort: number): RedisAddress[] {
  const parts = text.split(',').map((part) => part.trim())
  if (parts.length > MOST_ADDRESSES) {
    throw new Error(`${setting} has ${parts.length} addresses, more than ${MOST_ADDRESSES}`)
  }
  const seen = new Set<string>()
  return parts.map((part) => {
    const [, inBrackets = '', port] = ADDRESS.exec(part) ?? []
    const host = inBrackets.replace(/^\[(.*)\]$/, '$1')
    const number = port === undefined ? defaultPort : Number(port)
    if (!isHost(host, inBrackets !== host) || number < 1 || number > 65_535) {
      throw new Error(
        `${setting} has "${part}", which is no address: write host:port,host:port, IPv6 addresses in brackets`
      )
    }
    const key = `${host.toLowerCase()} ${number}`
    if (seen.has(key)) throw new Error(`${setting} names ${part} twice`)
    seen.add(key)
    return { host, port: number }
  })
}

function isHost(host: string, bracketed: boolean): boolean {
  return bracketed ? isIP(host) === 6 : isIP(host) === 4 || NAME.test(host)
}

/** For a person: `redis-1:6379`. */
export function shownAddress({ host, port }: RedisAddress): string {
  return isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`
}
