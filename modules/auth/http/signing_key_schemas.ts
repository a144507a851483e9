import { schema } from '#app/http/schemas'
import { SIGNING_KEY_EVENTS } from '../core/signing_key_chain.ts'

const signingKey = schema.named('SigningKey', {
  id: schema.id('sgk'),
  orgId: schema.id('org'),
  builderId: schema.text('bld_…: the builder behind its registration', schema.id('bld')),
  name: schema.string,
  fingerprint: schema.text('First 16 hex characters of the SHA-256 of the public key', {
    pattern: '^[0-9a-f]{16}$',
  }),
  publicKey: schema.text('Base64, 32 bytes', { pattern: '^[A-Za-z0-9+/]{43}=$' }),
  state: schema.enumeration('pending', 'active', 'revoked'),
  activatesAt: schema.nullable(schema.timestamp),
  createdAt: schema.timestamp,
  revokedAt: schema.nullable(schema.timestamp),
  updatedAt: schema.timestamp,
})

const event = schema.named('SigningKeyEvent', {
  id: schema.id('ske'),
  keyId: schema.id('sgk'),
  eventType: schema.enumeration(...SIGNING_KEY_EVENTS),
  actor: schema.text('`builder:bld_…`, `api_key:key_…`, `system:activation`'),
  prevHash: schema.text('`eventHash` of the event before; empty for the first', {
    pattern: '^([0-9a-f]{64})?$',
  }),
  eventHash: schema.text('SHA-256 hex over the canonical JSON of all other fields', schema.sha256),
  createdAt: schema.timestamp,
})

const page = { total: schema.integer, nextCursor: schema.nullable(schema.string) }

export const signingKeyAnswers = {
  one: schema.envelope(signingKey),
  list: schema.envelope(schema.object({ signingKeys: schema.list(signingKey), ...page })),
  revoked: schema.envelope(schema.object({ revoked: schema.boolean, id: schema.id('sgk') })),
  cancelled: schema.envelope(schema.object({ cancelled: schema.boolean, id: schema.id('sgk') })),
  events: schema.envelope(schema.object({ events: schema.list(event), ...page })),
}
