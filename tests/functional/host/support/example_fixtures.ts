import { generateKeyPairSync, randomUUID } from 'node:crypto'
import type { ApiRoute } from '#app/http/openapi/document'
import { EXAMPLE_REALM, exampleId } from '#app/http/openapi/host_glossary'
import {
  Client,
  accepted,
  until,
  pluck,
  type TestRealm,
  type AnyData,
  type Reply,
} from '#tests/support/client'
import { waitingApproval } from '#tests/functional/approvals/support/approving'
import { idTokenOf } from '#tests/functional/auth/support/inviting'
import { attest } from '#tests/functional/custody/support/attested'
import { PoolHand } from '#tests/functional/custody/support/pool_hand'
import { broughtSamples } from '#tests/support/brought_samples'
import { platformAdmin } from '#tests/support/platform_admin'
import { completed } from '#tests/functional/reconciliation/support/comparing'
import { readRows } from '#tests/support/rows'

const BTC = 'vn:0:BTC'
const SIM = /\/exchange\/sim\//
const HOLD = /^\/api\/v1\/holds\/:/
const EXCHANGE = /^\/api\/v1\/objects\/:id\/exchange/

/** What the examples of the API reference need: one of everything, and what stands for which. */
export class ExampleFixtures {
  /** By what stands in the example. */
  #real = new Map<string, string>()
  #exchange = ''
  #twap = ''
  #hold = ''
  #reversed = ''
  #simulated!: TestRealm
  #spare!: TestRealm
  #temporary!: TestRealm
  #email = `${randomUUID()}@example.com`

  private constructor(
    private realm: TestRealm,
    private admin: { admin: Client; restore: () => void }
  ) {}

  static async make(): Promise<ExampleFixtures> {
    const email = `${randomUUID()}@example.com`
    const client = await Client.signIn(email)
    const fixtures = new ExampleFixtures(await client.realm(), await platformAdmin())
    fixtures.#email = email
    await fixtures.#fill()
    return fixtures
  }

  remove() {
    this.admin.restore()
  }

  callerOf({ pattern }: ApiRoute): Client {
    return pattern.startsWith('/api/v1/admin/') ? this.admin.admin : this.realm.client
  }

