import type { Micros } from '#app/clock/clock'
import type {
  AskedMove,
  PolicyConditions,
  PolicyStatement,
  SpendingWindow,
} from '#app/extension/principal'
import { isUsd, parseUsd, type Atoms } from '#app/money/usd'
import { includes, matches, parsePattern, patternProblem } from './resource_pattern.ts'
import type { ResourcePattern } from './resource_pattern.ts'

/**
 * The conditions of policy statements: how they are read, when they are met, and which of them is
 * at least as strict as another. Nothing else judges them.
 */

/** In the order in which a refusal names the one that is not met. */
export const CONDITION_NAMES = [
  'operationPaths',
  'amountLte',
  'windowLte',
  'destinationIn',
  'hours',
  'approvals',
] as const

export type ConditionName = (typeof CONDITION_NAMES)[number]

const ADDRESS = /^0x[0-9a-fA-F]{40}$/
/** In UTC. */
export const TIME_OF_DAY = /^([01]\d|2[0-3]):([0-5]\d)$/
const MINUTES_OF_DAY = 24 * 60

/** Actions that move nothing and name no operation path. */
const READING = /^svc:(Read|Subscribe)/

export function isReading(action: string): boolean {
  return READING.test(action)
}

interface Destinations {
  /** In lower case. */
  addresses: ReadonlySet<string>
  patterns: ResourcePattern[]
}

/** A part of each UTC day, in minutes from its beginning; it goes over midnight when `to <= from`. */
interface Hours {
  from: number
  /** No longer a part of it. */
  to: number
}

/** Conditions as they are judged; null for each that the statement does not have. */
export interface ParsedConditions {
  operationPaths: ResourcePattern[] | null
  amountLte: Atoms | null
  windowLte: SpendingWindow | null
  destinationIn: Destinations | null
  hours: Hours | null
  /** How many builders have to approve; a whole number from 1. */
  approvals: number | null
}

export const UNCONDITIONAL: ParsedConditions = {
  operationPaths: null,
  amountLte: null,
  windowLte: null,
  destinationIn: null,
  hours: null,
  approvals: null,
}

/**
 * Reads what a stored statement says. A Deny takes `operationPaths` alone: what it denied beyond a
 * missing amount or destination would be anybody's guess.
 *
 * @returns undefined for conditions that nobody understands: the statement must then grant nothing
 */
export function parseConditions({
  effect,
  conditions,
}: Pick<PolicyStatement, 'effect' | 'conditions'>): ParsedConditions | undefined {
  if (conditions === undefined) return UNCONDITIONAL
  if (typeof conditions !== 'object' || conditions === null) return undefined
  const names = Object.keys(conditions)
  const known: readonly string[] = effect === 'Allow' ? CONDITION_NAMES : ['operationPaths']
  if (names.some((name) => !known.includes(name))) return undefined
  const parsed = {
    operationPaths: parsedWhenGiven(conditions.operationPaths, parsePaths),
    amountLte: parsedWhenGiven(conditions.amountLte, parseAmount),
    windowLte: parsedWhenGiven(conditions.windowLte, parseWindow),
    destinationIn: parsedWhenGiven(conditions.destinationIn, parseDestinations),
    hours: parsedWhenGiven(conditions.hours, parseHours),
    approvals: parsedWhenGiven(conditions.approvals, parseApprovals),
  }
  const isReadable = Object.values(parsed).every((part) => part !== undefined)
  return isReadable ? (parsed as ParsedConditions) : undefined
}

function parsedWhenGiven<Part>(
  value: unknown,
  parse: (value: unknown) => Part | undefined
): Part | null | undefined {
  return value === undefined ? null : parse(value)
}

function parsePaths(value: unknown): ResourcePattern[] | undefined {
  if (!Array.isArray(value)) return undefined
  const patterns = value.map((text) => (typeof text === 'string' ? parsePattern(text) : null))
  return patterns.every((pattern) => pattern !== null) ? patterns : undefined
}

function parseAmount(value: unknown): Atoms | undefined {
  return typeof value === 'string' && isUsd(value) ? parseUsd(value) : undefined
}

