import { errors } from '@adonisjs/core/env'

/**
 * The missing and malformed settings, one line each; null for any other failure. Nothing can be
 * checked before they are right, so other findings follow at the next start.
 */
export function settingsProblems(error: unknown): string | null {
  if (!(error instanceof errors.E_INVALID_ENV_VARIABLES)) return null
  const found = error.help.split('\n').map((line) => `  ${line}`)
  return [
    `The service does not start with these settings (${found.length} to mend; start/env.ts and docs/operating.md describe them):`,
    ...found,
  ].join('\n')
}
