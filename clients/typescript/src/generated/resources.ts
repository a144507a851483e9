// Generated from the documents of the service by `node ace client:generate`. Do not edit.

import type { Call, ListCall } from '../call.js'
import type { CallOptions } from '../transport.js'
import type { Data, Input, Item, Rest } from '../types.js'

export interface Auth<Bound extends boolean> {
  /** Sign in with an ID token of the identity provider. No credential. Every sign-in opens a session of its own; the organization is made once. */
  signIn(...rest: Rest<'signIn', Bound>): Call<Data<'signIn'>>

  /** Exchange a refresh token for new tokens, once. No credential. A refresh token is used up; a kept answer would hand out its successor twice. */
  refresh(...rest: Rest<'refreshSession', Bound>): Call<Data<'refreshSession'>>

  /** Revoke a refresh token; the access token lives on until it expires. No credential. What has ended stays ended. */
  signOut(...rest: Rest<'revokeRefreshToken', Bound>): Call<Data<'revokeRefreshToken'>>

  /** The profile of the signed-in builder. Any valid credential. */
  me(...rest: Rest<'getCurrentBuilder', Bound>): Call<Data<'getCurrentBuilder'>>

  /** Where you are signed in: programs and browsers, newest first. The access token of a builder who signed in; no API key, no scoped token. */
  sessions(...rest: Rest<'listSessions', Bound>): ListCall<Data<'listSessions'>, Item<'listSessions', 'sessions'>>

  /** End a session of yours: its refresh token, cookie and access tokens. The access token of a builder who signed in; no API key, no scoped token. */
  endSession(id: string, ...rest: Rest<'endSession', Bound>): Call<Data<'endSession'>>

  /** The credential audit log, newest first; since and until are inclusive. Needs `svc:ReadAuditLog` on /. */
  audit(...rest: Rest<'listAuditEntries', Bound>): ListCall<Data<'listAuditEntries'>, Item<'listAuditEntries', 'entries'>>

  /** Every action there is, with aliases and presets. No credential. */
  permissions(...rest: Rest<'listPermissions', Bound>): Call<Data<'listPermissions'>>

  /** How a confirmation stands; holds the token once it is approved. Any valid credential. */
  stepUp(id: string, ...rest: Rest<'getStepUp', Bound>): Call<Data<'getStepUp'>>
}

export interface Members<Bound extends boolean> {
  /** The members of your organization and their roles, newest first. The access token of a builder who signed in; no API key, no scoped token. */
  list(...rest: Rest<'listMembers', Bound>): ListCall<Data<'listMembers'>, Item<'listMembers', 'members'>>

  /** Give a member another role; one that may do less ends their sessions and tokens. The access token of a builder with the role `owner` who signed in; no API key, no scoped token. */
  update(id: string, ...rest: Rest<'updateMember', Bound>): Call<Data<'updateMember'>>

  /** Remove a member, or leave: their sessions and tokens end, API keys stay. Owners remove others. The access token of a builder who signed in; no API key, no scoped token. */
  remove(id: string, ...rest: Rest<'removeMember', Bound>): Call<Data<'removeMember'>>
}

export interface Invitations<Bound extends boolean> {
  /** Invite a person by their address; whoever is invited again gets a new secret. The access token of a builder with the role `owner` who signed in; no API key, no scoped token. Done once per `Idempotency-Key`, for 24 hours: a repeat is answered as the first time. Without one, a repeat is another request. */
  create(...rest: Rest<'createInvitation', Bound>): Call<Data<'createInvitation'>>

  /** The invitations of your organization, newest first; never their secrets. The access token of a builder who signed in; no API key, no scoped token. */
  list(...rest: Rest<'listInvitations', Bound>): ListCall<Data<'listInvitations'>, Item<'listInvitations', 'invitations'>>

  /** Take an invitation back. The access token of a builder with the role `owner` who signed in; no API key, no scoped token. */
  revoke(id: string, ...rest: Rest<'revokeInvitation', Bound>): Call<Data<'revokeInvitation'>>

  /** Sign in and accept an invitation, with an ID token of the address that was invited. No credential. Whoever has accepted is signed in by a repetition. */
  accept(...rest: Rest<'acceptInvitation', Bound>): Call<Data<'acceptInvitation'>>
}

export interface ApiKeys<Bound extends boolean> {
  /** Make an API key; `scope` is an object or its JSON text. An unscoped credential of the organization. Done once per `Idempotency-Key`, for 24 hours: a repeat is answered as the first time. Without one, a repeat is another request. */
  create(...rest: Rest<'createApiKey', Bound>): Call<Data<'createApiKey'>>

  /** The API keys of the organization, newest first, revoked ones too. An unscoped credential of the organization. */
  list(...rest: Rest<'listApiKeys', Bound>): ListCall<Data<'listApiKeys'>, Item<'listApiKeys', 'apiKeys'>>

  /** Take over a key that another key made: it no longer ends with that key. The access token of a builder with the role `owner` or `developer` who signed in; no API key, no scoped token. A key that is adopted stays adopted. */
  adopt(id: string, ...rest: Rest<'adoptApiKey', Bound>): Call<Data<'adoptApiKey'>>

  /** Revoke an API key, the keys it made and the scoped tokens minted with them, for good. An unscoped credential of the organization. */
  revoke(id: string, ...rest: Rest<'deleteApiKey', Bound>): Call<Data<'deleteApiKey'>>
}

export interface Tokens<Bound extends boolean> {
  /** Mint a token for an end user, with part of what the caller may do in one realm. Any valid credential. Done once per `Idempotency-Key`, for 24 hours: a repeat is answered as the first time. Without one, a repeat is another request. */
  mint(...rest: Rest<'mintScopedToken', Bound>): Call<Data<'mintScopedToken'>>

  /** The scoped tokens of the organization that have not expired, newest first. An unscoped credential of the organization. */
  list(...rest: Rest<'listScopedTokens', Bound>): ListCall<Data<'listScopedTokens'>, Item<'listScopedTokens', 'tokens'>>

  /** Revoke a scoped token, and those that were minted with it. An unscoped credential of the organization. */
  revoke(id: string, ...rest: Rest<'revokeScopedToken', Bound>): Call<Data<'revokeScopedToken'>>
}

export interface SigningKeys<Bound extends boolean> {
  /** Register an Ed25519 public key; the first one is active at once, others after 72 hours. The access token of a builder with the role `owner` or `developer` who signed in; no API key, no scoped token. Done once per `Idempotency-Key`, for 24 hours: a repeat is answered as the first time. Without one, a repeat is another request. */
  create(...rest: Rest<'createSigningKey', Bound>): Call<Data<'createSigningKey'>>

  /** The signing keys of the organization, newest first, revoked ones too. The access token of a builder who signed in; no API key, no scoped token. */
  list(...rest: Rest<'listSigningKeys', Bound>): ListCall<Data<'listSigningKeys'>, Item<'listSigningKeys', 'signingKeys'>>

  /** Revoke a signing key for good; what it signed stays verifiable. The access token of a builder with the role `owner` or `developer` who signed in; no API key, no scoped token. */
  revoke(id: string, ...rest: Rest<'deleteSigningKey', Bound>): Call<Data<'deleteSigningKey'>>

