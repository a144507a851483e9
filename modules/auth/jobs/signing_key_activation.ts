import { defineJob } from '#app/queue/job'
import { ActivateSigningKeys } from '../services/activate_signing_keys.ts'

const EVERY_MS = 60_000

/**
 * Records activations. Time alone makes keys active: without this job only their histories would be
 * late.
 */
export const signingKeyActivation = defineJob<Record<string, never>>({
  name: 'auth-signing-key-activation',
  about: {
    carries: 'Signing keys whose time to become active has come.',
    takes: 'Under a second, once a minute.',
    failing: 'Keys work all the same; only their histories are late. Read the error in the log.',
  },
  everyMs: EVERY_MS,
  async handle(_payload, { container, log }) {
    const activate = await container.make(ActivateSigningKeys)
    const recorded = await activate.run()
    if (recorded > 0) log.info({ recorded }, 'signing keys became active')
    return 'done'
  },
})
