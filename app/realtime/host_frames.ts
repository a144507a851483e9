import vine from '@vinejs/vine'
import type { ClientFrameDeclaration } from '#app/extension/realtime_topic'
import { answerFrame, eventFrame, type ServerFrame } from '#app/extension/server_frame'
import { EXAMPLE_REALM } from '#app/http/openapi/host_glossary'
import { schema } from '#app/http/schemas'
import { authFrame } from '#app/realtime/entrance'

/** The frames that no module brings. */

export const AUTH: ClientFrameDeclaration = {
  action: 'auth',
  validator: authFrame,
  summary:
    'Says who the client is, in which realm. It has to be the first frame, within ten seconds.',
  example: { realmId: EXAMPLE_REALM, token: 'eyJhbGciOiJFZERTQSIsInR5cCI6IkpXVCJ9…' },
  answers: () => [
    answerFrame('authenticated', {
      summary: 'The credential is taken. The connection ends after the time it tells.',
      fields: { realmId: schema.uuid, maxConnectionLifetimeSec: schema.integer },
      optional: ['requestId'],
      example: { realmId: EXAMPLE_REALM, maxConnectionLifetimeSec: 900 },
    }),
  ],
}

export const PING: ClientFrameDeclaration = {
  action: 'ping',
  validator: vine.create({}),
  summary: 'Asks for a pong. Frames are handled in order, so all that was asked before is done.',
  example: {},
  answers: () => [
    answerFrame('pong', {
      summary: 'Everything that was asked before the ping is done.',
      fields: {},
      optional: ['requestId'],
      example: {},
    }),
  ],
}

export const HOST_ACTIONS: readonly ClientFrameDeclaration[] = [AUTH, PING]

/** What every frame may be answered with. */
export const ERROR_FRAME: ServerFrame = answerFrame('error', {
  summary:
    'A frame was refused, or the connection is about to be closed: then `requestId` is null.',
  fields: {
    code: schema.string,
    message: schema.string,
    details: schema.record,
    errorId: schema.id('err'),
  },
  optional: ['details', 'errorId'],
  example: {
    code: 'VALIDATION_ERROR',
    message:
      'The frame is invalid: The path field must be defined. Correct the fields listed in details.fields.',
    details: {
      fields: [{ field: 'path', rule: 'required', message: 'The path field must be defined' }],
    },
  },
})

export const RESYNC_FRAME: ServerFrame = eventFrame('stream.resync', {
  summary:
    'The client has missed something. The state of each subscription that has one is sent again; where ' +
    '`reconnectAfterMs` stands, connect again after that time.',
  fields: {
    reason: schema.enumeration('gap', 'slow_consumer', 'connection_lifetime', 'server_shutdown'),
    reconnectAfterMs: schema.integer,
  },
  optional: ['reconnectAfterMs'],
  example: { sequence: 0, reason: 'server_shutdown', reconnectAfterMs: 1200 },
})

/** What the host sends unasked. */
export const HOST_PUSHES: readonly ServerFrame[] = [ERROR_FRAME, RESYNC_FRAME]