function parseWindow(value: unknown): SpendingWindow | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { amount, seconds, ...more } = value as Record<string, unknown>
  if (parseAmount(amount) === undefined || Object.keys(more).length > 0) return undefined
  const isWhole = Number.isSafeInteger(seconds) && (seconds as number) > 0
  return isWhole ? { amount: amount as string, seconds: seconds as number } : undefined
}

function parseDestinations(value: unknown): Destinations | undefined {
  if (!Array.isArray(value) || !value.every((each) => typeof each === 'string')) return undefined
  const addresses = value.filter(isAddress).map((address) => address.toLowerCase())
  const patterns = parsePaths(value.filter((each) => !isAddress(each)))
  return patterns && { addresses: new Set(addresses), patterns }
}

function parseHours(value: unknown): Hours | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { from, to, ...more } = value as Record<string, unknown>
  const [begins, ends] = [minutesOf(from), minutesOf(to)]
  const isWhole = begins !== null && ends !== null && begins !== ends
  return isWhole && Object.keys(more).length === 0 ? { from: begins, to: ends } : undefined
}

function parseApprovals(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : undefined
}

function minutesOf(value: unknown): number | null {
  const match = typeof value === 'string' ? TIME_OF_DAY.exec(value) : null
  return match && Number(match[1]) * 60 + Number(match[2])
}

function isAddress(text: string): boolean {
  return ADDRESS.test(text)
}

/** What a check is about, besides its resource. */
export interface Circumstances {
  /** The move that is checked; null when the request names none. */
  move: AskedMove | null
  /** Whether the action moves nothing. */
  reads: boolean
  /** Microseconds since the epoch; null when it is not known, which meets no hours. */
  at: Micros | null
  /** How many people have approved the request. */
  approvals: number
}

/** The conditions that an Allow lacks in these circumstances, in the order of `CONDITION_NAMES`. */
export function unmetConditions(
  conditions: ParsedConditions,
  { move, reads, at, approvals }: Circumstances
): ConditionName[] {
  if (conditions === UNCONDITIONAL) return []
  const isMet: Record<ConditionName, boolean> = {
    // Reads, and operations whose path the service makes, name no path.
    operationPaths: (move?.operationPath ?? null) === null || isAtPath(conditions, move),
    amountLte: reads || isSmallEnough(conditions, move),
    // The sum is counted where it is posted; what names no amount cannot be counted.
    windowLte: reads || conditions.windowLte === null || (move?.amount ?? null) !== null,
    destinationIn: reads || isForDestination(conditions, move),
    hours: conditions.hours === null || (at !== null && isWithinHours(conditions.hours, at)),
    approvals: reads || approvals >= (conditions.approvals ?? 0),
  }
  return CONDITION_NAMES.filter((name) => !isMet[name])
}

/** Whether a Deny applies: only to requests that name a path it covers. */
export function deniesAt(conditions: ParsedConditions, move: AskedMove | null): boolean {
  return isAtPath(conditions, move)
}

function isAtPath({ operationPaths }: ParsedConditions, move: AskedMove | null): boolean {
  if (operationPaths === null) return true
  const path = move?.operationPath ?? null
  return path !== null && operationPaths.some((pattern) => matches(pattern, path))
}

/** What names no amount could move any: the condition is then not met. */
function isSmallEnough({ amountLte }: ParsedConditions, move: AskedMove | null): boolean {
  if (amountLte === null) return true
  const amount = move?.amount ?? null
  return amount !== null && isUsd(amount) && parseUsd(amount) <= amountLte
}

function isForDestination({ destinationIn }: ParsedConditions, move: AskedMove | null): boolean {
  if (destinationIn === null) return true
  const destination = move?.destination ?? null
  if (destination === null) return false
  return isAddress(destination)
    ? destinationIn.addresses.has(destination.toLowerCase())
    : destinationIn.patterns.some((pattern) => matches(pattern, destination))
}

function isWithinHours({ from, to }: Hours, at: Micros): boolean {
  const minute = Math.floor(at / 60_000_000) % MINUTES_OF_DAY
  return onDial(minute - from) < onDial(to - from)
}

