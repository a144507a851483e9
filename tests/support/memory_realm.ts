import type { OperationType } from '#app/extension/vocabulary'
import type { Atoms } from '#app/money/usd'
import { apply, type PostedEntry } from '#modules/ledger/core/apply'
import { decide } from '#modules/ledger/core/decide'
import { postingsOf, type Decision } from '#modules/ledger/core/decision'
import type { PostRequest } from '#modules/ledger/core/requests'
import { balanceOf, emptyState, type RealmState } from '#modules/ledger/core/state'
import { SYSTEM_PATHS } from '#modules/ledger/core/system_paths'
import { USD } from '#modules/ledger/core/terms'
import { assertSameDecision, declaredState } from '#tests/support/declared_state'
import { formsOf, type Form } from '#tests/support/proofs'

export const REALM_ID = '01900000-0000-7000-8000-000000000001'

/** A realm in memory, driven through the pure core alone. */
export class MemoryRealm {
  readonly state: RealmState = emptyState(REALM_ID, null)
  readonly entries: PostedEntry[] = []
  /** What was asked of it, and granted. */
  readonly granted = new Set<Form>()
  #now = 1_000_000
  #ids = 0

  id(prefix: string): string {
    return `${prefix}_${String(++this.#ids).padStart(4, '0')}`
  }

  /**
   * @throws Error when the decision depends on something that the request has not declared
   */
  post(request: PostRequest): Decision {
    const seen = declaredState(this.state, request)
    const decision = decide(this.state, request, ++this.#now)
    assertSameDecision(request, decide(seen, request, this.#now), decision)
    const postings = postingsOf(decision)
    for (const posting of postings) this.entries.push(apply(this.state, posting, this.#now))
    if (postings.length > 0) for (const form of formsOf(request)) this.granted.add(form)
    return decision
  }

  operation(path: string, type: OperationType, requestHash: string) {
    const actor = { actorType: 'builder', actorId: 'bld_1' }
    return { id: this.id('op'), path, type, requestHash, input: '{}', ...actor }
  }

  /** Lets time go by. */
  pass(seconds: number) {
    this.#now += seconds * 1_000_000
  }

  side(name: string) {
    const path = `/${name}`
    return { id: this.state.objectsByPath.get(path)?.id ?? 'obj_none', path }
  }

  /** The sequence of the newest entry that has changed the balance. */
  version(name: string): number {
    return this.state.versions.get(this.side(name).id) ?? 0
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
