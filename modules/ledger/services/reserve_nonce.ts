import { singleton } from '#app/extension/singleton'
import { keepNothing, type Keep } from '#app/http/idempotency/answer_once'
import { Database } from '#app/storage/database'
import { operationPrefix, separatorAfter, type GeneratedVerb } from '../core/generated_path.ts'
import { OperationReader } from '../storage/operation_reader.ts'

/** More used paths in a row than any caller plausibly makes. The numbers passed over are spent. */
const ATTEMPTS = 100

export interface ReservedNonce {
  nonce: number
  path: string
}

/** Hands out numbers per realm and prefix, from 1 on, each once. */
@singleton()
export class ReserveNonce {
  constructor(
    private database: Database,
    private operations: OperationReader
  ) {}

  async run(
    realmId: string,
    prefix: string,
    separator: string = separatorAfter(prefix),
    keep: Keep<ReservedNonce> = keepNothing
  ): Promise<ReservedNonce> {
    return this.database.transaction(async (session) => {
      await session.write(
        `INSERT INTO nonces (realm_id, prefix, value) VALUES (?, ?, 1)
           ON DUPLICATE KEY UPDATE value = value + 1`,
        [realmId, prefix]
      )
      const [row] = await session.read<{ value: string }>(
        'SELECT value FROM nonces WHERE realm_id = ? AND prefix = ?',
        [realmId, prefix]
      )
      const nonce = Number(row!.value)
      const reserved = { nonce, path: `${prefix}${separator}${nonce}` }
      await keep(session, reserved)
      return reserved
    })
  }

  /**
   * A path for an operation whose caller names none. Callers may have used the next path by hand
   * already: it would answer with their operation, or refuse a request that was never made before.
   */
  async operationPath(realmId: string, verb: GeneratedVerb, objectPath: string): Promise<string> {
    const prefix = operationPrefix(verb, objectPath)
    for (let attempt = 1; ; attempt += 1) {
      const { path } = await this.run(realmId, prefix, ':')
      const isFree = !(await this.operations.isUsed(realmId, path))
      if (isFree || attempt === ATTEMPTS) return path
    }
  }
}
