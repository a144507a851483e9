import type { Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import type { SqlParameter } from '#app/storage/database'

type Asked = [condition: string, value: SqlParameter | null | undefined]

/** The conditions that have a value; a row has to meet all of them. */
export function givenConditions(...asked: Asked[]): { where: string; values: SqlParameter[] } {
  const given = asked.filter((each): each is [string, SqlParameter] => (each[1] ?? null) !== null)
  return {
    where: given.map(([condition]) => condition).join(' AND '),
    values: given.map(([, value]) => value),
  }
}

/** Where a walk by (created_at, id), newest first, goes on; nothing before its first row. */
export function olderThan(last?: { createdAt: string; id: string } | null) {
  if (!last) return { and: '', values: [] }
  const { createdAt, id } = last
  return {
    and: ' AND (created_at < ? OR (created_at = ? AND id < ?))',
    values: [createdAt, createdAt, id],
  }
}

/** The stretch of time in which a row was made; both ends are inclusive. */
export interface TimeRange {
  from?: Micros
  to?: Micros
}

/** What a caller asks of a list whose rows have a date. */
export interface DatedPage extends TimeRange {
  limit: number
  cursor?: string
}

export function createdWithin({ from, to }: TimeRange): Asked[] {
  return [
    ['created_at >= ?', from === undefined ? from : toSqlDatetime(from)],
    ['created_at <= ?', to === undefined ? to : toSqlDatetime(to)],
  ]
}
