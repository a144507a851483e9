import { DateTime } from 'luxon'
import { RECONCILIATION_LIMITS } from '../limits.ts'
import type { Day } from './file_line.ts'

const DAY_MS = 24 * 3600 * 1000
const DAY_MICROS = DAY_MS * 1000

/** How dates are written; `d` and `M` take one digit or two. */
export const DATE_FORMATS = ['yyyy-MM-dd', 'yyyyMMdd', 'd.M.yyyy', 'd/M/yyyy', 'M/d/yyyy'] as const
export type DateFormat = (typeof DATE_FORMATS)[number]

const LOCALE = 'en'
const PARSERS = Object.fromEntries(
  DATE_FORMATS.map((format) => [format, DateTime.buildFormatParser(format, { locale: LOCALE })])
)

/** A time behind a date is left out: the day is the one that is written. */
const TIME_OF_DAY = /[T ]\d\d:\d\d\S*$/

/** @returns null when the text is no day of the calendar in this form */
export function dayOf(text: string, format: DateFormat): Day | null {
  // Looking for a time takes the square of the length.
  if (text.length > RECONCILIATION_LIMITS.dateLength) return null
  const date = text.trim().replace(TIME_OF_DAY, '')
  const read = DateTime.fromFormatParser(date, PARSERS[format]!, { zone: 'utc', locale: LOCALE })
  return read.isValid && read.year >= 1970 ? Math.floor(read.toMillis() / DAY_MS) : null
}

/** The day of a moment, in UTC. */
export const dayOfMicros = (micros: number): Day => Math.floor(micros / DAY_MICROS)

/** Midnight, when a day begins in UTC, in microseconds. */
export const beginOf = (day: Day): number => day * DAY_MICROS

/** `2026-11-24` */
export const dayText = (day: Day): string => new Date(day * DAY_MS).toISOString().slice(0, 10)
