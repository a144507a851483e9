import type { Micros } from '#app/clock/clock'
import { formatUsd, type Atoms } from '#app/money/usd'
import { aboveFee, missingSide, refuseOwnBooks } from './check_transfer.ts'
import { unmetCondition, versionsRead, type Conditions } from './conditions.ts'
import { type Decision, emptyPosting, refuse, type Refusal } from './decision.ts'
import { feeObjectOf } from './fee_object.ts'
import { authorityOf, newOperation, replayOf } from './idempotency.ts'
import { checkNet, type Move } from './net_moves.ts'
import { mayLeave } from './object_limits.ts'
import { forOperation, needsNoLoad, type OperationRequest } from './request_kind.ts'
import { windowsRead, type Spending } from './spending.ts'
import { resolveSplit, type Split, type SplitMove } from './split.ts'
import { availableOf, balanceOf, type RealmState } from './state.ts'
import { USD, type Leg, type LedgerObject } from './terms.ts'
import { usableAt } from './usable_object.ts'
import { LEDGER_LIMITS } from '../limits.ts'

/** Moves between several objects of one boundary, that happen together or not at all. */
export interface SplitRequest extends OperationRequest<'split'> {
  /** The moves, or what they are made of. */
  asked: SplitMove[] | Split
  /** The fee of each move, a part of its amount. */
  fee: Atoms
  /** The objects that guards were asked about, by path. */
  sides: ReadonlyMap<string, string>
  conditions?: Conditions
  /** What the credential may move out of each object, by its id; all that is named is kept. */
  spendings: ReadonlyMap<string, readonly Spending[]>
}

/** What the outcome says of a move besides the paths: names, ids and the amount. */
const MOVE_BYTES = 200

export const SPLIT = forOperation<SplitRequest>({
  decide: decideSplit,
  reads: ({ asked, conditions, sides, spendings }) => ({
    objectPaths: pathsOf(asked),
    versionsOf: versionsRead(conditions, sides.get(firstOf(asked).source) ?? ''),
    spentIn: [...spendings].flatMap(([objectId, bounds]) =>
      bounds.flatMap((spending) => windowsRead(spending, objectId))
    ),
  }),
  // The paths are looked up, and the outcome lists them and their ids, move by move.
  bytes: ({ asked }) => {
    const paths = pathsOf(asked)
    const longest = Math.max(...paths.map(({ length }) => length))
    const moves = Array.isArray(asked) ? asked.length : paths.length
    return paths.length * longest + moves * (2 * longest + MOVE_BYTES)
  },
  foreseen: ({ spendings, conditions }) => spendings.size === 0 && needsNoLoad({ conditions }),
})

/** All paths that are named, each once. */
export function pathsOf(asked: SplitRequest['asked']): string[] {
  const named = Array.isArray(asked)
    ? asked.flatMap(({ source, target }) => [source, target])
    : [...asked.sources, ...asked.targets].map(({ path }) => path)
  return [...new Set(named)]
}

/** The sides that conditions are about. */
function firstOf(asked: SplitRequest['asked']): { source: string; target: string } {
  if (Array.isArray(asked)) return asked[0]!
  return { source: asked.sources[0]!.path, target: asked.targets[0]!.path }
}

export function decideSplit(state: RealmState, request: SplitRequest, now: Micros): Decision {
  const { realmId, operation, fee, spendings, jobs } = request
  const replay = replayOf(state, operation)
  if (replay) return replay
  const objects = objectsOf(state, request)
  if ('kind' in objects) return objects
  const unmet = conditionsOf(state, request, objects.found)
  if (unmet) return unmet
  const resolved = resolve(state, request, objects.found, now)
  if (!Array.isArray(resolved)) return resolved
  const long = tooLong(resolved)
  if (long) return long
  const small = resolved
    .map(({ source, target, amount }) =>
      aboveFee(amount, fee, `move from ${source} to ${target} of`)
    )
    .find((refusal) => refusal)
  if (small) return small
  const moves = resolved.map(({ source, target, amount }): Move => {
    const [from, to] = [source, target].map((path) => objects.found.get(path)!)
    return { source: from!, target: to!, amount, fee }
  })
  const checked = checkNet(state, moves, { operationId: operation.id, spendings, now })
  if ('answer' in checked) return checked.answer

  const amount = moves.reduce((sum, move) => sum + move.amount, 0n)
  const fees = fee * BigInt(moves.length)
  const posting = emptyPosting('posting', authorityOf(operation), 'committed')
  const [first] = moves
  posting.operation = {
    kind: 'new',
    row: newOperation<'posting'>(realmId, operation, now, {
      state: 'completed',
      outcome: {
        status: 'completed',
        amount: formatUsd(amount),
        denomination: USD,
        moves: moves.map(({ source, target, amount: part }) => ({
          sourceObjectPath: source.path,
          targetObjectPath: target.path,
          amount: formatUsd(part),
          sourceObjectId: source.id,
          targetObjectId: target.id,
        })),
        ...(fees > 0n && { fee: { amount: formatUsd(fees), denomination: USD } }),
      },
      source: { objectId: first!.source.id, path: first!.source.path },
      target: { objectId: first!.target.id, path: first!.target.path },
      denomination: USD,
      amount,
    }),
  }
  posting.legs = legsOf(state, moves)
  posting.newSpends = checked.spends
  posting.countedMoves = checked.counted
  posting.jobs = jobs
  return { kind: 'accepted', posting }
}