  /** Revoke a signing key that is still pending, and refuse otherwise. The access token of a builder with the role `owner` or `developer` who signed in; no API key, no scoped token. Done once per `Idempotency-Key`, for 24 hours: a repeat is answered as the first time. Without one, a repeat is another request. */
  cancel(id: string, ...rest: Rest<'cancelSigningKey', Bound>): Call<Data<'cancelSigningKey'>>

  /** The hash-chained history of a signing key, newest first. The access token of a builder who signed in; no API key, no scoped token. */
  events(id: string, ...rest: Rest<'listSigningKeyEvents', Bound>): ListCall<Data<'listSigningKeyEvents'>, Item<'listSigningKeyEvents', 'events'>>
}

export interface Realms<Bound extends boolean> {
  /** Create a realm. An unscoped credential of the organization. Done once per `Idempotency-Key`, for 24 hours: a repeat is answered as the first time. Without one, a repeat is another request. */
  create(...rest: Rest<'createRealm', Bound>): Call<Data<'createRealm'>>

  /** The realms of the organization, newest first. Any valid credential. */
  list(...rest: Rest<'listRealms', Bound>): ListCall<Data<'listRealms'>, Item<'listRealms', 'realms'>>

  /** One realm. Any valid credential. */
  get(id: string, ...rest: Rest<'getRealm', Bound>): Call<Data<'getRealm'>>

  /** Delete a realm for ever; a permanent one after a confirmation in the browser. An unscoped credential of the organization. */
  delete(id: string, ...rest: Rest<'deleteRealm', Bound>): Call<Data<'deleteRealm'>>

  /** Change settings of a realm; what is left out is kept, null clears. An unscoped credential of the organization. */
  updateSettings(id: string, ...rest: Rest<'updateRealmSettings', Bound>): Call<Data<'updateRealmSettings'>>

  /** How many objects, operations and events a realm has. Needs `svc:ReadOperation` on /. */
  summary(...rest: Rest<'getRealmSummary', Bound>): Call<Data<'getRealmSummary'>>

  /** Every cached balance of a realm beside its legs. Needs `svc:ReadBalance` on /. */
  reconciliation(...rest: Rest<'getReconciliation', Bound>): ListCall<Data<'getReconciliation'>, Item<'getReconciliation', 'objects'>>

  /** Prove the invariants of a realm, its hash chain included. Needs `svc:ReadOperation` on /. */
  verify(...rest: Rest<'verifyRealm', Bound>): Call<Data<'verifyRealm'>>
}

export interface Objects<Bound extends boolean> {
  /** Delete an object, and sweep what it holds. Needs `svc:DeleteObject` on the object; svc:DeleteEmptyObject instead when it holds nothing. Needs `svc:ReceiveTo` on body.sweepToPath when something is swept. Where the policy asks for `approvals`, the answer is 202 with `data.approval`, and it waits. Done once per `Idempotency-Key`: a repeat is answered as the first time. */
  delete(...rest: Rest<'deleteObject', Bound>): Call<Data<'deleteObject'>>

  /** What deleting an object would take; changes nothing. Needs `svc:ReadObject` on the path of the object. */
  deletionReadiness(id: string, ...rest: Rest<'getObjectDeletionReadiness', Bound>): Call<Data<'getObjectDeletionReadiness'>>

  /** What lies in a folder: its objects and its child paths, newest first. Needs `svc:ReadObject` on each object and child path; others are left out. */
  browse(...rest: Rest<'browseFolder', Bound>): Call<Data<'browseFolder'>>

  /** Merge labels: a text sets, null removes, what is not named is kept. Needs `svc:UpdateObject` on the path of the object. Where the policy asks for `approvals`, the answer is 202 with `data.approval`, and it waits. */
  updateLabels(id: string, ...rest: Rest<'updateObjectLabels', Bound>): Call<Data<'updateObjectLabels'>>

  /** Every generation of the path of an object, newest first. Needs `svc:ReadObject` on the path of the object. */
  versions(id: string, ...rest: Rest<'listObjectVersions', Bound>): ListCall<Data<'listObjectVersions'>, Item<'listObjectVersions', 'versions'>>

  /** Ensure an object at a path. Needs `svc:CreateObject` on body.path; svc:ReadObject is enough when the object is there already. Where the policy asks for `approvals`, the answer is 202 with `data.approval`, and it waits. Done once per `operationPath` or `Idempotency-Key`: a repeat is answered as the first time. */
  create(...rest: Rest<'createObject', Bound, 'operationPath'>): Call<Data<'createObject'>>

  /** The objects of a realm, newest first. Needs `svc:ReadObject` on each object; others are left out. */
  list(...rest: Rest<'listObjects', Bound>): ListCall<Data<'listObjects'>, Item<'listObjects', 'objects'>>

  /** The object at a path, with what the caller may read of its history and balances. Needs `svc:ReadObject` on query.path. */
  getByPath(...rest: Rest<'getObjectByPath', Bound>): Call<Data<'getObjectByPath'>>

  /** An object with what the caller may read of its history and balances. Needs `svc:ReadObject` on the path of the object. */
  get(id: string, ...rest: Rest<'getObject', Bound>): Call<Data<'getObject'>>

  /** The balances of an object. Needs `svc:ReadBalance` on the path of the object. */
  balances(id: string, ...rest: Rest<'listObjectBalances', Bound>): Call<Data<'listObjectBalances'>>

  /** What bounds the movements of an object. Needs `svc:ReadObject` on the path of the object. */
  limits(id: string, ...rest: Rest<'getObjectLimits', Bound>): Call<Data<'getObjectLimits'>>

  /** Set limits: an amount sets, null clears, what is not named is kept. Needs `svc:LimitObject` on the path of the object. Where the policy asks for `approvals`, the answer is 202 with `data.approval`, and it waits. */
  setLimits(id: string, ...rest: Rest<'setObjectLimits', Bound>): Call<Data<'setObjectLimits'>>

  /** What an object held at a moment. Needs `svc:ReadBalance` on the path of the object. */
  snapshot(id: string, ...rest: Rest<'getObjectSnapshot', Bound>): Call<Data<'getObjectSnapshot'>>

  /** What moved the cash of an object between two moments, line by line. Needs `svc:ReadDelta` on the path of the object. */
  statement(id: string, input: Input<'getObjectStatement', Bound> & { format: 'csv' }, options?: CallOptions): Call<string>
  statement(id: string, input?: Input<'getObjectStatement', Bound> & { format?: 'json' }, options?: CallOptions): Call<Exclude<Data<'getObjectStatement'>, string>>
  statement(id: string, ...rest: Rest<'getObjectStatement', Bound>): Call<Data<'getObjectStatement'>>

  /** Proof that an object is counted among what its boundary owes on the chain. Needs `svc:ReadLiabilityProof` on the path of the object. */
  liabilityProof(id: string, ...rest: Rest<'getLiabilityProof', Bound>): Call<Data<'getLiabilityProof'>>

  /** The value below a prefix, at a path, or of an object, over time. Needs `svc:ReadObject` on the target, or the path of the object. Needs `svc:ReadBalance` on the target, or the path of the object. */
  aggregateHistory(...rest: Rest<'getObjectAggregateHistory', Bound>): Call<Data<'getObjectAggregateHistory'>>

