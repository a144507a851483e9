import type { ModuleHost } from '#app/extension/module_host'
import {
  answerFrame,
  eventFrame,
  subscribedFrames,
  type ServerFrame,
} from '#app/extension/server_frame'
import { EXAMPLE_REALM, exampleId } from '#app/http/openapi/host_glossary'
import { schema } from '#app/http/schemas'
import type { WatchPart } from '../extension/watch_part.ts'
import { balanceFields, event, objectSchema, operationSchema } from '../http/schemas.ts'

const { list, object } = schema

/** What the modules of this process bring to the frames of the ledger. */
export interface LoadedWords {
  parts: readonly WatchPart[]
  /** The types of all events that a module emits. */
  eventTypes: readonly string[]
}

export function loadedWords(host: ModuleHost): LoadedWords {
  return {
    parts: host.contributions('watchParts'),
    eventTypes: host.all().flatMap(({ events = {} }) => Object.keys(events)),
  }
}

const AT = '2026-01-01T00:00:00.000000Z'
const WALLET = '/users/u1/wallet'
const OBJECT = exampleId('obj')
const OPERATION = exampleId('op')

const BALANCE = {
  denomination: 'USD',
  arriving: '0.00',
  settled: '75.00',
  departing: '0.00',
  total: '75.00',
}

const TRANSFER = {
  id: OPERATION,
  realmId: EXAMPLE_REALM,
  path: '/op/rent/2026-01',
  type: 'transfer',
  state: 'completed',
  sourceObjectPath: WALLET,
  targetObjectPath: '/users/u2/wallet',
  actorType: 'builder',
  actorId: exampleId('bld'),
  input:
    '{"sourceObjectPath":"/users/u1/wallet","targetObjectPath":"/users/u2/wallet","amount":"25.00"}',
  outcome:
    '{"status":"completed","amount":"25.00","denomination":"USD","sourceNewBalance":"75.00","targetNewBalance":"24.95","fee":{"amount":"0.05","denomination":"USD"}}',
  createdAt: AT,
  updatedAt: AT,
}

const ofOperation = {
  fields: { operation: operationSchema },
  example: {
    entityId: OPERATION,
    entityPath: TRANSFER.path,
    correlationId: OPERATION,
    operation: TRANSFER,
  },
}

/** The answer to `watch`, with the parts of all modules. */
export function snapshotFrame({ parts }: LoadedWords): ServerFrame {
  return answerFrame('watch_snapshot', {
    summary:
      'What is there: the newest operations, the balances, and a part of each module. All of it is of one ' +
      'moment, `sequence`, and each later change follows as an event.',
    fields: {
      realmId: schema.uuid,
      path: schema.path,
      sequence: schema.integer,
      balances: list(
        schema.named('WatchedBalance', {
          objectId: schema.id('obj'),
          path: schema.path,
          objectPath: schema.path,
          ...balanceFields,
        })
      ),
      operations: list(operationSchema),
      ...Object.fromEntries(parts.map((part) => [part.name, part.schema])),
    },
    example: {
      realmId: EXAMPLE_REALM,
      path: WALLET,
      sequence: 41,
      balances: [{ objectId: OBJECT, path: WALLET, objectPath: WALLET, ...BALANCE }],
      operations: [TRANSFER],
      ...Object.fromEntries(parts.map((part) => [part.name, part.example])),
    },
  })
}

export const UNWATCHED = answerFrame('unwatched', {
  summary: 'The watch has ended.',
  fields: { path: schema.path },
  example: { path: WALLET },
})

/** What watchers of a path are told. */
export function pathFrames({ parts, eventTypes }: LoadedWords): ServerFrame[] {
  return [
    eventFrame('operation.created', {
      summary:
        'An operation concerns the path: as its own path, its source or its target, or one of the moves of a posting.',
      ...ofOperation,
    }),
    eventFrame('operation.updated', {
      summary: 'Such an operation has come further, or to its end.',
      ...ofOperation,
      example: { ...ofOperation.example, sequence: 43 },
    }),
    eventFrame('balance.updated', {
      summary: 'What an object there holds has changed.',
      fields: {
        balance: object({
          objectId: schema.id('obj'),
          path: schema.path,
          objectPath: schema.path,
          balances: list(schema.named('StreamedBalance', balanceFields)),
        }),
      },
      example: {
        entityId: OBJECT,
        entityPath: WALLET,
        balance: { objectId: OBJECT, path: WALLET, objectPath: WALLET, balances: [BALANCE] },
      },
    }),
    eventFrame(
      eventTypes.filter((type) => type.startsWith('object.')),
      {
        name: 'object.changed',
        summary: 'An object there has come, or gone.',
        fields: { object: objectSchema },
        example: {
          type: 'object.created',
          entityId: OBJECT,
          entityPath: WALLET,
          correlationId: OPERATION,
          object: EXAMPLE_OBJECT,
        },
      }
    ),
    ...parts.flatMap(({ frames = [] }) => frames),
  ]
}

const EXAMPLE_OBJECT = {
  id: OBJECT,
  realmId: EXAMPLE_REALM,
  path: WALLET,
  displayName: null,
  type: 'denominated',
  denomination: 'USD',
  status: 'active',
  deletedAt: null,
  withdrawnAt: null,
  metadata: null,
  labels: null,
  isolation: {
    isBoundaryRoot: false,
    isInsideBoundary: false,
    boundaryRootPath: null,
    boundaryId: exampleId('bnd'),
  },
  createdAt: AT,
  updatedAt: AT,
}

export const SUBSCRIBED = subscribedFrames('events', {
  fields: { types: list(schema.string) },
  example: { types: ['deposit.completed', 'object.*'] },
})

/** What those are told who subscribed to types of events. */
export function eventFrames({ eventTypes }: LoadedWords): ServerFrame[] {
  return [
    eventFrame([...eventTypes].sort(), {
      name: 'event',
      summary: 'A committed event, as `GET /api/v1/events` lists it.',
      fields: { event },
      example: {
        type: 'deposit.completed',
        entityId: OBJECT,
        entityPath: WALLET,
        correlationId: OPERATION,
        event: {
          id: exampleId('evt'),
          realmId: EXAMPLE_REALM,
          operationId: OPERATION,
          operationPath: '/op/key/first-deposit',
          objectPath: WALLET,
          type: 'deposit.completed',
          path: WALLET,
          payload: '{"amount":"100.00","objectPath":"/users/u1/wallet"}',
          createdAt: AT,
        },
      },
    }),
  ]
}
