import type { ApplicationService } from '@adonisjs/core/types'
import { Clock } from '#app/clock/clock'
import { AccessControl } from '#app/extension/access_control'
import { bind } from '#app/extension/bind'
import { ModuleHost } from '#app/extension/module_host'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { Database } from '#app/storage/database'
import { AdmitMovement } from './admit_movement.ts'
import { ConfirmOperation } from './confirm_operation.ts'
import { EstimateFee } from './estimate_fee.ts'
import { ExtensionRegistry } from './extension_registry.ts'
import { FinishMovement } from './finish_movement.ts'
import { GiveUpMovement } from './give_up_movement.ts'
import { ObjectDirectory } from './object_directory.ts'
import { OpenWithdrawal } from './open_withdrawal.ts'
import { PendingMovement } from './pending_movement.ts'
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
  bind(container, PlanTransfer, ObjectDirectory, AdmitMovement)
  bind(container, PostTransfer, RealmDirectory, PlanTransfer, Poster, PreviewPosting, AccessControl)
  bind(container, PostBulkTransfer, RealmDirectory, PlanTransfer, Poster, AccessControl)
  bind(container, EstimateFee, RealmDirectory, RealmReader, ObjectDirectory, ModuleHost)
  bind(
    container,
    OpenWithdrawal,
    RealmDirectory,
    ObjectReader,
    AdmitMovement,
    ReserveNonce,
    Poster,
    ModuleHost,
    SettleOperation
  )
  bind(container, WithdrawFees, AccessControl, RealmDirectory, OpenWithdrawal)
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
  bind(container, StartMovement, PendingMovement, ExtensionRegistry, Poster)
  bind(container, TellEvent, Poster)
}
