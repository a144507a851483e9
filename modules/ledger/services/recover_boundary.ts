import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { idOf, newId } from '#app/ids/ids'
import type { Atoms } from '#app/money/usd'
import type { Companion } from '../extension/companion.ts'
import type { SweepBoundaryRequest } from '../core/decide_recovery.ts'
import { eventDispatchJob } from '../core/job_rows.ts'
import { recoveryObjectPath } from '../core/system_paths.ts'
import type { OperationType } from '#app/extension/vocabulary'
import type { LedgerObject, OperationDraft } from '../core/terms.ts'
import { BoundaryReader, type Recoverable } from '../storage/boundary_reader.ts'
import { ObjectReader } from '../storage/object_reader.ts'
import { OperationReader } from '../storage/operation_reader.ts'
import { ExtensionRegistry } from './extension_registry.ts'
import { movementSide } from './movement_side.ts'
import { operationDraft } from './operation_draft.ts'
import { Poster } from './poster/poster.ts'
import { RealmDirectory } from './realm_directory.ts'

/** A withdrawal with the recovery key of a boundary that is final on the chain. */
export interface FinalRecovery {
  realmId: string
  boundaryId: string
  /** Names the recovery among all recoveries; a part of the operation's path. */
  reference: string
  /** The amount that left; zero when there was nothing to take. */
  amount: Atoms
  destinationAddress: string
  txHash: string
  proof: { type: string; externalRef: string }
  /**
   * Value that was brought from vaults into the boundary since the previous recovery. It is part of
   * `amount`.
   */
  vaults: readonly RecoveredVault[]
}

export interface RecoveredVault {
  objectId: string
  amount: Atoms
  /** Names this vault's part among all recoveries; a part of the operation's path. */
  reference: string
}

type SweepOfBoundary = Omit<SweepBoundaryRequest, 'objectIds' | 'most'>

/**
 * Sweeps in one run. A boundary may have many objects, and the journal serves other requests
 * between two runs.
 */
const SWEEPS_AT_ONCE = 50
const TAKEN = 'The money was taken back with the recovery key of its custody boundary.'

/**
 * Books a withdrawal with a recovery key. Everything that the boundary's objects can spend is swept
 * to its recovery object; from there, what the holder of the key has taken leaves the ledger. A
 * second run goes on where the first one stopped.
 */
@singleton()
export class RecoverBoundary {
  constructor(
    private realms: RealmDirectory,
    private boundaries: BoundaryReader,
    private operations: OperationReader,
    private objects: ObjectReader,
    private extensions: ExtensionRegistry,
    private poster: Poster
  ) {}

  /**
   * @returns `waiting` while operations of the boundary are pending, or value that it had on the
   *   chain has not reached its books
   */
  async run(recovery: FinalRecovery): Promise<'booked' | 'waiting'> {
    const { realmId, boundaryId, amount } = recovery
    const path = `${recoveryObjectPath(boundaryId)}/${recovery.reference}`
    if (!(await this.realms.find(realmId))) return 'booked'
    if (await this.operations.isUsed(realmId, path)) return 'booked'
    await this.#endUnstarted(realmId, boundaryId)
    await this.#endHolds(realmId, boundaryId)
    if (await this.boundaries.hasDepartures(boundaryId)) return 'waiting'
    for (const vault of recovery.vaults) {
      if (!(await this.#takeVault(recovery, vault))) return 'waiting'
    }
    if (!(await this.#sweep(recovery))) return 'waiting'
    if (amount === 0n) return 'booked'
    return this.#withdraw(recovery, path)
  }

  /**
   * Ends withdrawals that wait for their payee. They can never be sent from this boundary again,
   * and would keep the value of their objects from the sweep until their deadline, days from now.
   */
  async #endUnstarted(realmId: string, boundaryId: string): Promise<void> {
    for (const operationId of await this.boundaries.unstarted(boundaryId)) {
      await this.poster.post({
        kind: 'abandon',
        realmId,
        operationId,
        as: 'expired',
        failureMessage: TAKEN,
        // A payee may have started it this moment: the chain then decides what becomes of it.
        unlessUnderWay: { seenUntil: 0 },
        ids: { event: newId('evt') },
        jobs: [eventDispatchJob(realmId)],
      })
    }
  }

  /** Ends the holds that callers asked for: nothing can be captured from this boundary again. */
  async #endHolds(realmId: string, boundaryId: string): Promise<void> {
    for (const operationId of await this.boundaries.openHolds(boundaryId)) {
      await this.poster.post({
        kind: 'end_hold',
        realmId,
        operationId,
        as: 'released',
        path: null,
        failureMessage: TAKEN,
        authority: 'system:recovery',
        ids: { event: newId('evt') },
        jobs: [eventDispatchJob(realmId)],
      })
    }
  }

  /**
   * Takes from the account all that its vault held. Trading may have lost some of it before, and
   * the holder has taken it nevertheless; an account that cannot bear that is the venue's to wind
   * up.
   *
   * @returns whether the taking is booked
   */
  async #takeVault({ realmId, boundaryId }: FinalRecovery, vault: RecoveredVault) {
    const path = `${recoveryObjectPath(boundaryId)}/vaults/${vault.reference}`
    if (await this.operations.isUsed(realmId, path)) return true
    const object = await this.objects.ledgerObject(vault.objectId)
    // The deletion has already swept what a deleted object had.
    if (!object || object.status === 'deleted') return true
    const { amount: most } = vault
    const alongside = await this.#takenFrom(object, most)
    const request = this.#sweepOf(realmId, boundaryId, path)
    const exact = { ...request, objectIds: [object.id], most, exactly: true, belowZero: true }
    return (await this.#post(exact, alongside ?? undefined)) === null
  }

  /** @returns whether everything was swept */
  async #sweep({ realmId, boundaryId, amount }: FinalRecovery): Promise<boolean> {
    for (let sweeps = 0; sweeps < SWEEPS_AT_ONCE; sweeps++) {
      const found = await this.boundaries.toRecover(boundaryId)
      const cash = found.filter(({ keepsOwnBooks }) => !keepsOwnBooks)
      // What lies in a vault is the holder's only once it was brought home, so no more is swept
      // than is missing.
      const missing = amount - (await this.boundaries.recovered(realmId, boundaryId))
      const fromBooks = cash.length === 0 && missing > 0n
      if (cash.length === 0 && !(fromBooks && found.length > 0)) return true
      const request = this.#sweepOf(realmId, boundaryId)
      const swept = fromBooks
        ? await this.#sweepBooks(request, found[0]!, missing)
        : await this.#post({ ...request, objectIds: cash.map(({ id }) => id), most: null })
      // Another request changed the objects first: the next run goes on.
      if (swept === 'CONFLICT') return false
    }
    return false
  }

  /** What the object's kind changes in its own books when value is recovered from it. */
  async #takenFrom(object: LedgerObject, amount: Atoms) {
    return this.extensions.kindOf(object.type).recovered?.(movementSide(object).object, amount)
  }

