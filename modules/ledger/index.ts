/** All that other modules may use of the ledger. */
export { defaultBoundaryId } from './core/boundaries.ts'
export { detectedAmountOf, startedAtOf } from './core/decide_start_movement.ts'
export { destinationOf } from './core/movement_terms.ts'
export { recoveryObjectPath } from './core/system_paths.ts'
export { USD, type Operation, type OperationState } from './core/terms.ts'
export { presentOperation } from './http/presenters.ts'
export { railEndedJob } from './core/job_rows.ts'
export { operationSchema } from './http/schemas.ts'
export { denominationSchema, marketSchema, moneySchema } from './http/value_schemas.ts'
export { CheckBooks } from './services/check_books.ts'
export { CreateObject } from './services/create_object.ts'
export { DeclareZone } from './services/declare_zone.ts'
export { DescribeForOperators } from './services/describe_for_operators.ts'
export { EvidenceSources } from './services/evidence_sources.ts'
export { ExpireMovement } from './services/expire_movement.ts'
export { GiveUpMovement } from './services/give_up_movement.ts'
export { cashAtCut, type ValuedCash } from './kinds/valued_cash.ts'
export { LEDGER_LIMITS } from './limits.ts'
export { PathBoundary } from './services/path_boundary.ts'
export { OpenDeposit } from './services/open_deposit.ts'
export { OpenWithdrawal } from './services/open_withdrawal.ts'
export { PostComposed } from './services/post_composed.ts'
export { ReadDepositInstructions } from './services/read_deposit_instructions.ts'
export { ReadObject } from './services/read_object.ts'
export { RecoverBoundary, type RecoveredVault } from './services/recover_boundary.ts'
export { StartMovement } from './services/start_movement.ts'
export { TellEvent } from './services/tell_event.ts'
export { JournalTail, type Following } from './realtime/journal_tail.ts'
export type { TailFollower } from './realtime/realm_tail.ts'
export type { JournalChange } from './storage/tail_changes.ts'
export { RealmDirectory, type RealmCard } from './services/realm_directory.ts'
export { ArrivedDeposits, type Arrival } from './services/arrived_deposits.ts'
export {
  arrivingOperations,
  bookedFacts,
  boundarySums,
  departingOperations,
  hasOtherFacts,
  livingObjects,
  newestFacts,
  type BoundarySum,
  type Fact,
} from './storage/boundary_books.ts'
export { crossingDetails, crossingsBetween, type Crossing } from './storage/crossing_rows.ts'
export { heldAtCut, objectsAtCut, objectsBetween, type CutScope } from './storage/cut_rows.ts'
export { operationMatches, pathConditions } from './storage/path_filter.ts'
export { JournalCuts, cutAtEntry, cutOf } from './storage/journal_cuts.ts'
export {
  cashChanges,
  entriesAt,
  journalHeads,
  netChanges,
  nextCommit,
  positionChanges,
} from './storage/net_changes.ts'
export { closeTime } from './storage/journal_writer.ts'
export { BoundaryReader } from './storage/boundary_reader.ts'
export { operationsHeldAt, tradingCash } from './storage/trading_books.ts'
export { ObjectReader } from './storage/object_reader.ts'
export { owedObjects, type OwedObject } from './storage/owed_objects.ts'
export { OperationReader } from './storage/operation_reader.ts'
export { factsBehind, operationsRestingOn } from './storage/operation_facts.ts'
export { holdActive } from './storage/object_lock.ts'
export { committedAmong, eventsAfter, type EventPlace } from './storage/committed_events.ts'
export { headSeq, lastSeq } from './storage/journal_scope.ts'
export { touchedGroups, type TouchedGroup } from './storage/touched_groups.ts'
export { headTime } from './storage/head_time.ts'
export { RealmReader, settingsOf } from './storage/realm_reader.ts'
export { scopeChanges } from './storage/scope_changes.ts'
export type { Branding } from './core/realm_settings.ts'
export type { OrderFeeSource, OrderFees } from './extension/order_fee_source.ts'
export type { Levelling, VaultKeeper, VaultMovement } from './extension/vault_keeper.ts'
