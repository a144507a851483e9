import { singleton } from '#app/extension/singleton'
import { formatUsd, type Atoms } from '#app/money/usd'
import { defaultBoundaryId } from '../../core/boundaries.ts'
import { pathAndAncestors } from '../../core/isolation.ts'
import {
  clearingPath,
  importedPath,
  openingPath,
  type ImportMapping,
} from '../../core/import_mapping.ts'
import {
  rehearse,
  sumsOf,
  type ImportedFile,
  type ImportedTransaction,
  type ImportSums,
} from '../../core/import_plan.ts'
import type { LedgerObject } from '../../core/terms.ts'
import { ImportReader, type StandingObject } from '../../storage/import_reader.ts'
import { RealmDirectory, type RealmCard } from '../realm_directory.ts'
import { importedDraft } from './imported_draft.ts'
import { ImportRefused } from './import_refused.ts'
import { readImport, type ReadImport } from './read_import.ts'

export interface ImportPlan {
  realm: RealmCard
  mapping: ImportMapping
  /** Path of the object that stands for the outside. */
  clearing: string
  /** Lines below the header, those that the mapping leaves out, and those of accounts without value. */
  lines: { all: number; leftOut: number; empty: number }
  /** Transactions that are still to be booked, in their order. */
  rest: ImportedTransaction[]
  /** How many were booked before. */
  bookedBefore: number
  /** `begun` are the operations that an earlier run has left between making an object and its end. */
  objects: { all: number; missing: string[]; begun: string[] }
  /** What the clearing object needs besides what it has. */
  funding: Atoms
  /** What was available there when the plan was made. */
  clearingHad: Atoms
  /** What the file says, all of it. */
  sums: ImportSums
  /** Operation paths of all transactions. */
  paths: string[]
}

/** Finds out what an import would do, and everything that is in its way. It changes nothing. */
@singleton()
export class PlanImport {
  constructor(
    private realms: RealmDirectory,
    private reader: ImportReader
  ) {}

  /** @throws ImportRefused with the lines and columns that cannot be booked */
  async run(realmId: string, path: string, mapping: ImportMapping): Promise<ImportPlan> {
    const realm = await this.realms.find(realmId)
    if (!realm) throw new ImportRefused(`The realm ${realmId} does not exist, or is closed.`)
    const read = await readImport(path, mapping)
    refuseProblems(read)
    const { file, problems } = read
    const { transactions } = file
    const paths = transactions.map(({ id }) => importedPath(mapping, id))
    const rest = await this.#rest(realm, mapping, read, paths)
    const clearing = clearingPath(mapping)
    const needed = neededObjects(file, rest, clearing)
    const standing = await this.reader.standing(realm.id, needed)
    const begun = await this.#begun(realm, mapping, standing)
    await this.#checkObjects(realm, read, { needed, standing, begun, clearing })
    refuseProblems(read)
    const available = new Map(Array.from(standing, ([at, found]) => [at, found.available]))
    const funding = rehearse(rest, available, { clearing, problems })
    refuseProblems(read)
    return {
      realm,
      mapping,
      clearing,
      lines: { all: read.lines, leftOut: read.leftOut, empty: file.empty },
      rest,
      bookedBefore: transactions.length - rest.length,
      objects: {
        all: needed.length,
        missing: needed.filter((each) => !standing.has(each)),
        begun: [...begun.values()],
      },
      funding,
      clearingHad: available.get(clearing) ?? 0n,
      sums: sumsOf(transactions, clearing),
      paths,
    }
  }

