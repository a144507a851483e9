import { schema } from '#app/http/schemas'
import { SIGNING_KEY_EVENTS } from '../core/signing_key_chain.ts'

const signingKey = schema.named('SigningKey', {
  id: schema.text('sgk_…'),
  orgId: schema.text('org_…'),
  builderId: schema.text('bld_…: the builder behind its registration'),
  name: schema.string,
  fingerprint: schema.text('First 16 hex characters of the SHA-256 of the public key'),
  publicKey: schema.text('Base64, 32 bytes'),
  state: schema.enumeration('pending', 'active', 'revoked'),
  activatesAt: schema.nullable(schema.timestamp),
  createdAt: schema.timestamp,
  revokedAt: schema.nullable(schema.timestamp),
  updatedAt: schema.timestamp,
})

const event = schema.named('SigningKeyEvent', {
  id: schema.text('ske_…'),
  keyId: schema.text('sgk_…'),
  eventType: schema.enumeration(...SIGNING_KEY_EVENTS),
  actor: schema.text('`builder:bld_…`, `api_key:key_…`, `system:activation`'),
  prevHash: schema.text('`eventHash` of the event before; empty for the first'),
  eventHash: schema.text('SHA-256 hex over the canonical JSON of all other fields'),
  createdAt: schema.timestamp,
})

const page = { total: schema.integer, nextCursor: schema.nullable(schema.string) }

export const signingKeyAnswers = {
  one: schema.envelope(signingKey),
  list: schema.envelope(schema.object({ signingKeys: schema.list(signingKey), ...page })),
  revoked: schema.envelope(schema.object({ revoked: schema.boolean, id: schema.string })),
  cancelled: schema.envelope(schema.object({ cancelled: schema.boolean, id: schema.string })),
  events: schema.envelope(schema.object({ events: schema.list(event), ...page })),
}