  /** What was earned or lost since the range began, over time. Needs `svc:ReadObject` on the target, or the path of the object. Needs `svc:ReadBalance` on the target, or the path of the object. */
  pnlHistory(...rest: Rest<'getObjectPnlHistory', Bound>): Call<Data<'getObjectPnlHistory'>>

  /** What the object at exactly this path is worth. Needs `svc:ReadObject` on query.path. Needs `svc:ReadBalance` on query.path. */
  valuation(...rest: Rest<'getObjectValuation', Bound>): Call<Data<'getObjectValuation'>>

  /** The value below a prefix (trailing slash), or of exactly one object (none). Needs `svc:ReadObject` on query.prefix. Needs `svc:ReadBalance` on query.prefix. */
  aggregate(...rest: Rest<'getObjectAggregate', Bound>): Call<Data<'getObjectAggregate'>>

  /** What was earned or lost between two moments, apart from what came and went. Needs `svc:ReadObject` on query.prefix. Needs `svc:ReadBalance` on query.prefix. */
  pnl(...rest: Rest<'getObjectPnl', Bound>): Call<Data<'getObjectPnl'>>
}

export interface Folders<Bound extends boolean> {
  /** The labels of a folder. Needs `svc:ReadObject` on query.path. */
  labels(...rest: Rest<'getFolderLabels', Bound>): Call<Data<'getFolderLabels'>>

  /** Put exactly these labels on a folder; an empty map clears it. Needs `svc:UpdateFolderLabels` on body.path. Where the policy asks for `approvals`, the answer is 202 with `data.approval`, and it waits. */
  setLabels(...rest: Rest<'setFolderLabels', Bound>): Call<Data<'setFolderLabels'>>
}

export interface Zones<Bound extends boolean> {
  /** Ensure that a path is an isolation zone, a custody boundary of its own. Needs `svc:CreateObject` on body.path. Where the policy asks for `approvals`, the answer is 202 with `data.approval`, and it waits. Done once per `Idempotency-Key`, for 24 hours: a repeat is answered as the first time. Without one, a repeat is another request. */
  create(...rest: Rest<'createIsolationZone', Bound>): Call<Data<'createIsolationZone'>>
}

export interface Operations<Bound extends boolean> {
  /** Move back what a transfer, a capture or a posting has moved, or a part of it. Needs `svc:TransferFrom` on all who received the value. Needs `svc:ReceiveTo` on all who had paid it. Needs `svc:TransferFrom` on the collected fees, with refundFee. Where the policy asks for `approvals`, the answer is 202 with `data.approval`, and it waits. Done once per `path` or `Idempotency-Key`: a repeat is answered as the first time. */
  reverse(id: string, ...rest: Rest<'reverseOperation', Bound, 'path'>): Call<Data<'reverseOperation'>>

  /** Operations of a range of time with their evidence, oldest first, to be verified offline. Needs `svc:ReadOperation` on each operation; others are left out. */
  export(...rest: Rest<'exportOperations', Bound>): ListCall<Data<'exportOperations'>, Item<'exportOperations', 'operations'>>

  /** The operations of a realm, newest first. Needs `svc:ReadOperation` on each operation; others are left out. */
  list(...rest: Rest<'listOperations', Bound>): ListCall<Data<'listOperations'>, Item<'listOperations', 'operations'>>

  /** An operation with its context, events, deltas and, on request, evidence. Needs `svc:ReadOperation` on the operation path, or the path of either side. */
  get(id: string, ...rest: Rest<'getOperation', Bound>): Call<Data<'getOperation'>>
}

export interface Events<Bound extends boolean> {
  /** The events of a realm, newest first. Needs `svc:ReadEvent` on each event; others are left out. */
  list(...rest: Rest<'listEvents', Bound>): ListCall<Data<'listEvents'>, Item<'listEvents', 'events'>>

  /** An event with its operation and the changes committed with it. Needs `svc:ReadEvent` on the path of its object, or of its operation. */
  get(id: string, ...rest: Rest<'getEvent', Bound>): Call<Data<'getEvent'>>
}

export interface Deltas<Bound extends boolean> {
  /** The changes of a realm, balance changes included, newest first. Needs `svc:ReadDelta` on each object; others are left out. */
  list(...rest: Rest<'listDeltas', Bound>): ListCall<Data<'listDeltas'>, Item<'listDeltas', 'deltas'>>
}

export interface Transfers<Bound extends boolean> {
  /** Move value between two objects, once per operation path. Needs `svc:TransferFrom` on body.sourceObjectPath. Needs `svc:ReceiveTo` on body.targetObjectPath. Where the policy asks for `approvals`, the answer is 202 with `data.approval`, and it waits. Done once per `path` or `Idempotency-Key`: a repeat is answered as the first time. */
  create(...rest: Rest<'createTransfer', Bound, 'path'>): Call<Data<'createTransfer'>>

  /** Up to 500 transfers: all or none (atomic), or each for itself (independent). Needs `svc:TransferFrom` on each source. Needs `svc:ReceiveTo` on each target. Where the policy asks for `approvals`, the answer is 202 with `data.approval`, and it waits. Done once per `path` or `Idempotency-Key`: a repeat is answered as the first time. */
  createBulk(...rest: Rest<'createBulkTransfer', Bound>): Call<Data<'createBulkTransfer'>>
}

export interface Postings<Bound extends boolean> {
  /** Move value between many objects of one boundary, all of it or none. Needs `svc:TransferFrom` on each source. Needs `svc:ReceiveTo` on each target. Where the policy asks for `approvals`, the answer is 202 with `data.approval`, and it waits. Done once per `path` or `Idempotency-Key`: a repeat is answered as the first time. */
  create(...rest: Rest<'createPosting', Bound, 'path'>): Call<Data<'createPosting'>>
}

export interface Deposits<Bound extends boolean> {
  /** Deposit into an object; pending until settled. Needs `svc:ReceiveTo` on body.objectPath. Where the policy asks for `approvals`, the answer is 202 with `data.approval`, and it waits. Done once per `path` or `Idempotency-Key`: a repeat is answered as the first time. With neither, a repeat does it again. */
  create(...rest: Rest<'fundAccount', Bound, 'path'>): Call<Data<'fundAccount'>>
}

export interface Withdrawals<Bound extends boolean> {
  /** Withdraw from an object; pending until settled. Needs `svc:WithdrawFrom` on body.objectPath. Where the policy asks for `approvals`, the answer is 202 with `data.approval`, and it waits. Done once per `path` or `Idempotency-Key`: a repeat is answered as the first time. With neither, a repeat does it again. */
  create(...rest: Rest<'defundAccount', Bound, 'path'>): Call<Data<'defundAccount'>>

  /** What the co-signer has to sign for a withdrawal; stores nothing. Needs `svc:CosignWithdraw` on body.objectPath. Where the policy asks for `approvals`, the answer is 202 with `data.approval`, and it waits. It stores nothing. */
  propose(...rest: Rest<'proposeWithdrawal', Bound>): Call<Data<'proposeWithdrawal'>>

