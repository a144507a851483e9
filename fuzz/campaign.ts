import fc from 'fast-check'
import { Cases, type Case } from './cases.ts'
import { ApiDocument, type Operation } from './document.ts'
import { Memory } from './memory.ts'
import { Verdict, type Answer } from './verdict.ts'
import { World } from './world.ts'

export interface CampaignOptions {
  baseUrl: string
  /** The same seed asks the same questions, as far as the answers are the same. */
  seed: number
  /** How long it goes on. */
  seconds?: number
  /** How often each operation has its turn, however long that takes. */
  rounds?: number
  /** Parts of operation names (`POST /api/v1/transfer`); without one all are driven. */
  only?: string[]
}

export interface Finding {
  number: number
  problem: string
  /** The request as a command anybody can run; `$TOKEN` stands for the credential. */
  curl: string
  answer: string
}

export interface Report {
  seed: number
  operations: number
  cases: number
  /** The operations that had a turn. */
  asked: Set<string>
  /** How often each status was answered. */
  statuses: Record<string, number>
  /** Operations that never answered with success, each with what it answered last. */
  neverSucceeded: Record<string, string>
  findings: Finding[]
}

const ANSWER_SHOWN = 400
/** More of one kind tell nothing new. */
const FINDINGS_SHOWN = 50
const ANSWER_DEADLINE_MS = 30_000
const UPLOAD = 'multipart/form-data'
const BOUNDARY = '----fuzz'

const DELETE_REALM = 'DELETE /api/v1/realms/{id}'
/** It answers as long as somebody listens. */
const LEFT_ALONE = new Set(['GET /api/v1/pay/{token}/events'])

/**
 * Drives every operation of the service's own document with valid and hostile requests, for a
 * time or a number of rounds, each built on what earlier answers told, and holds every answer against the document.
 */
export async function campaign(options: CampaignOptions): Promise<Report> {
  return new Campaign(options, await documentOf(options.baseUrl)).run()
}

async function documentOf(baseUrl: string): Promise<ApiDocument> {
  const answer = await fetch(`${baseUrl}/openapi.json`)
  return new ApiDocument((await answer.json()) as ApiDocument['json'])
}

class Campaign {
  #memory = new Memory()
  #world: World
  #cases: Cases
  #verdict: Verdict
  #operations: Operation[]
  #report: Report
  #succeeded = new Set<string>()

