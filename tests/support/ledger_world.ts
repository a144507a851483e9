import { parseUsd, type Atoms } from '#app/money/usd'
import { apply } from '#modules/ledger/core/apply'
import { decide } from '#modules/ledger/core/decide'
import type { Decision } from '#modules/ledger/core/decision'
import type { PostRequest } from '#modules/ledger/core/requests'
import { balanceOf, emptyState, type RealmState } from '#modules/ledger/core/state'
import { USD } from '#modules/ledger/core/terms'
import type { PostedEntry } from '#modules/ledger/core/apply'
import { SYSTEM_PATHS } from '#modules/ledger/core/system_paths'

export const REALM_ID = '01900000-0000-7000-8000-000000000001'

/** A realm in memory, driven through the pure core alone. */
export class LedgerWorld {
  readonly state: RealmState = emptyState(REALM_ID, null)
  readonly entries: PostedEntry[] = []
  #now = 1_000_000
  #ids = 0

  constructor(cash: Record<string, string> = {}) {
    this.post({
      kind: 'open_realm',
      realmId: REALM_ID,
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
      actor: { type: 'builder', id: 'bld_1' },
      ids: { external: this.id('obj'), fees: this.id('obj'), event: this.id('evt') },
      boundaryId: 'bnd_1',
      jobs: [],
    })
    for (const [name, amount] of Object.entries(cash)) {
      this.create(name)
      if (parseUsd(amount) > 0n) this.fund(name, amount)
    }
  }

  id(prefix: string): string {
    return `${prefix}_${String(++this.#ids).padStart(4, '0')}`
  }

  post(request: PostRequest): Decision {
    const decision = decide(this.state, request, ++this.#now)
    if (decision.kind === 'accepted') {
      this.entries.push(apply(this.state, decision.posting, this.#now))
    }
    return decision
  }

  operation(path: string, type: 'create' | 'transfer' | 'deposit', requestHash: string) {
    const actor = { actorType: 'builder', actorId: 'bld_1' }
    return { id: this.id('op'), path, type, requestHash, input: '{}', ...actor }
  }

  create(name: string, type: 'denominated' | 'escrow' = 'denominated'): Decision {
    const decision = this.beginCreate(name, type)
    if (decision.kind === 'accepted') this.finishCreate(decision.posting.operation!.row.id)
    return decision
  }

  beginCreate(name: string, type: 'denominated' | 'escrow' = 'denominated', path?: string) {
    return this.post({
      kind: 'create_object',
      realmId: REALM_ID,
      operation: this.operation(path ?? this.id('/op/create'), 'create', `create ${name} ${type}`),
      object: { id: this.id('obj'), path: `/${name}`, type, metadata: null },
      boundaryId: 'bnd_1',
      jobs: [],
    })
  }

  finishCreate(operationId: string) {
    const ids = { event: this.id('evt'), delta: this.id('dlt') }
    return this.post({ kind: 'complete_create', realmId: REALM_ID, operationId, ids, jobs: [] })
  }

  openDeposit(name: string, amount: string, path = this.id('/op/fund'), inTransit = true) {
    return this.post({
      kind: 'open_deposit',
      realmId: REALM_ID,
      operation: this.operation(path, 'deposit', `deposit ${name} ${amount}`),
      target: this.side(name),
      amount: parseUsd(amount),
      inTransit,
      jobs: [],
    })
  }

  settle(operationId: string, amount: string) {
    return this.post({
      kind: 'settle_deposit',
      realmId: REALM_ID,
      operationId,
      creditedAmount: parseUsd(amount),
      proofs: [{ id: this.id('prf'), proofType: 'paper_mint', externalRef: operationId }],
      ids: { event: this.id('evt') },
      jobs: [],
    })
  }

  abandon(operationId: string) {
    return this.post({
      kind: 'abandon',
      realmId: REALM_ID,
      operationId,
      as: 'failed',
      failureMessage: 'It did not arrive.',
      ids: { event: this.id('evt') },
      jobs: [],
    })
  }

  fund(name: string, amount: string): Decision {
    const opened = this.openDeposit(name, amount)
    if (opened.kind !== 'accepted') return opened
    return this.settle(opened.posting.operation!.row.id, amount)
  }

  transfer(from: string, to: string, amount: string, fee = '0.05', path = this.id('/op/t')) {
    return this.post({
      kind: 'transfer',
      realmId: REALM_ID,
      operation: this.operation(path, 'transfer', `transfer ${from} ${to} ${amount} ${fee}`),
      source: this.side(from),
      target: this.side(to),
      amount: parseUsd(amount),
      fee: parseUsd(fee),
    })
  }

  side(name: string) {
    const path = `/${name}`
    return { id: this.state.objectsByPath.get(path)?.id ?? 'obj_none', path }
  }

  balance(name: string) {
    return balanceOf(this.state, this.side(name).id, USD)
  }

  get fees(): Atoms {
    return balanceOf(this.state, this.state.objectsByPath.get(SYSTEM_PATHS.fees)!.id, USD).settled
  }

  get external(): Atoms {
    const { id } = this.state.objectsByPath.get(SYSTEM_PATHS.external)!
    return balanceOf(this.state, id, USD).settled
  }
}

/** The id of the operation a decision accepted. @throws Error when it did not */
export function acceptedId(decision: Decision): string {
  if (decision.kind !== 'accepted') throw new Error(`Expected acceptance, got ${decision.kind}`)
  return decision.posting.operation!.row.id
}
