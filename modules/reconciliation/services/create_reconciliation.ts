import { setImmediate } from 'node:timers/promises'
import { auditEntry, AuditLog } from '#modules/auth/index'
import { ReadObject, RealmDirectory } from '#modules/ledger/index'
import { Clock } from '#app/clock/clock'
import { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { invalidField, ServiceError } from '#app/http/errors/service_error'
import { keepNothing, type Keep } from '#app/http/idempotency/answer_once'
import type { UploadedFile } from '#app/http/uploaded_file'
import { newId } from '#app/ids/ids'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { Database, type SqlSession } from '#app/storage/database'
import { isProblem, type Day, type Found, type Slices } from '../core/file_line.ts'
import type { CsvMapping } from '../core/formats/csv.ts'
import { readLines, type Encoding, type FileFormat } from '../core/read_lines.ts'
import type { Reconciliation } from '../core/reconciliation.ts'
import { DEFAULT_RULES, type MatchRule } from '../core/rules.ts'
import { RECONCILIATION_LIMITS } from '../limits.ts'
import { FileStore } from '../storage/file_store.ts'
import { ReconciliationStore } from '../storage/reconciliation_store.ts'
import { resourcesOf } from './find_reconciliation.ts'
import { queueReconciliation } from './reconciliation_jobs.ts'

export interface ReconciliationRequest {
  realmId: string
  objectPath?: string
  prefix?: string
  format: FileFormat
  encoding?: Encoding
  mapping?: CsvMapping
  rules?: MatchRule[]
  from?: Day
  to?: Day
  file: UploadedFile
}

const MANAGE = 'svc:ManageReconciliation'
/** The report shows what a list of deltas shows. */
const READ = 'svc:ReadDelta'

/** Takes a file that is to be compared with the books; a job compares it. */
@singleton()
export class CreateReconciliation {
  constructor(
    private realms: RealmDirectory,
    private objects: ReadObject,
    private access: AccessControl,
    private reconciliations: ReconciliationStore,
    private files: FileStore,
    private audit: AuditLog,
    private database: Database,
    private relay: OutboxRelay,
    private clock: Clock
  ) {}

  /**
   * What is wrong with the beginning of the file is told at once: its form, its encoding, its
   * columns and its first line. What is wrong further down, the job tells.
   *
   * @throws ServiceError NOT_FOUND, OBJECT_NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT when
   *   there are too many
   */
  async run(
    principal: Principal,
    request: ReconciliationRequest,
    keep: Keep<Reconciliation> = keepNothing
  ): Promise<Reconciliation> {
    await this.realms.resolve(principal, request.realmId)
    const scope = await this.#scopeOf(principal, request)
    checkTerms(request)
    await checkFile(request)
    const made = this.#made(principal, request, scope)
    const parts = await this.files.pack(request.file.bytes)
    const job = await this.database.transaction(async (session) => {
      await this.#checkRoom(session, made)
      await this.reconciliations.add(session, made)
      await this.files.add(session, made.id, parts)
      const { id: reconciliationId, realmId, fileName, fileSha256 } = made
      const details = { reconciliationId, fileName, fileSha256 }
      const facts = { eventType: 'reconciliation_created', realmId, details } as const
      await this.audit.record(session, auditEntry(principal, facts))
      const queued = await queueReconciliation(session, made.id)
      await keep(session, made)
      return queued
    })
    await this.relay.announce([job])
    return made
  }

  async #scopeOf(principal: Principal, { realmId, objectPath, prefix }: ReconciliationRequest) {
    if ((objectPath === undefined) === (prefix === undefined)) {
      const message = 'Exactly one of objectPath and prefix must be given'
      throw invalidField('objectPath', 'exactly_one', message)
    }
    if (objectPath !== undefined) {
      const { id } = await this.objects.find(principal, { realmId, path: objectPath }, MANAGE)
      this.access.authorize(principal, READ, objectPath)
      return { objectId: id, objectPath, prefix: null }
    }
    const folder = prefix!.endsWith('/') ? prefix! : `${prefix}/`
    const scope = { objectPath: null, prefix: folder }
    for (const action of [MANAGE, READ]) {
      for (const resource of resourcesOf(principal, action, scope)) {
        this.access.authorize(principal, action, resource, folder)
      }
    }
    return { objectId: null, ...scope }
  }

  #made(
    principal: Principal,
    request: ReconciliationRequest,
    scope: Pick<Reconciliation, 'objectId' | 'objectPath' | 'prefix'>
  ): Reconciliation {
    const { realmId, format, encoding = 'utf-8', mapping = null, file } = request
    return {
      id: newId('rec'),
      realmId,
      orgId: principal.orgId,
      ...scope,
      format,
      encoding,
      mapping,
      rules: request.rules ?? DEFAULT_RULES,
      fromDay: request.from ?? null,
      toDay: request.to ?? null,
      fileName: file.name.slice(0, RECONCILIATION_LIMITS.fileNameLength).toWellFormed(),
      fileBytes: file.bytes.length,
      fileSha256: file.sha256,
      status: 'running',
      lines: 0,
      items: 0,
      totalItems: null,
      summary: null,
      problems: null,
      actor: principal.actor,
      createdAt: this.clock.nowMicros(),
      endedAt: null,
    }
  }

  /** Several requests at once may pass it by as many; the bounds are there for the load. */
  async #checkRoom(session: SqlSession, made: Reconciliation) {
    const { kept, running } = await this.reconciliations.standing(session, made)
    if (kept >= RECONCILIATION_LIMITS.perRealm) {
      throw new ServiceError('CONFLICT', {
        message: `The realm ${made.realmId} has ${kept} reconciliations, and no room for another.`,
        next: 'Delete one with DELETE /api/v1/reconciliations/:id.',
      })
    }
    if (running >= RECONCILIATION_LIMITS.runningPerOrganization) {
      throw new ServiceError('CONFLICT', {
        message: `${running} reconciliations of the organization run, and no more do at a time.`,
        next: 'Send it again when one of them has ended, or cancel one with POST /api/v1/reconciliations/:id/cancel.',
      })
    }
  }
}