  /** The transactions that were not booked yet. One that was has to be the same. */
  async #rest(
    realm: RealmCard,
    mapping: ImportMapping,
    { file, problems }: ReadImport,
    paths: string[]
  ) {
    const used = await this.reader.used(realm.id, paths)
    return file.transactions.filter((transaction, at) => {
      const before = used.get(paths[at]!)
      if (before === undefined) return true
      const { requestHash } = importedDraft(realm.id, mapping, transaction)
      if (before.requestHash === requestHash) return false
      const message = `is ${JSON.stringify(transaction.id)}, which was imported before with other accounts or amounts: what is booked stays`
      problems.add({ line: transaction.line, column: mapping.columns.id, message })
      return false
    })
  }

  /** The operations of the import that have begun an object and not ended, by the object's path. */
  async #begun(
    realm: RealmCard,
    mapping: ImportMapping,
    standing: ReadonlyMap<string, StandingObject>
  ): Promise<Map<string, string>> {
    const fresh = [...standing].filter(([, { object }]) => object.readyAt === null)
    const pathOf = ({ object }: StandingObject) => openingPath(mapping, object.id)
    const used = await this.reader.used(
      realm.id,
      fresh.map(([, found]) => pathOf(found))
    )
    return new Map(
      fresh.flatMap(([path, found]) => {
        const operation = used.get(pathOf(found))
        return operation ? [[path, operation.id] as const] : []
      })
    )
  }

  async #checkObjects(
    realm: RealmCard,
    { file, problems }: ReadImport,
    of: {
      needed: string[]
      standing: ReadonlyMap<string, StandingObject>
      begun: ReadonlyMap<string, string>
      clearing: string
    }
  ) {
    const { needed, standing, begun, clearing } = of
    const zones = await this.reader.zones(realm.id)
    const boundaries = new Map(zones.map((zone) => [zone.path, zone.boundaryId]))
    const boundaryOf = (path: string) =>
      standing.get(path)?.object.boundaryId ??
      pathAndAncestors(path)
        .map((each) => boundaries.get(each))
        .find((id) => id !== undefined) ??
      defaultBoundaryId(realm.id)
    const own = boundaryOf(clearing)
    for (const path of needed) {
      const object = standing.get(path)?.object
      const message =
        boundaryOf(path) === own
          ? object && unfit(object, begun.has(path))
          : `lies in another custody boundary than ${clearing}: import it elsewhere, and transfer the value`
      if (message === undefined) continue
      const line = file.objects.get(path)?.line ?? 1
      problems.add({ line, column: null, message: `names ${path}, which ${message}` })
    }
  }
}

/** Whatever could refuse a movement of the object halfway through; undefined when nothing can. */
function unfit(
  { status, readyAt, keepsOwnBooks, hasLimits, type }: LedgerObject,
  isBegun: boolean
) {
  if (status !== 'active') return `is ${status}`
  if (readyAt === null && !isBegun) return 'is still being created: wait for it'
  if (keepsOwnBooks) return `keeps books of its own (${type})`
  if (hasLimits) return 'has limits, which could refuse a line: lift them until it is imported'
  return undefined
}

/** Objects of what was booked before may be gone, and stay so. */
function neededObjects(
  { objects, transactions }: ImportedFile,
  rest: readonly ImportedTransaction[],
  clearing: string
): string[] {
  const left = new Set(rest)
  const pathsOf = (some: readonly ImportedTransaction[]) =>
    new Set(some.flatMap(({ moves }) => moves.flatMap(({ source, target }) => [source, target])))
  const needed = pathsOf(rest)
  const before = pathsOf(transactions.filter((each) => !left.has(each)))
  const named = [...objects.keys()].filter((path) => needed.has(path) || !before.has(path))
  return named.includes(clearing) || rest.length === 0 ? named : [clearing, ...named]
}

function refuseProblems({ problems: { shown, count } }: ReadImport) {
  if (count === 0) return
  throw new ImportRefused('The file cannot be imported as it is. Nothing was booked.', shown, count)
}

/** The funding of a live realm is real money, which only its owner can bring. */
export function refuseUnfunded({ realm, funding, clearing }: ImportPlan) {
  if (realm.asset !== 'live' || funding === 0n) return
  throw new ImportRefused(
    `The import needs ${formatUsd(funding)} more at ${clearing}: create that object, deposit the amount (POST /api/v1/fund-account), and import again. Nothing was booked.`
  )
}
