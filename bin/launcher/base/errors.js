// @ts-check

/**
 * Something the person at the terminal can act on: printed without a stack.
 */
export class LaunchError extends Error {
  /**
   * @param {string} message what happened and what to do next
   * @param {{ logFile?: string, logFromByte?: number, cause?: unknown }} [details] whose tail explains it
   */
  constructor(message, details = {}) {
    super(message, { cause: details.cause })
    this.logFile = details.logFile
    this.logFromByte = details.logFromByte ?? 0
  }
}

/** The person asked to stop; not a failure. */
export class InterruptedError extends Error {
  constructor() {
    super('interrupted')
  }
}
