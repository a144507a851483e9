import { toSqlDatetime } from '#app/clock/timestamp'
import type { ClaimProblem, SignatureClaim } from '#app/extension/signature_claim'
import type { SqlReader, SqlSession } from '#app/storage/database'

type ClaimRow = Pick<SignatureClaim, 'digest' | 'method' | 'route' | 'target' | 'holder'>

/**
 * Takes claims, in the transaction of what the signatures are for or on their own. Waits for a
 * transaction that has taken one of them and is not committed yet. A claim is taken once; the same
 * request may take its own again, and so may any request at the same target that names its operation.
 *
 * @returns the claims that were not given
 */
export async function takeClaims(
  session: Pick<SqlSession, 'read' | 'write'>,
  claims: readonly SignatureClaim[]
): Promise<ReadonlyMap<SignatureClaim, ClaimProblem>> {
  const problems = new Map<SignatureClaim, ClaimProblem>()
  if (claims.length === 0) return problems
  // In one order, so that two transactions with the same signatures do not wait for each other.
  const wanted = new Map(
    claims
      .toSorted((a, b) => (a.digest < b.digest ? -1 : 1))
      .map((claim) => [claim.digest, claim] as const)
  )
  const rows = [...wanted.values()].map((claim) => [
    claim.digest,
    claim.method,
    claim.route,
    claim.target,
    claim.holder,
    toSqlDatetime(claim.usableUntil),
  ])
  const { affectedRows } = await session.write(
    `INSERT IGNORE INTO signature_claims (digest, method, route, target, holder, usable_until)
     VALUES ?`,
    [rows]
  )
  if (affectedRows === claims.length) return problems
  const taken = await read(session, [...wanted.keys()])
  for (const claim of claims) {
    const problem = problemOf(claim, taken.get(claim.digest)!)
    if (problem) problems.set(claim, problem)
  }
  return problems
}

/** Whether a signature was claimed for another target; takes nothing. */
export async function claimedElsewhere(
  reader: SqlReader,
  claim: SignatureClaim
): Promise<ClaimProblem | null> {
  const row = (await read(reader, [claim.digest])).get(claim.digest)
  return row && row.target !== claim.target ? problemOf(claim, row) : null
}

async function read(reader: SqlReader, digests: string[]): Promise<Map<string, ClaimRow>> {
  const rows = await reader.read<ClaimRow>(
    'SELECT digest, method, route, target, holder FROM signature_claims WHERE digest IN (?)',
    [digests]
  )
  return new Map(rows.map((row) => [row.digest, row]))
}

function problemOf(claim: SignatureClaim, taken: ClaimRow): ClaimProblem | null {
  const usedFor = `${taken.method} ${taken.route}`
  if (taken.target !== claim.target) return { reason: 'wrong_route', usedFor }
  if (claim.repeatable || taken.holder === claim.holder) return null
  return { reason: 'already_used', usedFor }
}
