import { SCHEDULE_LIMITS } from '../limits.ts'

/** More often than by the hour nobody is paid, and a rule by the second would keep a worker busy. */
export const FREQUENCIES = ['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
type Frequency = (typeof FREQUENCIES)[number]

/** How many periods of each a year has at most. */
const PER_YEAR: Record<Frequency, number> = {
  HOURLY: 366 * 24,
  DAILY: 366,
  WEEKLY: 53,
  MONTHLY: 12,
  YEARLY: 1,
}

/** The last moment of a rule: a moment of its own, or one on the clocks of the rule's time zone. */
export type Until = { utcMs: number } | { wallMs: number }

/** A recurrence rule of RFC 5545 that was read and found to be bounded. */
export interface Rule {
  /** Its parts in upper case, as they are stored and shown. */
  text: string
  /** The parts that name times, without `COUNT` and `UNTIL`. */
  times: string
  /** How many occurrences there are in all; null when they never end. */
  count: number | null
  until: Until | null
  /** Whether it names hours and no minutes: the minutes are then those of the beginning. */
  leavesMinutes: boolean
  /** How many of its periods a year has at most. */
  periodsPerYear: number
}

type Check = (items: string[], rule: ReadonlyMap<string, string>) => string | null

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const BY_DAY = /^([+-]?[1-9]\d?)?(MO|TU|WE|TH|FR|SA|SU)$/
const UNTIL = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z?))?$/

const PARTS: Record<string, Check> = {
  FREQ: single((item) => oneOf(item, FREQUENCIES)),
  INTERVAL: single((item) => whole(item, 1, SCHEDULE_LIMITS.ruleInterval)),
  COUNT: single((item) => whole(item, 1, SCHEDULE_LIMITS.ruleCount)),
  UNTIL: single((item) =>
    untilOf(item) ? null : 'must be a date, or a time such as 20270131T090000Z'
  ),
  WKST: single((item) => oneOf(item, WEEKDAYS)),
  BYMONTH: each((item) => whole(item, 1, 12)),
  BYWEEKNO: onlyIn(
    ['YEARLY'],
    each((item) => signed(item, 53))
  ),
  BYYEARDAY: onlyIn(
    ['YEARLY', 'HOURLY'],
    each((item) => signed(item, 366))
  ),
  BYMONTHDAY: onlyIn(
    ['HOURLY', 'DAILY', 'MONTHLY', 'YEARLY'],
    each((item) => signed(item, 31))
  ),
  BYDAY: (items, rule) => {
    const takesNumbers = ['MONTHLY', 'YEARLY'].includes(rule.get('FREQ')!) && !rule.has('BYWEEKNO')
    const wrong = items.find((item) => {
      const match = BY_DAY.exec(item)
      return !match || (match[1] !== undefined && !takesNumbers)
    })
    if (wrong === undefined) return null
    return takesNumbers
      ? `must name weekdays such as MO or -1FR, and ${wrong} is none`
      : `must name weekdays such as MO, and ${wrong} is none; numbers are for MONTHLY and YEARLY`
  },
  BYHOUR: each((item) => whole(item, 0, 23)),
  BYMINUTE: (items, rule) => {
    if (items.length > SCHEDULE_LIMITS.ruleMinutes) {
      return `must name ${SCHEDULE_LIMITS.ruleMinutes} minutes at most`
    }
    return each((item) => whole(item, 0, 59))(items, rule)
  },
  BYSETPOS: (items, rule) => {
    const others = [...rule.keys()].filter((name) => name.startsWith('BY'))
    if (others.length < 2) return 'needs another BY part, of whose days it selects'
    const problem = each((item) => signed(item, 366))(items, rule)
    if (problem) return problem
    // What no period has would be looked for in every one of them.
    const most = timesOfPeriod(rule)
    const isThere = items.some((item) => Math.abs(Number(item)) <= most)
    return isThere ? null : `must be within the ${most} times that a period of the rule has at most`
  },
}

/**
 * Reads a rule. The library that finds its times ignores what it does not know and values that are
 * out of range, and a payment that nobody meant would be made: all of it is refused here.
 *
 * @returns what is wrong, in words that follow "The rule field"
 */
