import { ACTOR_TYPES, BUILDER_ROLES } from '#app/extension/principal'
import { schema } from '#app/http/schemas'
import { INVITATION_STATUSES } from '../core/invitation.ts'
import { AUDIT_CREDENTIALS, AUDIT_EVENTS } from '../core/audit_entry.ts'

export const builder = schema.named('Builder', {
  id: schema.id('bld'),
  email: schema.string,
  orgName: schema.string,
  orgId: schema.id('org'),
  role: schema.text(
    '`owner` for whoever made the organization, and what an owner has given others',
    schema.enumeration(...BUILDER_ROLES)
  ),
})

const role = schema.enumeration(...BUILDER_ROLES)

const page = { total: schema.integer, nextCursor: schema.nullable(schema.string) }

const member = schema.named('Member', {
  id: schema.id('bld'),
  email: schema.string,
  role,
  current: schema.boolean,
  createdAt: schema.timestamp,
})

const invitation = schema.named('Invitation', {
  id: schema.id('inv'),
  email: schema.string,
  role,
  status: schema.enumeration(...INVITATION_STATUSES),
  invitedBy: schema.id('bld'),
  createdAt: schema.timestamp,
  expiresAt: schema.timestamp,
  acceptedAt: schema.nullable(schema.timestamp),
  acceptedBy: schema.nullable(schema.id('bld')),
  revokedAt: schema.nullable(schema.timestamp),
})

export const memberAnswers = {
  members: schema.object({ members: schema.list(member), ...page }),
  member: schema.object({ member }),
  removed: schema.object({ removed: schema.boolean }),
  invited: schema.object({
    invitation,
    secret: {
      ...schema.text('Shown once: whoever is invited accepts with it'),
      pattern: '^svc_inv_[0-9A-Za-z_-]{43}$',
    },
    acceptUrl: schema.text('The page on which they accept in a browser', schema.url),
  }),
  invitations: schema.object({ invitations: schema.list(invitation), ...page }),
  revoked: schema.object({ revoked: schema.boolean }),
}

const tokens = {
  token: schema.text('Access token: a JSON Web Token, 15 minutes'),
  refreshToken: schema.text('`svc_rt_…`, 30 days, works once'),
  expiresAt: schema.timestamp,
}

export const session = schema.object({ ...tokens, builder })

export const browserAccess = schema.object({
  token: tokens.token,
  expiresAt: tokens.expiresAt,
  builder,
})

export const refreshed = schema.object(tokens)

export const loggedOut = schema.object({ loggedOut: schema.boolean })

export const sessionPage = schema.object({
  sessions: schema.list(
    schema.named('Session', {
      id: schema.id('brs', 'rtf'),
      kind: schema.enumeration('api', 'browser'),
      address: schema.nullable(schema.text('Where it was used last')),
      userAgent: schema.nullable(schema.text('What the browser or program called itself')),
      current: schema.boolean,
      createdAt: schema.timestamp,
      lastUsedAt: schema.text(
        'When it was last signed in, refreshed or seen in a browser',
        schema.timestamp
      ),
      expiresAt: schema.timestamp,
    })
  ),
  total: schema.integer,
  nextCursor: schema.nullable(schema.string),
})

export const endedSession = schema.object({ ended: schema.boolean })

export const auditPage = schema.object({
  entries: schema.list(
    schema.named('AuditEntry', {
      id: schema.id('aud'),
      eventType: schema.enumeration(...AUDIT_EVENTS),
      success: schema.boolean,
      realmId: schema.nullable(schema.uuid),
      actorType: schema.enumeration(...ACTOR_TYPES),
      actorId: schema.string,
      credential: schema.enumeration(...AUDIT_CREDENTIALS),
      credentialId: schema.string,
      details: schema.record,
      requestId: schema.nullable(schema.text('The `X-Request-Id` of the answer')),
      address: schema.nullable(schema.text('The address the request came from')),
      createdAt: schema.timestamp,
    })
  ),
  total: schema.integer,
  nextCursor: schema.nullable(schema.string),
})

export const keySet = schema.named('JsonWebKeySet', { keys: schema.list(schema.record) })

export const devIdToken = schema.object({ idToken: schema.string })

export const stepUpProgress = schema.named(
  'StepUp',
  {
    requestId: schema.id('stp'),
    status: schema.enumeration('pending', 'approved', 'denied', 'expired', 'used'),
    action: schema.string,
    resources: schema.list(schema.string),
    expiresAt: schema.timestamp,
    token: schema.text('Send the same request again with this as bearer; works once'),
  },
  ['token']
)

export const oauthError = schema.named('OAuthError', {
  error: schema.enumeration('invalid_grant'),
  error_description: schema.string,
})
