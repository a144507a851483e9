import { Encryption } from '@adonisjs/core/encryption'
import type { Operator } from '#app/extension/access_control'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'

const PURPOSE = 'operator_form'

/**
 * The proof that a form came from a page that this operator has opened: the session, sealed by the
 * host. A form of another site cannot have it.
 */
@singleton()
export class OperatorForms {
  constructor(private box: Encryption) {}

  tokenFor({ sessionId }: Operator): string {
    return this.box.encrypt(sessionId, { purpose: PURPOSE })
  }

  /** @throws ServiceError FORBIDDEN */
  require(token: string, { sessionId }: Operator) {
    if (this.box.decrypt<string>(token, PURPOSE) === sessionId) return
    throw new ServiceError('FORBIDDEN', {
      message: 'Nothing was done: the form was made for another session.',
      next: 'Look at the page again and act there.',
    })
  }
}
