import type { Micros } from '#app/clock/clock'
import type { SqlReader, SqlSession } from '#app/storage/database'
import { Table, text, time } from '#app/storage/table'
import type { PostedEntry } from '../core/apply.ts'

interface StoredSignature {
  realmId: string
  id: string
  signingKeyId: string
  fingerprint: string
  publicKey: string
  signature: string
  signingInput: string
  /** What the signature was used for; null for rows from before that was noted. */
  method: string | null
  route: string | null
  createdAt: Micros
}

const SIGNATURES = new Table<StoredSignature>('request_signatures', {
  realmId: text(),
  id: text(),
  signingKeyId: text(),
  fingerprint: text(),
  publicKey: text(),
  signature: text(),
  signingInput: text(),
  method: text(),
  route: text(),
  createdAt: time(),
})

/** The signature of an operation. */
export interface SignedOperation {
  operationId: string
  signature: StoredSignature
}

/**
 * Stores the signatures of a group's new operations, in its transaction. A request that is sent
 * twice, or split over groups, may bring one that is stored already.
 */
export async function writeSignatures(
  session: SqlSession,
  entries: readonly PostedEntry[]
): Promise<void> {
  const found = new Map<string, StoredSignature>()
  for (const { realmId, posting, committedAt: createdAt } of entries) {
    const signature = posting.operation?.row.signature
    if (!signature || found.has(`${realmId} ${signature.id}`)) continue
    const { method = null, route = null } = signature.claim ?? {}
    found.set(`${realmId} ${signature.id}`, { ...signature, realmId, method, route, createdAt })
  }
  const rest = 'ON DUPLICATE KEY UPDATE created_at = created_at'
  await SIGNATURES.insert(session, [...found.values()], {}, rest)
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
  const signed = await session.read<{ id: string; realmId: string; signatureId: string }>(
    `SELECT id, realm_id AS realmId, signature_id AS signatureId FROM operations
      WHERE id IN (?) AND signature_id IS NOT NULL ORDER BY id`,
    [operationIds]
  )
  if (signed.length === 0) return []
  const found = await SIGNATURES.all(session, 'WHERE realm_id IN (?) AND id IN (?)', [
    [...new Set(signed.map(({ realmId }) => realmId))],
    [...new Set(signed.map(({ signatureId }) => signatureId))],
  ])
  const byId = new Map(found.map((each) => [`${each.realmId} ${each.id}`, each]))
  return signed.map(({ id: operationId, realmId, signatureId }) => {
    const signature = byId.get(`${realmId} ${signatureId}`)
    if (!signature) throw new Error(`The signature of ${operationId} is not stored`)
    return { operationId, signature }
  })
}
