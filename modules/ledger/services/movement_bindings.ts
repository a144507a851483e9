import type { ApplicationService } from '@adonisjs/core/types'
import { Clock } from '#app/clock/clock'
import { AccessControl } from '#app/extension/access_control'
import { bind } from '#app/extension/bind'
import { ModuleHost } from '#app/extension/module_host'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { Database } from '#app/storage/database'
import { ConfirmOperation } from '#modules/ledger/services/confirm_operation'
import { DefundAccount } from '#modules/ledger/services/defund_account'
import { EstimateFee } from '#modules/ledger/services/estimate_fee'
import { ExtensionRegistry } from '#modules/ledger/services/extension_registry'
import { FinishMovement } from '#modules/ledger/services/finish_movement'
import { GiveUpMovement } from '#modules/ledger/services/give_up_movement'
import { ObjectDirectory } from '#modules/ledger/services/object_directory'
import { PendingMovement } from '#modules/ledger/services/pending_movement'
import { PendingWithdrawals } from '#modules/ledger/services/pending_withdrawals'
import { PlanTransfer } from '#modules/ledger/services/plan_transfer'
import { PostComposed } from '#modules/ledger/services/post_composed'
import { PostBulkTransfer } from '#modules/ledger/services/post_bulk_transfer'
import { PostTransfer } from '#modules/ledger/services/post_transfer'
import { Poster } from '#modules/ledger/services/poster/poster'
import { PreviewPosting } from '#modules/ledger/services/poster/preview_posting'
import { RealmDirectory } from '#modules/ledger/services/realm_directory'
import { ReserveNonce } from '#modules/ledger/services/reserve_nonce'
import { SettleOperation } from '#modules/ledger/services/settle_operation'
import { StartMovement } from '#modules/ledger/services/start_movement'
import { TellEvent } from '#modules/ledger/services/tell_event'
import { WithdrawFees } from '#modules/ledger/services/withdraw_fees'
import { ObjectReader } from '#modules/ledger/storage/object_reader'
import { OperationReader } from '#modules/ledger/storage/operation_reader'
import { RealmReader } from '#modules/ledger/storage/realm_reader'

type Container = ApplicationService['container']

/** What moves value, and what brings it to its end. */
export function bindMovements(container: Container) {
  bind(container, PreviewPosting, Database, Clock)
  bind(container, PlanTransfer, ObjectDirectory, OperationReader, ExtensionRegistry)
  bind(container, PostTransfer, RealmDirectory, PlanTransfer, Poster, PreviewPosting, AccessControl)
  bind(container, PostBulkTransfer, RealmDirectory, PlanTransfer, Poster, AccessControl)
  bind(container, EstimateFee, RealmDirectory, RealmReader, ObjectDirectory, ModuleHost)
  bind(
    container,
    DefundAccount,
    RealmDirectory,
    ObjectReader,
    OperationReader,
    ExtensionRegistry,
    ReserveNonce,
    Poster,
    ModuleHost,
    SettleOperation
  )
  bind(container, WithdrawFees, AccessControl, RealmDirectory, DefundAccount)
  bind(container, PendingMovement, RealmDirectory, ObjectReader, OperationReader)
  bind(container, FinishMovement, Poster)
  bind(container, PostComposed, Poster)
  bind(
    container,
    SettleOperation,
    PendingMovement,
    ExtensionRegistry,
    FinishMovement,
    Database,
    OutboxRelay
  )
  bind(container, ConfirmOperation, PendingMovement, ExtensionRegistry, FinishMovement)
  bind(container, GiveUpMovement, PendingMovement, ExtensionRegistry)
  bind(
    container,
    PendingWithdrawals,
    RealmDirectory,
    ObjectReader,
    OperationReader,
    ExtensionRegistry,
    ReserveNonce,
    Poster
  )
  bind(container, StartMovement, PendingMovement, ExtensionRegistry, Poster)
  bind(container, TellEvent, Poster)
}