  /** Withdraw from an armed boundary with the signature of its co-signer. Needs `svc:CosignWithdraw` on body.objectPath. Where the policy asks for `approvals`, the answer is 202 with `data.approval`, and it waits. Done once per `path` or `Idempotency-Key`: a repeat is answered as the first time. */
  createCosigned(...rest: Rest<'createCosignedWithdrawal', Bound, 'path'>): Call<Data<'createCosignedWithdrawal'>>
}

export interface Fees<Bound extends boolean> {
  /** What a transfer pays, or a taking order: to venue, platform and application. Any valid credential. */
  estimate(...rest: Rest<'estimateFee', Bound>): Call<Data<'estimateFee'>>

  /** Withdraw collected fees of a custody boundary; pending until settled. Needs `svc:WithdrawFrom` on the object the fees are collected at; platform admins need no permission. Where the policy asks for `approvals`, the answer is 202 with `data.approval`, and it waits. Done once per `path` or `Idempotency-Key`: a repeat is answered as the first time. */
  withdraw(...rest: Rest<'withdrawFees', Bound, 'path'>): Call<Data<'withdrawFees'>>
}

export interface Nonces<Bound extends boolean> {
  /** Reserve the next number under a prefix, for operation paths. Any valid credential. Done once per `Idempotency-Key`, for 24 hours: a repeat is answered as the first time. Without one, a repeat is another request. */
  reserve(...rest: Rest<'reserveNonce', Bound>): Call<Data<'reserveNonce'>>
}

export interface Watches<Bound extends boolean> {
  /** Watch the value of several parts of the tree as one; gone after 5 minutes unread. Needs `svc:Subscribe` on every prefix, pattern and path watched. Needs `svc:ReadObject` on every prefix, pattern and path watched. Needs `svc:ReadBalance` on every prefix, pattern and path watched. Where the policy asks for `approvals`, the answer is 202 with `data.approval`, and it waits. Done once per `Idempotency-Key`, for 24 hours: a repeat is answered as the first time. Without one, a repeat is another request. */
  create(...rest: Rest<'createAggregationWatch', Bound>): Call<Data<'createAggregationWatch'>>

  /** The present value of a watch; reading it keeps it. Needs `svc:Subscribe` on every prefix, pattern and path watched. Needs `svc:ReadObject` on every prefix, pattern and path watched. Needs `svc:ReadBalance` on every prefix, pattern and path watched. */
  get(watchId: string, ...rest: Rest<'getAggregationWatch', Bound>): Call<Data<'getAggregationWatch'>>

  /** End a watch. Needs `svc:Subscribe` on every prefix, pattern and path watched. Needs `svc:ReadObject` on every prefix, pattern and path watched. Needs `svc:ReadBalance` on every prefix, pattern and path watched. Where the policy asks for `approvals`, the answer is 202 with `data.approval`, and it waits. */
  delete(watchId: string, ...rest: Rest<'deleteAggregationWatch', Bound>): Call<Data<'deleteAggregationWatch'>>
}

export interface Payments<Bound extends boolean> {
  /** What the holder of a payment link may know. No credential. */
  get(token: string, ...rest: Rest<'getPayment', Bound>): Call<Data<'getPayment'>>

  /** Pay a link with simulated money, or take a withdrawal to an address. No credential. A link is confirmed once; a repeat is answered with Idempotent-Replayed. */
  confirm(token: string, ...rest: Rest<'confirmPayment', Bound>): Call<Data<'confirmPayment'>>
}

export interface Reconciliations<Bound extends boolean> {
  /** Have the file of a bank or a processor compared with the books; nothing is booked. Needs `svc:ManageReconciliation` on the object or prefix that is compared. Needs `svc:ReadDelta` on the object or prefix that is compared. Done once per `Idempotency-Key`, for 24 hours: a repeat is answered as the first time. Without one, a repeat is another request. */
  create(...rest: Rest<'createReconciliation', Bound>): Call<Data<'createReconciliation'>>

  /** The reconciliations of a realm, newest first. Needs `svc:ReadReconciliation` on each of them; others are left out. */
  list(...rest: Rest<'listReconciliations', Bound>): ListCall<Data<'listReconciliations'>, Item<'listReconciliations', 'reconciliations'>>

  /** How far a reconciliation is, and what it adds up to. Needs `svc:ReadReconciliation` on the object or prefix that is compared. */
  get(id: string, ...rest: Rest<'getFileReconciliation', Bound>): Call<Data<'getFileReconciliation'>>

  /** Delete a reconciliation and its report; the books stay as they are. Needs `svc:ManageReconciliation` on the object or prefix that is compared. Where the policy asks for `approvals`, the answer is 202 with `data.approval`, and it waits. */
  delete(id: string, ...rest: Rest<'deleteReconciliation', Bound>): Call<Data<'deleteReconciliation'>>

  /** The report of a reconciliation: what matches, differs, and is missing on either side. Needs `svc:ReadReconciliation` on the object or prefix that is compared. */
  items(id: string, ...rest: Rest<'listReconciliationItems', Bound>): ListCall<Data<'listReconciliationItems'>, Item<'listReconciliationItems', 'items'>>

  /** The report of a reconciliation as one CSV file, which no spreadsheet executes. Needs `svc:ReadReconciliation` on the object or prefix that is compared. */
  report(id: string, ...rest: Rest<'downloadReconciliationReport', Bound>): Call<Data<'downloadReconciliationReport'>>

  /** Stop a reconciliation that runs; it has no report then. Needs `svc:ManageReconciliation` on the object or prefix that is compared. Where the policy asks for `approvals`, the answer is 202 with `data.approval`, and it waits. A reconciliation that has ended stays as it is. */
  cancel(id: string, ...rest: Rest<'cancelReconciliation', Bound>): Call<Data<'cancelReconciliation'>>
}

export interface Webhooks<Bound extends boolean> {
  /** Have the events of a realm sent to an address, from now on. An unscoped credential of the organization. Done once per `Idempotency-Key`, for 24 hours: a repeat is answered as the first time. Without one, a repeat is another request. */
  create(...rest: Rest<'createWebhook', Bound>): Call<Data<'createWebhook'>>

  /** The webhooks of a realm, newest first. An unscoped credential of the organization. */
  list(...rest: Rest<'listWebhooks', Bound>): ListCall<Data<'listWebhooks'>, Item<'listWebhooks', 'webhooks'>>

  /** One webhook, without its secret. An unscoped credential of the organization. */
  get(id: string, ...rest: Rest<'getWebhook', Bound>): Call<Data<'getWebhook'>>

  /** Change, pause or resume a webhook; what is left out stays. An unscoped credential of the organization. */
  update(id: string, ...rest: Rest<'updateWebhook', Bound>): Call<Data<'updateWebhook'>>

  /** Delete a webhook with all that it is owed. An unscoped credential of the organization. */
  delete(id: string, ...rest: Rest<'deleteWebhook', Bound>): Call<Data<'deleteWebhook'>>

  /** Give a webhook a new secret; the old one signs as well for 24 hours. An unscoped credential of the organization. Done once per `Idempotency-Key`, for 24 hours: a repeat is answered as the first time. Without one, a repeat is another request. */
  rotateSecret(id: string, ...rest: Rest<'rotateWebhookSecret', Bound>): Call<Data<'rotateWebhookSecret'>>

  /** Send a webhook an event of type webhook.test, once, at once. An unscoped credential of the organization. A test means nothing; a repeat sends another one. */
  test(id: string, ...rest: Rest<'testWebhook', Bound>): Call<Data<'testWebhook'>>

