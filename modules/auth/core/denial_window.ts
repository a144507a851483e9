import { AUTH_LIMITS } from '../limits.ts'

export const DENIAL_WINDOW_MS = 60_000

/**
 * The refusals of one credential within a minute, and which of them get a row. A client in a loop
 * repeats one refusal thousands of times, and a scanner causes thousands of different ones; neither
 * may fill the log.
 */
export class DenialWindow {
  #written = new Set<string>()
  #suppressed = 0

  constructor(
    readonly startedAtMs: number,
    private max: number = AUTH_LIMITS.auditDenialsPerMinute
  ) {}

  isOver(nowMs: number): boolean {
    return nowMs - this.startedAtMs >= DENIAL_WINDOW_MS
  }

  /** Number of refusals that got no row of their own. */
  get suppressed(): number {
    return this.#suppressed
  }

  /**
   * Counts one refusal.
   *
   * @param what a text that is equal for equal refusals
   * @param room false when another limit leaves no row for it
   * @returns whether to write a row for it
   */
  admits(what: string, room = true): boolean {
    if (room && this.#written.size < this.max && !this.#written.has(what)) {
      this.#written.add(what)
      return true
    }
    this.#suppressed++
    return false
  }
}
