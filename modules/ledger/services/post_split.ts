import { Clock } from '#app/clock/clock'
import { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { invalidField, ServiceError } from '#app/http/errors/service_error'
import { newId } from '#app/ids/ids'
import { formatUsd, parseUsd, type Atoms } from '#app/money/usd'
import { pathsOf, type SplitRequest } from '../core/decide_split.ts'
import { requestHash } from '../core/request_hash.ts'
import { neverWhole, parseShare, type SplitSide } from '../core/split.ts'
import type { Spending } from '../core/spending.ts'
import { USD, type LedgerObject } from '../core/terms.ts'
import { AdmitMoves } from './admit_moves.ts'
import { conditionsOf, hashedConditions, type ConditionInputs } from './condition_terms.ts'
import { ObjectDirectory } from './object_directory.ts'
import { operationDraft } from './operation_draft.ts'
import { operationOf } from './poster/outcomes.ts'
import { Poster } from './poster/poster.ts'
import { RealmDirectory } from './realm_directory.ts'
import { spendingsOf } from './spending_of.ts'
import { transferFee } from './transfer_terms.ts'

interface SideInputs {
  objectPath: string
  amount?: string
  share?: string
  max?: string
  remainder?: boolean
}

export interface SplitCommand extends ConditionInputs {
  realmId: string
  path: string
  feeOverride?: string | null
  moves?: { sourceObjectPath: string; targetObjectPath: string; amount: string }[]
  sources?: SideInputs[]
  targets?: SideInputs[]
  amount?: string
}

type Asked = SplitRequest['asked']

/** Moves value between many objects of one boundary, all of it or none. */
@singleton()
export class PostSplit {
  constructor(
    private realms: RealmDirectory,
    private objects: ObjectDirectory,
    private admit: AdmitMoves,
    private poster: Poster,
    private access: AccessControl,
    private clock: Clock
  ) {}

  /**
   * @throws ServiceError NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, INSUFFICIENT_BALANCE,
   *   CROSSES_BOUNDARY, CONDITION_FAILED, LIMIT_EXCEEDED, IDEMPOTENCY_VIOLATION, OBJECT_REPLACED,
   *   or the refusal of a guard
   */
  async run(principal: Principal, command: SplitCommand) {
    const { sources, targets, asked } = readSplit(command)
    for (const path of sources) this.access.authorize(principal, 'svc:TransferFrom', path)
    for (const path of targets) this.access.authorize(principal, 'svc:ReceiveTo', path)
    const realm = await this.realms.resolve(principal, command.realmId)
    const fee = transferFee(realm, command.feeOverride)
    const operation = splitDraft(principal, command, fee)
    const outcome = await this.objects.withAllUsable(realm.id, pathsOf(asked), async (found) => {
      const sides = { from: known(found, sources), to: known(found, targets) }
      await this.admit.run(realm, operation, sides, amountOf(asked))
      return this.poster.post({
        kind: 'split',
        realmId: realm.id,
        operation,
        asked,
        fee,
        sides: new Map(Array.from(found, ([path, { id }]) => [path, id])),
        conditions: conditionsOf(command),
        spendings: this.#spendings(principal, command, sides),
        jobs: [],
      })
    })
    const { operation: posted, replayed } = operationOf(outcome)
    const paid = (posted.outcome as { fee?: { amount: string } }).fee
    return { operation: posted, replayed, fee: paid && { amount: paid.amount, denomination: USD } }
  }

  /** The windows that bound the moves out of each object, by its id. */
  #spendings(
    principal: Principal,
    { path: operationPath, ...command }: SplitCommand,
    { from, to }: { from: LedgerObject[]; to: LedgerObject[] }
  ): Map<string, Spending[]> {
    const spendings = new Map<string, Spending[]>()
    const askedAt = this.clock.nowMicros()
    if (principal.statements === null) return spendings
    for (const { id, path } of from) {
      const moves = movesOut(command, path, to).map((move) => ({ operationPath, ...move }))
      spendings.set(id, spendingsOf(this.access, principal, { path, moves }, askedAt))
    }
    return spendings
  }
}

/** What a request moves out of an object; of an amount that is split nobody knows yet how much. */
function movesOut(
  { moves, amount }: Pick<SplitCommand, 'moves' | 'amount'>,
  source: string,
  targets: readonly LedgerObject[]
) {
  if (!moves)
    return targets.map(({ path: destination }) => ({ amount: amount ?? null, destination }))
  return moves
    .filter(({ sourceObjectPath }) => sourceObjectPath === source)
    .map((move) => ({ amount: move.amount, destination: move.targetObjectPath }))
}

