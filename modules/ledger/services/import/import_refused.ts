import type { ImportProblem } from '../../core/import_line.ts'

/** A file that cannot be imported, and why. Nothing was booked for it. */
export class ImportRefused extends Error {
  constructor(
    message: string,
    readonly problems: readonly ImportProblem[] = [],
    /** How many problems there are; more than are listed when there are many. */
    readonly count = problems.length
  ) {
    super(message)
    this.name = 'ImportRefused'
  }
}