  /** What is real for what only the reader can know, by what stands in the example. */
  realOf({ pattern, operationId }: ApiRoute): ReadonlyMap<string, string> {
    const real = new Map(this.#real)
    if (EXCHANGE.test(pattern)) real.set(exampleId('obj'), this.#exchange)
    if (SIM.test(pattern)) real.set(EXAMPLE_REALM, this.#simulated.id)
    if (operationId === 'deleteObject') real.set(EXAMPLE_REALM, this.#spare.id)
    if (operationId === 'deleteRealm') real.set(EXAMPLE_REALM, this.#temporary.id)
    if (operationId === 'stopTwap') real.set(exampleId('op'), this.#twap)
    if (operationId === 'reverseOperation') real.set(exampleId('op'), this.#reversed)
    if (HOLD.test(pattern)) real.set(exampleId('op'), this.#hold)
    return real
  }

  /** What has to be there just before one example. */
  async before(operationId: string): Promise<void> {
    const { client } = this.realm
    const needs: Record<string, () => Promise<unknown>> = {
      signIn: async () => {
        const person = { email: this.#email, name: 'Example' }
        const { body } = await client.post('/dev/identity/token', person)
        this.#real.set('eyJhbGciOiJSUzI1NiJ9.from.google', (body as AnyData).idToken)
      },
      updateMember: () => this.#colleague(),
      removeMember: () => this.#colleague(),
      createInvitation: async () => {
        this.#real.set('grace@example.com', `${randomUUID()}@example.com`)
      },
      acceptInvitation: async () => {
        const { secret, idToken } = await this.#invited()
        this.#real.set('svc_inv_from-the-invitation', secret)
        this.#real.set('eyJhbGciOiJSUzI1NiJ9.from.google', idToken)
      },
      cancelSigningKey: async () => {
        const pending = await client.post('/api/v1/signing-keys', {
          name: 'Second',
          publicKey: newPublicKey(),
        })
        this.#real.set(exampleId('sgk'), accepted(pending).id)
      },
      moveIsolatedMargin: () =>
        this.#order({ market: 'vn:0:ETH', size: '0.1', isolated: true, leverage: 2 }),
      deletePaymentLink: async () => {
        const made = await client.post('/api/v1/payment-links', {
          realmId: this.realm.id,
          type: 'deposit',
          objectPath: '/users/u1/wallet',
          amount: '1',
        })
        this.#real.set(exampleId('pl'), accepted(made).paymentLink.id)
      },
      getLiabilityProof: async () => {
        const [newest] = await attest(this.realm)
        this.#real.set(exampleId('att'), newest!)
      },
      listReconciliationItems: () => completed(client, this.#real.get(exampleId('rec'))!),
      downloadReconciliationReport: () => completed(client, this.#real.get(exampleId('rec'))!),
      getHold: () => this.#reserve(),
      captureHold: () => this.#reserve(),
      releaseHold: () => this.#reserve(),
      extendHold: () => this.#reserve(),
      reverseOperation: async () => {
        const { id } = await this.realm.transfer('/users/u1/wallet', '/users/u2/wallet', '5')
        this.#reversed = id
      },
      // Collects a fee.
      withdrawFees: () => this.realm.transfer('/users/u2/wallet', '/users/u1/wallet', '1'),
      closePosition: () => this.#order({ market: BTC, size: '0.01' }),
      getApproval: async () => {
        this.#real.set(exampleId('apr'), await waitingApproval(this.realm))
      },
      getStepUp: async () => {
        const kept = await client.realm({ lifecycle: 'permanent' })
        const { error } = await client.send('DELETE', `/api/v1/realms/${kept.id}`)
        this.#real.set(exampleId('stp'), (error.details as AnyData).requestId)
      },
    }
    await needs[operationId]?.()
    const { examples } = await broughtSamples()
    const brought = (await examples[operationId]?.(this.realm)) ?? {}
    for (const [example, value] of Object.entries(brought)) this.#real.set(example, value)
  }

  /** The types of all events of the organization. */
  async eventTypes(): Promise<string[]> {
    const rows =
      await readRows`SELECT DISTINCT e.type FROM events e JOIN realms r ON r.id = e.realm_id
          WHERE r.org_id = (SELECT org_id FROM realms WHERE id = ${this.realm.id})`
    return pluck(rows, 'type')
  }

  /** Later examples are about what earlier ones made. */
  learn(operationId: string, { data, body }: Reply<AnyData>): void {
    const made: Record<string, () => [example: string, value: string]> = {
      createApiKey: () => [exampleId('key'), data.apiKey.id],
      createSigningKey: () => [exampleId('sgk'), data.id],
      createInvitation: () => [exampleId('inv'), data.invitation.id],
      createAggregationWatch: () => [exampleId('wat'), data.watchId],
      createPaymentLink: () => [exampleId('pl'), data.paymentLink.id],
      createWebhook: () => [exampleId('whk'), data.webhook.id],
      createMonitor: () => [exampleId('mon'), data.monitor.id],
      createReconciliation: () => [exampleId('rec'), data.reconciliation.id],
      createSchedule: () => [exampleId('sch'), data.schedule.id],
      testWebhook: () => [exampleId('whd'), data.delivery.id],
      signIn: () => ['svc_rt_from-sign-in', data.refreshToken],
      refreshSession: () => ['svc_rt_from-sign-in', data.refreshToken],
      listSessions: () => [exampleId('brs'), data.sessions.at(-1).id],
      listScopedTokens: () => ['9b2d6f0e-7a41-4c83-b5de-1f3a5c7e9d20', data.tokens[0].id],
    }
    const found = made[operationId]?.()
    if (found) this.#real.set(...found)
    if (operationId === 'createPaymentLink') {
      this.#real.set('from-the-address-of-the-page', data.paymentLink.url.split('/').pop())
    }
    if (operationId === 'createTwap') this.#twap = data.operation.id
    if (body === undefined) throw new Error(`${operationId} answered nothing`)
  }

  async #fill(): Promise<void> {
    const { client, id: realmId } = this.realm
    await until('the first prices', async () => {
      const { status } = await client.get('/api/v1/exchange/market/mids')
      return status === 200
    })
    const wallet = await this.realm.account('/users/u1/wallet', '50000')
    await this.realm.account('/users/u2/wallet', '100')
    const { id } = await this.realm.object('/users/u1/trading', { type: 'exchange' })
    this.#exchange = id
    const { id: credit } = await this.realm.transfer(
      '/users/u1/wallet',
      '/users/u1/trading',
      '20000'
    )
    await this.realm.completed(credit)
    await this.#order({ market: BTC, size: '0.01' })
    const resting = { market: BTC, size: '0.01', orderType: 'LIMIT', price: '30000' }
    const { order } = await this.#order(resting)
    this.#simulated = await client.realm()
    this.#temporary = await client.realm({ lifecycle: 'temporary' })
    this.#spare = await client.realm()
    await this.#spare.account('/users/u1/wallet', '5')
    await this.#spare.object('/users/u2/wallet')
    await (await PoolHand.of(this.realm)).giveEther(1n)
    const { events } = accepted(await client.get('/api/v1/events', { realmId }))
    const custody = await client.get('/api/v1/custody/boundaries', { realmId })
    this.#real = new Map([
      [EXAMPLE_REALM, realmId],
      [exampleId('obj'), wallet.id],
      [exampleId('op'), credit],
      [exampleId('evt'), events[0].id],
      [exampleId('ord'), order.id],
      [exampleId('bnd'), (custody.body as AnyData).boundaries[0].id],
      ['11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=', newPublicKey()],
      ['2026-01-02T00:00:00Z', new Date().toISOString()],
    ])
  }

  async #invited() {
    const { client } = this.realm
    const email = `${randomUUID()}@example.com`
    const asked = await client.post('/api/v1/auth/invitations', { email, role: 'viewer' })
    const secret = accepted(asked).secret as string
    return { secret, idToken: await idTokenOf(email) }
  }

  async #colleague(): Promise<void> {
    const { secret, idToken: googleIdToken } = await this.#invited()
    const asked = { googleIdToken, secret }
    const { builder } = accepted(
      await this.realm.client.post('/api/v1/auth/invitations/accept', asked)
    )
    this.#real.set(exampleId('bld'), builder.id)
  }

  async #reserve(): Promise<void> {
    const held = await this.realm.post('/holds', {
      path: `/op/fixtures/${randomUUID()}`,
      sourceObjectPath: '/users/u1/wallet',
      targetObjectPath: '/users/u2/wallet',
      amount: '10',
      expiresInSeconds: 600,
    })
    this.#hold = accepted(held).operation.id as string
  }

  async #order(terms: Record<string, unknown>): Promise<AnyData> {
    const { client, id: realmId } = this.realm
    return accepted(
      await client.post(`/api/v1/objects/${this.#exchange}/exchange/orders`, {
        realmId,
        path: `/op/fixtures/${randomUUID()}`,
        side: 'buy',
        orderType: 'MARKET',
        ...terms,
      })
    )
  }
}

function newPublicKey(): string {
  const { x } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
  return Buffer.from(x!, 'base64url').toString('base64')
}
