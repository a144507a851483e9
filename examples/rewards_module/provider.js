import vine from '@vinejs/vine'
import { GrantReward, RewardsKind } from './rewards.js'

/** `POST /api/v1/rewards` grants a reward: an operation type, a leg kind and an object type of a package. */
export default class RewardsProvider {
  constructor(app) {
    this.app = app
  }

  async boot() {
    const host = await this.app.container.make('module.host')
    host.add({
      name: 'rewards',
      title: 'Rewards',
      description: 'What an application grants to its users.',
      objectKinds: [new RewardsKind()],
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
    const { access, on } = await this.app.import('#app/http/access')
    const { answer } = await this.app.import('#app/http/envelope')
    const { objectNotFound } = await this.app.import('#app/http/errors/service_error')
    const { idempotency } = await this.app.import('#app/http/idempotency/route_idempotency')
    const { input } = await this.app.import('#app/http/input')
    const { callerPath, realmId, usdAmount } = await this.app.import('#app/http/rules')
    const { schema } = await this.app.import('#app/http/schemas')
    const { principalOf } = await this.app.import('#app/http/middleware/declared_route_middleware')
    const ledger = await this.app.import('#modules/ledger/index')
    const { container } = this.app
    const realms = await container.make(ledger.RealmDirectory)
    const objects = await container.make(ledger.ObjectReader)
    const grant = new GrantReward(await this.#parts(ledger))
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
          answer(ctx, { operation: ledger.presentOperation(operation) }, 201)
        })
        .access(access.action('svc:GrantReward', on.body('objectPath')))
        .operationId('grantReward')
        .idempotent(idempotency.path('path'))
        .operationPath('path')
        .summary('Grant a reward, once per operation path')
        .body(body)
        .answers(
          201,
          'The operation',
          schema.envelope(schema.object({ operation: ledger.operationSchema }))
        )
        .refuses('NOT_FOUND', 'OBJECT_NOT_FOUND', 'CONFLICT', 'REALM_SCOPE_MISMATCH')
    }
  }

  async #parts(ledger) {
    const { newId } = await this.app.import('#app/ids/ids')
    const { formatUsd, parseUsd } = await this.app.import('#app/money/usd')
    const poster = await this.app.container.make(ledger.PostComposed)
    return { poster, newId, formatUsd, parseUsd }
  }
}
