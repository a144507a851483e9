import { RIGHTS } from '../core/roles.ts'
import { BUILDER_ROLES } from '#app/extension/principal'
import { schema } from '#app/http/schemas'
import { PRESET_NAMES } from '../core/action_catalog.ts'
import { TIME_OF_DAY } from '../core/policy_conditions.ts'

const texts = schema.list(schema.string)

const timeOfDay = { type: 'string', pattern: TIME_OF_DAY.source }

const scope = schema.named('Scope', {
  statements: schema.list(
    schema.named(
      'ScopeStatement',
      {
        effect: schema.enumeration('Allow', 'Deny'),
        actions: texts,
        resources: texts,
        conditions: schema.named(
          'ScopeConditions',
          {
            operationPaths: texts,
            amountLte: schema.decimal,
            windowLte: schema.named('ScopeWindow', {
              amount: schema.decimal,
              seconds: schema.integer,
            }),
            destinationIn: texts,
            hours: schema.named('ScopeHours', { from: timeOfDay, to: timeOfDay }),
            approvals: schema.integer,
          },
          ['operationPaths', 'amountLte', 'windowLte', 'destinationIn', 'hours', 'approvals']
        ),
      },
      ['conditions']
    )
  ),
})

const apiKey = schema.named(
  'ApiKey',
  {
    id: schema.id('key'),
    orgId: schema.id('org'),
    createdBy: schema.text(
      'bld_…: the builder who made it, or behind the key that did',
      schema.id('bld')
    ),
    createdByKeyId: schema.text(
      'key_…: the key that made it; it ends with that key unless it was adopted',
      schema.id('key')
    ),
    adoptedBy: schema.text('bld_…: the builder who took it over', schema.id('bld')),
    name: schema.string,
    keyPrefix: schema.text('The public part of the key'),
    status: schema.enumeration('active', 'revoked'),
    realmId: schema.text('The one realm it works in, when it is locked to one', schema.uuid),
    permissions: schema.enumeration(...PRESET_NAMES),
    scope,
    createdAt: schema.timestamp,
    updatedAt: schema.timestamp,
    revokedAt: schema.nullable(schema.timestamp),
  },
  ['createdByKeyId', 'adoptedBy', 'realmId', 'permissions', 'scope']
)

const right = schema.enumeration(...Object.keys(RIGHTS))

const namedActions = { type: 'object', additionalProperties: texts }

export const credentialAnswers = {
  created: schema.envelope(
    schema.object({
      apiKey,
      rawKey: schema.text('`svc_<prefix>_<secret>`, shown once'),
    })
  ),
  list: schema.envelope(
    schema.object({
      apiKeys: schema.list(apiKey),
      total: schema.integer,
      nextCursor: schema.nullable(schema.string),
    })
  ),
  adopted: schema.envelope(schema.object({ apiKey })),
  revoked: schema.envelope(schema.object({ revoked: schema.boolean })),
  minted: schema.envelope(schema.object({ token: schema.string, expiresAt: schema.timestamp })),
  tokens: schema.envelope(
    schema.object({
      tokens: schema.list(
        schema.named('ScopedToken', {
          id: schema.text('The `jti` of the token', schema.uuid),
          sub: schema.text('The end user it was minted for'),
          realmId: schema.uuid,
          scope,
          mintedBy: schema.text('Id of the builder, API key or scoped token that minted it'),
          createdAt: schema.timestamp,
          expiresAt: schema.timestamp,
          revokedAt: schema.nullable(schema.timestamp),
        })
      ),
      total: schema.integer,
      nextCursor: schema.nullable(schema.string),
    })
  ),
  catalog: schema.envelope(
    schema.object({
      actions: schema.list(
        schema.named('Action', {
          name: schema.string,
          description: schema.string,
          resource: schema.text('What the resource of the check is'),
        })
      ),
      aliases: namedActions,
      presets: namedActions,
      roles: schema.object(
        Object.fromEntries(BUILDER_ROLES.map((role) => [role, schema.list(right)]))
      ),
    })
  ),
}
