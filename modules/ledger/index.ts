/** The ledger's face: all that other modules may know of it. */
export { defaultBoundaryId } from '#modules/ledger/core/boundaries'
export { detectedAmountOf, startedAtOf } from '#modules/ledger/core/decide_start_movement'
export { destinationOf } from '#modules/ledger/core/movement_terms'
export { recoveryObjectPath } from '#modules/ledger/core/system_paths'
export { USD, type Operation, type OperationState } from '#modules/ledger/core/terms'
export { presentOperation } from '#modules/ledger/http/presenters'
export { railEndedJob } from '#modules/ledger/jobs/job_rows'
export { operationSchema } from '#modules/ledger/http/schemas'
export { DefundAccount } from '#modules/ledger/services/defund_account'
export { GiveUpMovement } from '#modules/ledger/services/give_up_movement'
export { cashAtCut, type ValuedCash } from '#modules/ledger/kinds/valued_cash'
export { MarkBoundary } from '#modules/ledger/services/mark_boundary'
export { PathBoundary } from '#modules/ledger/services/path_boundary'
export { PendingDeposits } from '#modules/ledger/services/pending_deposits'
export { PendingWithdrawals } from '#modules/ledger/services/pending_withdrawals'
export { PostComposed } from '#modules/ledger/services/post_composed'
export { ReadObject } from '#modules/ledger/services/read_object'
export { RecoverBoundary, type RecoveredVault } from '#modules/ledger/services/recover_boundary'
export { StartMovement } from '#modules/ledger/services/start_movement'
export { TellEvent } from '#modules/ledger/services/tell_event'
export {
  JournalTail,
  type Following,
  type TailFollower,
} from '#modules/ledger/realtime/journal_tail'
export type { JournalChange } from '#modules/ledger/storage/tail_changes'
export { RealmDirectory, type RealmCard } from '#modules/ledger/services/realm_directory'
export { ArrivedDeposits, type Arrival } from '#modules/ledger/services/arrived_deposits'
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
} from '#modules/ledger/storage/boundary_books'
export {
  crossingDetails,
  crossingsBetween,
  type Crossing,
} from '#modules/ledger/storage/crossing_rows'
export {
  heldAtCut,
  objectsAtCut,
  objectsBetween,
  type CutScope,
} from '#modules/ledger/storage/cut_rows'
export { operationMatches, pathConditions } from '#modules/ledger/storage/path_filter'
export { JournalCuts, cutOf } from '#modules/ledger/storage/journal_cuts'
export {
  cashChanges,
  entriesAt,
  journalHeads,
  netChanges,
  nextCommit,
  positionChanges,
} from '#modules/ledger/storage/net_changes'
export { closeTime } from '#modules/ledger/storage/journal_writer'
export { BoundaryReader } from '#modules/ledger/storage/boundary_reader'
export { operationsHeldAt, tradingCash } from '#modules/ledger/storage/trading_books'
export { ObjectReader } from '#modules/ledger/storage/object_reader'
export { OperationReader } from '#modules/ledger/storage/operation_reader'
export { factsBehind } from '#modules/ledger/storage/operation_facts'
export { holdActive } from '#modules/ledger/storage/object_lock'
export { headTime } from '#modules/ledger/storage/head_time'
export { RealmReader, settingsOf } from '#modules/ledger/storage/realm_reader'
export type { Branding } from '#modules/ledger/core/realm_settings'
