import env from '#start/env'
import tracingConfig from '#config/tracing'
import { traceOfLog } from '#app/tracing/tracing_settings'
import { hooks } from '#app/observability/log_secrets'
import { defineConfig } from '@adonisjs/core/logger'

/** One JSON line per record on stdout, without a transport thread; secrets are cut by name. */
export default defineConfig({
  default: 'app',
  loggers: {
    app: {
      enabled: true,
      name: 'service',
      ...(tracingConfig.enabled && { mixin: traceOfLog }),
      level: env.get('LOG_LEVEL', env.get('NODE_ENV') === 'test' ? 'fatal' : 'info'),
      hooks,
    },
  },
})
