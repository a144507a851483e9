import { setTimeout as delay } from 'node:timers/promises'
import { AuditLog, systemAuditEntry } from '#modules/auth/index'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { newId } from '#app/ids/ids'
import { formatUsd, type Atoms } from '#app/money/usd'
import { Database } from '#app/storage/database'
import { inParts } from '#app/storage/row_parts'
import { failpoint } from '../../failpoints.ts'
import { defaultBoundaryId } from '../../core/boundaries.ts'
import type { SplitRequest } from '../../core/decide_split.ts'
import { objectWorkflowJob } from '../../core/job_rows.ts'
import { fundingPath, importedPath, openingPath } from '../../core/import_mapping.ts'
import type { ImportedTransaction, ImportSums } from '../../core/import_plan.ts'
import type { LedgerObject, Operation } from '../../core/terms.ts'
import { LEDGER_LIMITS } from '../../limits.ts'
import { ImportReader } from '../../storage/import_reader.ts'
import { OperationReader } from '../../storage/operation_reader.ts'
import { AdmitMoves } from '../admit_moves.ts'
import { FinishObject } from '../finish_object.ts'
import { OpenDeposit } from '../open_deposit.ts'
import { operationDraft } from '../operation_draft.ts'
import { PathBoundary } from '../path_boundary.ts'
import { Poster } from '../poster/poster.ts'
import { importedDraft, IMPORTER } from './imported_draft.ts'
import { ImportRefused } from './import_refused.ts'
import { refuseUnfunded, type ImportPlan } from './plan_import.ts'

const POLL_MS = 200

export type OnProgress = (done: number, all: number, what: string) => void

/**
 * Does what a plan says: makes the objects, brings what comes from outside to the clearing object in
 * one deposit, and books the transactions in the order of the file. It may be killed at any moment,
 * and is then run again with the same file: all of it has its own operation path.
 */
@singleton()
export class ImportBooks {
  constructor(
    private reader: ImportReader,
    private operations: OperationReader,
    private poster: Poster,
    private finish: FinishObject,
    private deposits: OpenDeposit,
    private admit: AdmitMoves,
    private boundary: PathBoundary,
    private audit: AuditLog,
    private database: Database
  ) {}

  /** @throws ImportRefused where it has stopped, and why; what is booked by then stays */
  async run(plan: ImportPlan, onProgress: OnProgress = () => {}): Promise<void> {
    refuseUnfunded(plan)
    if (plan.rest.length > 0) await this.#record(plan)
    await this.#makeObjects(plan, onProgress)
    await this.#fund(plan)
    await this.#book(plan, onProgress)
  }

  /** What the journal holds of a plan's transactions. */
  async booked({ realm, paths, clearing }: ImportPlan): Promise<ImportSums> {
    const { sums, operations } = await this.reader.booked(realm.id, paths)
    const outside = sums.get(clearing)
    const all = [...sums.values()]
    return {
      transactions: operations,
      moved: all.reduce((sum, { into }) => sum + into, 0n),
      fromOutside: outside?.outOf ?? 0n,
      toOutside: outside?.into ?? 0n,
      net: new Map(all.map(({ path, into, outOf }) => [path, into - outOf])),
    }
  }

