import type { ClaimProblem, SignatureClaim } from '#app/extension/signature_claim'
import type { SqlSession } from '#app/storage/database'
import { takeClaims } from '#app/storage/signature_claims'
import { operationsOf, type PostRequest } from '../../core/requests.ts'
import type { PostItem } from './poster.ts'

/** The requests of a group whose signature is already claimed for something else. */
export type MisusedSignatures = ReadonlyMap<PostItem, ClaimProblem>

const NONE: MisusedSignatures = new Map()

/**
 * Claims the signatures of a group's requests, in its transaction and with its realms locked. A
 * refused request keeps its claim: a signature serves one request, whatever becomes of it.
 */
export async function claimSignatures(
  session: SqlSession,
  items: readonly PostItem[]
): Promise<MisusedSignatures> {
  const claims = new Map<PostItem, SignatureClaim>()
  for (const item of items) {
    const claim = claimOf(item.request)
    if (claim) claims.set(item, claim)
  }
  if (claims.size === 0) return NONE
  const problems = await takeClaims(session, [...new Set(claims.values())])
  return new Map(
    [...claims].flatMap(([item, claim]) => {
      const problem = problems.get(claim)
      return problem ? [[item, problem] as const] : []
    })
  )
}

/** All parts of a bulk came with one signature. */
function claimOf(request: PostRequest): SignatureClaim | undefined {
  return operationsOf(request)[0]?.signature?.claim
}
