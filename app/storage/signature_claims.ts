import type { ClaimProblem, SignatureClaim } from '#app/extension/signature_claim'
import type { SqlReader, SqlSession } from '#app/storage/database'
import { Table, text, time } from '#app/storage/table'

type TakenClaim = Omit<SignatureClaim, 'repeatable'>

const CLAIMS = new Table<TakenClaim>('signature_claims', {
  digest: text(),
  method: text(),
  route: text(),
  target: text(),
  holder: text(),
  usableUntil: time(),
})

/**
 * Takes claims of signatures, in the transaction of what they sign or on their own. It waits for a
 * transaction that has taken one of them and is not committed yet. A claim is taken once; the same
 * request may take its own again, and so may any request at the same target that names its
 * operation.
 *
 * @returns the claims that were refused
 */
export async function takeClaims(
  session: Pick<SqlSession, 'read' | 'write'>,
  claims: readonly SignatureClaim[]
): Promise<ReadonlyMap<SignatureClaim, ClaimProblem>> {
  const problems = new Map<SignatureClaim, ClaimProblem>()
  if (claims.length === 0) return problems
  // Claims are taken in one order, so that two transactions with the same signatures do not wait
  // for each other.
  const wanted = new Map(
    claims
      .toSorted((a, b) => (a.digest < b.digest ? -1 : 1))
      .map((claim) => [claim.digest, claim] as const)
  )
  if ((await CLAIMS.insertNew(session, [...wanted.values()])) === claims.length) return problems
  const taken = await read(session, [...wanted.keys()])
  for (const claim of claims) {
    const problem = problemOf(claim, taken.get(claim.digest)!)
    if (problem) problems.set(claim, problem)
  }
  return problems
}

/** Looks whether a signature was claimed for another target, and takes nothing. */
export async function claimedElsewhere(
  reader: SqlReader,
  claim: SignatureClaim
): Promise<ClaimProblem | null> {
  const row = (await read(reader, [claim.digest])).get(claim.digest)
  return row && row.target !== claim.target ? problemOf(claim, row) : null
}

async function read(reader: SqlReader, digests: string[]): Promise<Map<string, TakenClaim>> {
  const found = await CLAIMS.all(reader, 'WHERE digest IN (?)', [digests])
  return new Map(found.map((claim) => [claim.digest, claim]))
}

function problemOf(claim: SignatureClaim, taken: TakenClaim): ClaimProblem | null {
  const usedFor = `${taken.method} ${taken.route}`
  if (taken.target !== claim.target) return { reason: 'wrong_route', usedFor }
  if (claim.repeatable || taken.holder === claim.holder) return null
  return { reason: 'already_used', usedFor }
}
