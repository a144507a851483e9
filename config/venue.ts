import env from '#start/env'

/** Raw settings; `modules/venue/settings.ts` checks what they mean. */
const venueConfig = {
  /** First part of every market id. */
  code: 'vn',
  /** Seed of the shared price feed. Unset: one is drawn when the feed starts, and kept. */
  feedSeed: env.get('VENUE_FEED_SEED'),
  /** The live venue of production realms. Unset: there is none. */
  live: {
    url: env.get('VENUE_LIVE_URL'),
    testnet: env.get('VENUE_LIVE_TESTNET'),
    keySecret: env.get('VENUE_KEY_SECRET'),
    masterKey: env.get('VENUE_MASTER_KEY'),
    fundingUsd: env.get('VENUE_FUNDING_USD'),
    builderAddress: env.get('VENUE_BUILDER_ADDRESS'),
  },
}

export default venueConfig
