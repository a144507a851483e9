import { setImmediate as nextTurn } from 'node:timers/promises'
import { AccessControl } from '#app/extension/access_control'
import { ApprovalRequired } from '#app/extension/approvals'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { ServiceError, type FieldError } from '#app/http/errors/service_error'
import { LEDGER_LIMITS } from '../limits.ts'
import type { BulkTransferRequest } from '../core/decide_bulk_transfer.ts'
import type { TransferRequest } from '../core/decide_transfer.ts'
import type { Operation } from '../core/terms.ts'
import {
  isStale,
  paidFee,
  PlanTransfer,
  type PricedTransfer,
  type TransferCommand,
} from './plan_transfer.ts'
import { operationOf } from './poster/outcomes.ts'
import { type Outcome, type PostTiming, Poster } from './poster/poster.ts'
import { RealmDirectory, type RealmCard } from './realm_directory.ts'
import { transferTerms, type TransferParties } from './transfer_terms.ts'
import { visibleOperation } from './visible_operation.ts'

export interface BulkCommand {
  realmId: string
  mode: 'atomic' | 'independent'
  transfers: Omit<TransferCommand, 'realmId'>[]
}

export interface BulkEntry {
  path: string
  result:
    | {
        operation: Operation
        replayed: boolean
        fee: { amount: string; denomination: string } | null
      }
    | { refusal: ServiceError }
}

export interface BulkAnswer {
  entries: BulkEntry[]
  timing: PostTiming | null
}

/** Posts up to 500 transfers of one realm in one request: all or none, or each by itself. */
@singleton()
export class PostBulkTransfer {
  constructor(
    private realms: RealmDirectory,
    private plan: PlanTransfer,
    private poster: Poster,
    private access: AccessControl
  ) {}

  /**
   * @throws ServiceError the first refusal in `atomic` mode, with its `index` in the details;
   *   nothing is stored then
   */
  async run(principal: Principal, command: BulkCommand): Promise<BulkAnswer> {
    const { entries, timing } = await this.#run(principal, command)
    const visible = visibleOperation(this.access, principal)
    const shown = entries.map(({ path, result }) =>
      'refusal' in result
        ? { path, result }
        : { path, result: { ...result, operation: visible(result.operation) } }
    )
    return { entries: shown, timing }
  }

  async #run(principal: Principal, command: BulkCommand): Promise<BulkAnswer> {
    const { realmId, mode } = command
    const realm = await this.realms.resolve(principal, realmId)
    const transfers = command.transfers.map((transfer) => ({ realmId, ...transfer }))
    if (mode === 'independent') return this.#independent(principal, realm, transfers)
    const parties = await this.plan.find(realm.id, transfers)
    const priced = transfers.map((transfer, index) =>
      at(index, () => this.#price(principal, realm, transfer, parties))
    )
    return this.#atomic(principal, realm, priced, true)
  }

