import { test } from '@japa/runner'
import fc from 'fast-check'
import { formatUsd } from '#app/money/usd'
import { SYSTEM_PATHS } from '#modules/ledger/core/system_paths'
import { LedgerWorld, acceptedId } from '#tests/support/ledger_world'
import { forAll } from '#tests/support/for_all'

/** A second, naive model: who lives, what each holds, who is being deleted. */
class NaiveBooks {
  cash = new Map<string, bigint>()
  /** What a blocked one was swept onto when its deletion began. */
  blocked = new Map<string, string | undefined>()
  outside = 0n
  deletions = 0

  create(name: string): string {
    if (this.blocked.has(name)) return 'CONFLICT'
    if (this.cash.has(name)) return 'existing'
    this.cash.set(name, 0n)
    return 'accepted'
  }

  fund(name: string, amount: bigint): string {
    if (this.blocked.has(name)) return 'CONFLICT'
    if (!this.cash.has(name)) return 'OBJECT_NOT_FOUND'
    this.cash.set(name, this.cash.get(name)! + amount)
    this.outside -= amount
    return 'accepted'
  }

  transfer(from: string, to: string, amount: bigint): string {
    for (const side of [from, to]) {
      if (this.blocked.has(side)) return 'CONFLICT'
      if (!this.cash.has(side)) return 'NOT_FOUND'
    }
    if (this.cash.get(from)! < amount) return 'INSUFFICIENT_BALANCE'
    this.#move(from, to, amount)
    return 'accepted'
  }

  #refusal(name: string, to: string | undefined, short: bigint): string | null {
    if (!this.cash.has(name)) return 'OBJECT_NOT_FOUND'
    if (this.blocked.has(name)) return 'CONFLICT'
    const held = this.cash.get(name)!
    if (held > 0n && short > 0n) return 'DELETE_NOT_EMPTY'
    if (held > 0n && to === undefined) return 'SWEEP_REQUIRED'
    if (to !== undefined && (!this.cash.has(to) || this.blocked.has(to))) return 'NOT_FOUND'
    return null
  }

  remove(name: string, to: string | undefined, short: bigint): string {
    const refusal = this.#refusal(name, to, short)
    if (refusal) return refusal
    this.#end(name, to)
    return 'accepted'
  }

  begin(name: string, to: string | undefined, short: bigint): string {
    const refusal = this.#refusal(name, to, short)
    if (refusal) return refusal
    this.blocked.set(name, to)
    return 'accepted'
  }

  /** @param gone whether the sweep target of the beginning is not that object any more */
  finish(name: string, gone: boolean): string {
    const to = this.blocked.get(name)
    if (to !== undefined && gone) return 'refused'
    this.#end(name, to)
    return 'accepted'
  }

  #end(name: string, to: string | undefined) {
    if (to !== undefined) this.#move(name, to, this.cash.get(name)!)
    this.cash.delete(name)
    this.blocked.delete(name)
    this.deletions++
  }

  #move(from: string, to: string, amount: bigint) {
    this.cash.set(from, this.cash.get(from)! - amount)
    this.cash.set(to, this.cash.get(to)! + amount)
  }
}

const NAMES = ['alice', 'bob', 'carol', 'dave'] as const
const name = fc.constantFrom(...NAMES)
const amount = fc.oneof(
  fc.constantFrom(1n, 1_000_000n, 2_000_000n),
  fc.bigInt({ min: 1n, max: 9_000_000n })
)
const removal = {
  name,
  to: fc.option(name, { nil: undefined }),
  /** How much less than what is there the caller has seen. */
  short: fc.constantFrom(0n, 0n, 0n, 1n),
}
const step = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), name }),
  fc.record({ kind: fc.constant('fund' as const), name, amount }),
  fc.record({ kind: fc.constant('transfer' as const), name, to: name, amount }),
  fc.record({ kind: fc.constant('remove' as const), ...removal }),
  fc.record({ kind: fc.constant('begin' as const), ...removal }),
  fc.record({ kind: fc.constant('finish' as const), name }),
  fc.record({ kind: fc.constant('abandon' as const), name })
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** Runs steps against both, and remembers which deletion of the world is pending. */
class Comparison {
  world = new LedgerWorld()
  books = new NaiveBooks()
  pending = new Map<string, { operationId: string; target: string | undefined }>()

  run(each: Step) {
    const expected = this.#expect(each)
    const answered = this.#answer(each)
    if (answered !== expected) {
      throw new Error(`${each.kind} of ${each.name}: ${answered}, but the model says ${expected}`)
    }
    this.#compare()
  }

