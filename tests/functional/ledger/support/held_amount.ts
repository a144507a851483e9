import app from '@adonisjs/core/services/app'
import { Database } from '#app/storage/database'
import { TestRealm, accepted, type AnyData, type Reply as Replied } from '#tests/support/client'

export type Body = Record<string, unknown>
export type Reply = Replied<AnyData>

export const codeOf = ({ status, error }: Reply) => (status < 300 ? status : error.code)

/** A realm in which somebody can hold something for somebody. */
export async function realmWith(cash: string): Promise<TestRealm> {
  return TestRealm.with({ '/payer': cash, '/shop': '0', '/other': '0' })
}

/** A hold of the realm, and what is asked about it. */
export class HeldAmount {
  private constructor(
    private realm: TestRealm,
    readonly id: string
  ) {}

  static async on(realm: TestRealm, amount: string, more: Body = {}): Promise<HeldAmount> {
    const body = { sourceObjectPath: '/payer', amount, path: `/op/${crypto.randomUUID()}`, ...more }
    return new HeldAmount(realm, accepted(await realm.post('/holds', body)).operation.id as string)
  }

  ask(action: string, body: Body = {}): Promise<Reply> {
    const path = action === 'extend' ? {} : { path: `/op/${crypto.randomUUID()}` }
    return this.realm.post(`/holds/${this.id}/${action}`, { ...path, ...body })
  }

  async read(): Promise<Body> {
    return accepted(await this.realm.client.get(`/api/v1/holds/${this.id}`)).hold as Body
  }

  /**
   * As if so much time had gone by since it was opened. The realm's head moves with it, so that
   * nobody posts on what is known of the hold.
   */
  async age(seconds: number) {
    const database = await app.container.make(Database)
    await database.transaction(async (session) => {
      await session.write(
        'UPDATE realm_heads SET committed_at = committed_at + INTERVAL 1 MICROSECOND WHERE realm_id = ?',
        [this.realm.id]
      )
      const [row] = await session.read<{ outcome: string }>(
        'SELECT outcome FROM operations WHERE id = ?',
        [this.id]
      )
      const outcome = JSON.parse(row!.outcome) as { expiresAt: string }
      const expiresAt = new Date(Date.parse(outcome.expiresAt) - seconds * 1000)
      const text = expiresAt.toISOString().replace('Z', '000Z')
      const changed = JSON.stringify({ ...outcome, expiresAt: text })
      await session.write('UPDATE operations SET outcome = ? WHERE id = ?', [changed, this.id])
      const column = text.replace('T', ' ').replace('Z', '')
      await session.write('UPDATE holds SET expires_at = ? WHERE operation_id = ?', [
        column,
        this.id,
      ])
    })
  }
}