  /**
   * Checks the permission of one transfer and prices it.
   *
   * @throws ServiceError FORBIDDEN, VALIDATION_ERROR
   */
  #price(
    principal: Principal,
    realm: RealmCard,
    command: TransferCommand,
    parties: TransferParties
  ): PricedTransfer {
    this.access.authorize(principal, 'svc:TransferFrom', command.sourceObjectPath)
    this.access.authorize(principal, 'svc:ReceiveTo', command.targetObjectPath)
    return { command, terms: transferTerms(realm, command, parties) }
  }

  async #atomic(
    principal: Principal,
    realm: RealmCard,
    transfers: PricedTransfer[],
    mayRepeat: boolean
  ): Promise<BulkAnswer> {
    const found = await this.plan.find(realm.id, transfers.map(commandOf))
    const requests: TransferRequest[] = []
    for (const [index, transfer] of transfers.entries()) {
      await pause(index)
      const request = await this.plan
        .run(principal, realm, transfer, found)
        .catch((refusal: unknown) => {
          throw indexed(refusal, index)
        })
      if (request.kind === 'open_transfer') throw heldInAtomic(index)
      requests.push(request)
    }
    const bulk: BulkTransferRequest = {
      kind: 'bulk_transfer',
      realmId: realm.id,
      transfers: requests,
    }
    try {
      const outcome = await this.poster.post(bulk)
      if (outcome.kind !== 'all') throw new Error(`A bulk was answered as ${outcome.kind}`)
      const { parts, timing } = outcome
      return { timing, entries: transfers.map((each, index) => entryOf(each, parts[index]!)) }
    } catch (error) {
      if (isStale(error)) this.plan.forget(realm.id, transfers.map(commandOf))
      if (!isStale(error) || error.code !== 'OBJECT_REPLACED' || !mayRepeat) throw error
      return this.#atomic(principal, realm, transfers, false)
    }
  }

  async #independent(
    principal: Principal,
    realm: RealmCard,
    commands: TransferCommand[]
  ): Promise<BulkAnswer> {
    const parties = await this.plan.find(realm.id, commands)
    const priced = commands.map((command): PricedTransfer | { refusal: ServiceError } => {
      try {
        return this.#price(principal, realm, command, parties)
      } catch (error) {
        return { refusal: refusalOf(error) }
      }
    })
    const wanted = priced.filter((each) => 'terms' in each)
    const results = await this.#postEach(principal, realm, wanted, true)
    const entries = priced.map((each, index): BulkEntry => {
      const { path } = commands[index]!
      if ('refusal' in each) return { path, result: each }
      const result = results.get(each)!
      return 'refusal' in result ? { path, result } : entryOf(each, result)
    })
    const posted = [...results.values()].find((result) => 'timing' in result)
    return { entries, timing: posted?.timing ?? null }
  }

  /**
   * The outcome or refusal of each transfer. Transfers whose objects were replaced are planned once
   * more.
   */
  async #postEach(
    principal: Principal,
    realm: RealmCard,
    transfers: PricedTransfer[],
    mayRepeat: boolean
  ): Promise<Map<PricedTransfer, Outcome | { refusal: ServiceError }>> {
    const found = await this.plan.find(realm.id, transfers.map(commandOf))
    const results = new Map<PricedTransfer, Outcome | { refusal: ServiceError }>()
    const planned: { transfer: PricedTransfer; request: Parameters<Poster['post']>[0] }[] = []
    for (const [index, transfer] of transfers.entries()) {
      await pause(index)
      try {
        planned.push({
          transfer,
          request: await this.plan.run(principal, realm, transfer, found),
        })
      } catch (refusal) {
        results.set(transfer, { refusal: refusalOf(refusal) })
      }
    }
    const outcomes = await this.poster.postEach(planned.map(({ request }) => request))
    await nextTurn()
    const repeated: PricedTransfer[] = []
    for (const [index, { transfer }] of planned.entries()) {
      const outcome = outcomes[index]!
      if (outcome.status === 'fulfilled') {
        results.set(transfer, outcome.value)
        continue
      }
      const refusal = refusalOf(outcome.reason)
      if (isStale(refusal)) this.plan.forget(realm.id, [transfer.command])
      if (refusal.code === 'OBJECT_REPLACED' && mayRepeat) repeated.push(transfer)
      results.set(transfer, { refusal })
    }
    if (repeated.length === 0) return results
    const again = await this.#postEach(principal, realm, repeated, false)
    for (const [transfer, result] of again) results.set(transfer, result)
    return results
  }
}

/**
 * Gives up the thread after every few transfers. Planning a whole bulk in one turn would delay the
 * answers of the database to every other request.
 */
function pause(index: number): Promise<void> | void {
  if (index % LEDGER_LIMITS.bulkTransfersATurn === LEDGER_LIMITS.bulkTransfersATurn - 1)
    return nextTurn()
}

function commandOf({ command }: PricedTransfer): TransferCommand {
  return command
}

function entryOf({ command, terms }: PricedTransfer, outcome: Outcome): BulkEntry {
  const posted = operationOf(outcome)
  return { path: command.path, result: { ...posted, fee: paidFee(posted, terms) } }
}

/**
 * A refusal belongs to its transfer. Any other error, a lost database or a bug, fails the whole
 * request, which is safe to repeat.
 */
function refusalOf(error: unknown): ServiceError {
  // The request waits for approvals as a whole; nothing of it was posted when that is found.
  if (error instanceof ServiceError && !(error instanceof ApprovalRequired)) return error
  throw error
}

function at<Result>(index: number, work: () => Result): Result {
  try {
    return work()
  } catch (refusal) {
    throw indexed(refusal, index)
  }
}

/** Adds to a refusal the `index` of its transfer, and the place of its fields in the body. */
function indexed(error: unknown, index: number): unknown {
  if (!(error instanceof ServiceError)) return error
  const { code, options, details } = error
  const fields = details?.fields as FieldError[] | undefined
  return new ServiceError(code, {
    ...options,
    details: {
      ...details,
      index,
      ...(fields && {
        fields: fields.map((each) => ({ ...each, field: `transfers.${index}.${each.field}` })),
      }),
    },
  })
}

function heldInAtomic(index: number): unknown {
  const message = 'An atomic bulk takes only transfers that complete at once; send this one alone.'
  return indexed(
    new ServiceError('VALIDATION_ERROR', {
      details: { fields: [{ field: 'targetObjectPath', rule: 'immediate', message }] },
    }),
    index
  )
}
