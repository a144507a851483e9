import { createHash } from 'node:crypto'
import { Encryption } from '@adonisjs/core/encryption'
import { singleton } from '#app/extension/singleton'
import type { BrowserSession } from '../services/browser_sessions.ts'

const PURPOSE = 'step_up_form'

/**
 * The proof that a form came from this service's page: the session and the confirmation that the
 * page was made for, sealed by the host. A form of another site cannot have it, and the page of one
 * person or one confirmation cannot decide another.
 */
@singleton()
export class StepUpForms {
  constructor(private box: Encryption) {}

  tokenFor(session: BrowserSession, requestId: string): string {
    return this.box.encrypt(boundTo(session, requestId), { purpose: PURPOSE })
  }

  accepts(token: string, session: BrowserSession, requestId: string): boolean {
    return this.box.decrypt<string>(token, PURPOSE) === boundTo(session, requestId)
  }
}

function boundTo({ id, issuer, subject }: BrowserSession, requestId: string): string {
  const text = JSON.stringify([requestId, id, issuer, subject])
  return createHash('sha256').update(text).digest('base64url')
}
