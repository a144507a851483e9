/** One thing that is wrong with an export. */
export interface Finding {
  /** The page, operation or group it was found at, for people. */
  where: string
  what: string
}

/** The result of verifying an export. */
export interface Report {
  findings: Finding[]
  /** What could not be proved from the file, without being wrong. */
  notes: string[]
  facts: {
    pages: number
    operations: number
    entries: number
    legs: number
    groups: number
    /** `complete`: every entry of the range is there; `partial`: filtered; `none`: without hash chain. */
    coverage: 'complete' | 'partial' | 'none'
    /**
     * The head that the export was proved against; compare it with one that was noted elsewhere.
     */
    head: { seq: number; hash: string } | null
  }
}

/** Collects findings. A check that cannot be made is a finding too. */
export class Findings {
  readonly all: Finding[] = []

  add(where: string, what: string) {
    this.all.push({ where, what })
  }

  /** Notes a finding unless a statement holds. */
  expect(holds: boolean, where: string, what: string) {
    if (!holds) this.add(where, what)
  }

  attempt(where: string, check: () => void) {
    try {
      check()
    } catch (error) {
      this.add(where, error instanceof Error ? error.message : String(error))
    }
  }
}
