import type { Micros } from '#app/clock/clock'
import { toRfc3339 } from '#app/clock/timestamp'

const SECOND = 1_000_000
const SECONDS_PER_DAY = 86_400

/**
 * The name of a deleted object: `<name>.deleted.YYYY.MM.DD.SSSSS`, the last part being the second
 * of the UTC day.
 */
export function tombstoneOf(path: string, at: Micros): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const day = toRfc3339(at).slice(0, 10).replaceAll('-', '.')
  const second = Math.floor(at / SECOND) % SECONDS_PER_DAY
  return `${name}.deleted.${day}.${String(second).padStart(5, '0')}`
}