  /** What a webhook was sent and is owed within 30 days, newest first. An unscoped credential of the organization. */
  deliveries(id: string, ...rest: Rest<'listWebhookDeliveries', Bound>): ListCall<Data<'listWebhookDeliveries'>, Item<'listWebhookDeliveries', 'deliveries'>>

  /** Send an event again, before all later ones that are owed. An unscoped credential of the organization. A receiver gets every event at least once; a repeat may send it once more. */
  redeliver(id: string, deliveryId: string, ...rest: Rest<'redeliverWebhook', Bound>): Call<Data<'redeliverWebhook'>>

  /** Send all events since a moment again, in their order. An unscoped credential of the organization. A receiver gets every event at least once; a repeat may send it once more. */
  replay(id: string, ...rest: Rest<'replayWebhook', Bound>): Call<Data<'replayWebhook'>>
}

export interface Custody<Bound extends boolean> {
  /** The realm's pool, boundaries and exchange objects on the chain. Needs `svc:ReadCustody` on /. */
  status(...rest: Rest<'getCustodyStatus', Bound>): Call<Data<'getCustodyStatus'>>

  /** What the realm holds on the chain beside what it owes, boundary by boundary. Needs `svc:ReadCustody` on /. */
  balanceSheet(...rest: Rest<'getBalanceSheet', Bound>): Call<Data<'getBalanceSheet'>>

  /** What the chain was told that the realm owes, newest first. Needs `svc:ReadCustody` on /. */
  attestations(...rest: Rest<'listAttestations', Bound>): Call<Data<'listAttestations'>>

  /** Give a boundary a time lock, or a longer one; its key holder alone shortens it. An unscoped credential of the organization. Done once per `Idempotency-Key`, for 24 hours: a repeat is answered as the first time. Without one, a repeat is another request. */
  setTimeLock(boundaryId: string, ...rest: Rest<'setTimeLock', Bound>): Call<Data<'setTimeLock'>>

  /** From now on value leaves a boundary only with the signature of its co-signer. An unscoped credential of the organization. Done once per `Idempotency-Key`, for 24 hours: a repeat is answered as the first time. Without one, a repeat is another request. */
  arm(boundaryId: string, ...rest: Rest<'armBoundary', Bound>): Call<Data<'armBoundary'>>

  /** Who holds the keys of a boundary, who is to, and what those have to sign. Needs `svc:ReadCustody` on the root path of the boundary. */
  keys(boundaryId: string, ...rest: Rest<'getBoundaryKeys', Bound>): Call<Data<'getBoundaryKeys'>>

  /** Bring the signature of a key that waits: without it the key takes no effect. An unscoped credential of the organization. The word of a key brings one proposal into effect, once. */
  acceptKey(boundaryId: string, ...rest: Rest<'acceptKey', Bound>): Call<Data<'acceptKey'>>

  /** Take back a key that waits, or refuse a successor, by a guardian or the admin of the pool. An unscoped credential of the organization. Done once per `Idempotency-Key`, for 24 hours: a repeat is answered as the first time. Without one, a repeat is another request. */
  cancelKey(boundaryId: string, ...rest: Rest<'cancelKey', Bound>): Call<Data<'cancelKey'>>

  /** What a co-signer signs to name its successor; with its signature a proposal to the admin. An unscoped credential of the organization. The word of a co-signer is good for one change. */
  handOverCosigner(boundaryId: string, ...rest: Rest<'handOverCosigner', Bound>): Call<Data<'handOverCosigner'>>

  /** What a successor to a lost recovery key signs; with its signature the guardian proposes it. An unscoped credential of the organization. The word of a successor is good for one proposal. */
  proposeInheritance(boundaryId: string, ...rest: Rest<'proposeInheritance', Bound>): Call<Data<'proposeInheritance'>>

  /** The custody boundaries of a realm, newest first; the default one is the last. Needs `svc:ReadCustody` on the root path of each boundary; others are left out. */
  boundaries(...rest: Rest<'listCustodyBoundaries', Bound>): ListCall<Data<'listCustodyBoundaries'>, Item<'listCustodyBoundaries', 'boundaries'>>

  /** One custody boundary. Needs `svc:ReadCustody` on the root path of the boundary. */
  boundary(boundaryId: string, ...rest: Rest<'getCustodyBoundary', Bound>): Call<Data<'getCustodyBoundary'>>

  /** Exchange objects with a vault on the chain, of a realm or one boundary, newest first. Needs `svc:ReadCustody` on the root path of each boundary; others are left out. */
  exchangeObjects(...rest: Rest<'listCustodyExchangeObjects', Bound>): ListCall<Data<'listCustodyExchangeObjects'>, Item<'listCustodyExchangeObjects', 'exchangeObjects'>>

  /** What the holder of a recovery key needs to lock and leave without this service. Needs `svc:ReadCustody` on the root path of the boundary. */
  recoveryKit(...rest: Rest<'getRecoveryKit', Bound>): Call<Data<'getRecoveryKit'>>

  /** Register the recovery key of a boundary, once. An unscoped credential of the organization. Done once per `Idempotency-Key`, for 24 hours: a repeat is answered as the first time. Without one, a repeat is another request. */
  registerRecoveryKey(...rest: Rest<'registerRecoveryKey', Bound>): Call<Data<'registerRecoveryKey'>>
}

export interface Exchange<Bound extends boolean> {
  /** The open positions of an account, by market. Needs `svc:ReadExchange` on the path of the exchange object. */
  positions(id: string, ...rest: Rest<'listPositions', Bound>): ListCall<Data<'listPositions'>, Item<'listPositions', 'positions'>>

  /** Set take-profit and stop-loss of a position. Needs `svc:PlaceOrder` on the path of the exchange object. Where the policy asks for `approvals`, the answer is 202 with `data.approval`, and it waits. */
  setPositionTriggers(id: string, market: string, ...rest: Rest<'setPositionTriggers', Bound>): Call<Data<'setPositionTriggers'>>

  /** Close a position at market. Needs `svc:PlaceOrder` on the path of the exchange object. Where the policy asks for `approvals`, the answer is 202 with `data.approval`, and it waits. Done once per `path` or `Idempotency-Key`: a repeat is answered as the first time. */
  closePosition(id: string, market: string, ...rest: Rest<'closePosition', Bound, 'path'>): Call<Data<'closePosition'>>

  /** An exchange account: margin, positions, open orders. Needs `svc:ReadExchange` on the path of the exchange object. */
  state(id: string, ...rest: Rest<'getExchangeState', Bound>): Call<Data<'getExchangeState'>>

  /** How much an account could order of a market. Needs `svc:ReadExchange` on the path of the exchange object. */
  activeAssetData(id: string, ...rest: Rest<'getActiveAssetData', Bound>): Call<Data<'getActiveAssetData'>>

  /** The leverage an account trades a market with. Needs `svc:ReadExchange` on the path of the exchange object. */
  leverage(id: string, ...rest: Rest<'getLeverage', Bound>): Call<Data<'getLeverage'>>

