import { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { confirmedByPerson, type SingleUse } from '#app/extension/step_up'
import {
  ServiceError,
  invalid,
  invalidField,
  notFound,
  objectNotFound,
} from '#app/http/errors/service_error'
import { newId } from '#app/ids/ids'
import { formatUsd } from '#app/money/usd'
import { isReservedPath } from '#app/paths/path'
import type { Movement, MovementSide } from '../extension/ledger_terms.ts'
import type { DeleteObjectRequest } from '../core/decide_delete_object.ts'
import { deletionRefusal, isFunded, type DeletionFacts } from '../core/deletion.ts'
import { eventDispatchJob, objectDeletionJob, settlementJob } from '../core/job_rows.ts'
import { requestHash } from '../core/request_hash.ts'
import type { PostRequest } from '../core/requests.ts'
import { USD, type LedgerObject, type Operation } from '../core/terms.ts'
import { DeletionReader } from '../storage/deletion_reader.ts'
import { ObjectReader, type FoundObject } from '../storage/object_reader.ts'
import { OperationReader } from '../storage/operation_reader.ts'
import { toLedgerObject } from '../storage/rows.ts'
import { DeletionInspector } from './deletion_inspector.ts'
import { ExtensionRegistry } from './extension_registry.ts'
import { movementSide } from './movement_side.ts'
import { ObjectDirectory } from './object_directory.ts'
import { operationDraft } from './operation_draft.ts'
import { operationOf } from './poster/outcomes.ts'
import { Poster } from './poster/poster.ts'
import { type RealmCard, RealmDirectory } from './realm_directory.ts'
import { ReserveNonce } from './reserve_nonce.ts'

export interface DeleteObjectCommand {
  realmId: string
  objectId?: string
  path?: string
  sweepToPath?: string
  liquidatePositions?: boolean
  /** Operation path of the deletion. Left out, one under `/op/delete<path>:` is drawn. */
  operationPath?: string
}

/** A deletion whose terms are all decided; only its posting is left. */
interface Plan {
  realm: RealmCard
  object: LedgerObject
  sweepTo: LedgerObject | undefined
  facts: DeletionFacts
  permit: SingleUse | undefined
  /** How the object ends: in one posting, emptied by its kind, or swept by a rail. */
  way: 'at_once' | 'by_kind' | 'by_rail'
}

/** Another request has begun to delete the object, or ended it, since it was found. */
class Overtaken extends Error {}

/** How often an object is found that another request then overtakes. */
const LOOKS = 3

interface EndedObject {
  object: FoundObject
  operation: Operation
  replayed: boolean
}

/**
 * Deletes an object and sweeps what it holds. A cash object ends within the request, unless a rail
 * has to carry the sweep: it is then blocked until the rail has done so. An object of another kind
 * is blocked, and the object workflow empties it.
 */
@singleton()
export class DeleteObject {
  constructor(
    private realms: RealmDirectory,
    private objects: ObjectReader,
    private directory: ObjectDirectory,
    private reader: DeletionReader,
    private inspector: DeletionInspector,
    private extensions: ExtensionRegistry,
    private nonces: ReserveNonce,
    private operations: OperationReader,
    private poster: Poster,
    private access: AccessControl
  ) {}

  /**
   * @throws ServiceError OBJECT_NOT_FOUND, NOT_FOUND for the sweep target, HELD_OPERATIONS,
   *   SWEEP_REQUIRED, LIQUIDATION_REQUIRED, DELETE_NOT_EMPTY, CONFLICT, STEP_UP_REQUIRED, FORBIDDEN,
   *   IDEMPOTENCY_VIOLATION
   */
  run(principal: Principal, command: DeleteObjectCommand): Promise<EndedObject> {
    return this.#run(principal, command, LOOKS)
  }

  async #run(
    principal: Principal,
    command: DeleteObjectCommand,
    looks: number
  ): Promise<EndedObject> {
    const { realmId } = command
    const realm = await this.realms.resolve(principal, realmId)
    checkInputs(command)
    const before = await this.#before(principal, command)
    if (before) return before
    const object = await this.#find(command).catch(async (error: unknown) => {
      // An equal request may have deleted the object since the first look.
      const done = await this.#before(principal, command)
      if (!done) throw error
      return done
    })
    if ('operation' in object) return object
    if (object.status === 'deleted') return this.#repeat(principal, object, command)
    if (object.status === 'deleting') return this.#join(principal, object, command)
    try {
      const ended = await this.#delete(principal, command, realm, object)
      return { object: await this.objects.byId(object.id), ...ended }
    } catch (error) {
      if (error instanceof Overtaken) {
        if (looks === 1) throw unsteady(object)
        return this.#run(principal, command, looks - 1)
      }
      // Another request has deleted the object in between: this request repeats it.
      const gone = error instanceof ServiceError && error.code === 'OBJECT_NOT_FOUND'
      const isRepeat = command.objectId !== undefined || command.operationPath !== undefined
      if (!gone || !isRepeat) throw error
      return this.#repeat(principal, object, command)
    }
  }

  /**
   * The answer of the deletion that is stored at this operation path, or null. Another object may
   * stand at the path of the deleted one by now, and a retry must not delete that one.
   */
  async #before(principal: Principal, command: DeleteObjectCommand) {
    const { realmId, operationPath } = command
    if (operationPath === undefined) return null
    const operation = await this.operations.byPath(realmId, operationPath)
    if (!operation) return null
    const { type, source, requestHash: known } = operation
    const row = type === 'delete' && source.objectId && (await this.objects.find(source.objectId))
    const object = row ? toLedgerObject(row) : null
    const { objectId = object?.id, path = object?.path } = command
    const isSame = object?.id === objectId && object?.path === path
    if (object && isSame && known === requestHash('delete', inputsOf(object, command))) {
      return this.#repeat(principal, object, command)
    }
    throw new ServiceError('IDEMPOTENCY_VIOLATION', { details: { operationId: operation.id } })
  }

  async #find({ realmId, objectId, path }: DeleteObjectCommand): Promise<LedgerObject> {
    const row =
      objectId === undefined
        ? await this.objects.activeAt(realmId, path!)
        : await this.objects.find(objectId)
    if (!row || row.realm_id !== realmId || row.ready_at === null) {
      throw objectNotFound(objectId ?? path!)
    }
    if (isReservedPath(row.path)) {
      const problem = `The object ${objectId ?? path} is one of the service's own and cannot be deleted.`
      throw invalidField('objectId', 'path_reserved', problem)
    }
    return toLedgerObject(row)
  }

  /** The object is deleted already: the answer is the operation that deleted it. */
  async #repeat(principal: Principal, { id, path }: LedgerObject, command: DeleteObjectCommand) {
    const operation = await this.reader.operationOf(id)
    if (!operation) throw objectNotFound(id)
    const action = actionFor((operation.amount ?? 0n) !== 0n)
    this.access.authorize(principal, action, path, command.objectId)
    return { object: await this.objects.byId(id), operation, replayed: true }
  }

  /** A deletion is under way: an equal request is answered from it, a different one is refused. */
  async #join(principal: Principal, object: LedgerObject, command: DeleteObjectCommand) {
    const running = await this.reader.operationOf(object.id)
    const hash = requestHash('delete', inputsOf(object, command))
    if (running?.requestHash === hash) return this.#repeat(principal, object, command)
    this.access.authorize(principal, 'svc:DeleteObject', object.path, command.objectId)
    throw new ServiceError('CONFLICT', {
      message: `Another deletion of the object ${object.id} is pending.`,
      next: `Wait until the operation ${running?.id ?? ''} has ended: GET /api/v1/operations/:id shows its state.`,
    })
  }

  async #delete(
    principal: Principal,
    command: DeleteObjectCommand,
    realm: RealmCard,
    object: LedgerObject
  ): Promise<{ operation: Operation; replayed: boolean }> {
    const { sweepToPath } = command
    const end = async (sweepTo?: LedgerObject) =>
      this.#post(principal, command, await this.#plan(principal, command, realm, object, sweepTo))
    const ended =
      sweepToPath === undefined
        ? await end()
        : await this.directory.withUsable(realm.id, sweepToPath, end)
    this.directory.forget(realm.id, [object.path])
    return ended
  }

  async #plan(
    principal: Principal,
    command: DeleteObjectCommand,
    realm: RealmCard,
    object: LedgerObject,
    sweepTo: LedgerObject | undefined
  ): Promise<Plan> {
    const { sweepToPath, liquidatePositions = false } = command
    const facts = await this.inspector.run(object)
    // An object that was swept by its deletion is not an empty one, which takes another permission.
    if (facts.status !== object.status) throw new Overtaken()
    const funded = isFunded(facts)
    this.access.authorize(principal, actionFor(funded), object.path, command.objectId)
    if (funded && sweepToPath !== undefined) {
      this.access.authorize(principal, 'svc:ReceiveTo', sweepToPath)
    }
    if (sweepToPath === object.path) {
      throw invalidField(
        'sweepToPath',
        'different',
        'The sweepToPath field must name another object than the one deleted'
      )
    }
    const offer = { sweep: sweepToPath !== undefined, liquidate: liquidatePositions }
    const refusal = deletionRefusal(object.path, facts, offer)
    if (refusal) throw new ServiceError(refusal.code, refusal)
    if (sweepToPath !== undefined && !sweepTo) {
      throw sweepTargetMissing(sweepToPath)
    }
    if (sweepTo) this.#refuseToReceive(sweepTo)
    const way = await this.#askExtensions(realm, object, sweepTo, facts)
    // The permit is asked for last, so that no person is asked to confirm a deletion that will be
    // refused.
    const permit =
      funded && realm.asset === 'live'
        ? confirmedByPerson(principal, {
            realmId: realm.id,
            action: 'svc:DeleteObject',
            resources: sweepToPath === undefined ? [object.path] : [object.path, sweepToPath],
            valueAtRisk: formatUsd(facts.valueAtRisk),
          })
        : undefined
    return { realm, object, sweepTo, facts, permit, way }
  }

  /**
   * Refuses a sweep target whose kind keeps its own books. A sweep is booked in the journal alone,
   * so those books would not know of it, and the object would own money that it cannot use.
   */
  #refuseToReceive({ type }: LedgerObject) {
    if (!this.extensions.kindOf(type).deletion) return
    const problem = `Objects of type ${type} take no sweep: name a cash object.`
    throw invalidField('sweepToPath', 'cash_object', problem)
  }

  async #askExtensions(
    realm: RealmCard,
    object: LedgerObject,
    sweepTo: LedgerObject | undefined,
    facts: DeletionFacts
  ): Promise<Plan['way']> {
    const source = movementSide(object)
    const target = sweepTo ? movementSide(sweepTo) : null
    await this.extensions.askGuardsToDelete({
      realmId: realm.id,
      realmAsset: realm.asset,
      object: source,
      sweepTo: target,
      valueAtRisk: facts.valueAtRisk,
    })
    const way = this.extensions.kindOf(object.type).deletion ? 'by_kind' : 'at_once'
    if (!target || !isFunded(facts)) return way
    const sweep = sweepMovement(realm, source, target, facts)
    await this.extensions.askGuards(sweep)
    // A kind that empties the object itself brings the value into the journal by its own means.
    if (way === 'by_kind') return way
    return this.extensions.railFor(sweep).immediate(sweep) ? 'at_once' : 'by_rail'
  }

  async #post(principal: Principal, command: DeleteObjectCommand, plan: Plan) {
    const { realm, object, sweepTo, facts, permit, way } = plan
    const operationPath =
      command.operationPath ?? (await this.nonces.operationPath(realm.id, 'delete', object.path))
    const id = newId('op')
    const terms = {
      realmId: realm.id,
      operation: operationDraft(principal, {
        id,
        path: operationPath,
        type: 'delete',
        inputs: inputsOf(object, command),
        request: { ...command, objectId: object.id, path: object.path },
      }),
      object: { id: object.id, path: object.path },
      sweepTo: sweepTo ? { id: sweepTo.id, path: sweepTo.path } : null,
      seenSettled: facts.settled,
    }
    const ids = { event: newId('evt'), delta: newId('dlt') }
    const outcome = await this.poster.post(requestOf(way, terms, ids), permit)
    return operationOf(outcome)
  }
}

