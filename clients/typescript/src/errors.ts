import { RETRYABLE_CODES, type ErrorCode } from './generated/errors.js'
import type { components } from './generated/schema.js'

/** A field that breaks a rule. */
export interface FieldError {
  field: string
  rule: string
  message: string
}

/** What `details` holds, for codes whose details a program acts on. */
export interface ErrorDetails {
  VALIDATION_ERROR: { fields: FieldError[] }
  FORBIDDEN: { action: string; resource: string; condition?: string; remaining?: string }
  IDEMPOTENCY_VIOLATION: { operationId?: string; approvalId?: string; scheduleId?: string }
  INSUFFICIENT_BALANCE: { available?: string; required?: string }
  CONDITION_FAILED: { condition: string; actual: string }
  LIMIT_EXCEEDED: { limit: string; allowed: string; requested: string }
  ALREADY_REVERSED: { reversible: string }
  HOLD_NOT_OPEN: { status: string }
  STEP_UP_REQUIRED: {
    action: string
    resources: string[]
    requestId: string
    confirmUrl: string
    expiresAt: string
  }
  COSIGN_REQUIRED: { boundaryId: string; surface: string; propose: string; submit: string }
  INVALID_SIGNATURE: { reason: string }
  APPROVAL_DENIED: { approvalId: string }
  TOO_FEW_APPROVERS: { approvals: number; members: number }
}

type DetailsOf<Code> = Code extends keyof ErrorDetails
  ? ErrorDetails[Code]
  : Record<string, unknown> | undefined

/** The `error` of the envelope, and of an `error` frame. */
export interface ErrorBody {
  code: string
  message: string
  errorId?: string
  details?: Record<string, unknown>
}

/** What the service refused: `code` is for programs, `message` says what happened and what helps. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  /** One of the codes of the reference. A module that is added to the service may have others. */
  readonly code: ErrorCode | (string & {})
  readonly details: Record<string, unknown> | undefined
  /** Quote it to the operator, who finds the cause under it in the log. */
  readonly errorId: string | undefined
  /** Whether the same request may succeed later. */
  readonly retryable: boolean

  /**
   * @param status the HTTP status; null when it came over the stream
   * @param requestId the `X-Request-Id` of the answer, or the `requestId` of the frame
   */
  constructor(
    { code, message, details, errorId }: ErrorBody,
    readonly status: number | null,
    readonly requestId: string | null
  ) {
    super(message)
    this.code = code
    this.details = details
    this.errorId = errorId
    this.retryable = (RETRYABLE_CODES as readonly string[]).includes(code)
  }

  /** Whether it is this refusal; `details` then has the fields of its code. */
  is<Code extends ErrorCode>(
    code: Code
  ): this is ServiceError & { code: Code; details: DetailsOf<Code> } {
    return this.code === code
  }
}

/**
 * No answer came, also not to the retries. Whether the service did what was asked is unknown: send
 * it again with the same `idempotencyKey`, and it is done once.
 */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'

  /** @param idempotencyKey the key that the request was sent with, when it takes one */
  constructor(
    message: string,
    readonly idempotencyKey: string | undefined,
    options?: { cause: unknown }
  ) {
    super(message, options)
  }
}

/** A request that waits until people have approved it. */
export type WaitingApproval = components['schemas']['Approval']

/**
 * The policy of the credential asks for approvals: nothing is done yet. `client.approvals.get` tells
 * what became of it, and the same request sent again gets its answer once it is executed.
 */
export class ApprovalPending extends Error {
  override readonly name = 'ApprovalPending'

  /** @param requestId the `X-Request-Id` of the answer */
  constructor(
    readonly approval: WaitingApproval,
    readonly requestId: string | null
  ) {
    super(
      approval.status === 'approved'
        ? 'The request is approved and being executed: send it again for its answer.'
        : `The request waits for approvals at ${approval.approvalUrl}`
    )
  }
}

/** Whether something thrown is this refusal of the service. */
export function isRefusal<Code extends ErrorCode>(
  error: unknown,
  code: Code
): error is ServiceError & { code: Code; details: DetailsOf<Code> } {
  return error instanceof ServiceError && error.is(code)
}