  /** Set the leverage of a market. Needs `svc:PlaceOrder` on the path of the exchange object. Where the policy asks for `approvals`, the answer is 202 with `data.approval`, and it waits. Done once per `path` or `Idempotency-Key`: a repeat is answered as the first time. */
  setLeverage(id: string, ...rest: Rest<'setLeverage', Bound, 'path'>): Call<Data<'setLeverage'>>

  /** Set the margin mode of a market without position or orders. Needs `svc:PlaceOrder` on the path of the exchange object. Where the policy asks for `approvals`, the answer is 202 with `data.approval`, and it waits. Done once per `path` or `Idempotency-Key`: a repeat is answered as the first time. */
  setMarginMode(id: string, ...rest: Rest<'setMarginMode', Bound, 'path'>): Call<Data<'setMarginMode'>>

  /** Add margin to an isolated position, or take some out. Needs `svc:PlaceOrder` on the path of the exchange object. Where the policy asks for `approvals`, the answer is 202 with `data.approval`, and it waits. Done once per `path` or `Idempotency-Key`: a repeat is answered as the first time. */
  moveIsolatedMargin(id: string, ...rest: Rest<'moveIsolatedMargin', Bound, 'path'>): Call<Data<'moveIsolatedMargin'>>

  /** The fills of an account, newest first. Needs `svc:ReadExchange` on the path of the exchange object. */
  fills(id: string, ...rest: Rest<'listFills', Bound>): ListCall<Data<'listFills'>, Item<'listFills', 'fills'>>

  /** Funding paid and received, newest first. Needs `svc:ReadExchange` on the path of the exchange object. */
  fundingPayments(id: string, ...rest: Rest<'listFundingPayments', Bound>): ListCall<Data<'listFundingPayments'>, Item<'listFundingPayments', 'payments'>>

  /** Volume, profit, fees and funding by market. Needs `svc:ReadExchange` on the path of the exchange object. */
  tradeSummary(id: string, ...rest: Rest<'getTradeSummary', Bound>): ListCall<Data<'getTradeSummary'>, Item<'getTradeSummary', 'markets'>>
}

export interface Orders<Bound extends boolean> {
  /** Place an order, once per operation path. Needs `svc:PlaceOrder` on the path of the exchange object. Where the policy asks for `approvals`, the answer is 202 with `data.approval`, and it waits. Done once per `path` or `Idempotency-Key`: a repeat is answered as the first time. */
  create(id: string, ...rest: Rest<'createOrder', Bound, 'path'>): Call<Data<'createOrder'>>

  /** The orders of an account, newest first. Needs `svc:ReadExchange` on the path of the exchange object. */
  list(id: string, ...rest: Rest<'listOrders', Bound>): ListCall<Data<'listOrders'>, Item<'listOrders', 'orders'>>

  /** Cancel all orders, or those of one market. Needs `svc:CancelOrder` on the path of the exchange object. Where the policy asks for `approvals`, the answer is 202 with `data.approval`, and it waits. */
  cancelAll(id: string, ...rest: Rest<'cancelOrders', Bound>): Call<Data<'cancelOrders'>>

  /** Place an entry with its take-profit and stop-loss. Needs `svc:PlaceOrder` on the path of the exchange object. Where the policy asks for `approvals`, the answer is 202 with `data.approval`, and it waits. Done once per `path` or `Idempotency-Key`: a repeat is answered as the first time. */
  createBatch(id: string, ...rest: Rest<'createOrderBatch', Bound, 'path'>): Call<Data<'createOrderBatch'>>

  /** An order with its fills. Needs `svc:ReadExchange` on the path of the exchange object. */
  get(id: string, orderId: string, ...rest: Rest<'getOrder', Bound>): Call<Data<'getOrder'>>

  /** Change the total size of an order. Needs `svc:PlaceOrder` on the path of the exchange object. Where the policy asks for `approvals`, the answer is 202 with `data.approval`, and it waits. */
  resize(id: string, orderId: string, ...rest: Rest<'resizeOrder', Bound>): Call<Data<'resizeOrder'>>

  /** Cancel an order. Needs `svc:CancelOrder` on the path of the exchange object. Where the policy asks for `approvals`, the answer is 202 with `data.approval`, and it waits. */
  cancel(id: string, orderId: string, ...rest: Rest<'cancelOrder', Bound>): Call<Data<'cancelOrder'>>
}

export interface Twaps<Bound extends boolean> {
  /** Start an order that is sent in slices. Needs `svc:PlaceOrder` on the path of the exchange object. Where the policy asks for `approvals`, the answer is 202 with `data.approval`, and it waits. Done once per `path` or `Idempotency-Key`: a repeat is answered as the first time. */
  create(id: string, ...rest: Rest<'createTwap', Bound, 'path'>): Call<Data<'createTwap'>>

  /** The TWAPs of an account, newest first. Needs `svc:ReadExchange` on the path of the exchange object. */
  list(id: string, ...rest: Rest<'listTwaps', Bound>): ListCall<Data<'listTwaps'>, Item<'listTwaps', 'twaps'>>

  /** Stop a running TWAP. Needs `svc:CancelOrder` on the path of the exchange object. Where the policy asks for `approvals`, the answer is 202 with `data.approval`, and it waits. */
  stop(id: string, operationId: string, ...rest: Rest<'stopTwap', Bound>): Call<Data<'stopTwap'>>
}

export interface Markets<Bound extends boolean> {
  /** The markets and their limits. Any valid credential. */
  list(...rest: Rest<'listMarkets', Bound>): Call<Data<'listMarkets'>>

  /** The mid price of every market, and how old they are. Any valid credential. */
  mids(...rest: Rest<'getMids', Bound>): Call<Data<'getMids'>>

  /** Prices, funding and the last day of every market that is traded. Any valid credential. */
  tickers(...rest: Rest<'listTickers', Bound>): Call<Data<'listTickers'>>

  /** The order book; with a realm, its resting orders are part of it. Any valid credential. */
  book(market: string, ...rest: Rest<'getOrderBook', Bound>): Call<Data<'getOrderBook'>>

  /** Candles, the running one included; the newest 5000 of the time asked for. Any valid credential. */
  candles(market: string, ...rest: Rest<'listCandles', Bound>): Call<Data<'listCandles'>>

  /** The open interest of a market. Any valid credential. */
  openInterest(market: string, ...rest: Rest<'getOpenInterest', Bound>): Call<Data<'getOpenInterest'>>

  /** The funding rate of the running hour as it stands, and of the hours before. Any valid credential. */
  fundingRates(market: string, ...rest: Rest<'getFundingRates', Bound>): Call<Data<'getFundingRates'>>

  /** A day of every market in hourly steps. Any valid credential. */
  sparklines(...rest: Rest<'getSparklines', Bound>): Call<Data<'getSparklines'>>
}

export interface Simulation<Bound extends boolean> {
  /** Give a paper realm a price feed of its own, that can be controlled. An unscoped credential of the organization. Done once per `Idempotency-Key`, for 24 hours: a repeat is answered as the first time. Without one, a repeat is another request. */
  fork(...rest: Rest<'forkSimFeed', Bound>): Call<Data<'forkSimFeed'>>

  /** The private feed of a realm, its controls and the newest changes made by hand. An unscoped credential of the organization. */
  feed(...rest: Rest<'getSimFeed', Bound>): Call<Data<'getSimFeed'>>

