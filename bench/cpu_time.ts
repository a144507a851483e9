import { readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100
const USER_TIME = 11

/**
 * Seconds of processor time a process and its threads have used. A figure that other processes on
 * the machine hardly move, unlike anything per second of the clock. Linux only.
 */
export function cpuSeconds(pid: number): number {
  return ticksOf(`/proc/${pid}/stat`)
}

/** The same for the thread that runs JavaScript: what no second processor takes off it. */
export function mainThreadSeconds(pid: number): number {
  return ticksOf(`/proc/${pid}/task/${pid}/stat`)
}

/** A process and those that it has started. */
export function familyOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return [pid, ...(children === '' ? [] : children.split(' ').map(Number))]
}

function ticksOf(file: string): number {
  // The name before it is in parentheses and may hold anything, blanks included.
  const fields = readFileSync(file, 'utf8').split(') ').at(-1)!.split(' ')
  return (Number(fields[USER_TIME]) + Number(fields[USER_TIME + 1])) / TICKS_PER_SECOND
}
