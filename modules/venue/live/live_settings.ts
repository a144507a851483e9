import { isUsd, parseUsd } from '#app/money/usd'

/** The raw settings, all unset without a live venue. */
export interface LiveConfig {
  url?: string | undefined
  testnet?: boolean | undefined
  keySecret?: string | undefined
  masterKey?: string | undefined
  fundingUsd?: string | undefined
  builderAddress?: string | undefined
}

export interface LiveSettings {
  url: string
  testnet: boolean
  keySecret: string
  masterKey: string
  fundingUsd: string
  builderAddress: string | null
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])
const MIN_SECRET_LENGTH = 32
const KEY = /^(0x)?[0-9a-fA-F]{64}$/
const ADDRESS = /^0x[0-9a-fA-F]{40}$/
/** Five USD for the account and one for its activation. */
const DEFAULT_FUNDING = '6'

/**
 * @returns null when no live venue is configured
 * @throws Error with a line for each setting to change, never with its value
 */
export function liveSettings(config: LiveConfig): LiveSettings | null {
  const { url = '', keySecret = '', masterKey = '', fundingUsd = DEFAULT_FUNDING } = config
  if (url === '') return null
  const builder = config.builderAddress ?? ''
  const rules: [holds: boolean, problem: string][] = [
    [isSafeAddress(url), 'VENUE_LIVE_URL must be an https address without a query'],
    [keySecret.length >= MIN_SECRET_LENGTH, `VENUE_KEY_SECRET must have 32 characters or more`],
    [KEY.test(masterKey.trim()), 'VENUE_MASTER_KEY must be 32 bytes in hexadecimal'],
    [
      isUsd(fundingUsd) && parseUsd(fundingUsd) >= parseUsd(DEFAULT_FUNDING),
      'VENUE_FUNDING_USD must be an amount of 6 or more',
    ],
    [builder === '' || ADDRESS.test(builder), 'VENUE_BUILDER_ADDRESS must be an address'],
  ]
  const broken = rules.filter(([holds]) => !holds)
  if (broken.length > 0) {
    throw new Error(broken.map(([, rule]) => `${rule} when VENUE_LIVE_URL is set`).join('\n'))
  }
  return {
    url: url.replace(/\/+$/, ''),
    testnet: config.testnet === true,
    keySecret,
    masterKey,
    fundingUsd,
    builderAddress: builder === '' ? null : builder.toLowerCase(),
  }
}

/** Whether signed orders may be sent to an address: nobody in between may read or change them. */
function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, search } = new URL(text)
  if (search !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname))
}
