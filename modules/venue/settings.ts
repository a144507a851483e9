import { randomBytes } from 'node:crypto'
import { readTogether } from '#app/preflight/broken_settings'
import { liveSettings, type LiveConfig, type LiveSettings } from './live/live_settings.ts'

/** The shape of `config/venue.ts`. */
export interface VenueConfig {
  code: string
  feedSeed: string | undefined
  live?: LiveConfig | undefined
}

export interface VenueSettings {
  code: string
  /** null when the operator leaves the seed to the service. */
  feedSeed: string | null
  /** Left out when there is no live venue. */
  live?: LiveSettings
}

const CODE = /^[a-z][a-z0-9]{0,15}$/
const SEED = /^[\x21-\x7e]{1,128}$/

/** @throws Error that says which settings to change, a line for each */
export function venueSettings({ code, feedSeed, live = {} }: VenueConfig): VenueSettings {
  if (!CODE.test(code)) {
    throw new Error('The venue code must be 1 to 16 lower-case letters and digits')
  }
  const read = readTogether({ feedSeed: () => seedOf(feedSeed), live: () => liveSettings(live) })
  return { code, feedSeed: read.feedSeed, ...(read.live && { live: read.live }) }
}

function seedOf(text = ''): string | null {
  if (text === '') return null
  if (SEED.test(text)) return text
  throw new Error('VENUE_FEED_SEED must be 1 to 128 printable ASCII characters without spaces')
}

/** A random seed: a caller who knew the seed of a feed would know its future prices. */
export function drawSeed(): string {
  return randomBytes(32).toString('hex')
}