  /** Choose what moves the prices: the seed, recorded candles, or nothing. An unscoped credential of the organization. */
  setMode(...rest: Rest<'setSimFeedMode', Bound>): Call<Data<'setSimFeedMode'>>

  /** Stop, start or advance the clock; accounts have followed when it answers. An unscoped credential of the organization. Done once per `Idempotency-Key`, for 24 hours: a repeat is answered as the first time. Without one, a repeat is another request. */
  setClock(...rest: Rest<'setSimClock', Bound>): Call<Data<'setSimClock'>>

  /** Take one tick at once. An unscoped credential of the organization. Done once per `Idempotency-Key`, for 24 hours: a repeat is answered as the first time. Without one, a repeat is another request. */
  tick(...rest: Rest<'tickSimFeed', Bound>): Call<Data<'tickSimFeed'>>

  /** Refuse the next orders with an error code. An unscoped credential of the organization. Done once per `Idempotency-Key`, for 24 hours: a repeat is answered as the first time. Without one, a repeat is another request. */
  setFault(...rest: Rest<'setSimFault', Bound>): Call<Data<'setSimFault'>>

  /** Set the price of a market; accounts follow with the next tick. An unscoped credential of the organization. Done once per `Idempotency-Key`, for 24 hours: a repeat is answered as the first time. Without one, a repeat is another request. */
  setPrice(...rest: Rest<'setSimPrice', Bound>): Call<Data<'setSimPrice'>>

  /** Scale or empty the synthetic book of a market. An unscoped credential of the organization. Done once per `Idempotency-Key`, for 24 hours: a repeat is answered as the first time. Without one, a repeat is another request. */
  setLiquidity(...rest: Rest<'setSimLiquidity', Bound>): Call<Data<'setSimLiquidity'>>

  /** Set the hourly funding rate of a market; null goes back to its premium. An unscoped credential of the organization. Done once per `Idempotency-Key`, for 24 hours: a repeat is answered as the first time. Without one, a repeat is another request. */
  setFundingRate(...rest: Rest<'setSimFundingRate', Bound>): Call<Data<'setSimFundingRate'>>

  /** Let a market follow recorded candles from the next tick on. An unscoped credential of the organization. Done once per `Idempotency-Key`, for 24 hours: a repeat is answered as the first time. Without one, a repeat is another request. */
  replayCandles(...rest: Rest<'replaySimCandles', Bound>): Call<Data<'replaySimCandles'>>

  /** Delist a market: orders end, positions are settled with the next tick. An unscoped credential of the organization. Done once per `Idempotency-Key`, for 24 hours: a repeat is answered as the first time. Without one, a repeat is another request. */
  delistMarket(market: string, ...rest: Rest<'delistSimMarket', Bound>): Call<Data<'delistSimMarket'>>
}

export interface Admin<Bound extends boolean> {
  /** The balance sheet of any realm. The own access token of a platform admin. */
  balanceSheet(realmId: string, ...rest: Rest<'getBalanceSheetAsAdmin', Bound>): Call<Data<'getBalanceSheetAsAdmin'>>

  /** The halt in force, and the newest halts of the realm. The own access token of a platform admin. */
  halt(realmId: string, ...rest: Rest<'getRealmHalt', Bound>): Call<Data<'getRealmHalt'>>

  /** Stop withdrawals, or all movements, of a realm. The own access token of a platform admin. Done once per `Idempotency-Key`, for 24 hours: a repeat is answered as the first time. Without one, a repeat is another request. */
  raiseHalt(realmId: string, ...rest: Rest<'haltRealm', Bound>): Call<Data<'haltRealm'>>

  /** Let a realm go on. The own access token of a platform admin. */
  clearHalt(realmId: string, ...rest: Rest<'clearRealmHalt', Bound>): Call<Data<'clearRealmHalt'>>

  /** What the admin of the pool has to do, as transactions that a Safe can execute. The own access token of a platform admin. */
  proposals(realmId: string, ...rest: Rest<'listAdminProposals', Bound>): Call<Data<'listAdminProposals'>>

  /** What came to the pool by mistake and is to go elsewhere, and how far that is. The own access token of a platform admin. */
  rescues(realmId: string, ...rest: Rest<'listRescues', Bound>): Call<Data<'listRescues'>>

  /** Propose to the admin of the pool to send foreign tokens or ether elsewhere. The own access token of a platform admin. Done once per `Idempotency-Key`, for 24 hours: a repeat is answered as the first time. Without one, a repeat is another request. */
  proposeRescue(realmId: string, ...rest: Rest<'proposeRescue', Bound>): Call<Data<'proposeRescue'>>
}

export interface Dev<Bound extends boolean> {
  /** An ID token for anybody, for scripts. No credential. It signs a token and stores nothing. */
  createIdToken(...rest: Rest<'createDevIdToken', Bound>): Call<Data<'createDevIdToken'>>

  /** How to reach the local chain. No credential. */
  chain(...rest: Rest<'getDevChain', Bound>): Call<Data<'getDevChain'>>

  /** Test USD and gas money for an address. No credential. Done once per `Idempotency-Key`, for 24 hours: a repeat is answered as the first time. Without one, a repeat is another request. */
  fundAddress(...rest: Rest<'fundDevAddress', Bound>): Call<Data<'fundDevAddress'>>
}

export interface Holds<Bound extends boolean> {
  /** Reserve an amount of an object, for captures that come later. Needs `svc:TransferFrom` on body.sourceObjectPath. Needs `svc:ReceiveTo` on body.targetObjectPath, when it is named. Where the policy asks for `approvals`, the answer is 202 with `data.approval`, and it waits. Done once per `path` or `Idempotency-Key`: a repeat is answered as the first time. */
  create(...rest: Rest<'createHold', Bound, 'path'>): Call<Data<'createHold'>>

  /** The holds of a realm, newest first. Needs `svc:ReadOperation` on each hold; others are left out. */
  list(...rest: Rest<'listHolds', Bound>): ListCall<Data<'listHolds'>, Item<'listHolds', 'holds'>>

  /** A hold: what was captured, what is left, and until when. Needs `svc:ReadOperation` on the hold, by any of its paths. */
  get(operationId: string, ...rest: Rest<'getHold', Bound>): Call<Data<'getHold'>>

  /** Move what is held, or a part of it. Needs `svc:TransferFrom` on the source of the hold. Needs `svc:ReceiveTo` on body.targetObjectPath, or the target of the hold. Where the policy asks for `approvals`, the answer is 202 with `data.approval`, and it waits. Done once per `path` or `Idempotency-Key`: a repeat is answered as the first time. */
  capture(operationId: string, ...rest: Rest<'captureHold', Bound, 'path'>): Call<Data<'captureHold'>>

  /** Make what is left of a hold available again. Needs `svc:TransferFrom` on the source of the hold. Where the policy asks for `approvals`, the answer is 202 with `data.approval`, and it waits. Done once per `path` or `Idempotency-Key`: a repeat is answered as the first time. With neither, a repeat does it again. */
  release(operationId: string, ...rest: Rest<'releaseHold', Bound, 'path'>): Call<Data<'releaseHold'>>

