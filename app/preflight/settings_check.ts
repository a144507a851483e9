import { appKeyWeaknesses } from '#app/preflight/app_key'
import { isLoopback } from '#app/preflight/addresses'
import { refused, type Weakness } from '#app/preflight/weakness'

export interface HostSettings {
  appUrl: string
  appKey: string
  database: { hosts: readonly string[]; tls: boolean }
  redis: { hosts: readonly string[]; tls: boolean }
  /** Services that the launcher itself runs: `database`, `redis`, `chain`. */
  embedded: readonly string[]
}

const EMBEDDED_SETTINGS: Record<string, string> = {
  database: 'DB_HOST',
  redis: 'REDIS_HOST',
  chain: 'CHAIN_RPC_URL',
}

/** Weaknesses that the host's settings show by themselves. */
export function settingsWeaknesses(settings: HostSettings): Weakness[] {
  return [
    ...appUrlWeaknesses(settings.appUrl),
    ...appKeyWeaknesses(settings.appKey),
    ...plainTextWeaknesses('DB', 'the database', settings.database),
    ...plainTextWeaknesses('REDIS', 'Redis', settings.redis),
    ...settings.embedded.map((service) =>
      refused(
        EMBEDDED_SETTINGS[service] ?? service,
        `The embedded ${service} is for development: nobody backs it up, and it dies with this machine.`,
        `Set ${EMBEDDED_SETTINGS[service] ?? service} to one of your own.`
      )
    ),
  ]
}

function appUrlWeaknesses(appUrl: string): Weakness[] {
  if (appUrl.startsWith('https://')) return []
  return [
    refused(
      'APP_URL',
      `${appUrl} is not https: credentials, and links that stand for one, would travel in the open.`,
      'Set it to the https address that callers use; the proxy that serves it ends TLS.'
    ),
  ]
}

function plainTextWeaknesses(
  prefix: 'DB' | 'REDIS',
  what: string,
  { hosts, tls }: { hosts: readonly string[]; tls: boolean }
): Weakness[] {
  const open = hosts.filter((host) => !isLoopback(host))
  if (tls || open.length === 0) return []
  return [
    refused(
      `${prefix}_TLS`,
      `The way to ${what} at ${open.join(', ')} is not encrypted.`,
      `Set ${prefix}_TLS=true, and ${prefix}_CA_FILE when its certificate is from an authority of your own.`
    ),
  ]
}
