import { setTimeout as delay } from 'node:timers/promises'
import type { Cosignature } from '#app/extension/ledger_terms'
import { ModuleHost } from '#app/extension/module_host'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { newId } from '#app/ids/ids'
import { LIMITS } from '#app/limits'
import { formatUsd, parseUsd, type Atoms } from '#app/money/usd'
import type { LedgerObject, OperationDraft } from '../core/terms.ts'
import { settlementJob } from '../core/job_rows.ts'
import { AdmitMovement, type Opening } from './admit_movement.ts'
import { operationDraft } from './operation_draft.ts'
import { operationOf } from './poster/outcomes.ts'
import { Poster } from './poster/poster.ts'
import { type RealmCard, RealmDirectory } from './realm_directory.ts'
import { ReserveNonce } from './reserve_nonce.ts'
import { StartOnRail } from './start_on_rail.ts'
import { ObjectReader } from '../storage/object_reader.ts'
import { toLedgerObject } from '../storage/rows.ts'

export interface WithdrawalCommand {
  realmId: string
  objectPath: string
  amount: string
  /** 0x and 40 hex digits; whether a rail can send there is the rail's to say. */
  destinationAddress?: string | null
  path?: string
  /** Of a withdrawal that two have to agree to; whoever passes it has checked it. */
  cosigned?: Cosignature & {
    /** The operation's id, which the co-signer has signed. */
    operationId: string
  }
  /**
   * Of a withdrawal that is offered to somebody: its amount is held, and nothing is sent before
   * `StartMovement` hands it to its rail, with an address where this names none.
   */
  waits?: {
    /** What makes two requests with one path the same, besides object, amount and address. */
    inputs: Record<string, string | null>
  }
}

/**
 * Opens a withdrawal. It is pending in the answer and its amount is held; the settlement job asks the
 * rail, and the value leaves when the rail has delivered.
 */
@singleton()
export class OpenWithdrawal {
  constructor(
    private realms: RealmDirectory,
    private objects: ObjectReader,
    private admit: AdmitMovement,
    private nonces: ReserveNonce,
    private poster: Poster,
    private modules: ModuleHost,
    private startOnRail: StartOnRail
  ) {}

  /**
   * @throws ServiceError OBJECT_NOT_FOUND, INSUFFICIENT_BALANCE, IDEMPOTENCY_VIOLATION,
   *   SETTLEMENT_UNAVAILABLE, whatever a guard refuses with
   */
  async run(principal: Principal, command: WithdrawalCommand) {
    const realm = await this.realms.resolve(principal, command.realmId)
    return this.from(realm, principal, command)
  }

  /** The same for a caller whose right to the realm has been checked. */
  async from(realm: RealmCard, principal: Principal, command: WithdrawalCommand) {
    const { realmId, objectPath, destinationAddress = null, cosigned, waits } = command
    const cosignature = cosigned
      ? { deadline: cosigned.deadline, signature: cosigned.signature }
      : null
    const amount = parseUsd(command.amount)
    const verb = waits ? 'withdrawal' : 'defund'
    const path = command.path ?? (await this.nonces.operationPath(realmId, verb, objectPath))
    // Not from the directory of usable objects: a withdrawn one may still hold money that came late.
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
      // Without a source the poster still decides: a path that was used before answers first.
      source: { id: source?.id ?? '', path: objectPath },
      ...terms,
      waits: waits !== undefined,
      jobs: waits ? [] : [settlementJob(operation.id)],
    })
    const answered = operationOf(outcome)
    if (waits) return { ...answered, txHash: null }
    if (startsNow && !answered.replayed) await this.#start(answered.operation.id)
    return { ...answered, txHash: await this.#txHash(answered.operation.id) }
  }

  /** @returns whether the caller waits for the rail to start */
  async #startsNow(
    realm: RealmCard,
    opening: Opening & { source: LedgerObject }
  ): Promise<boolean> {
    // Whatever rail there is: the poster refuses to pay out of a kind's own books.
    if (opening.source.keepsOwnBooks) return false
    const admitted = await this.admit.run(realm, opening)
    return admitted?.rail.startsAtOnce?.(admitted.movement) ?? false
  }

  /** A head start of the settlement job, which does it again. The withdrawal is stored: nothing here can fail it. */
  async #start(operationId: string): Promise<void> {
    // What fails here fails in the job as well, and is told there.
    const started = this.startOnRail.run(operationId).catch(() => {})
    const patience = new AbortController()
    const limit = delay(LIMITS.settlementStartMs, null, { signal: patience.signal })
    // The loser of the race is not awaited; that it was told to stop is no failure.
    limit.catch(() => {})
    await Promise.race([started, limit])
    patience.abort()
  }

  /**
   * The newest transaction the rail has sent for the withdrawal; null before there is one, and for
   * ever on the instant rail, which sends none.
   */
  async #txHash(operationId: string): Promise<string | null> {
    const sources = this.modules.contributions('evidenceSources')
    const found = await Promise.all(sources.map((each) => each.chainTransactions([operationId])))
    const sent = found.flat().toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
    return sent.at(-1)?.txHash ?? null
  }
}

function withdrawalDraft(
  principal: Principal,
  command: WithdrawalCommand & { path: string },
  amount: Atoms
): OperationDraft {
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
    // Upper case in an address is a checksum and no other address.
    inputs: { ...shown, destinationAddress: destinationAddress?.toLowerCase() ?? null },
    request: { realmId, path, ...shown },
  })
}
