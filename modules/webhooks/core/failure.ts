import { WEBHOOK_LIMITS } from '../limits.ts'
import { isSuccess, type Attempt } from './delivery.ts'

/** Why an attempt had no answer, where no error of the system has a code for it. */
export const UNANSWERED = {
  late: 'No answer in time',
  ended: 'The connection ended without an answer',
  sealed: 'The secret cannot be read any more',
} as const

const SECONDS = `${WEBHOOK_LIMITS.answerMs / 1000} seconds`
const ANSWER_FIRST = `answer with 2xx within ${SECONDS}, and work on it afterwards`
const SIGNATURE = "verify the signature with the webhook's secret, and ask for no other sign-in"

/** Answers to which there is more to say than to others of their kind. */
const BY_STATUS: Readonly<Record<number, string>> = {
  401: `and did not admit the request: ${SIGNATURE}`,
  403: `and did not admit the request: ${SIGNATURE}`,
  404: "as there is nothing at this url: serve it, or change the webhook's url",
  405: "and takes no POST there: take it, or change the webhook's url",
  408: `and did not wait: ${ANSWER_FIRST}`,
  410: 'gone for good: delete the webhook, or change its url',
  413: 'and finds the body too large: raise its limit for requests, or narrow the types of the webhook',
  429: 'too many requests: the event is retried later; raise its limit for this sender',
}

const NAME = 'The name in the url has no address: correct the url, or the DNS of the name'
const ENDED = `${UNANSWERED.ended}: look why in the log of the receiver, and answer with 2xx`
const UNREACHABLE = 'The receiver cannot be reached: look at its firewall and at its network'
const CHAIN =
  'The certificate of the receiver leads to no known authority: serve one of a public authority, with its intermediate certificates'
const NO_TLS = 'The receiver did not agree on TLS: serve https with TLS 1.2 or newer at this port'

/** Errors of the system, by their codes and by the sentences of `UNANSWERED`. */
const BY_ERROR: Readonly<Record<string, string>> = {
  [UNANSWERED.late]: `${UNANSWERED.late}: ${ANSWER_FIRST}`,
  [UNANSWERED.ended]: ENDED,
  [UNANSWERED.sealed]: `${UNANSWERED.sealed}, because the key of the service was changed: rotate it`,
  ENOTFOUND: NAME,
  ENODATA: NAME,
  ESERVFAIL: NAME,
  ETIMEOUT: NAME,
  ECONNREFUSED: 'Nobody listens at the port of the url: start the receiver, or correct the url',
  ECONNRESET: ENDED,
  EPIPE: ENDED,
  ETIMEDOUT: UNREACHABLE,
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  CERT_HAS_EXPIRED: 'The certificate of the receiver has expired: renew it',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'The certificate of the receiver is for another name: correct the url, or the certificate',
  DEPTH_ZERO_SELF_SIGNED_CERT: CHAIN,
  SELF_SIGNED_CERT_IN_CHAIN: CHAIN,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: CHAIN,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: CHAIN,
  EPROTO: NO_TLS,
  HPE_HEADER_OVERFLOW: 'The header of the answer is too large: answer with less',
}

/** Errors whose codes begin alike. */
const BY_FAMILY = [
  ['ERR_SSL_', NO_TLS],
  ['HPE_', 'What came is no HTTP: correct the url, or the answer of the receiver'],
] as const

/** Why an attempt counts as failed, and what its builder does about it; null when it does not. */
export function failureOf(attempt: Pick<Attempt, 'status' | 'error'>): string | null {
  if (isSuccess(attempt)) return null
  const { status, error } = attempt
  if (status === null) return withoutAnswer(error ?? UNANSWERED.ended)
  return `The receiver answered with ${status}, ${BY_STATUS[status] ?? byClass(status)}`
}

function withoutAnswer(error: string): string {
  const known = BY_ERROR[error] ?? BY_FAMILY.find(([prefix]) => error.startsWith(prefix))?.[1]
  if (known) return known
  // Sentences about the address are made where it is looked at.
  if (error.includes('public'))
    return `${error}: change the webhook's url to one on the public internet`
  if (error.startsWith('The url')) return `${error}: change the webhook's url`
  return `The request failed with ${error}: try the url from elsewhere, then send a test`
}

function byClass(status: number): string {
  if (status >= 500) return 'an error of its own: look for the header webhook-id in its log'
  if (status >= 400) return 'and did not accept the event: its answer or its log says why'
  if (status >= 300) {
    return "a redirect, and none is followed: change the webhook's url to where it leads"
  }
  return 'which is no receipt: answer with 2xx'
}