  /** Let a hold last longer. Needs `svc:TransferFrom` on the source of the hold. Where the policy asks for `approvals`, the answer is 202 with `data.approval`, and it waits. The end is counted from now; no other one is earlier. */
  extend(operationId: string, ...rest: Rest<'extendHold', Bound>): Call<Data<'extendHold'>>
}

export interface PaymentLinks<Bound extends boolean> {
  /** Ask for a payment, or offer a payout, by link, once per operation path. Needs `svc:ReceiveTo` on the path of the object of a deposit link. Needs `svc:WithdrawFrom` on the path of the object of a withdrawal link. Where the policy asks for `approvals`, the answer is 202 with `data.approval`, and it waits. Done once per `path` or `Idempotency-Key`: a repeat is answered as the first time. With neither, a repeat does it again. */
  create(...rest: Rest<'createPaymentLink', Bound, 'path'>): Call<Data<'createPaymentLink'>>

  /** The payment links of a realm, newest first. Needs `svc:ReadOperation` on each object; other links are left out. */
  list(...rest: Rest<'listPaymentLinks', Bound>): ListCall<Data<'listPaymentLinks'>, Item<'listPaymentLinks', 'paymentLinks'>>

  /** One payment link and its operation. Needs `svc:ReadOperation` on the path of the object. */
  get(id: string, ...rest: Rest<'getPaymentLink', Bound>): Call<Data<'getPaymentLink'>>

  /** End a pending payment link before its time. Needs `svc:ReceiveTo` on the path of the object of a deposit link. Needs `svc:WithdrawFrom` on the path of the object of a withdrawal link. Where the policy asks for `approvals`, the answer is 202 with `data.approval`, and it waits. */
  delete(id: string, ...rest: Rest<'deletePaymentLink', Bound>): Call<Data<'deletePaymentLink'>>
}

export interface Schedules<Bound extends boolean> {
  /** Have a request made at its times, each time at a path of its own. Needs `svc:ManageSchedule` on the path of the schedule. Needs `svc:TransferFrom` on the source of a template that moves value. Needs `svc:ReceiveTo` on the target of such a template. Where the policy asks for `approvals`, the answer is 202 with `data.approval`, and it waits. Done once per `path` or `Idempotency-Key`: a repeat is answered as the first time. */
  create(...rest: Rest<'createSchedule', Bound, 'path'>): Call<Data<'createSchedule'>>

  /** The schedules of a realm, newest first. Needs `svc:ReadSchedule` on each schedule; others are left out. */
  list(...rest: Rest<'listSchedules', Bound>): ListCall<Data<'listSchedules'>, Item<'listSchedules', 'schedules'>>

  /** A schedule, and what came of its last 20 occurrences. Needs `svc:ReadSchedule` on the path of the schedule. */
  get(id: string, ...rest: Rest<'getSchedule', Bound>): Call<Data<'getSchedule'>>

  /** End a schedule for ever; its path stays used. Needs `svc:ManageSchedule` on the path of the schedule. Where the policy asks for `approvals`, the answer is 202 with `data.approval`, and it waits. */
  delete(id: string, ...rest: Rest<'deleteSchedule', Bound>): Call<Data<'deleteSchedule'>>

  /** The next times of a schedule; of a paused one, as if it were resumed now. Needs `svc:ReadSchedule` on the path of the schedule. */
  preview(id: string, ...rest: Rest<'previewSchedule', Bound>): Call<Data<'previewSchedule'>>

  /** Let a schedule do nothing; the times of its pause are passed over. Needs `svc:ManageSchedule` on the path of the schedule. Where the policy asks for `approvals`, the answer is 202 with `data.approval`, and it waits. A schedule that is paused stays as it is. */
  pause(id: string, ...rest: Rest<'pauseSchedule', Bound>): Call<Data<'pauseSchedule'>>

  /** Let a paused schedule go on, with the permissions of whoever resumes it. Needs `svc:ManageSchedule` on the path of the schedule. Needs `svc:TransferFrom` on the source of a template that moves value. Needs `svc:ReceiveTo` on the target of such a template. Where the policy asks for `approvals`, the answer is 202 with `data.approval`, and it waits. A schedule that is active stays as it is. */
  resume(id: string, ...rest: Rest<'resumeSchedule', Bound>): Call<Data<'resumeSchedule'>>
}

export interface Monitors<Bound extends boolean> {
  /** Be told when a value goes beyond a threshold, and when it comes back. An unscoped credential of the organization. Done once per `Idempotency-Key`, for 24 hours: a repeat is answered as the first time. Without one, a repeat is another request. */
  create(...rest: Rest<'createMonitor', Bound>): Call<Data<'createMonitor'>>

  /** The monitors of a realm, newest first. An unscoped credential of the organization. */
  list(...rest: Rest<'listMonitors', Bound>): ListCall<Data<'listMonitors'>, Item<'listMonitors', 'monitors'>>

  /** One monitor, and what it measured last. An unscoped credential of the organization. */
  get(id: string, ...rest: Rest<'getMonitor', Bound>): Call<Data<'getMonitor'>>

  /** Delete a monitor; what it has told stays told. An unscoped credential of the organization. */
  delete(id: string, ...rest: Rest<'deleteMonitor', Bound>): Call<Data<'deleteMonitor'>>
}

export interface Approvals<Bound extends boolean> {
  /** Requests that wait for approvals, or waited, newest first. Any valid credential. */
  list(...rest: Rest<'listApprovals', Bound>): ListCall<Data<'listApprovals'>, Item<'listApprovals', 'approvals'>>

  /** A request that waits for approvals, and what became of it. Any valid credential. */
  get(id: string, ...rest: Rest<'getApproval', Bound>): Call<Data<'getApproval'>>
}

/** Everything that can be asked of the service. */
export interface Resources<Bound extends boolean> {
  readonly auth: Auth<Bound>
  readonly members: Members<Bound>
  readonly invitations: Invitations<Bound>
  readonly apiKeys: ApiKeys<Bound>
  readonly tokens: Tokens<Bound>
  readonly signingKeys: SigningKeys<Bound>
  readonly realms: Realms<Bound>
  readonly objects: Objects<Bound>
  readonly folders: Folders<Bound>
  readonly zones: Zones<Bound>
  readonly operations: Operations<Bound>
  readonly events: Events<Bound>
  readonly deltas: Deltas<Bound>
  readonly transfers: Transfers<Bound>
  readonly postings: Postings<Bound>
  readonly deposits: Deposits<Bound>
  readonly withdrawals: Withdrawals<Bound>
  readonly fees: Fees<Bound>
  readonly nonces: Nonces<Bound>
  readonly watches: Watches<Bound>
  readonly payments: Payments<Bound>
  readonly reconciliations: Reconciliations<Bound>
  readonly webhooks: Webhooks<Bound>
  readonly custody: Custody<Bound>
  readonly exchange: Exchange<Bound>
  readonly orders: Orders<Bound>
  readonly twaps: Twaps<Bound>
  readonly markets: Markets<Bound>
  readonly simulation: Simulation<Bound>
  readonly admin: Admin<Bound>
  readonly dev: Dev<Bound>
  readonly holds: Holds<Bound>
  readonly paymentLinks: PaymentLinks<Bound>
  readonly schedules: Schedules<Bound>
  readonly monitors: Monitors<Bound>
  readonly approvals: Approvals<Bound>
}
