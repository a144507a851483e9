import { toSqlDatetime } from '#app/clock/timestamp'
import type { SqlReader, SqlSession, SqlValue } from '#app/storage/database'
import type { PostedEntry } from '../core/apply.ts'

interface SignatureRow {
  realm_id: string
  id: string
  signing_key_id: string
  fingerprint: string
  public_key: string
  signature: string
  signing_input: string
  /** What the signature was used for; null for rows from before that was noted. */
  method: string | null
  route: string | null
  created_at: string
}

/** The signature of an operation. */
export interface SignedOperation {
  operationId: string
  signature: Omit<SignatureRow, 'realm_id' | 'id'>
}

/**
 * Stores the signatures of a group's new operations, in its transaction. A request that is sent
 * twice, or split over groups, may bring one that is stored already.
 */
export async function writeSignatures(
  session: SqlSession,
  entries: readonly PostedEntry[]
): Promise<void> {
  const rows = new Map<string, SqlValue[]>()
  for (const { realmId, posting, committedAt } of entries) {
    const signature = posting.operation?.row.signature
    if (!signature || rows.has(`${realmId} ${signature.id}`)) continue
    rows.set(`${realmId} ${signature.id}`, [
      realmId,
      signature.id,
      signature.signingKeyId,
      signature.fingerprint,
      signature.publicKey,
      signature.signature,
      signature.signingInput,
      signature.claim?.method ?? null,
      signature.claim?.route ?? null,
      toSqlDatetime(committedAt),
    ])
  }
  if (rows.size === 0) return
  await session.write(
    `INSERT INTO request_signatures
       (realm_id, id, signing_key_id, fingerprint, public_key, signature, signing_input, method,
        route, created_at)
     VALUES ? ON DUPLICATE KEY UPDATE created_at = created_at`,
    [[...rows.values()]]
  )
}

/**
 * The signatures of operations; unsigned operations have none. Each signature is read once, because
 * the text of a bulk request is long, and hundreds of operations share it.
 */
export async function readSignatures(
  session: SqlReader,
  operationIds: readonly string[]
): Promise<SignedOperation[]> {
  if (operationIds.length === 0) return []
  const signed = await session.read<{ id: string; realm_id: string; signature_id: string }>(
    `SELECT id, realm_id, signature_id FROM operations
      WHERE id IN (?) AND signature_id IS NOT NULL ORDER BY id`,
    [operationIds]
  )
  if (signed.length === 0) return []
  const rows = await session.read<SignatureRow>(
    `SELECT realm_id, id, signing_key_id, fingerprint, public_key, signature, signing_input,
            method, route, created_at
       FROM request_signatures WHERE realm_id IN (?) AND id IN (?)`,
    [
      [...new Set(signed.map(({ realm_id: realmId }) => realmId))],
      [...new Set(signed.map(({ signature_id: signatureId }) => signatureId))],
    ]
  )
  const byId = new Map(rows.map((row) => [`${row.realm_id} ${row.id}`, row]))
  return signed.map((operation) => {
    const signature = byId.get(`${operation.realm_id} ${operation.signature_id}`)
    if (!signature) throw new Error(`The signature of ${operation.id} is not stored`)
    return { operationId: operation.id, signature }
  })
}
