import { Secret } from '@adonisjs/core/helpers'
import env from '#start/env'

const token = env.get('METRICS_TOKEN')

/** Raw settings; `app/observability/inside.ts` decides by them who may see the inside. */
const observabilityConfig = {
  production: env.get('NODE_ENV') === 'production',
  host: env.get('HOST'),
  metricsToken: token === undefined || token === '' ? undefined : new Secret(token),
}

export default observabilityConfig
