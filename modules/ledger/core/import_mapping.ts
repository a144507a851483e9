/** How a CSV file tells what another ledger has booked. Accounts there are objects here. */
export interface ImportMapping {
  /** One segment of a path. All that the import makes stands below it. */
  name: string
  columns: ImportColumns
  /** Digits after the point that amounts leave out: 2 where they are cents. */
  decimals: number
  /** What separates the parts of an account's name; each becomes a segment of the path. */
  separator: string | null
  /** The path below which the objects stand; empty for the root. */
  under: string
  /** Accounts that stand for the world outside, and become no objects. */
  outside: readonly string[]
  /** Lines with any other value in these columns are refused. */
  expect: ColumnValues
  /** Lines with one of these values are left out. */
  skip: ColumnValues
}

type ColumnValues = Readonly<Record<string, readonly string[]>>

/** The headers of the columns. */
export interface ImportColumns {
  /** What names the transaction in the other ledger: lines that share it are booked together. */
  id: string
  /** Left out where each line is an opening balance, which comes from outside. */
  source?: string
  target: string
  amount: string
  /** When the other ledger has booked it, in words of its own. */
  at?: string
  note?: string
}

/** The object that stands for the outside of the other ledger: what comes in comes from there. */
export function clearingPath({ name }: ImportMapping): string {
  return `/import/${name}`
}

/** The operation path of a transaction: it is booked once, however often the file is imported. */
export function importedPath({ name }: ImportMapping, id: string): string {
  return `/op/import/${name}/lines/${id}`
}

/** The operation path of a deposit to the clearing object; `attempt` counts those that failed. */
export function fundingPath({ name }: ImportMapping, attempt: number): string {
  return `/op/import/${name}/funding/${attempt}`
}

/** The operation path that makes an object. */
export function openingPath({ name }: ImportMapping, objectId: string): string {
  return `/op/import/${name}/objects/${objectId}`
}