  /**
   * Sweeps one object whose kind keeps its own books, along with those books: both lose the same,
   * or neither does.
   */
  async #sweepBooks(
    request: SweepOfBoundary,
    { id, spare }: Recoverable,
    missing: Atoms
  ): Promise<string | null> {
    const most = spare < missing ? spare : missing
    const object = await this.objects.ledgerObject(id)
    const alongside = object && (await this.#takenFrom(object, most))
    const exact = { ...request, objectIds: [id], most, exactly: true }
    return this.#post(exact, alongside ?? undefined)
  }

  #sweepOf(realmId: string, boundaryId: string, known?: string): SweepOfBoundary {
    const operationId = newId('op')
    const path = known ?? `${recoveryObjectPath(boundaryId)}/sweeps/${operationId}`
    return {
      kind: 'sweep_boundary',
      realmId,
      operation: this.#draft(operationId, 'adjustment', { path, boundaryId }),
      boundaryId,
      recoveryId: newId('obj'),
      jobs: [],
    }
  }

  async #withdraw(recovery: FinalRecovery, path: string): Promise<'booked' | 'waiting'> {
    const { realmId, boundaryId, amount, destinationAddress, txHash, proof } = recovery
    const operationId = newId('op')
    const refused = await this.#post({
      kind: 'withdraw_recovered',
      realmId,
      operation: this.#draft(operationId, 'withdrawal', { path, boundaryId, txHash }),
      boundaryId,
      amount,
      destinationAddress,
      txHash,
      proofs: [{ id: newId('prf'), proofType: proof.type, externalRef: proof.externalRef }],
      ids: { event: idOf(operationId, 'evt', 'withdrawal.completed') },
      jobs: [eventDispatchJob(realmId)],
    })
    return refused === 'INSUFFICIENT_BALANCE' ? 'waiting' : 'booked'
  }

  /** @returns null, or the code of a refusal after which the caller waits */
  async #post(
    request: Parameters<Poster['post']>[0],
    alongside?: Companion
  ): Promise<string | null> {
    try {
      await this.poster.post(request, undefined, alongside)
      return null
    } catch (error) {
      const awaited = ['CONFLICT', 'INSUFFICIENT_BALANCE']
      if (error instanceof ServiceError && awaited.includes(error.code)) return error.code
      throw error
    }
  }

  #draft(
    id: string,
    type: OperationType,
    { path, ...inputs }: { path: string } & Record<string, string>
  ): OperationDraft {
    const terms = { id, path, type, inputs, request: { path, ...inputs } }
    return operationDraft({ actor: { type: 'system', id: 'custody' } }, terms)
  }
}
