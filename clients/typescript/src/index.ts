export {
  LedgerClient,
  type ClientOptions,
  type SessionOptions,
  type SignInOptions,
} from './client.js'
export { Call, ListCall, type Answer } from './call.js'
export type { SessionTokens } from './credentials.js'
export {
  ApprovalPending,
  ConnectionError,
  ServiceError,
  isRefusal,
  type ErrorDetails,
  type FieldError,
  type WaitingApproval,
} from './errors.js'
export type { Frame, FrameOf } from './frames.js'
export type { ErrorCode } from './generated/errors.js'
export type { EventType } from './generated/events.js'
export type { components, operations } from './generated/schema.js'
export type { RetryPolicy } from './retry.js'
export { SigningKey, canonicalJson, type SigningJwk } from './signing.js'
export type { Stream, StreamOptions, SocketClass } from './stream.js'
export type { Subscription } from './subscriptions.js'
export type { CallOptions } from './transport.js'
export type { Data, Input, OperationId } from './types.js'
export {
  WebhookError,
  verifyWebhook,
  type Received,
  type WebhookMessage,
  type WebhookTerms,
} from './webhooks.js'
