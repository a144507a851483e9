import { boundedCache } from '#app/storage/bounded_cache'
import type { RequestSignature } from '#app/extension/principal'
import { claimRefusal, type ClaimProblem } from '#app/extension/signature_claim'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { LIMITS } from '#app/limits'
import { Database } from '#app/storage/database'
import { claimedElsewhere, takeClaims } from '#app/storage/signature_claims'
import { AUTH_LIMITS } from '../limits.ts'
import { READS, claimOf, type SignedUse } from '../core/signature_claim.ts'

/** Lets a signature serve one request: the one that comes first. */
@singleton()
export class BindSignature {
  /** Signatures known to belong to reads: a client that polls sends the same one many times. */
  #reads = boundedCache<true>(AUTH_LIMITS.rememberedReadSignatures, {
    ttl: LIMITS.signatureToleranceSeconds * 1000,
  })

  constructor(private database: Database) {}

  /**
   * Binds the signature of a change whose operation takes the claim into its own transaction.
   *
   * @throws ServiceError INVALID_SIGNATURE
   */
  async withOperation(signature: RequestSignature, use: SignedUse): Promise<RequestSignature> {
    const claim = claimOf(signature, use)
    // The claim is looked up before the handler does anything; the poster tells two simultaneous
    // requests apart.
    refuseIf(await claimedElsewhere(this.database, claim))
    return { ...signature, claim }
  }

  /**
   * Binds the signature of any other change, which claims it before it acts.
   *
   * @throws ServiceError INVALID_SIGNATURE
   */
  async before(signature: RequestSignature, use: SignedUse): Promise<RequestSignature> {
    const claim = claimOf(signature, use)
    const problems = await takeClaims(this.database, [claim])
    refuseIf(problems.get(claim) ?? null)
    return { ...signature, claim }
  }

  /**
   * Binds the signature of a read. A read does no harm, whatever its signature was used for before.
   * But all requests without a body sign the same text, so a signature that was seen with a read
   * must not be good for a change.
   */
  async read(signature: RequestSignature, holder: string): Promise<void> {
    const claim = claimOf(signature, { ...READS, holder, repeatable: true })
    if (this.#reads.has(claim.digest)) return
    await takeClaims(this.database, [claim])
    this.#reads.set(claim.digest, true)
  }
}

function refuseIf(problem: ClaimProblem | null) {
  if (problem) throw new ServiceError('INVALID_SIGNATURE', claimRefusal(problem))
}
