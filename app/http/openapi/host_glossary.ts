import { of, type Glossary } from '#app/http/openapi/glossary'

/** Stands for the reader's own ids in the examples of the reference. */
const ID = '01k8m4x2v7q9t3w5y6z8a1b2c3'
export const EXAMPLE_REALM = '3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e'
export const exampleId = (prefix: string) => `${prefix}_${ID}`

/** Words that mean the same in every module. */
export const HOST_GLOSSARY: Glossary = {
  'success': 'True when the request was done, false when it was refused.',
  'data': 'The answer itself.',
  'notices': 'What the caller should know of a request that was done.',
  'id': 'Its id.',
  'realmId': ['The realm, by its id.', EXAMPLE_REALM],
  'objectId': ['The object, by its id.', exampleId('obj')],
  'operationId': ['The operation, by its id.', exampleId('op')],
  'path': [
    'The path of the operation: it happens once, however often the request is sent.',
    '/op/{operationId}-1',
  ],
  'objectPath': ['The path of the object.', '/users/u1/wallet'],
  'amount': ['USD as a decimal string, at most six decimals.', '12.50'],
  'denomination': 'What the amount is counted in: `USD`.',
  'valueUsd': 'What it is worth in USD.',
  'status': 'How it stands.',
  'name': ['What people call it.', 'Example'],
  'total': 'How many there are in all, beyond this page too.',
  'nextCursor': 'Send it as `cursor` for the next page; null on the last one.',
  'limit': ['At most so many entries on a page.', 20],
  'cursor': ['`nextCursor` of the page before.', 'the-next-cursor-of-the-page-before'],
  'from': ['The beginning, RFC 3339.', '2026-01-01T00:00:00Z'],
  'to': ['The end, RFC 3339.', '2026-01-02T00:00:00Z'],
  'interimAsOf':
    'Only where the moment asked for had not come: the moment that the answer is of. What is posted later changes it.',
  'createdAt': 'When it was made.',
  'updatedAt': 'When it last changed.',
  'expiresAt': 'When it ends by itself.',
  'timestamp': 'When it happened.',
  'deleted': 'True: it is gone.',
  'error': 'Why it was refused.',
  'details': 'More about it, in fields of its own kind.',
  'prefix': [
    'A folder with a trailing slash holds all that lies below it; without one it is exactly this path.',
    '/users/',
  ],
  'topic': 'What was subscribed to.',
  'sequence': 'The place in the journal of the realm up to which it shows everything.',
  'authenticated.maxConnectionLifetimeSec': 'After so many seconds the connection ends.',
  ...of('stream.resync', {
    reason: 'Why something is missing, or why the connection ends.',
    reconnectAfterMs: 'Connect again after so many milliseconds.',
  }),
  ...of(['Error', 'error'], {
    code: 'What went wrong, for programs: one of the codes this reference lists.',
    message: 'What went wrong and what helps, for people.',
    errorId: 'Quote it when you report the failure; in the logs of the service.',
  }),
  ...of(['Readiness', 'HealthCheck', 'getHealthLive'], {
    status: '`ok`, `degraded` while something optional is down, `down` otherwise.',
    checks: 'Every dependency.',
    name: 'The dependency.',
    fatal: 'Without it no request can be served.',
    ok: 'It answers.',
    detail: 'What was found.',
  }),
  ...of('getReferenceAsset', {
    file: ['The file.', 'docs.css'],
  }),
  'openGuide.page': ['The name of its file in `docs/guides`.', 'streams'],
  'openReferencePart.page': ['The part, in small letters.', 'ledger'],
  'searchDocumentation.q': [
    'Words; all of them if anything has all, or else some.',
    'refund a hold',
  ],
  'openDocumentation.page': ['`stream`, `schemas`, or the name of a file in `docs`.', 'stream'],
}
