import { ServiceError } from '#app/http/errors/service_error'
import type { ErrorCatalogue } from '#app/http/errors/catalogue'
import type { PageProblem } from './present_page.ts'

const SERVER_ERRORS = 500

/**
 * A refusal in words for the person at the form, with its status.
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
  const { fields } = (error.details ?? {}) as { fields?: { field: string; message: string }[] }
  const [first] = fields ?? []
  const said = first?.message ?? error.options.message ?? entry.message
  return {
    field: first?.field ?? null,
    message: said.replace(/^The destinationAddress field /, 'The address '),
    typed,
    status: entry.status,
  }
}
