import env from '#start/env'
import type { ProcessSettings } from '#app/processes/process_settings'

/** Raw settings; `app/processes/process_settings.ts` checks what they mean together. */
const processConfig: ProcessSettings = {
  servers: env.get('SERVERS') ?? 1,
  port: env.get('PORT'),
  probePort: env.get('PROBE_PORT'),
  workerPort: env.get('WORKER_PORT'),
}

export default processConfig
