/** Names of what acts for somebody: their values are in no log. */
const SECRETS = ['password', 'token', 'idToken', 'refreshToken', 'rawKey', 'authorization']
const NAMED = new RegExp(`"(?:${SECRETS.join('|')})":`)
const CUT = '[redacted]'

/**
 * Cuts secrets out of what the logger writes. Its own `redact` looks for each name in each value of each record, which
 * takes five times as long as all else that the record of a request costs; hardly any line names a secret
 * ([0053](../../docs/decisions/0053-what-is-small-adds-up.md)).
 */
export const hooks = {
  /** A whole line, at every level of it, with what its logger was made with. */
  streamWrite(line: string): string {
    return NAMED.test(line) ? `${JSON.stringify(withoutSecrets(line))}\n` : line
  },

  /** What becomes a part of the message, where it is no longer JSON but text. */
  logMethod<Args extends unknown[]>(
    this: unknown,
    args: Args,
    method: (...args: Args) => void
  ): void {
    const told = args.map((arg, place) => (place > 0 && isObject(arg) ? spoken(arg) : arg))
    method.apply(this, told as Args)
  },
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function spoken(value: object): unknown {
  try {
    const text = JSON.stringify(value) as string | undefined
    return text !== undefined && NAMED.test(text) ? withoutSecrets(text) : value
  } catch {
    // A cycle, for instance: nobody can tell what is in it.
    return '[not JSON]'
  }
}

function withoutSecrets(json: string): unknown {
  return JSON.parse(json, (name, value: unknown) => (SECRETS.includes(name) ? CUT : value))
}
