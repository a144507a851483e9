import type { ErrorEntries } from '#app/http/errors/catalogue'

export const VENUE_ERRORS = {
  MARKET_DATA_UNAVAILABLE: {
    status: 503,
    retryable: true,
    message: 'Market data is not available.',
    why: 'The price feed has not ticked yet, or the realm is live and no live venue is configured.',
    fix: 'Look at the "venue-feed" line of /health/ready; repeat the request once it is ok.',
  },
} as const satisfies ErrorEntries
