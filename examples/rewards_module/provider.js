import {
  ModuleHost,
  access,
  answer,
  callerPath,
  idempotency,
  input,
  objectNotFound,
  on,
  principalOf,
  realmId,
  schema,
  usdAmount,
  vine,
} from 'ledger-custody-service/module'
import {
  ObjectReader,
  PostComposed,
  RealmDirectory,
  operationSchema,
  presentOperation,
} from 'ledger-custody-service/ledger'
import { GrantReward, RewardsKind, RewardsValuator } from './rewards.js'

/** `POST /api/v1/rewards` grants a reward: an operation type, a leg kind and an object type of a package. */
export default class RewardsProvider {
  constructor(app) {
    this.app = app
  }

  async boot() {
    const host = await this.app.container.make(ModuleHost)
    host.add({
      name: 'rewards',
      title: 'Rewards',
      description: 'What an application grants to its users.',
      objectKinds: [new RewardsKind()],
      valuators: [new RewardsValuator()],
      operationTypes: ['reward'],
      legKinds: { reward: 'result' },
      events: { 'reward.granted': 'A reward was granted.' },
      actions: [
        {
          name: 'svc:GrantReward',
          description: 'Grant rewards.',
          resource: 'the path of the rewards object',
          aliases: ['svc:Write'],
        },
      ],
      routes: await this.#routes(),
      glossary: {
        'grantReward.objectPath': ['The rewards object.', '/users/u1/rewards'],
        'grantReward.amount': ['What is granted, in USD.', '5.00'],
      },
    })
  }

  async #routes() {
    const { container } = this.app
    const realms = await container.make(RealmDirectory)
    const objects = await container.make(ObjectReader)
    const grant = new GrantReward(await container.make(PostComposed))
    const body = vine.create({
      realmId: realmId(),
      objectPath: callerPath(),
      path: callerPath(),
      amount: usdAmount(),
    })

    return (router) => {
      router
        .post('/api/v1/rewards', async (ctx) => {
          const asked = input(ctx, body)
          const principal = principalOf(ctx)
          await realms.resolve(principal, asked.realmId)
          const object = await objects.activeAt(asked.realmId, asked.objectPath)
          if (object?.type !== 'rewards') throw objectNotFound(asked.objectPath)
          const { operation, replayed } = await grant.run(principal, { ...asked, object })
          if (replayed) ctx.response.header('idempotent-replayed', 'true')
          answer(ctx, { operation: presentOperation(operation) }, 201)
        })
        .access(access.action('svc:GrantReward', on.body('objectPath')))
        .operationId('grantReward')
        .idempotent(idempotency.path('path'))
        .summary('Grant a reward, once per operation path')
        .body(body)
        .answers(
          201,
          'The operation',
          schema.envelope(schema.object({ operation: operationSchema }))
        )
        .refuses('NOT_FOUND', 'OBJECT_NOT_FOUND', 'CONFLICT', 'REALM_SCOPE_MISMATCH')
    }
  }
}
