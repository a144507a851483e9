import type { Conditions } from '#modules/ledger/core/conditions'
import { parseUsd } from '#app/money/usd'
import type { Decision } from '#modules/ledger/core/decision'
import type { TransferRequest } from '#modules/ledger/core/decide_transfer'
import { pathsOf, type SplitRequest } from '#modules/ledger/core/decide_split'
import { isOf } from '#modules/ledger/core/terms'
import { movesOf } from '#modules/ledger/core/reversible'
import { REALM_ID } from '#tests/support/memory_realm'
import { ACTOR, ObjectWorld, PLAIN } from '#tests/support/object_world'

/** A realm in memory, and what may be asked of it. */
export class LedgerWorld extends ObjectWorld {
  constructor(cash: Record<string, string> = {}) {
    super()
    this.post({
      kind: 'open_realm',
      ...PLAIN,
      realm: {
        id: REALM_ID,
        orgId: 'org_1',
        builderId: 'bld_1',
        name: 'World',
        slug: 'world',
        asset: 'paper',
        lifecycle: 'temporary',
        backing: 'chain',
        description: null,
      },
      actor: ACTOR,
      ids: { external: this.id('obj'), fees: this.id('obj'), event: this.id('evt') },
      boundaryId: 'bnd_1',
    })
    for (const [name, amount] of Object.entries(cash)) {
      this.create(name)
      if (parseUsd(amount) > 0n) this.fund(name, amount)
    }
  }

  openDeposit(
    name: string,
    amount: string,
    path = this.id('/op/fund'),
    inTransit = true,
    openMicros?: number
  ) {
    return this.post({
      kind: 'open_deposit',
      ...PLAIN,
      operation: this.operation(path, 'deposit', `deposit ${name} ${amount}`),
      target: this.side(name),
      amount: parseUsd(amount),
      inTransit,
      openMicros,
    })
  }

  settle(operationId: string, amount: string) {
    return this.post({
      kind: 'settle_deposit',
      ...PLAIN,
      operationId,
      creditedAmount: parseUsd(amount),
      proofs: [this.proof('paper_mint', operationId)],
      ids: this.event(),
    })
  }

  abandon(operationId: string, failureMessage = 'It did not arrive.') {
    return this.post({
      kind: 'abandon',
      ...PLAIN,
      operationId,
      as: 'failed',
      failureMessage,
      ids: { event: this.id('evt'), withdrawal: this.id('evt'), delta: this.id('dlt') },
    })
  }

  fund(name: string, amount: string): Decision {
    const opened = this.openDeposit(name, amount)
    if (opened.kind !== 'accepted') return opened
    return this.settle(opened.posting.operation!.row.id, amount)
  }

  transfer(
    from: string,
    to: string,
    amount: string,
    fee = '0.05',
    path = this.id('/op/t'),
    conditions?: Conditions
  ) {
    return this.post(this.transferRequest(from, to, amount, fee, path, conditions))
  }

  hold(
    from: string,
    amount: string,
    more: { to?: string; seconds?: number | null; conditions?: Conditions } = {}
  ) {
    const { to, seconds = null, conditions } = more
    return this.post({
      kind: 'open_hold',
      ...PLAIN,
      operation: this.operation(this.id('/op/h'), 'hold', `hold ${from} ${to} ${amount}`),
      source: this.side(from),
      target: to === undefined ? null : this.side(to),
      amount: parseUsd(amount),
      seconds,
      ...(conditions && { conditions }),
      ids: this.event(),
    })
  }

  capture(
    holdId: string,
    to: string,
    amount: string | null,
    more: { fee?: string; final?: boolean; waits?: boolean; path?: string } = {}
  ) {
    const { fee = '0.05', final = false, waits = false, path = this.id('/op/c') } = more
    return this.post({
      kind: 'capture_hold',
      ...PLAIN,
      operation: this.operation(path, 'capture', `capture ${holdId} ${to} ${amount} ${final}`),
      holdId,
      target: this.side(to),
      amount: amount === null ? null : parseUsd(amount),
      fee: parseUsd(fee),
      final,
      waits,
      ids: { captured: this.id('evt'), released: this.id('evt') },
    })
  }

  endHold(operationId: string, as: 'released' | 'expired', path: string | null = null) {
    return this.post({
      kind: 'end_hold',
      ...PLAIN,
      operationId,
      as,
      path,
      authority: 'builder:bld_1',
      ids: this.event(),
    })
  }