export function readRule(text: string): Rule | { problem: string } {
  if (text.length > SCHEDULE_LIMITS.ruleLength) {
    return { problem: `must not be longer than ${SCHEDULE_LIMITS.ruleLength} characters` }
  }
  const parts = new Map<string, string>()
  const upper = text.toUpperCase().replace(/^RRULE:/, '')
  for (const part of upper.split(';')) {
    const [name = '', value, ...more] = part.split('=')
    if (value === undefined || more.length > 0) {
      return { problem: `must be parts NAME=value with semicolons between them, as in FREQ=DAILY` }
    }
    if (!(name in PARTS)) {
      return { problem: `has a part that is not taken: ${name.slice(0, 32)}. ${TAKEN}` }
    }
    if (parts.has(name)) return { problem: `names ${name} twice` }
    parts.set(name, value)
  }
  const problem = problemOf(parts)
  return problem === null ? ruleOf(parts) : { problem }
}

const TAKEN = `Taken are ${Object.keys(PARTS).join(', ')}`

function problemOf(parts: ReadonlyMap<string, string>): string | null {
  if (!parts.has('FREQ')) return 'must name a frequency, such as FREQ=MONTHLY'
  if (parts.has('COUNT') && parts.has('UNTIL')) return 'must not name both COUNT and UNTIL'
  for (const [name, value] of parts) {
    const problem = PARTS[name]!(value.split(','), parts)
    if (problem) return `is wrong: ${name} ${problem}`
  }
  return null
}

function ruleOf(parts: ReadonlyMap<string, string>): Rule {
  const written = [...parts].map(([name, value]) => `${name}=${value}`)
  const count = parts.get('COUNT')
  const until = parts.get('UNTIL')
  return {
    text: written.join(';'),
    times: written.filter((part) => !/^(COUNT|UNTIL)=/.test(part)).join(';'),
    count: count === undefined ? null : Number(count),
    until: until === undefined ? null : untilOf(until),
    leavesMinutes: parts.has('BYHOUR') && !parts.has('BYMINUTE'),
    periodsPerYear: PER_YEAR[parts.get('FREQ') as Frequency] / Number(parts.get('INTERVAL') ?? 1),
  }
}

/** A date alone means all of that day. */
function untilOf(text: string): Until | null {
  const match = UNTIL.exec(text)
  if (!match) return null
  const [, year, month, day, hour = '23', minute = '59', second = '59', zone] = match
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}`
  const ms = Date.parse(`${iso}Z`)
  // Date.parse reads 30 February as 2 March.
  if (Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(iso)) return null
  return zone === 'Z' ? { utcMs: ms } : { wallMs: ms }
}

/** How many times a period of a rule has at most. */
function timesOfPeriod(rule: ReadonlyMap<string, string>): number {
  const named = (part: string) => rule.get(part)?.split(',').length ?? 0
  const isByDay = ['BYDAY', 'BYMONTHDAY', 'BYWEEKNO'].some((part) => rule.has(part))
  const days: Record<Frequency, number> = {
    HOURLY: 1,
    DAILY: 1,
    WEEKLY: named('BYDAY'),
    MONTHLY: rule.has('BYDAY') ? 31 : named('BYMONTHDAY'),
    YEARLY: named('BYYEARDAY') || (isByDay ? 366 : named('BYMONTH')),
  }
  const frequency = rule.get('FREQ') as Frequency
  const hours = frequency === 'HOURLY' ? 1 : named('BYHOUR')
  return [days[frequency], hours, named('BYMINUTE')].reduce((all, one) => all * (one || 1), 1)
}

function single(check: (item: string) => string | null): Check {
  return (items) => (items.length === 1 ? check(items[0]!) : 'takes one value')
}

function each(check: (item: string) => string | null): Check {
  return (items) => items.map(check).find((problem) => problem !== null) ?? null
}

function onlyIn(frequencies: readonly Frequency[], check: Check): Check {
  return (items, rule) => {
    if (!frequencies.includes(rule.get('FREQ') as Frequency)) {
      return `is for ${frequencies.join(', ')} only`
    }
    return check(items, rule)
  }
}

function oneOf(item: string, known: readonly string[]): string | null {
  return known.includes(item) ? null : `must be one of ${known.join(', ')}`
}

function whole(item: string, from: number, to: number): string | null {
  const isWhole = /^\d{1,6}$/.test(item) && Number(item) >= from && Number(item) <= to
  return isWhole ? null : `must be a whole number from ${from} to ${to}`
}

function signed(item: string, most: number): string | null {
  const isWhole = /^[+-]?\d{1,3}$/.test(item) && item.replace(/^\+/, '') !== '0'
  const size = Math.abs(Number(item))
  return isWhole && size >= 1 && size <= most
    ? null
    : `must be a whole number from 1 to ${most}, or the same from the end with a minus`
}
