import { Encryption } from '@adonisjs/core/encryption'
import type { KeptCredential, Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import type { KeptRequest } from '#app/http/approved_requests'
import type { Reply } from '#app/http/envelope'

/** A request with all that it is executed with. It holds no secret that signs in. */
export interface WaitingRequest {
  request: KeptRequest
  caller: KeptCredential
  /** The proofs that came with it, and where from. */
  proofs: Pick<Principal, 'origin' | 'signature' | 'lacksSignature'>
}

/**
 * Seals requests that wait, and the answers they got. A row that somebody has changed, or copied
 * from another approval, cannot be opened: what people approve is what is executed.
 */
@singleton()
export class SealedRequests {
  constructor(private box: Encryption) {}

  seal(approvalId: string, waiting: WaitingRequest): string {
    return this.box.encrypt(waiting, { purpose: `approval:${approvalId}` })
  }

  /** @returns null when the row was changed, or sealed with an APP_KEY that is no longer known */
  open(approvalId: string, sealed: string): WaitingRequest | null {
    return this.box.decrypt<WaitingRequest>(sealed, `approval:${approvalId}`)
  }

  sealAnswer(approvalId: string, reply: Reply): string {
    return this.box.encrypt(reply, { purpose: `approval-answer:${approvalId}` })
  }

  answer(approvalId: string, sealed: string): Reply | null {
    return this.box.decrypt<Reply>(sealed, `approval-answer:${approvalId}`)
  }
}
