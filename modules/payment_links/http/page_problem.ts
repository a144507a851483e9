import { addressFault } from '#app/addresses/eip55'
import { ServiceError } from '#app/http/errors/service_error'
import type { ErrorCatalogue } from '#app/http/errors/catalogue'
import type { PageProblem } from './present_page.ts'

const SERVER_ERRORS = 500

/**
 * A refusal for the person at the form, with its status. What is wrong with an address is said in
 * their language; what a guard refuses with is there in English only.
 *
 * @throws the error itself when the form did not cause it
 */
export function pageProblem(
  error: unknown,
  typed: string,
  catalogue: ErrorCatalogue
): PageProblem & { status: number } {
  if (!(error instanceof ServiceError)) throw error
  const entry = catalogue.find(error.code)
  if (!entry || entry.status >= SERVER_ERRORS) throw error
  const { fields } = (error.details ?? {}) as { fields?: { field: string; rule: string }[] }
  const [first] = fields ?? []
  const known = first ? kindOf(first.rule, typed) : null
  return {
    field: first?.field ?? null,
    kind: known ?? 'refused',
    detail: known ? null : (error.options.message ?? entry.message),
    typed,
    status: entry.status,
  }
}

function kindOf(rule: string, typed: string): PageProblem['kind'] | null {
  if (rule === 'address') return addressFault(typed)
  return rule === 'required' || rule === 'fixed' ? rule : null
}
