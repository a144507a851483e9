import type { Micros } from '#app/clock/clock'
import type { SqlReader } from '#app/storage/database'
import type { ChainTransactionEvidence } from '../extension/evidence_source.ts'
import { evidenceOf } from './evidence_view.ts'
import { readHistory, readProofs } from './history_reader.ts'
import { toDeltas } from './history_views.ts'
import { readSignatures } from './request_signatures.ts'

/** All that many operations have left behind, in as many statements as one operation needs. */
export async function readHistories(session: SqlReader, operationIds: readonly string[]) {
  const [history, proofs, signatures] = [
    await readHistory(session, operationIds),
    operationIds.length === 0 ? [] : await readProofs(session, operationIds),
    await readSignatures(session, operationIds),
  ]
  const operationOf = new Map(history.entries.map(({ seq, operationId }) => [seq, operationId]))
  const bySeq = <Row extends { seq: number }>(rows: readonly Row[]) =>
    Map.groupBy(rows, ({ seq }) => operationOf.get(seq) ?? '')
  const byOperation = <Row extends { operationId: string | null }>(rows: readonly Row[]) =>
    Map.groupBy(rows, ({ operationId }) => operationId ?? '')
  const parts = {
    entries: byOperation(history.entries),
    legs: bySeq(history.legs),
    events: byOperation(history.events),
    deltas: byOperation(history.deltas),
    proofs: bySeq(proofs),
    signatures: Map.groupBy(signatures, ({ operationId }) => operationId),
  }
  return {
    /** Journal positions of the entries of some of them. */
    seqsOf: (ids: readonly string[]) =>
      ids.flatMap((id) => (parts.entries.get(id) ?? []).map(({ seq }) => seq)),
    /** Text bytes of the signed requests of an operation. */
    signedBytes: (id: string) =>
      (parts.signatures.get(id) ?? []).reduce(
        (sum, { signature }) => sum + signature.signingInput.length,
        0
      ),
    /** @param now decides which signatures have expired, and may be shown */
    of(id: string, chainTransactions: readonly ChainTransactionEvidence[], now: Micros) {
      const entries = parts.entries.get(id) ?? []
      const legs = parts.legs.get(id) ?? []
      const events = parts.events.get(id) ?? []
      return {
        events,
        deltas: toDeltas(entries, legs, parts.deltas.get(id) ?? [], events),
        evidence: evidenceOf(
          {
            entries,
            legs,
            proofs: parts.proofs.get(id) ?? [],
            signatures: parts.signatures.get(id) ?? [],
            chainTransactions,
          },
          now
        ),
      }
    },
  }
}
