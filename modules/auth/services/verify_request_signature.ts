import { verify } from 'node:crypto'
import { Clock } from '#app/clock/clock'
import type { Principal, RequestSignature } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import {
  SIGNATURE_PROBLEMS,
  readSignature,
  type SignatureHeaders,
  type SignatureProblem,
} from '../core/request_signature.ts'
import { signingKeyState } from '../core/signing_key.ts'
import { KnownSigningKeys, type KnownSigningKey } from './known_signing_keys.ts'

/** Verifies the Ed25519 signature of a request. */
@singleton()
export class VerifyRequestSignature {
  constructor(
    private keys: KnownSigningKeys,
    private clock: Clock
  ) {}

  /**
   * @param body the raw text of the body; empty when there is none
   * @throws ServiceError INVALID_SIGNATURE with `details.reason`
   */
  async run(
    { orgId }: Principal,
    headers: SignatureHeaders,
    body: string
  ): Promise<RequestSignature> {
    const claim = readSignature(headers, body, this.clock.nowMs())
    if (typeof claim === 'string') throw refusedSignature(claim)
    const { key, verifier } = await this.requireActive(orgId, claim.fingerprint)
    const { signature, signatureText, signingInput, fingerprint } = claim
    if (!verify(null, Buffer.from(signingInput), verifier, signature)) {
      throw refusedSignature('signature_mismatch')
    }
    return {
      signingKeyId: key.id,
      fingerprint,
      publicKey: key.publicKey,
      signature: signatureText,
      signingInput,
    }
  }

  /**
   * The key that a fingerprint names now.
   *
   * @throws ServiceError INVALID_SIGNATURE with `details.reason`
   */
  async requireActive(orgId: string, fingerprint: string): Promise<KnownSigningKey> {
    const known = await this.keys.find(orgId, fingerprint)
    if (known === null) throw refusedSignature('unknown_key')
    const state = signingKeyState(known.key, this.clock.nowMicros())
    if (state === 'active') return known
    throw refusedSignature(state === 'pending' ? 'key_pending' : 'key_revoked')
  }
}

export function refusedSignature(reason: SignatureProblem): ServiceError {
  return new ServiceError('INVALID_SIGNATURE', {
    message: `${SIGNATURE_PROBLEMS[reason]} Nothing was executed.`,
    details: { reason },
  })
}
