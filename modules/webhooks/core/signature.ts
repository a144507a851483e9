import { createHmac } from 'node:crypto'

const PREFIX = 'whsec_'

/** What is signed: the form of Standard Webhooks, version 1. */
export interface Message {
  id: string
  /** Unix seconds of the attempt. */
  timestamp: number
  body: string
}

/** A secret in the form in which receivers get it. */
export function secretOf(random: Buffer): string {
  return PREFIX + random.toString('base64')
}

/** The headers of a message; each secret makes a signature of its own, and one of them suffices. */
export function signedHeaders(
  { id, timestamp, body }: Message,
  secrets: readonly string[]
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
    return `v1,${mac}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
