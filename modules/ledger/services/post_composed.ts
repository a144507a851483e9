import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import type { OperationType } from '#app/extension/vocabulary'
import type { Companion } from '../extension/companion.ts'
import type { Operation } from '../core/terms.ts'
import { eventDispatchJob } from '../core/job_rows.ts'
import { operationDraft } from './operation_draft.ts'
import { operationOf } from './poster/outcomes.ts'
import { type Outcome, Poster, type PostTiming } from './poster/poster.ts'

export interface ComposedCommand {
  realmId: string
  /** Idempotency key. */
  path: string
  type: OperationType
  objectId: string
  /** A fresh `op_…` id, which the companion may need to know. */
  operationId: string
  /** The inputs that a repetition at the same path must share. */
  inputs: Record<string, string | null>
  request: object
}

/** Posts what a companion of another module decides inside the posting transaction. */
@singleton()
export class PostComposed {
  constructor(private poster: Poster) {}

  /**
   * @throws ServiceError OBJECT_NOT_FOUND, CONFLICT, IDEMPOTENCY_VIOLATION, or the refusal of the
   *   companion
   */
  async command(
    principal: Principal,
    command: ComposedCommand,
    companion: Companion
  ): Promise<{ operation: Operation; replayed: boolean; timing: PostTiming }> {
    const { realmId, objectId, operationId, path, type, inputs, request } = command
    const outcome = await this.poster.post(
      {
        kind: 'composed_command',
        realmId,
        objectId,
        operation: operationDraft(principal, { id: operationId, path, type, inputs, request }),
        jobs: [eventDispatchJob(realmId)],
      },
      undefined,
      companion
    )
    return { ...operationOf(outcome), timing: outcome.timing }
  }

  /**
   * Posts work that no caller asked for.
   *
   * @throws ServiceError NOT_FOUND for a closed realm
   */
  async pass(realmId: string, companion: Companion): Promise<void> {
    await this.#pass({ realmId }, companion)
  }

  /**
   * Posts a step of an operation, which the poster looks at with the realm locked.
   *
   * @returns `ended` when the operation is not pending any more: nothing was done
   * @throws ServiceError NOT_FOUND for a closed realm, or the refusal of the companion
   */
  async step(
    of: { realmId: string; operationId: string },
    companion: Companion
  ): Promise<'done' | 'ended'> {
    const { kind } = await this.#pass(of, companion)
    return kind === 'settled_before' ? 'ended' : 'done'
  }

  #pass(of: { realmId: string; operationId?: string }, companion: Companion): Promise<Outcome> {
    const jobs = [eventDispatchJob(of.realmId)]
    return this.poster.post({ kind: 'composed_pass', ...of, jobs }, undefined, companion)
  }
}