  /** The organization sees that an operator books in its realm, before any of it is booked. */
  async #record({ realm, mapping, rest, bookedBefore, funding }: ImportPlan) {
    const details = {
      name: mapping.name,
      transactions: rest.length,
      bookedBefore,
      funding: formatUsd(funding),
    }
    const facts = { eventType: 'books_imported', realmId: realm.id, details } as const
    const entry = systemAuditEntry(IMPORTER.id, realm.orgId, facts)
    await this.database.transaction((session) => this.audit.record(session, entry))
  }

  async #makeObjects({ realm, objects, mapping, clearing }: ImportPlan, onProgress: OnProgress) {
    const { missing, begun } = objects
    for (const part of inParts(begun, LEDGER_LIMITS.importedTogether)) {
      await Promise.all(part.map((operationId) => this.finish.run(operationId)))
    }
    if (missing.length > 0) await this.boundary.checkChange(realm.id, clearing)
    let done = 0
    for (const part of inParts(missing, LEDGER_LIMITS.importedTogether)) {
      const requests = part.map((path) =>
        this.#creation(realm.id, path, (id) => openingPath(mapping, id))
      )
      const outcomes = await this.poster.postEach(requests)
      const refused = outcomes.find(({ status }) => status === 'rejected')
      if (refused?.status === 'rejected') throw stopped('Objects cannot be made', refused.reason)
      // The job of each stays owed, should this process be killed before.
      await Promise.all(requests.map(({ operation }) => this.finish.run(operation.id)))
      onProgress((done += part.length), missing.length, 'objects')
    }
  }

  #creation(realmId: string, path: string, operationPath: (objectId: string) => string) {
    const [id, objectId] = [newId('op'), newId('obj')]
    const type = 'denominated'
    return {
      kind: 'create_object' as const,
      realmId,
      operation: operationDraft(
        { actor: IMPORTER },
        {
          id,
          path: operationPath(objectId),
          type: 'create',
          inputs: { path, type },
          request: { realmId, path, type },
        }
      ),
      object: { id: objectId, path, type, keepsOwnBooks: false, metadata: null },
      boundaryId: defaultBoundaryId(realmId),
      jobs: [objectWorkflowJob(id)],
    }
  }

  /**
   * What comes from outside is deposited at once, so that a chain that carries the realm holds it
   * before it is moved. A deposit that was opened before is waited for, and counts.
   */
  async #fund(plan: ImportPlan) {
    const { realm, clearing, mapping } = plan
    for (let attempt = 1; ; attempt++) {
      const path = fundingPath(mapping, attempt)
      const before = await this.operations.byPath(realm.id, path)
      if (before?.state === 'failed' || before?.state === 'expired') continue
      if (before) {
        await this.#ended(before)
        continue
      }
      const missing = await this.#missing(plan)
      if (missing === 0n) return
      const command = { realmId: realm.id, objectPath: clearing, amount: formatUsd(missing), path }
      const { operation } = await this.deposits.run(importer(plan), command).catch((error) => {
        throw stopped(`${formatUsd(missing)} cannot be deposited to ${clearing}`, error)
      })
      await failpoint('import.funding')
      const ended = await this.#ended(operation)
      if (ended.state === 'completed') return
      throw new ImportRefused(
        `The deposit ${ended.id} to ${clearing} ${ended.state}: ${ended.failureMessage}. Nothing was booked; import again.`
      )
    }
  }

  /** What the clearing object lacks now. */
  async #missing(plan: ImportPlan): Promise<Atoms> {
    const { realm, clearing, funding, clearingHad } = plan
    const standing = await this.reader.standing(realm.id, [clearing])
    const missing = funding + clearingHad - (standing.get(clearing)?.available ?? 0n)
    if (missing <= 0n) return 0n
    await this.#checkAlone(plan)
    return missing
  }

  /**
   * What another import has booked since the plan was made came from the clearing object, and would
   * be brought once more. Looked for after the balance, which it then has not lowered.
   */
  async #checkAlone({ realm, mapping, rest }: ImportPlan): Promise<void> {
    const paths = rest.map(({ id }) => importedPath(mapping, id))
    const { size } = await this.reader.used(realm.id, paths)
    if (size === 0) return
    throw new ImportRefused(
      `Another import has booked ${size} of the transactions meanwhile. Nothing was deposited: when it has ended, import again.`
    )
  }

  async #ended({ id }: Operation): Promise<Operation> {
    const until = Date.now() + LEDGER_LIMITS.importDepositMs
    for (;;) {
      const operation = await this.operations.byId(id)
      if (operation && operation.state !== 'pending') return operation
      if (Date.now() > until) {
        throw new ImportRefused(
          `The deposit ${id} is still pending: see that a worker runs, and import again.`
        )
      }
      await delay(POLL_MS)
    }
  }

  async #book(plan: ImportPlan, onProgress: OnProgress) {
    const { realm, rest } = plan
    let done = 0
    for (const part of inParts(rest, LEDGER_LIMITS.importedTogether)) {
      const paths = part.flatMap(({ moves }) =>
        moves.flatMap(({ source, target }) => [source, target])
      )
      const standing = await this.reader.standing(realm.id, [...new Set(paths)])
      const sides = new Map(Array.from(standing, ([path, { object }]) => [path, object]))
      const requests = part.map((transaction) => this.#posting(plan, transaction, sides))
      await this.#admitted(plan, requests[0]!, part[0]!, sides)
      const outcomes = await this.poster.postEach(requests)
      for (const [at, outcome] of outcomes.entries()) {
        if (outcome.status === 'fulfilled') continue
        throw stopped(`Line ${part[at]!.line} was refused`, outcome.reason)
      }
      onProgress((done += part.length), rest.length, 'transactions')
      await failpoint('import.booked')
    }
  }

  /** All objects lie in one boundary, whose guards are asked about two of them. */
  async #admitted(
    { realm }: ImportPlan,
    { operation }: SplitRequest,
    { line, moves }: ImportedTransaction,
    sides: ReadonlyMap<string, LedgerObject>
  ) {
    const [first] = moves
    const [from, to] = [sides.get(first!.source), sides.get(first!.target)]
    if (!from || !to) return
    await this.admit
      .run(realm, operation, { from: [from], to: [to] }, first!.amount)
      .catch((error: unknown) => {
        throw stopped(`Line ${line} was refused`, error)
      })
  }

  #posting(
    { realm, mapping }: ImportPlan,
    transaction: ImportedTransaction,
    objects: ReadonlyMap<string, LedgerObject>
  ): SplitRequest {
    const { moves } = transaction
    const paths = moves.flatMap(({ source, target }) => [source, target])
    return {
      kind: 'split',
      realmId: realm.id,
      operation: importedDraft(realm.id, mapping, transaction),
      asked: moves,
      fee: 0n,
      sides: new Map(
        paths.flatMap((path) => {
          const object = objects.get(path)
          return object ? [[path, object.id] as const] : []
        })
      ),
      spendings: new Map(),
      jobs: [],
    }
  }
}

function importer({ realm }: ImportPlan): Principal {
  return {
    credential: 'builder',
    credentialId: IMPORTER.id,
    builderId: IMPORTER.id,
    orgId: realm.orgId,
    actor: IMPORTER,
    realmId: realm.id,
    statements: null,
    expiresAtMs: null,
  }
}

/** A refusal of the service is told; anything else, a lost database or a bug, is thrown as it is. */
function stopped(what: string, error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error
  return new ImportRefused(
    `${what}: ${error.message} What was booked before stays, and is not booked again: import the file once more when that is mended.`
  )
}
