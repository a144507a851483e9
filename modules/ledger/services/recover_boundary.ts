import type { Companion } from '#app/extension/companion'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { idOf, newId } from '#app/ids/ids'
import type { Atoms } from '#app/money/usd'
import type { SweepBoundaryRequest } from '../core/decide_recovery.ts'
import { eventDispatchJob } from '../core/job_rows.ts'
import { requestHash } from '../core/request_hash.ts'
import { recoveryObjectPath } from '../core/system_paths.ts'
import type { OperationType } from '#app/extension/vocabulary'
import type { LedgerObject, OperationDraft } from '../core/terms.ts'
import { BoundaryReader, type Recoverable } from '../storage/boundary_reader.ts'
import { ObjectReader } from '../storage/object_reader.ts'
import { OperationReader } from '../storage/operation_reader.ts'
import { ExtensionRegistry } from './extension_registry.ts'
import { movementSide } from './movement_side.ts'
import { Poster } from './poster/poster.ts'
import { RealmDirectory } from './realm_directory.ts'

/** A withdrawal with the recovery key of a boundary, final on its chain. */
export interface FinalRecovery {
  realmId: string
  boundaryId: string
  /** Names it among all of them; part of the operation's path. */
  reference: string
  /** What really left; zero when nothing was there. */
  amount: Atoms
  destinationAddress: string
  txHash: string
  proof: { type: string; externalRef: string }
  /** What was brought into the boundary out of vaults since the recovery before, and is part of it. */
  vaults: readonly RecoveredVault[]
}

export interface RecoveredVault {
  objectId: string
  amount: Atoms
  /** Names it among all of them; part of the operation's path. */
  reference: string
}

type SweepOfBoundary = Omit<SweepBoundaryRequest, 'objectIds' | 'most'>

/** Its objects are many; between two pages the journal serves everybody else. */
const SWEEPS_AT_ONCE = 50
const TAKEN = 'The money was taken back with the recovery key of its custody boundary.'

/**
 * Books a withdrawal with a recovery key: everything objects of the boundary can spend goes to its
 * recovery object, and from there what the holder has taken leaves the ledger. Done again, it goes
 * on where it stopped.
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
   * @returns `waiting` while operations of the boundary have not ended, or value that the chain had
   *   in it has not reached its books
   */
  async run(recovery: FinalRecovery): Promise<'booked' | 'waiting'> {
    const { realmId, boundaryId, amount } = recovery
    const path = `${recoveryObjectPath(boundaryId)}/${recovery.reference}`
    if (!(await this.realms.find(realmId))) return 'booked'
    if (await this.operations.isUsed(realmId, path)) return 'booked'
    await this.#endUnstarted(realmId, boundaryId)
    if (await this.boundaries.hasDepartures(boundaryId)) return 'waiting'
    for (const vault of recovery.vaults) {
      if (!(await this.#takeVault(recovery, vault))) return 'waiting'
    }
    if (!(await this.#sweep(recovery))) return 'waiting'
    if (amount === 0n) return 'booked'
    return this.#withdraw(recovery, path)
  }

  /**
   * What waits for somebody can never be sent from here again, and would keep the value of its object
   * from the sweep until its deadline, days from now.
   */
  async #endUnstarted(realmId: string, boundaryId: string): Promise<void> {
    for (const operationId of await this.boundaries.unstarted(boundaryId)) {
      await this.poster.post({
        kind: 'abandon',
        realmId,
        operationId,
        as: 'expired',
        failureMessage: TAKEN,
        // Somebody may have started it this moment: then the chain says what becomes of it.
        unlessUnderWay: { seenUntil: 0 },
        ids: { event: newId('evt') },
        jobs: [eventDispatchJob(realmId)],
      })
    }
  }

  /**
   * The account loses what its vault held, all of it: trading may have lost some of it before, and the
   * holder has taken it nevertheless. An account that cannot bear that is the venue's to wind up.
   *
   * @returns whether it is booked
   */
  async #takeVault({ realmId, boundaryId }: FinalRecovery, vault: RecoveredVault) {
    const path = `${recoveryObjectPath(boundaryId)}/vaults/${vault.reference}`
    if (await this.operations.isUsed(realmId, path)) return true
    const object = await this.objects.ledgerObject(vault.objectId)
    // What a deleted object had is swept already, to where its deletion has brought it.
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
      // What lies in a vault is the holder's only once it was brought home: no more than what is missing.
      const missing = amount - (await this.boundaries.recovered(realmId, boundaryId))
      const fromBooks = cash.length === 0 && missing > 0n
      if (cash.length === 0 && !(fromBooks && found.length > 0)) return true
      const request = this.#sweepOf(realmId, boundaryId)
      const swept = fromBooks
        ? await this.#sweepBooks(request, found[0]!, missing)
        : await this.#post({ ...request, objectIds: cash.map(({ id }) => id), most: null })
      // Somebody else was faster.
      if (swept === 'CONFLICT') return false
    }
    return false
  }

  /** What the kind of an object changes of its own books meanwhile. */
  async #takenFrom(object: LedgerObject, amount: Atoms) {
    return this.extensions.kindOf(object.type).recovered?.(movementSide(object).object, amount)
  }

  /** One at a time, along with what its kind keeps of it: both lose the same, or neither. */
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

  /** @returns the code of a refusal that is no failure, or null */
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
    return {
      id,
      path,
      type,
      requestHash: requestHash(type, inputs),
      input: JSON.stringify({ path, ...inputs }),
      actorType: 'system',
      actorId: 'custody',
    }
  }
}
