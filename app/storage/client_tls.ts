import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'

interface TlsSettings {
  /** Prefix of the settings' names: `DB` or `REDIS`. */
  prefix: 'DB' | 'REDIS'
  enabled: boolean
  hosts: readonly string[]
  /** The setting that names them. */
  hostSetting: string
  /** PEM file; left out, the public authorities are used. */
  caFile: string | undefined
}

/**
 * How to reach a server over TLS. No setting skips the check of its certificate, because TLS
 * without it protects from nobody on the way.
 *
 * @returns undefined without TLS
 * @throws Error that names the setting to change
 */
export function clientTls({ prefix, enabled, hosts, hostSetting, caFile }: TlsSettings) {
  if (!enabled) {
    if (!caFile) return undefined
    throw new Error(`${prefix}_CA_FILE is set without ${prefix}_TLS=true: the way would be open.`)
  }
  const address = hosts.find((host) => isIP(host) !== 0)
  if (address !== undefined) {
    throw new Error(
      `${prefix}_TLS needs names in ${hostSetting}, not ${address}: the certificate is checked against it.`
    )
  }
  return caFile ? { ca: readAuthority(`${prefix}_CA_FILE`, caFile) } : {}
}

function readAuthority(setting: string, file: string): string {
  try {
    const pem = readFileSync(file, 'utf8')
    if (pem.includes('-----BEGIN CERTIFICATE-----')) return pem
  } catch (error) {
    throw new Error(`${setting} names a file that cannot be read: ${file}`, { cause: error })
  }
  throw new Error(`${setting} names a file without a PEM certificate: ${file}`)
}
