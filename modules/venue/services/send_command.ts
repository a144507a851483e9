import { singleton } from '#app/extension/singleton'
import type { FailedOutcome } from '../core/books/failed_command.ts'
import { nextAfter } from '../core/books/refusal_texts.ts'
import { ServiceError } from '#app/http/errors/service_error'
import type { Principal } from '#app/extension/principal'
import { newId } from '#app/ids/ids'
import { type Operation, OperationReader, PathBoundary, PostComposed } from '#modules/ledger/index'
import type { TradingCommand } from '../core/engine/commands.ts'
import { ExchangeObjects, type ExchangeTarget } from './exchange_objects.ts'
import type { AskedErrand, Done } from './venue_desk.ts'
import { VenueDrivers } from './venue_drivers.ts'

/** The object of a request, and the operation path that it is repeated by. */
export interface CommandTarget {
  objectId: string
  realmId: string
  path: string
}

/** @typeParam Told what the operation tells of the command */
export interface VenueCall<Told> extends CommandTarget {
  action: 'svc:PlaceOrder' | 'svc:CancelOrder'
  opType: 'order' | 'cancel' | 'adjustment' | 'twap'
  /** The market that the request is about; null for all markets. */
  market: string | null
  /**
   * What the caller asked for: it tells a repetition from another request, and is shown as the
   * input.
   */
  request: object
  command: (operationId: string) => TradingCommand
  outcome: (operationId: string) => (done: Done) => Told
  failedOrder?: (operationId: string) => AskedErrand['failedOrder']
}

export interface Sent<Told> {
  operation: Operation
  told: Told
  replayed: boolean
  target: ExchangeTarget
}

/** Sends one command to an account's venue, once per operation path. */
@singleton()
export class SendCommand {
  constructor(
    private objects: ExchangeObjects,
    private drivers: VenueDrivers,
    private poster: PostComposed,
    private boundary: PathBoundary,
    private operations: OperationReader
  ) {}

  /** @throws ServiceError the refusal of the venue, now or when the path was used first */
  async run<Told extends Record<string, unknown>>(
    principal: Principal,
    call: VenueCall<Told>
  ): Promise<Sent<Told>> {
    const { path, opType, market, request } = call
    const target = await this.objects.find(principal, call, call.action)
    await this.#askGuards(target, path)
    const { realm, objectId } = target
    const operationId = newId('op')
    const inputs = { objectId, request: JSON.stringify(request) }
    const shown = { ...request, realmId: realm.id, objectId, path }
    const companion = await this.drivers
      .of(realm)
      .command({ realmId: realm.id, objectId }, call.command(operationId), {
        path,
        market,
        operationId,
        opType,
        objectId,
        outcome: call.outcome(operationId),
        failedOrder: call.failedOrder?.(operationId),
        caller: { principal, inputs, request: shown },
      })
    const { operation, replayed } = await this.poster.command(
      principal,
      {
        realmId: realm.id,
        path,
        type: opType,
        objectId,
        operationId,
        inputs,
        request: shown,
      },
      companion
    )
    if (operation.state === 'failed') throw failureOf(operation, replayed)
    // What another call has told under the path was refused as another request.
    return { operation, told: operation.outcome as Told, replayed, target }
  }

  /** A used path is answered from its stored result, whatever a guard would say by now. */
  async #askGuards(
    { realm, path: objectPath, objectId, isDeleting }: ExchangeTarget,
    path: string
  ): Promise<void> {
    try {
      // The ledger would refuse too, but only after a live venue had taken the order.
      if (isDeleting) throw new ServiceError('CONFLICT', beingDeleted(objectId))
      await this.boundary.checkChange(realm.id, objectPath)
    } catch (refusal) {
      if (!(await this.operations.isUsed(realm.id, path))) throw refusal
    }
  }
}

function beingDeleted(objectId: string) {
  return {
    message: `The object ${objectId} is being deleted.`,
    next: 'Wait until its delete operation has ended.',
    details: { objectId },
  }
}

/** A stored failure as the error that was answered the first time. */
function failureOf({ id, outcome, failureMessage }: Operation, replayed: boolean): ServiceError {
  const { code, details } = outcome as FailedOutcome
  return new ServiceError(code, {
    message: failureMessage ?? undefined,
    next: nextAfter(details.reason),
    details: { ...details, operationId: id },
    ...(replayed && { headers: { 'Idempotent-Replayed': 'true' } }),
  })
}
