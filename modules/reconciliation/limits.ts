import { assertRules } from '#app/limits'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MIB = 1024 * 1024

export const RECONCILIATION_LIMITS = {
  /** Bytes of the body of an upload: the file and its few fields. */
  uploadBytes: 64 * MIB,
  /** Bytes of one row of a stored file, which is packed. */
  chunkBytes: MIB,
  /** Characters that are read between two looks at other work of the process. */
  sliceBytes: 64 * 1024,
  /** Lines of one file, and changes of the books that they are compared with. */
  lines: 200_000,
  entries: 400_000,
  /** Changes of the books that one statement reads. */
  entriesPage: 5_000,
  /** Reconciliations of one realm, and those of one organization that run at a time. */
  perRealm: 1000,
  runningPerOrganization: 5,
  rules: 10,
  /** Days that a date of the file and one of the books may lie apart. */
  ruleDays: 366,
  columnLength: 128,
  fileNameLength: 100,
  /** Characters of one record of a CSV file or one tag of MT940; levels and names of an XML file. */
  recordLength: 64 * 1024,
  xmlDepth: 64,
  xmlNameLength: 128,
  /** Characters of a date with its time, and of what a problem quotes. */
  dateLength: 64,
  quotedLength: 40,
  /** References of one line, and characters of each and of its text that are kept. */
  references: 8,
  referenceLength: 255,
  textLength: 512,
  /** Words of a line's text that are looked for among the references of the books. */
  words: 64,
  /** Problems of a file that are told. */
  problems: 20,
  /** Items that one statement writes, or that one page of an export reads. */
  batch: 2000,
  itemsDefault: 100,
  itemsMax: 1000,
  /** How long a worker that says nothing has a reconciliation. */
  leaseMs: 15 * SECOND,
  /** Reconciliations that one worker runs at a time: each holds a file in memory. */
  concurrency: 2,
  /** How long a report is kept. */
  keptMs: 400 * DAY,
  /** How often deleted ones are cleared away, while there are some, and otherwise. */
  purgeMs: SECOND,
  purgeRestMs: HOUR,
} as const

/** @throws Error when two of them contradict each other; called once at boot */
export function assertReconciliationLimits(
  limits: Record<keyof typeof RECONCILIATION_LIMITS, number> = RECONCILIATION_LIMITS
) {
  assertRules('modules/reconciliation/limits.ts', [
    [limits.itemsDefault <= limits.itemsMax, 'a page has more items than it may'],
    [limits.sliceBytes <= limits.chunkBytes, 'a slice is longer than what it is a part of'],
    [limits.chunkBytes < limits.uploadBytes, 'a file fits one row'],
    [limits.lines <= limits.entries, 'a file cannot be matched in full'],
  ])
}