/** Minutes to go forward on the dial of a day. */
function onDial(minutes: number): number {
  return (minutes + MINUTES_OF_DAY) % MINUTES_OF_DAY
}

/**
 * The first condition by which a holder of `has` could not do all that `wants` permits, without
 * operation paths, which are compared place by place. Null when there is none.
 */
export function looserCondition(
  has: ParsedConditions,
  wants: ParsedConditions
): ConditionName | null {
  const { amountLte, windowLte, destinationIn, hours, approvals } = has
  // Each credential has a window of its own: who could hand one on would have as many as it likes.
  if (windowLte !== null) return 'windowLte'
  if (amountLte !== null && (wants.amountLte === null || wants.amountLte > amountLte)) {
    return 'amountLte'
  }
  if (destinationIn && !areIn(destinationIn, wants.destinationIn)) return 'destinationIn'
  if (hours && !areWithin(hours, wants.hours)) return 'hours'
  return (wants.approvals ?? 0) < (approvals ?? 0) ? 'approvals' : null
}

function areIn(outer: Destinations, inner: Destinations | null): boolean {
  if (inner === null) return false
  return (
    inner.addresses.isSubsetOf(outer.addresses) &&
    inner.patterns.every((wanted) => outer.patterns.some((has) => includes(has, wanted)))
  )
}

function areWithin(outer: Hours, inner: Hours | null): boolean {
  if (inner === null) return false
  return (
    onDial(inner.from - outer.from) + onDial(inner.to - inner.from) <= onDial(outer.to - outer.from)
  )
}

export interface ConditionProblem {
  /** The place in the conditions, for example `operationPaths.0`. */
  field: string
  rule: 'operation_path' | 'destination' | 'hours' | 'deny_condition' | 'condition'
  message: string
}

/** What is wrong with conditions of the right types, in the order in which they are judged. */
export function conditionProblems(
  effect: 'Allow' | 'Deny',
  { operationPaths = [], destinationIn = [], hours, ...others }: PolicyConditions
): ConditionProblem[] {
  const given = { ...others, ...(hours && { hours }), ...(destinationIn[0] && { destinationIn }) }
  const beyond = effect === 'Deny' ? Object.keys(given) : []
  const isEmpty = operationPaths.length === 0 && Object.keys(given).length === 0
  return [
    ...(isEmpty
      ? [problem('', 'condition', `Name one of ${CONDITION_NAMES.join(', ')}, or none at all.`)]
      : []),
    ...beyond.map((name) =>
      problem(
        name,
        'deny_condition',
        `A Deny takes operationPaths alone: put ${name} on the Allow.`
      )
    ),
    ...operationPaths.flatMap((path, at) =>
      worded(`operationPaths.${at}`, 'operation_path', 'operation path', patternProblem(path))
    ),
    ...destinationIn.flatMap((text, at) =>
      worded(`destinationIn.${at}`, 'destination', 'destination', destinationProblem(text))
    ),
    ...(hours && hours.from === hours.to
      ? [problem('hours.to', 'hours', 'The hours end when they begin: leave them out for all day.')]
      : []),
  ]
}

function destinationProblem(text: string): string | null {
  if (isAddress(text)) return null
  if (!text.startsWith('/')) return 'must be an address (0x and 40 hexadecimal digits) or a path'
  return patternProblem(text)
}

function worded(
  field: string,
  rule: ConditionProblem['rule'],
  what: string,
  wrong: string | null
): ConditionProblem[] {
  return wrong === null ? [] : [problem(field, rule, `The ${what} ${wrong}.`)]
}

function problem(field: string, rule: ConditionProblem['rule'], message: string): ConditionProblem {
  return { field, rule, message }
}

/** Conditions as they are stored: nothing twice, and one spelling for one thing. */
export function normalConditions({
  operationPaths,
  destinationIn,
  ...others
}: PolicyConditions): PolicyConditions {
  const spelled = destinationIn?.map((text) => (isAddress(text) ? text.toLowerCase() : text))
  return {
    ...(operationPaths && { operationPaths: [...new Set(operationPaths)] }),
    ...others,
    ...(spelled && { destinationIn: [...new Set(spelled)] }),
  }
}
