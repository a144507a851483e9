import { refused, warned, type Weakness } from '#app/preflight/weakness'

const REMEDY = 'Let NTP (chrony, systemd-timesyncd) set the clocks of all machines.'

/**
 * Weaknesses of this machine's clock; `synchronized` is null when it cannot be asked, as in most
 * containers.
 */
export function hostClockWeaknesses(synchronized: boolean | null): Weakness[] {
  if (synchronized === true) return []
  if (synchronized === false) {
    return [refused('clock', 'The clock of this machine is not synchronised.', REMEDY)]
  }
  return [
    warned(
      'clock',
      'Whether the clock of this machine is synchronised cannot be seen from here.',
      'See that NTP sets it on the host. It is compared with the clocks of others meanwhile.'
    ),
  ]
}

/**
 * Compares another clock with the service's.
 *
 * @param aheadMs how far the other clock is ahead
 * @param uncertaintyMs how wrong `aheadMs` may be: half the time of the answer, and the clock's
 *   resolution
 */
export function driftWeaknesses(
  whose: string,
  { aheadMs, uncertaintyMs }: { aheadMs: number; uncertaintyMs: number },
  limitMs: number
): Weakness[] {
  const driftMs = Math.max(0, Math.abs(aheadMs) - uncertaintyMs)
  if (driftMs <= limitMs) return []
  const seconds = (driftMs / 1000).toFixed(1)
  const side = aheadMs > 0 ? 'ahead of' : 'behind'
  return [
    refused(
      'clock',
      `The clock of ${whose} is ${seconds} s ${side} ours; ${limitMs / 1000} s are tolerated.`,
      REMEDY
    ),
  ]
}