  #expect(each: Step): string {
    const { books } = this
    switch (each.kind) {
      case 'create':
        return books.create(each.name)
      case 'fund':
        return books.fund(each.name, each.amount)
      case 'transfer':
        return each.name === each.to ? 'skipped' : books.transfer(each.name, each.to, each.amount)
      case 'remove':
      case 'begin':
        return each.name === each.to ? 'skipped' : books[each.kind](each.name, each.to, each.short)
      case 'finish': {
        const running = this.pending.get(each.name)
        if (!running) return 'skipped'
        return books.finish(each.name, this.#isGone(running.target))
      }
      case 'abandon':
        if (!this.pending.has(each.name)) return 'skipped'
        books.blocked.delete(each.name)
        return 'accepted'
    }
  }

  /** Whether the object a sweep was meant for lives no more, or is blocked itself. */
  #isGone(id: string | undefined): boolean {
    return id !== undefined && this.world.state.objectsById.get(id)?.status !== 'active'
  }

  #answer(each: Step): string {
    const { world } = this
    switch (each.kind) {
      case 'create':
        return codeOf(world.create(each.name))
      case 'fund':
        return codeOf(world.fund(each.name, formatUsd(each.amount)))
      case 'transfer':
        if (each.name === each.to) return 'skipped'
        return codeOf(world.transfer(each.name, each.to, formatUsd(each.amount), '0'))
      case 'remove':
      case 'begin':
        return each.name === each.to ? 'skipped' : this.#removeOrBegin(each)
      case 'finish':
      case 'abandon':
        return this.#endPending(each)
    }
  }

  #removeOrBegin({ kind, name: of, to, short }: Extract<Step, { kind: 'remove' | 'begin' }>) {
    const { settled } = this.world.balance(of)
    const seen = formatUsd(settled > short ? settled - short : 0n)
    if (kind === 'remove') return codeOf(this.world.remove(of, to, seen))
    const target = to === undefined ? undefined : this.world.side(to).id
    const decision = this.world.beginRemove(of, to, seen)
    if (decision.kind === 'accepted') {
      this.pending.set(of, { operationId: acceptedId(decision), target })
    }
    return codeOf(decision)
  }

  #endPending({ kind, name: of }: Extract<Step, { kind: 'finish' | 'abandon' }>): string {
    const running = this.pending.get(of)
    if (!running) return 'skipped'
    const { operationId } = running
    if (kind === 'abandon') {
      this.pending.delete(of)
      return codeOf(this.world.abandonRemove(operationId))
    }
    const decision = this.world.finishRemove(operationId, formatUsd(this.world.balance(of).settled))
    if (decision.kind === 'refused') return 'refused'
    this.pending.delete(of)
    // Done once; a second run of the job finds that.
    const again = this.world.finishRemove(operationId, '0')
    if (again.kind !== 'settled_before') throw new Error('a deletion ended twice')
    return codeOf(decision)
  }

  #compare() {
    const { world, books } = this
    for (const of of NAMES) {
      const object = world.state.objectsByPath.get(`/${of}`)
      const held = books.cash.get(of)
      if ((object === undefined) !== (held === undefined))
        throw new Error(`${of} lives in one only`)
      if (object && world.balance(of).settled !== held) throw new Error(`${of} holds another sum`)
      if (object && (object.status === 'deleting') !== books.blocked.has(of)) {
        throw new Error(`${of} is blocked in one only`)
      }
    }
    if (world.external !== books.outside) throw new Error('the outside differs from the model')
    this.#checkWorld()
  }

  #checkWorld() {
    const { state, entries } = this.world
    const deleted = [...state.objectsById.values()].filter(({ status }) => status === 'deleted')
    if (deleted.length !== this.books.deletions) throw new Error('not as many were deleted')
    for (const { id, denomination } of deleted) {
      const balance = state.balances.get(`${id}|${denomination}`)
      if (balance && balance.settled !== 0n) throw new Error('a deleted object holds something')
    }
    const total = [...state.balances.values()].reduce((sum, { settled }) => sum + settled, 0n)
    if (total !== 0n) throw new Error('the books do not cancel')
    for (const { legs } of entries.slice(-2)) {
      if (legs.reduce((sum, leg) => sum + leg.amount, 0n) !== 0n)
        throw new Error('legs do not cancel')
    }
    if (!state.objectsByPath.has(SYSTEM_PATHS.external)) throw new Error('the outside is gone')
  }
}

function codeOf(decision: { kind: string; code?: string }): string {
  return decision.kind === 'refused' ? decision.code! : decision.kind
}

test.group('ledger | deletions against the naive model', () => {
  test('any order of creating, moving and deleting gives what the model predicts', () => {
    forAll([fc.array(step, { maxLength: 60 })], { numRuns: 500 }, (steps) => {
      const comparison = new Comparison()
      for (const each of steps) comparison.run(each)
    })
  })
})
