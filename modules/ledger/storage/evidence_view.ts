import type { Micros } from '#app/clock/clock'
import { sqlToRfc3339, toRfc3339 } from '#app/clock/timestamp'
import { usableUntil } from '#app/extension/signature_claim'
import { formatUsd } from '#app/money/usd'
import type { ChainTransactionEvidence } from '../extension/evidence_source.ts'
import { entryId, legId } from '../core/journal_ids.ts'
import type { StoredEntry, StoredLeg, StoredProof } from './history_reader.ts'
import type { SignedOperation } from './request_signatures.ts'

export interface EvidenceParts {
  entries: readonly StoredEntry[]
  legs: readonly StoredLeg[]
  proofs: readonly StoredProof[]
  chainTransactions: readonly ChainTransactionEvidence[]
  signatures: readonly SignedOperation[]
}

const RUNTIME_CHECKS = [
  {
    key: 'legs_sum_to_zero',
    label: 'Double entry',
    description: 'The legs of every journal entry sum to zero per denomination.',
  },
  {
    key: 'balance_after_chain',
    label: 'Balance continuity',
    description: 'Each leg carries the balance after it; it equals the one before plus the amount.',
  },
  {
    key: 'no_overdraft',
    label: 'No overdraft',
    description: 'A cash object never commits more than it has available.',
  },
  {
    key: 'operation_path_unique',
    label: 'Exactly once',
    description: 'An operation path is used at most once per realm, for ever.',
  },
]

const INTEGRITY = {
  appendOnlyHistory: true,
  proofUniqueness: {
    enforced: true,
    mechanism: 'A unique key over proof type and external reference: one fact credits once.',
  },
  runtimeChecks: RUNTIME_CHECKS,
  cryptographicSequence: {
    present: false,
    note: 'This evidence is correlated history, not a hash chain or an attestation.',
  },
}

/**
 * The `audit-evidence.v1` block: what the journal, the proofs, the chain and the callers'
 * signatures say about operations.
 */
export function evidenceOf(parts: EvidenceParts, now: Micros) {
  const { entries, legs, proofs, chainTransactions, signatures } = parts
  const times = new Map(entries.map(({ seq, committedAt }) => [seq, committedAt]))
  const idOfEntry = ({ realmId, seq }: { realmId: string; seq: number }) =>
    entryId(realmId, seq, times.get(seq)!)
  return {
    version: 'audit-evidence.v1',
    journal: {
      entries: entries.map((entry) => ({
        id: idOfEntry(entry),
        realmId: entry.realmId,
        operationId: entry.operationId,
        opType: entry.opType,
        authority: entry.authority,
        status: entry.status,
        createdAt: sqlToRfc3339(entry.committedAt),
        committedAt: sqlToRfc3339(entry.committedAt),
      })),
      legs: legs.map((leg) => ({
        entryId: idOfEntry(leg),
        id: legId(leg.realmId, leg.seq, leg.legNo, times.get(leg.seq)!),
        accountId: leg.objectId,
        denomination: leg.denomination,
        amount: formatUsd(leg.amount),
        kind: leg.kind,
      })),
      proofs: proofs.map((proof) => ({
        entryId: idOfEntry(proof),
        id: proof.id,
        proofType: proof.proofType,
        externalRef: proof.externalRef,
      })),
      chainTransactions,
    },
    signatures: signatures.map((signed) => signatureOf(signed, now)),
    integrity: INTEGRITY,
  }
}

/**
 * A signature is shown only once it has expired: before that, its reader could use it for a
 * request.
 */
function signatureOf({ operationId, signature }: SignedOperation, now: Micros) {
  const shownFrom = usableUntil(signature.signingInput)
  const isShown = now >= shownFrom
  return {
    operationId,
    keyId: signature.signingKeyId,
    fingerprint: signature.fingerprint,
    publicKey: signature.publicKey,
    signature: isShown ? signature.signature : null,
    signingInput: isShown ? signature.signingInput : null,
    method: signature.method,
    route: signature.route,
    createdAt: toRfc3339(signature.createdAt),
    shownFrom: toRfc3339(shownFrom),
    note: isShown
      ? null
      : 'The signature and its text are shown from shownFrom on, when they can no longer be used.',
  }
}
