import { setTimeout as delay } from 'node:timers/promises'
import { Clock } from '#app/clock/clock'
import { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { newId } from '#app/ids/ids'
import { formatUsd, parseUsd, type Atoms } from '#app/money/usd'
import type { Cosignature } from '../extension/ledger_terms.ts'
import { LEDGER_LIMITS } from '../limits.ts'
import type { LedgerObject, OperationDraft } from '../core/terms.ts'
import { settlementJob } from '../core/job_rows.ts'
import { AdmitMovement, type Opening } from './admit_movement.ts'
import { EvidenceSources } from './evidence_sources.ts'
import { operationDraft } from './operation_draft.ts'
import { operationOf } from './poster/outcomes.ts'
import { Poster } from './poster/poster.ts'
import { type RealmCard, RealmDirectory } from './realm_directory.ts'
import { ReserveNonce } from './reserve_nonce.ts'
import { spendingOf } from './spending_of.ts'
import { StartOnRail } from './start_on_rail.ts'
import { ObjectReader } from '../storage/object_reader.ts'
import { toLedgerObject } from '../storage/rows.ts'

export interface WithdrawalCommand {
  realmId: string
  objectPath: string
  amount: string
  /** `0x` and 40 hex digits. The rail decides whether it can send there. */
  destinationAddress?: string | null
  path?: string
  /**
   * Set for a withdrawal that needs a co-signer. The caller of this service has verified the
   * signature.
   */
  cosigned?: Cosignature & {
    /** The operation's id, which the co-signer has signed. */
    operationId: string
  }
  /**
   * Set for a withdrawal that is offered to a payee. Its amount is held, and nothing is sent before
   * `StartMovement` hands it to its rail, with the address if the command has none.
   */
  waits?: {
    /** Inputs besides object, amount and address that a repetition at the same path must share. */
    inputs: Record<string, string | null>
  }
}

/**
 * Opens a withdrawal. It is pending in the answer and its amount is held; the settlement job asks
 * the rail, and the value leaves when the rail has delivered it.
 */
@singleton()
export class OpenWithdrawal {
  constructor(
    private realms: RealmDirectory,
    private objects: ObjectReader,
    private admit: AdmitMovement,
    private nonces: ReserveNonce,
    private poster: Poster,
    private evidence: EvidenceSources,
    private startOnRail: StartOnRail,
    private access: AccessControl,
    private clock: Clock
  ) {}

  /**
   * @throws ServiceError OBJECT_NOT_FOUND, INSUFFICIENT_BALANCE, IDEMPOTENCY_VIOLATION,
   *   SETTLEMENT_UNAVAILABLE, or the refusal of a guard
   */
  async run(principal: Principal, command: WithdrawalCommand) {
    const realm = await this.realms.resolve(principal, command.realmId)
    return this.from(realm, principal, command)
  }

  /** Like `run`, for a caller whose right to the realm has been checked already. */
  async from(realm: RealmCard, principal: Principal, command: WithdrawalCommand) {
    const { realmId, objectPath, destinationAddress = null, cosigned, waits } = command
    const cosignature = cosigned
      ? { deadline: cosigned.deadline, signature: cosigned.signature }
      : null
    const amount = parseUsd(command.amount)
    const verb = waits ? 'withdrawal' : 'defund'
    const path = command.path ?? (await this.nonces.operationPath(realmId, verb, objectPath))
    // The directory of usable objects is not asked: a withdrawn object may still hold money that
    // came late.
    const row = await this.objects.activeAt(realmId, objectPath)
    const source = row && toLedgerObject(row)
    const operation = withdrawalDraft(principal, { ...command, path }, amount)
    const terms = { amount, destinationAddress, cosignature }
    const promise = waits && { destinationFollows: destinationAddress === null, promised: true }
    const opening = { operation, ...terms, ...promise }
    const startsNow = source ? await this.#startsNow(realm, { source, ...opening }) : false
    const outcome = await this.poster.post({
      kind: 'open_withdrawal',
      realmId,
      operation,
      // The poster decides without a source too: an operation path that was used before answers
      // first.
      source: { id: source?.id ?? '', path: objectPath },
      ...terms,
      waits: waits !== undefined,
      spending: spendingOf(this.access, principal, spent(command), this.clock.nowMicros()),
      jobs: waits ? [] : [settlementJob(operation.id)],
    })
    const answered = operationOf(outcome)
    if (waits) return { ...answered, txHash: null }
    if (startsNow && !answered.replayed) await this.#start(answered.operation.id)
    return { ...answered, txHash: await this.#txHash(answered.operation.id) }
  }

  /** @returns whether the request starts the movement on its rail, besides the settlement job */
  async #startsNow(
    realm: RealmCard,
    opening: Opening & { source: LedgerObject }
  ): Promise<boolean> {
    // No rail is asked: the poster refuses to pay out of books that a kind keeps.
    if (opening.source.keepsOwnBooks) return false
    const admitted = await this.admit.run(realm, opening)
    return admitted?.rail.startsAtOnce?.(admitted.movement) ?? false
  }

  /**
   * Starts the withdrawal before its settlement job does, which starts it again. The withdrawal is
   * stored, so nothing here may fail the request.
   */
  async #start(operationId: string): Promise<void> {
    // A failure here recurs in the job, which reports it.
    const started = this.startOnRail.run(operationId).catch(() => {})
    const patience = new AbortController()
    const limit = delay(LEDGER_LIMITS.settlementStartMs, null, { signal: patience.signal })
    // Aborting the delay rejects it when the rail was faster; that is no failure.
    limit.catch(() => {})
    await Promise.race([started, limit])
    patience.abort()
  }

  /**
   * The newest transaction that the rail has sent for the withdrawal. It is null before there is
   * one, and always null on the instant rail, which sends none.
   */
  async #txHash(operationId: string): Promise<string | null> {
    const found = await this.evidence.chainTransactions([operationId])
    const sent = found.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
    return sent.at(-1)?.txHash ?? null
  }
}

function spent({ path, objectPath, amount, destinationAddress, cosigned }: WithdrawalCommand) {
  const move = {
    operationPath: path ?? null,
    amount,
    destination: destinationAddress ?? null,
  }
  const action = cosigned ? 'svc:CosignWithdraw' : 'svc:WithdrawFrom'
  return { action, path: objectPath, move }
}

function withdrawalDraft(
  principal: Principal,
  command: WithdrawalCommand & { path: string },
  amount: Atoms
): OperationDraft<'withdrawal'> {
  const { realmId, path, objectPath, destinationAddress = null, cosigned, waits } = command
  const proposal = cosigned && { nonce: cosigned.operationId, deadline: String(cosigned.deadline) }
  const shown = {
    objectPath,
    amount: formatUsd(amount),
    destinationAddress,
    ...proposal,
    ...waits?.inputs,
  }
  return operationDraft(principal, {
    id: cosigned?.operationId ?? newId('op'),
    path,
    type: 'withdrawal',
    // Upper case in an address is only a checksum: both spellings are one address.
    inputs: { ...shown, destinationAddress: destinationAddress?.toLowerCase() ?? null },
    request: { realmId, path, ...shown },
  })
}
