import env from '#start/env'

/** Raw settings; `app/http/rate_limit_settings.ts` checks what they mean together. */
const rateLimitConfig = {
  production: env.get('NODE_ENV') === 'production',
  perSecond: env.get('RATE_LIMIT_PER_SECOND'),
  burst: env.get('RATE_LIMIT_BURST'),
  signInPerMinute: env.get('RATE_LIMIT_SIGN_IN_PER_MINUTE'),
  failuresPerMinute: env.get('RATE_LIMIT_FAILURES_PER_MINUTE'),
}

export default rateLimitConfig