  constructor(
    private options: CampaignOptions,
    document: ApiDocument
  ) {
    const { baseUrl, seed, only } = options
    this.#world = new World(baseUrl, this.#memory, `fuzz-${seed}-${Date.now()}@example.com`)
    this.#cases = new Cases(document, this.#memory)
    this.#verdict = new Verdict(document)
    this.#operations = document.operations.filter(
      ({ name }) => !LEFT_ALONE.has(name) && (!only || only.some((part) => name.includes(part)))
    )
    const operations = this.#operations.length
    const found = { statuses: {}, neverSucceeded: {}, findings: [] }
    this.#report = { seed, operations, cases: 0, asked: new Set(), ...found }
  }

  async run(): Promise<Report> {
    await this.#world.signIn()
    await this.#world.furnish()
    const operations = this.#operations
    const { seconds = 0, rounds = 1 } = this.options
    const end = Date.now() + seconds * 1000
    const isOver = () => Date.now() >= end && this.#report.cases >= operations.length * rounds
    while (!isOver() && this.#report.findings.length < FINDINGS_SHOWN) {
      await this.#one(operations[this.#report.cases % operations.length]!)
    }
    return this.#report
  }

  async #one(operation: Operation) {
    const number = ++this.#report.cases
    this.#report.asked.add(operation.name)
    const seed = (this.options.seed * 1_000_003 + number) | 0
    const [made] = fc.sample(this.#cases.of(operation), { seed, numRuns: 1 }) as [Case]
    if (operation.name === DELETE_REALM && made.credential === 'own') {
      made.params.id = await this.#world.spareRealm()
    }
    const answers = await Promise.all(Array.from({ length: made.copies }, () => this.#send(made)))
    for (const answer of answers) {
      this.#note(made, answer)
      for (const problem of this.#verdict.of(made, answer)) {
        this.#report.findings.push({
          number,
          problem: `${operation.name} (${made.story}): ${problem}`,
          curl: curlOf(this.options.baseUrl, made),
          answer: `${answer.status} ${answer.text.slice(0, ANSWER_SHOWN)}`,
        })
      }
    }
    await this.#recover(made, answers[0]!)
  }

  #note({ operation: { name } }: Case, { status, contentType, text }: Answer) {
    const { statuses, neverSucceeded } = this.#report
    statuses[status] = (statuses[status] ?? 0) + 1
    if (status >= 400) {
      if (!this.#succeeded.has(name)) neverSucceeded[name] = text.slice(0, ANSWER_SHOWN)
      return
    }
    this.#succeeded.add(name)
    delete neverSucceeded[name]
    if (contentType.includes('json')) this.#memory.learn(JSON.parse(text))
  }

  /** A session that a request has ended is opened again: the rest would be spent on refusals. */
  async #recover({ operation, credential }: Case, { status }: Answer) {
    const isOver = status === 401 && credential === 'own' && operation.needsCredential
    if (isOver) await this.#world.signIn()
  }

  async #send(made: Case): Promise<Answer> {
    const response = await fetch(`${this.options.baseUrl}${addressOf(made)}`, {
      method: made.operation.method,
      redirect: 'manual',
      headers: headersOf(made, this.#credential(made)),
      body: bodyOf(made),
      signal: AbortSignal.timeout(ANSWER_DEADLINE_MS),
    }).catch((error: unknown) => error as Error)
    if (response instanceof Error) {
      return {
        status: 599,
        contentType: '',
        text: `No answer: ${String(response.cause ?? response)}`,
      }
    }
    return {
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      text: await response.text(),
    }
  }

  #credential({ credential }: Case): string | null {
    if (credential === 'reader') return this.#world.reader
    return credential === 'own' ? this.#world.own : null
  }
}

function addressOf({ operation, params, query }: Case): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name]!)
  )
  const parameters = new URLSearchParams(query).toString()
  return parameters === '' ? path : `${path}?${parameters}`
}

function headersOf({ operation, headers, body }: Case, credential: string | null) {
  return {
    ...(credential !== null && { authorization: `Bearer ${credential}` }),
    ...(body !== undefined && { 'content-type': typeOf(operation) }),
    ...headers,
  }
}

function bodyOf({ operation, body, rawBody }: Case): string | undefined {
  if (rawBody !== undefined) return rawBody
  if (body === undefined) return undefined
  if (operation.contentType === 'application/json') return JSON.stringify(body)
  if (operation.contentType === UPLOAD) return multipartText(body as Record<string, unknown>)
  return new URLSearchParams(body as Record<string, string>).toString()
}

const typeOf = ({ contentType }: Operation) =>
  contentType === UPLOAD ? `${UPLOAD}; boundary=${BOUNDARY}` : contentType

/** A field called `file` is one; lists and objects are JSON. */
function multipartText(fields: Record<string, unknown>): string {
  const parts = Object.entries(fields).map(([name, value]) => {
    const file = name === 'file' ? '; filename="fuzz"' : ''
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${text}\r\n`
  })
  return `${parts.join('')}--${BOUNDARY}--\r\n`
}

function curlOf(baseUrl: string, made: Case): string {
  const headers = Object.entries(headersOf(made, made.credential === 'none' ? null : '$TOKEN'))
  const body = bodyOf(made)
  return [
    `curl -X ${made.operation.method} '${baseUrl}${addressOf(made)}'`,
    ...headers.map(([name, value]) => `-H "${name}: ${value}"`),
    ...(body === undefined ? [] : [`-d ${quoted(body)}`]),
  ].join(' ')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