/** The outcome lists the moves, and that of a reversal too: what is stored of them is bounded. */
function tooLong(moves: readonly SplitMove[]): Refusal | null {
  const most = LEDGER_LIMITS.splitPathBytes
  const paths = moves.flatMap(({ source, target }) => [source, target])
  // A character that JSON escapes takes more room than it has.
  const bytes = paths.reduce((sum, path) => sum + Buffer.byteLength(JSON.stringify(path)), 0)
  if (bytes <= most) return null
  const message = `The paths of all moves together have ${bytes} bytes, and at most ${most} are taken`
  return refuse('VALIDATION_ERROR', {
    next: 'Send several postings with fewer moves each.',
    details: { fields: [{ field: 'moves', rule: 'maxBytes', message }] },
  })
}

type Found = ReadonlyMap<string, LedgerObject>

/** The objects at all paths, which lie in one boundary. */
function objectsOf(state: RealmState, { asked, sides }: SplitRequest): { found: Found } | Refusal {
  const found = new Map<string, LedgerObject>()
  const sources = new Set(
    Array.isArray(asked) ? asked.map(({ source }) => source) : asked.sources.map(({ path }) => path)
  )
  for (const path of pathsOf(asked)) {
    const object = usableAt(state, path)
    if (!object) return missingSide(state, sources.has(path) ? 'source' : 'target', path)
    if (sides.get(path) !== object.id) return refuse('OBJECT_REPLACED')
    found.set(path, object)
  }
  const objects = [...found.values()]
  const own = refuseOwnBooks(...objects)
  if (own) return own
  const [first] = objects
  const other = objects.find(({ boundaryId }) => boundaryId !== first!.boundaryId)
  return other ? crosses(first!.path, other.path) : { found }
}

export function crosses(one: string, other: string): Refusal {
  return refuse('CROSSES_BOUNDARY', {
    message: `The objects ${one} and ${other} lie in two custody boundaries, and an operation of this type stays in one.`,
    details: { objectPaths: [one, other] },
  })
}

function conditionsOf(state: RealmState, { asked, conditions }: SplitRequest, found: Found) {
  const { source, target } = firstOf(asked)
  const sides = { source: found.get(source)!, target: found.get(target)! }
  return unmetCondition(state, conditions, sides)
}

function resolve(
  state: RealmState,
  { asked, fee }: SplitRequest,
  found: Found,
  now: Micros
): SplitMove[] | Refusal {
  if (Array.isArray(asked)) return asked
  const within = (roomOf: (object: LedgerObject) => Atoms) =>
    resolveSplit(asked, new Map(Array.from(found, ([path, object]) => [path, roomOf(object)])), fee)
  const moves = within((object) => mayLeave(state, object, now))
  if (Array.isArray(moves) || moves.code !== 'INSUFFICIENT_BALANCE') return moves
  // Where the balances would do, a limit is what is short, and the check of the moves names it.
  const unlimited = within(({ id }) => availableOf(balanceOf(state, id, USD)))
  return Array.isArray(unlimited) ? unlimited : moves
}

/**
 * What comes in is booked before what goes out, so that no object is below zero in between. The fees
 * of all moves are one leg.
 */
function legsOf(state: RealmState, moves: readonly Move[]): Leg[] {
  const leg = { denomination: USD, kind: 'transfer' as const }
  const legs: Leg[] = [
    ...moves.map(({ target, amount, fee }) => ({
      ...leg,
      objectId: target.id,
      amount: amount - fee,
    })),
    ...moves.map(({ source, amount }) => ({ ...leg, objectId: source.id, amount: -amount })),
  ]
  const amount = moves.reduce((sum, { fee }) => sum + fee, 0n)
  if (amount === 0n) return legs
  const fees = feeObjectOf(state, moves[0]!.source.boundaryId)
  return [...legs, { objectId: fees.id, denomination: USD, amount, kind: 'fee' }]
}
