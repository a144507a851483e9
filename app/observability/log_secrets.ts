import { stdSerializers } from '@adonisjs/core/logger'

/** Names of what acts for somebody: their values are in no log. */
const SECRETS = ['password', 'token', 'idToken', 'refreshToken', 'rawKey', 'authorization']
const CUT = '[redacted]'

/** What writes a value by its name: at the top of a record, and of what a logger was made with. */
export const serializers = {
  ...Object.fromEntries(SECRETS.map((name) => [name, () => CUT])),
  err: (error: Error) => withoutSecrets(stdSerializers.err(error)),
}

/**
 * The record, without what stands one level down under such a name. The logger's own `redact` would do both, but takes
 * longer than everything else that a request's record costs ([0053](../../docs/decisions/0053-what-is-small-adds-up.md)).
 */
export function cutBelow(record: Record<string, unknown>): Record<string, unknown> {
  let cut = record
  for (const [name, value] of Object.entries(record)) {
    // An error is written by its serializer, which has to see it whole.
    const kept = name === 'err' ? value : withoutSecrets(value)
    if (kept !== value) cut = { ...cut, [name]: kept }
  }
  return cut
}

function withoutSecrets(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const there = SECRETS.filter((name) => name in value)
  return there.length === 0
    ? value
    : { ...value, ...Object.fromEntries(there.map((name) => [name, CUT])) }
}