function requestOf(
  way: Plan['way'],
  terms: Omit<DeleteObjectRequest, 'kind' | 'ids' | 'jobs'>,
  ids: { event: string; delta: string }
): PostRequest {
  const { id } = terms.operation
  const events = eventDispatchJob(terms.realmId)
  switch (way) {
    case 'at_once':
      return { ...terms, ids, kind: 'delete_object', jobs: [events] }
    case 'by_kind':
      return { ...terms, ids, kind: 'begin_delete', jobs: [objectDeletionJob(id)] }
    case 'by_rail':
      // The deletion ends at once, with its event, when nothing is left to sweep.
      return { ...terms, ids, kind: 'open_delete', jobs: [settlementJob(id), events] }
  }
}

function checkInputs({ objectId, path }: DeleteObjectCommand) {
  if ((objectId === undefined) !== (path === undefined)) return
  const message = 'Name the object by exactly one of objectId and path.'
  throw invalid(['objectId', 'path'].map((field) => ({ field, rule: 'exactly_one', message })))
}

function actionFor(funded: boolean): string {
  return funded ? 'svc:DeleteObject' : 'svc:DeleteEmptyObject'
}

/** What makes two requests the same deletion, whichever way the object was named. */
function inputsOf(
  { id }: LedgerObject,
  { sweepToPath, liquidatePositions = false }: DeleteObjectCommand
) {
  return {
    objectId: id,
    sweepToPath: sweepToPath ?? null,
    liquidatePositions: String(liquidatePositions),
  }
}

function sweepMovement(
  { id, asset }: RealmCard,
  source: MovementSide,
  target: MovementSide,
  { valueAtRisk }: DeletionFacts
): Movement {
  return {
    realmId: id,
    realmAsset: asset,
    operationId: '',
    operationPath: '',
    type: 'delete',
    source,
    target,
    denomination: USD,
    amount: valueAtRisk,
    fee: 0n,
    destinationAddress: null,
  }
}

function unsteady({ id }: LedgerObject): ServiceError {
  return new ServiceError('CONFLICT', {
    message: `Other requests begin and end deletions of the object ${id} all the time. Nothing was done.`,
    next: 'Send the same request again in a moment.',
  })
}

function sweepTargetMissing(path: string): ServiceError {
  const next = 'Create it with POST /api/v1/objects, or name another object in sweepToPath.'
  return notFound('sweep target', path, next)
}
