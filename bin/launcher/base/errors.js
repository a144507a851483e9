// @ts-check

/** @typedef {'start' | 'error' | 'end'} LogPart where a command writes why it failed; `error`: behind `[ error ]` */

/** An error that the person at the terminal can act on: printed without a stack. */
export class LaunchError extends Error {
  /**
   * @param {string} message what happened and what to do next
   * @param {{ logFile?: string, logFromByte?: number, logPart?: LogPart, cause?: unknown }} [details]
   *   the log, and which part of it, that explains it
   */
  constructor(message, details = {}) {
    super(message, { cause: details.cause })
    this.logFile = details.logFile
    this.logFromByte = details.logFromByte ?? 0
    this.logPart = details.logPart ?? 'end'
  }
}

/** The person asked to stop, which is no failure. */
export class InterruptedError extends Error {
  constructor() {
    super('interrupted')
  }
}
