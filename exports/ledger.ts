/**
 * `ledger-custody-service/ledger`: the ledger's services for a module in an npm package, and the
 * contracts of what it may contribute to the ledger. Value moves through these and nothing else.
 */
export { DescribeForOperators } from '#modules/ledger/index'
export { eventsAfter, headSeq, lastSeq, type EventPlace } from '#modules/ledger/index'
export { ExpireMovement, GiveUpMovement, StartMovement } from '#modules/ledger/index'
export { OpenDeposit, OpenWithdrawal, ReadDepositInstructions } from '#modules/ledger/index'
export { ObjectReader, OperationReader, ReadObject, RealmDirectory } from '#modules/ledger/index'
export { PostComposed, TellEvent } from '#modules/ledger/index'
export { cashAtCut, type ValuedCash } from '#modules/ledger/index'
export { denominationSchema, moneySchema, operationSchema } from '#modules/ledger/index'
export { presentOperation, railEndedJob, USD } from '#modules/ledger/index'
export type { Operation, OperationState, RealmCard } from '#modules/ledger/index'

export type * from '#modules/ledger/extension/book_check_source'
export type * from '#modules/ledger/extension/boundary_status_source'
export type * from '#modules/ledger/extension/companion'
export type * from '#modules/ledger/extension/evidence_source'
export type * from '#modules/ledger/extension/ledger_terms'
export type * from '#modules/ledger/extension/movement_guard'
export type * from '#modules/ledger/extension/object_deletion'
export type * from '#modules/ledger/extension/object_kind'
export type * from '#modules/ledger/extension/operation_finder'
export type * from '#modules/ledger/extension/settlement_rail'
export type * from '#modules/ledger/extension/valuator'
export type * from '#modules/ledger/extension/watch_part'
