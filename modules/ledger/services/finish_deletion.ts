import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { newId } from '#app/ids/ids'
import type { EmptyingProgress } from '../extension/object_deletion.ts'
import { failpoint } from '../failpoints.ts'
import { LEDGER_LIMITS } from '../limits.ts'
import type { LedgerObject, Operation } from '../core/terms.ts'
import { eventDispatchJob } from '../core/job_rows.ts'
import { ExtensionRegistry } from './extension_registry.ts'
import { movementSide } from './movement_side.ts'
import { Poster } from './poster/poster.ts'
import { RealmDirectory } from './realm_directory.ts'
import { ObjectReader } from '../storage/object_reader.ts'
import { OperationReader } from '../storage/operation_reader.ts'

const TIMED_OUT = 'The object could not be emptied within five minutes; it is active again.'

/** Refusals that a retry cannot change, and what the owner of the object is told. */
const FINAL_REFUSALS: Record<string, string> = {
  DELETE_NOT_EMPTY: 'Value arrived at the object while it was being deleted.',
  HELD_OPERATIONS: 'Value was on its way to the object while it was being deleted.',
  SWEEP_REQUIRED: 'Emptying the object left value, and no sweep target was named.',
  NOT_FOUND: 'The sweep target does not exist any more.',
}

/** The deletion workflow of objects whose kind has more to empty than the journal. */
@singleton()
export class FinishDeletion {
  constructor(
    private realms: RealmDirectory,
    private objects: ObjectReader,
    private operations: OperationReader,
    private extensions: ExtensionRegistry,
    private poster: Poster,
    private clock: Clock
  ) {}

  /** @returns whether the kind is still emptying the object, so that the job stays owed */
  async run(operationId: string): Promise<'ended' | 'working'> {
    const operation = await this.operations.byId(operationId)
    // The job was delivered again: an earlier run has ended the operation.
    if (!operation || operation.state !== 'pending') return 'ended'
    const object = await this.objects.ledgerObject(operation.source.objectId ?? '')
    // A closed realm takes no postings: what was pending in it stays pending.
    if (!object || !(await this.realms.find(operation.realmId))) return 'ended'
    if (this.#isLate(operation)) {
      await this.#abandon(operation, 'TIMED_OUT', TIMED_OUT)
      return 'ended'
    }
    const progress = await this.#empty(operation, object)
    if (progress.state === 'working') return 'working'
    if (progress.state === 'refused') {
      await this.#abandon(operation, 'CONFLICT', progress.message)
      return 'ended'
    }
    await failpoint('object_workflow.prepared')
    await this.#finish(operation, progress)
    return 'ended'
  }

  #isLate({ createdAt }: Operation): boolean {
    return this.clock.nowMicros() - createdAt > LEDGER_LIMITS.objectDeletionMs * 1000
  }

  async #empty(operation: Operation, object: LedgerObject): Promise<EmptyingProgress> {
    const { deletion } = this.extensions.kindOf(object.type)
    if (!deletion) throw new Error(`Objects of type ${object.type} have no delete workflow`)
    const { liquidatePositions = false } = JSON.parse(operation.input) as {
      liquidatePositions?: boolean
    }
    const options = { liquidatePositions, operationId: operation.id }
    return deletion.empty(movementSide(object).object, options)
  }

  async #finish(
    operation: Operation,
    { cash, alongside }: Extract<EmptyingProgress, { state: 'empty' }>
  ): Promise<void> {
    try {
      const request = { kind: 'finish_delete' as const, cash, ...followUp(operation) }
      await this.poster.post(request, undefined, alongside)
    } catch (error) {
      const code = error instanceof ServiceError ? error.code : ''
      const message = FINAL_REFUSALS[code]
      if (message === undefined) throw error
      await this.#abandon(operation, code, message)
    }
  }

  async #abandon(operation: Operation, code: string, failureMessage: string): Promise<void> {
    await this.poster.post({ kind: 'abandon_delete', code, failureMessage, ...followUp(operation) })
  }
}

function followUp({ id, realmId }: Operation) {
  return {
    realmId,
    operationId: id,
    ids: { event: newId('evt'), delta: newId('dlt') },
    jobs: [eventDispatchJob(realmId)],
  }
}