/** @throws ServiceError VALIDATION_ERROR */
function checkTerms({ format, mapping, from, to }: ReconciliationRequest) {
  if ((format === 'csv') !== (mapping !== undefined)) {
    const message = 'The mapping field must be given for the format csv, and for no other'
    throw invalidField('mapping', 'csv_only', message)
  }
  const { amount, credit, debit } = mapping ?? { amount: '' }
  const isOne = amount !== undefined && credit === undefined && debit === undefined
  const isTwo = amount === undefined && credit !== undefined && debit !== undefined
  if (!isOne && !isTwo) {
    const message = 'The mapping field must name amount, or credit and debit'
    throw invalidField('mapping.amount', 'exactly_one', message)
  }
  if ((mapping?.decimal ?? '.') === mapping?.group) {
    const message = 'The mapping.group field must differ from mapping.decimal'
    throw invalidField('mapping.group', 'different', message)
  }
  if (from !== undefined && to !== undefined && from > to) {
    throw invalidField('to', 'range', 'The to field must not lie before from')
  }
}

/** @throws ServiceError VALIDATION_ERROR that names the line */
async function checkFile({ format, mapping, encoding, file }: ReconciliationRequest) {
  const slices = slicesOf(textOf(file, encoding))
  const found = await readLines(format, mapping ?? null, slices).next()
  const first = found.value as Found | undefined
  if (!first || !isProblem(first)) return
  const { row, field, message } = first
  if (field.startsWith('mapping.')) throw invalidField(field, 'column', message)
  const where = field === 'file' ? `line ${row}` : `line ${row}, ${field}`
  throw invalidField('file', 'file', `The file field cannot be read, ${where}: ${message}`)
}

function textOf({ bytes }: UploadedFile, encoding: Encoding = 'utf-8'): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    const message = `The file field is not ${encoding}; name its encoding in the encoding field`
    throw invalidField('file', 'encoding', message)
  }
}

async function* slicesOf(text: string): Slices {
  for (let at = 0; at < text.length; at += RECONCILIATION_LIMITS.sliceBytes) {
    yield text.slice(at, at + RECONCILIATION_LIMITS.sliceBytes)
    // Sixty megabytes before the first line would hold up every other request.
    await setImmediate()
  }
}
