import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Case } from './cases.ts'
import type { ApiDocument } from './document.ts'

/** What came back. */
export interface Answer {
  status: number
  contentType: string
  text: string
}

/** Refusals that name a dependency or a limit, not a fault of ours. */
const HONEST_5XX = new Set([503])

/** Holds answers against the document. */
export class Verdict {
  #ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  #validators = new Map<string, ValidateFunction>()

  constructor(document: ApiDocument) {
    this.#ajv.addSchema({ $id: 'openapi', ...document.json })
  }

  /** What is wrong with the answer, in words; empty when nothing is. */
  of(made: Case, answer: Answer): string[] {
    return [...serverFault(answer), ...swallowed(made, answer), ...this.#undocumented(made, answer)]
  }

  #undocumented({ operation }: Case, { status, contentType, text }: Answer): string[] {
    const types = operation.answers[status]
    // A path that a hostile parameter has taken elsewhere is no longer this operation.
    if (!types)
      return status === 404 || status === 405 ? [] : [`status ${status} is not documented`]
    const type = contentType.split(';')[0]!.trim()
    if (types.length === 0 || type !== 'application/json') {
      return types.length === 0 || types.includes(type) ? [] : [`${type} is not documented`]
    }
    const validate = this.#validator(operation.path, operation.method.toLowerCase(), status)
    if (!validate || validate(JSON.parse(text))) return []
    return (validate.errors ?? []).map(
      ({ instancePath, message }) => `${status}: ${instancePath || 'the answer'} ${message}`
    )
  }

  #validator(path: string, method: string, status: number): ValidateFunction | null {
    const key = `${method} ${path} ${status}`
    let validate = this.#validators.get(key)
    if (!validate) {
      const keys = ['paths', path, method, 'responses', String(status)]
      const pointer = [...keys, 'content', 'application/json', 'schema'].map(escaped).join('/')
      validate = this.#ajv.compile({ $ref: `openapi#/${pointer}` })
      this.#validators.set(key, validate)
    }
    return validate
  }
}

function serverFault({ status, text }: Answer): string[] {
  if (status < 500 || HONEST_5XX.has(status)) return []
  return [`status ${status}: ${text.slice(0, 300)}`]
}

function swallowed({ mustRefuse }: Case, { status }: Answer): string[] {
  return mustRefuse && status < 400 ? [`${mustRefuse}, and yet it answered ${status}`] : []
}

/** A key of a JSON pointer inside a URI fragment. */
function escaped(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))
}
