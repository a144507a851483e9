import type { Movement } from '#app/extension/ledger_terms'
import type { Principal } from '#app/extension/principal'
import { ServiceError, invalid, invalidField } from '#app/http/errors/service_error'
import { newId } from '#app/ids/ids'
import { formatUsd, parseUsd, type Atoms } from '#app/money/usd'
import { DEFAULT_TRANSFER_FEE } from '#modules/ledger/core/fees'
import { USD, type LedgerObject } from '#modules/ledger/core/terms'
import { movementSide } from '#modules/ledger/services/movement_side'
import type { ExtensionRegistry } from '#modules/ledger/services/extension_registry'
import type { ObjectDirectory } from '#modules/ledger/services/object_directory'
import { operationDraft } from '#modules/ledger/services/operation_draft'
import { operationOf } from '#modules/ledger/services/poster/outcomes'
import type { Outcome, Poster } from '#modules/ledger/services/poster/poster'
import type { RealmDirectory, RealmCard } from '#modules/ledger/services/realm_directory'

export interface TransferCommand {
  realmId: string
  path: string
  sourceObjectPath: string
  targetObjectPath: string
  amount: string
  feeOverride?: string
}

/** What a transfer comes to, once its inputs are checked. */
interface Terms {
  realm: RealmCard
  amount: Atoms
  fee: Atoms
}

/** Moves value between two objects of a realm, once per operation path. */
export class PostTransfer {
  constructor(
    private realms: RealmDirectory,
    private objects: ObjectDirectory,
    private extensions: ExtensionRegistry,
    private poster: Poster
  ) {}

  async run(principal: Principal, command: TransferCommand) {
    const realm = await this.realms.resolve(principal, command.realmId)
    const amount = parseUsd(command.amount)
    const fee = this.#fee(command, realm)
    this.#checkInputs(command, amount, fee)
    const outcome = await this.#post(principal, command, { realm, amount, fee }, true)
    return {
      ...operationOf(outcome),
      fee: fee > 0n ? { amount: formatUsd(fee), denomination: USD } : undefined,
      timing: outcome.timing,
    }
  }

  #fee({ feeOverride }: TransferCommand, realm: RealmCard): Atoms {
    if (feeOverride === undefined) return DEFAULT_TRANSFER_FEE
    if (realm.asset === 'live') {
      throw invalidField('feeOverride', 'development_only', 'A production realm has a fixed fee.')
    }
    return parseUsd(feeOverride)
  }

  #checkInputs(command: TransferCommand, amount: Atoms, fee: Atoms) {
    if (command.sourceObjectPath === command.targetObjectPath) {
      throw invalidField('targetObjectPath', 'different', 'Source and target must be different.')
    }
    if (amount <= fee) {
      throw invalid([
        {
          field: 'amount',
          rule: 'above_fee',
          message: `The amount must be greater than the fee of ${formatUsd(fee)} USD.`,
        },
      ])
    }
  }

  async #post(
    principal: Principal,
    command: TransferCommand,
    terms: Terms,
    mayRetry: boolean
  ): Promise<Outcome> {
    const { realmId, sourceObjectPath, targetObjectPath } = command
    const paths = [sourceObjectPath, targetObjectPath]
    const found = await this.objects.usable(realmId, paths)
    const source = found.get(sourceObjectPath)
    const target = found.get(targetObjectPath)
    // With a side missing the poster still decides: a path that was used before answers first.
    if (source && target) await this.#chooseRail(command, source, target, terms)
    try {
      return await this.poster.post({
        kind: 'transfer',
        realmId,
        operation: this.#operation(principal, command, terms),
        source: { id: source?.id ?? '', path: sourceObjectPath },
        target: { id: target?.id ?? '', path: targetObjectPath },
        amount: terms.amount,
        fee: terms.fee,
      })
    } catch (error) {
      const replaced = error instanceof ServiceError && error.code === 'OBJECT_REPLACED'
      const gone = error instanceof ServiceError && error.code === 'NOT_FOUND'
      if (replaced || gone) this.objects.forget(realmId, paths)
      if (!replaced || !mayRetry) throw error
      return this.#post(principal, command, terms, false)
    }
  }

  /** Only immediate rails exist for transfers inside one boundary; others hold and settle. */
  async #chooseRail(
    command: TransferCommand,
    source: LedgerObject,
    target: LedgerObject,
    { realm, amount }: Terms
  ) {
    const movement: Movement = {
      realmId: command.realmId,
      realmAsset: realm.asset,
      operationId: '',
      operationPath: command.path,
      type: 'transfer',
      source: movementSide(source),
      target: movementSide(target),
      denomination: USD,
      amount,
    }
    await this.extensions.askGuards(movement)
    if (!this.extensions.railFor(movement).immediate(movement)) {
      throw new ServiceError('SETTLEMENT_UNAVAILABLE')
    }
  }

  #operation(principal: Principal, command: TransferCommand, { amount, fee }: Terms) {
    const { path, sourceObjectPath, targetObjectPath } = command
    const inputs = {
      sourceObjectPath,
      targetObjectPath,
      amount: formatUsd(amount),
      fee: formatUsd(fee),
    }
    return operationDraft(principal, {
      id: newId('op'),
      path,
      type: 'transfer',
      inputs,
      request: command,
    })
  }
}