  extendHold(operationId: string, seconds: number) {
    const authority = 'builder:bld_1'
    return this.post({ kind: 'extend_hold', ...PLAIN, operationId, seconds, authority })
  }

  split(
    asked: SplitRequest['asked'],
    more: { fee?: string; path?: string; conditions?: Conditions } = {}
  ) {
    const { fee = '0.05', path = this.id('/op/s'), conditions } = more
    const text = JSON.stringify(asked, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value
    )
    const paths = pathsOf(asked)
    return this.post({
      kind: 'split',
      ...PLAIN,
      operation: this.operation(path, 'posting', text),
      asked,
      fee: parseUsd(fee),
      sides: new Map(paths.map((each) => [each, this.side(each.slice(1)).id])),
      ...(conditions && { conditions }),
      spendings: new Map(),
    })
  }

  reverse(
    originalId: string,
    amount: string | null = null,
    more: { refundFee?: boolean; waits?: boolean; path?: string } = {}
  ) {
    const { refundFee = false, waits = false, path = this.id('/op/r') } = more
    const inputs = `reverse ${originalId} ${amount} ${refundFee}`
    const original = this.state.operationsById.get(originalId)
    return this.post({
      kind: 'reverse',
      ...PLAIN,
      operation: this.operation(path, 'reversal', inputs),
      originalId,
      objectIds: isOf('posting', original)
        ? movesOf(original).flatMap(({ payerId, receiverId }) => [payerId, receiverId])
        : [],
      amount: amount === null ? null : parseUsd(amount),
      refundFee,
      waits,
      spendings: new Map(),
    })
  }

  /** The transfer of `transferRequest`, held until it is settled or abandoned. */
  openTransfer(
    from: string,
    to: string,
    amount: string,
    fee = '0.05',
    path = this.id('/op/t'),
    conditions?: Conditions
  ) {
    const request = this.transferRequest(from, to, amount, fee, path, conditions)
    return this.post({ ...request, kind: 'open_transfer', jobs: [] })
  }

  settleTransfer(operationId: string) {
    const proofs = [this.proof('chain', operationId)]
    return this.post({ kind: 'settle_transfer', ...PLAIN, operationId, proofs })
  }

  bulk(transfers: TransferRequest[]) {
    return this.post({ kind: 'bulk_transfer', realmId: REALM_ID, transfers })
  }

  openWithdrawal(name: string, amount: string, path = this.id('/op/defund')) {
    return this.post({
      kind: 'open_withdrawal',
      ...PLAIN,
      operation: this.operation(path, 'withdrawal', `withdrawal ${name} ${amount}`),
      source: this.side(name),
      amount: parseUsd(amount),
      destinationAddress: null,
    })
  }

  settleWithdrawal(operationId: string) {
    return this.post({
      kind: 'settle_withdrawal',
      ...PLAIN,
      operationId,
      proofs: [this.proof('paper_burn', operationId)],
      ids: { event: this.id('evt'), withdrawn: this.id('evt'), delta: this.id('dlt') },
    })
  }

  defund(name: string, amount: string): Decision {
    const opened = this.openWithdrawal(name, amount)
    if (opened.kind !== 'accepted') return opened
    return this.settleWithdrawal(opened.posting.operation!.row.id)
  }

  transferRequest(
    from: string,
    to: string,
    amount: string,
    fee = '0.05',
    path = this.id('/op/t'),
    conditions?: Conditions
  ): TransferRequest {
    return {
      kind: 'transfer',
      realmId: REALM_ID,
      operation: this.operation(path, 'transfer', `transfer ${from} ${to} ${amount} ${fee}`),
      source: this.side(from),
      target: this.side(to),
      amount: parseUsd(amount),
      fee: parseUsd(fee),
      ...(conditions && { conditions }),
    }
  }

  closeRealm(asset: 'paper' | 'live' = 'paper', event = this.id('evt')): Decision {
    return this.post({ kind: 'close_realm', ...PLAIN, asset, actor: ACTOR, ids: { event } })
  }
}

/**
 * The id of the operation that a decision accepted.
 *
 * @throws Error when the decision refused
 */
export function acceptedId(decision: Decision): string {
  if (decision.kind !== 'accepted') throw new Error(`Expected acceptance, got ${decision.kind}`)
  return decision.posting.operation!.row.id
}
