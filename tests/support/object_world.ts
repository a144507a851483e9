import { parseUsd } from '#app/money/usd'
import type { Decision } from '#modules/ledger/core/decision'
import type { LabelChange } from '#modules/ledger/core/labels'
import type { ObjectLimits } from '#modules/ledger/core/terms'
import { MemoryRealm, REALM_ID } from '#tests/support/memory_realm'

/** What every request says of itself here. */
export const PLAIN = { realmId: REALM_ID, jobs: [] }
export const ACTOR = { type: 'builder', id: 'bld_1' }

/** A realm in memory, and what may be asked of it about one object. */
export class ObjectWorld extends MemoryRealm {
  create(name: string, type: 'denominated' | 'escrow' = 'denominated'): Decision {
    const decision = this.beginCreate(name, type)
    if (decision.kind === 'accepted') this.finishCreate(decision.posting.operation!.row.id)
    return decision
  }

  beginCreate(name: string, type: 'denominated' | 'escrow' = 'denominated', path?: string) {
    return this.post({
      kind: 'create_object',
      ...PLAIN,
      operation: this.operation(path ?? this.id('/op/create'), 'create', `create ${name} ${type}`),
      object: { id: this.id('obj'), path: `/${name}`, type, keepsOwnBooks: false, metadata: null },
      boundaryId: 'bnd_1',
    })
  }

  finishCreate(operationId: string) {
    const ids = { event: this.id('evt'), delta: this.id('dlt') }
    return this.post({ kind: 'complete_create', ...PLAIN, operationId, ids })
  }

  declareZone(name: string, ids = { id: this.id('izn'), boundaryId: this.id('bnd') }) {
    return this.post({
      kind: 'declare_zone',
      ...PLAIN,
      zone: { ...ids, path: `/${name}` },
      feesId: this.id('obj'),
      actor: ACTOR,
      ids: this.event(),
    })
  }

  label(name: string, change: LabelChange) {
    return this.post({ kind: 'label_object', ...this.#ofObject(name), change })
  }

  limit(name: string, change: Partial<ObjectLimits>) {
    return this.post({ kind: 'limit_object', ...this.#ofObject(name), change })
  }

  #ofObject(name: string) {
    return { ...PLAIN, objectId: this.side(name).id, actor: ACTOR, ids: { delta: this.id('dlt') } }
  }

  /** @param seen what the caller's check saw; left out, what the object holds now */
  remove(name: string, sweepTo?: string, seen?: string): Decision {
    return this.post({ ...this.#deletion(name, sweepTo, seen), kind: 'delete_object' })
  }

  /** The deletion of an object that its kind has to empty first. */
  beginRemove(name: string, sweepTo?: string, seen?: string): Decision {
    return this.post({ ...this.#deletion(name, sweepTo, seen), kind: 'begin_delete' })
  }

  /** The deletion of an object whose sweep a rail carries. */
  openRemove(name: string, sweepTo?: string, seen?: string): Decision {
    return this.post({ ...this.#deletion(name, sweepTo, seen), kind: 'open_delete' })
  }

  settleRemove(operationId: string) {
    return this.post({
      kind: 'settle_delete',
      ...PLAIN,
      operationId,
      sweep: this.operation(`/_system/sweeps/${operationId}`, 'adjustment', operationId),
      proofs: [this.proof('chain', operationId)],
      ...this.#deletionEnd(),
    })
  }

  finishRemove(operationId: string, cash: string) {
    return this.post({
      kind: 'finish_delete',
      ...PLAIN,
      operationId,
      cash: parseUsd(cash),
      ...this.#deletionEnd(),
    })
  }

  abandonRemove(operationId: string) {
    return this.post({
      kind: 'abandon_delete',
      ...PLAIN,
      operationId,
      code: 'TIMED_OUT',
      failureMessage: 'It took too long.',
      ...this.#deletionEnd(),
    })
  }

  #deletion(name: string, sweepTo?: string, seen?: string) {
    return {
      ...PLAIN,
      operation: this.operation(this.id('/op/delete'), 'delete', `delete ${name}`),
      object: this.side(name),
      sweepTo: sweepTo === undefined ? null : this.side(sweepTo),
      seenSettled: seen === undefined ? this.balance(name).settled : parseUsd(seen),
      ...this.#deletionEnd(),
    }
  }

  #deletionEnd() {
    return { ids: { event: this.id('evt'), delta: this.id('dlt') } }
  }

  protected event() {
    return { event: this.id('evt') }
  }

  protected proof(proofType: string, externalRef: string) {
    return { id: this.id('prf'), proofType, externalRef }
  }
}
