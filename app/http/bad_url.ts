import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { HOST_ERRORS } from '#app/http/errors/catalogue'

/**
 * Refuses an address with broken percent-encoding. Such a request fails before there is a context
 * to answer with.
 */
export function refuseBadUrl(_request: IncomingMessage, response: ServerResponse) {
  const message = 'The address holds a malformed percent-encoding.'
  const fields = [{ field: 'url', rule: 'encoding', message }]
  response.writeHead(HOST_ERRORS.VALIDATION_ERROR.status, {
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': randomUUID(),
  })
  const error = { code: 'VALIDATION_ERROR', message, details: { fields } }
  response.end(JSON.stringify({ success: false, error }))
}
