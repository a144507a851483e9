import env from '#start/env'

/** Raw settings; `modules/venue/settings.ts` checks what they mean. */
const venueConfig = {
  /** First part of every market id. */
  code: 'vn',
  /** Seed of the shared price feed. Unset: one is drawn when the feed starts, and kept. */
  feedSeed: env.get('VENUE_FEED_SEED'),
}

export default venueConfig
