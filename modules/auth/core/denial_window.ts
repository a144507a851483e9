import { LIMITS } from '#app/limits'

export const DENIAL_WINDOW_MS = 60_000

/**
 * The refusals of one credential within a minute: which of them are worth a row. A client in a loop
 * repeats one refusal thousands of times, a scanner makes thousands of different ones; neither may
 * fill the log.
 */
export class DenialWindow {
  #written = new Set<string>()
  #suppressed = 0

  constructor(
    readonly startedAtMs: number,
    private max: number = LIMITS.auditDenialsPerMinute
  ) {}

  isOver(nowMs: number): boolean {
    return nowMs - this.startedAtMs >= DENIAL_WINDOW_MS
  }

  /** How many refusals have no row of their own. */
  get suppressed(): number {
    return this.#suppressed
  }

  /**
   * Counts one refusal.
   *
   * @param what is the same text for the same refusal
   * @param room false when there is no row left for it elsewhere
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
