import type { ApplicationService } from '@adonisjs/core/types'
import { Clock } from '#app/clock/clock'
import { AccessControl } from '#app/extension/access_control'
import { bind } from '#app/extension/bind'
import { ModuleHost } from '#app/extension/module_host'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { Database } from '#app/storage/database'
import { ConfirmOperation } from './confirm_operation.ts'
import { DefundAccount } from './defund_account.ts'
import { EstimateFee } from './estimate_fee.ts'
import { ExtensionRegistry } from './extension_registry.ts'
import { FinishMovement } from './finish_movement.ts'
import { GiveUpMovement } from './give_up_movement.ts'
import { ObjectDirectory } from './object_directory.ts'
import { PendingMovement } from './pending_movement.ts'
import { PendingWithdrawals } from './pending_withdrawals.ts'
import { PlanTransfer } from './plan_transfer.ts'
import { PostComposed } from './post_composed.ts'
import { PostBulkTransfer } from './post_bulk_transfer.ts'
import { PostTransfer } from './post_transfer.ts'
import { Poster } from './poster/poster.ts'
import { PreviewPosting } from './poster/preview_posting.ts'
import { RealmDirectory } from './realm_directory.ts'
import { ReserveNonce } from './reserve_nonce.ts'
import { SettleOperation } from './settle_operation.ts'
import { StartMovement } from './start_movement.ts'
import { TellEvent } from './tell_event.ts'
import { WithdrawFees } from './withdraw_fees.ts'
import { ObjectReader } from '../storage/object_reader.ts'
import { OperationReader } from '../storage/operation_reader.ts'
import { RealmReader } from '../storage/realm_reader.ts'

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