function known(found: ReadonlyMap<string, LedgerObject>, paths: readonly string[]) {
  return paths.flatMap((path) => found.get(path) ?? [])
}

function amountOf(asked: Asked): Atoms {
  if (!Array.isArray(asked)) return asked.amount
  return asked.reduce((sum, { amount }) => sum + amount, 0n)
}

/** @throws ServiceError VALIDATION_ERROR when the body is neither of the two forms, or contradicts itself */
export function readSplit(command: Omit<SplitCommand, 'realmId' | 'path'>) {
  const { moves, sources, targets, amount } = command
  const isSplit = sources !== undefined && targets !== undefined && amount !== undefined
  const isMixed = sources !== undefined || targets !== undefined || amount !== undefined
  if (moves ? isMixed : !isSplit) {
    const message = 'Name either moves, or sources, targets and amount'
    throw invalidField('moves', 'one_form', message)
  }
  if (moves) {
    moves.forEach(({ sourceObjectPath, targetObjectPath }, at) => {
      if (sourceObjectPath !== targetObjectPath) return
      const field = `moves.${at}.targetObjectPath`
      throw invalidField(field, 'different', `The ${field} field must name another object`)
    })
    const asked = moves.map((move) => ({
      source: move.sourceObjectPath,
      target: move.targetObjectPath,
      amount: parseUsd(move.amount),
    }))
    const [from, to] = [asked.map(({ source }) => source), asked.map(({ target }) => target)]
    return { asked, sources: [...new Set(from)], targets: [...new Set(to)] }
  }
  const paths = [...sources!, ...targets!].map(({ objectPath }) => objectPath)
  const twice = paths.findIndex((path, at) => paths.indexOf(path) !== at)
  if (twice !== -1) {
    const field = twice < sources!.length ? 'sources' : 'targets'
    throw invalidField(field, 'different', `The object ${paths[twice]} must be named once`)
  }
  const asked = {
    amount: parseUsd(amount!),
    sources: sources!.map((side, at) =>
      readSide(`sources.${at}`, side, ['amount', 'share', 'max'])
    ),
    targets: targets!.map((side, at) =>
      readSide(`targets.${at}`, side, ['amount', 'share', 'remainder'])
    ),
  }
  if (targets!.filter(({ remainder }) => remainder).length > 1) {
    throw invalidField('targets', 'one_remainder', 'The targets field may have one remainder')
  }
  return { asked, sources: asked.sources.map(pathOf), targets: asked.targets.map(pathOf) }
}

/**
 * The same of one that is planned: what would be refused each time is refused now.
 *
 * @throws ServiceError VALIDATION_ERROR also when the sides cannot come to the amount
 */
export function readPlannedSplit(command: Omit<SplitCommand, 'realmId' | 'path'>) {
  const read = readSplit(command)
  const refusal = Array.isArray(read.asked) ? null : neverWhole(read.asked)
  if (refusal) throw new ServiceError(refusal.code, refusal)
  return read
}

const pathOf = ({ path }: SplitSide) => path

function readSide(
  field: string,
  side: SideInputs,
  ways: readonly ('amount' | 'share' | 'max' | 'remainder')[]
): SplitSide {
  const named = ways.filter((way) => side[way] !== undefined)
  const isTarget = ways.includes('remainder')
  if (named.length > 1 || (isTarget && named.length === 0)) {
    const message = `The ${field} field must have ${isTarget ? 'one' : 'at most one'} of ${ways.join(', ')}`
    throw invalidField(field, 'one_of', message)
  }
  return {
    path: side.objectPath,
    ...(side.amount !== undefined && { amount: parseUsd(side.amount) }),
    ...(side.max !== undefined && { max: parseUsd(side.max) }),
    // The validator let only shares through.
    ...(side.share !== undefined && { share: parseShare(side.share)! }),
    ...(side.remainder !== undefined && { remainder: side.remainder }),
  }
}

/** The operation of a posting. What the command has besides is shown as its input, and not compared. */
export function splitDraft(
  principal: Pick<Principal, 'actor' | 'signature'>,
  command: SplitCommand,
  fee: Atoms
) {
  const { path, moves, sources, targets, amount } = command
  const text = JSON.stringify({ moves, sources, targets })
  return operationDraft(principal, {
    id: newId('op'),
    path,
    type: 'posting',
    inputs: {
      sides: requestHash('posting', { text }),
      amount: amount === undefined ? null : formatUsd(parseUsd(amount)),
      fee: formatUsd(fee),
      ...hashedConditions(conditionsOf(command)),
    },
    request: command,
  })
}
