import { randomUUID } from 'node:crypto'
import { colleagues, idOf, moveTo } from '#tests/functional/auth/support/colleagues'
import { Member } from '#tests/functional/auth/support/confirmations'
import { Client, TestRealm, accepted, eventually, type Reply } from '#tests/support/client'

export interface ApprovalView {
  id: string
  status: string
  approvalUrl: string
  operationIds: string[]
  needed: number
  given: number
  decisions?: { builderId: string; decision: string }[]
  code: string | null
  message: string | null
}

type Statement = Record<string, unknown>

/** Moves of up to 10 USD are free, and others need two approvals. */
export const TWO_ABOVE_TEN: Statement[] = [
  { actions: ['svc:Read', 'svc:ReceiveTo', 'svc:ManageSchedule'], resources: ['*'] },
  { actions: ['svc:TransferFrom'], resources: ['*'], conditions: { amountLte: '10' } },
  { actions: ['svc:TransferFrom'], resources: ['*'], conditions: { approvals: 2 } },
]

/** A realm of an organization of four, whose first member has made it. */
export class Office {
  private constructor(
    readonly realm: TestRealm,
    readonly maker: Member,
    readonly ann: Member,
    readonly ben: Member,
    readonly cay: Member
  ) {}

  static async open(): Promise<Office> {
    const [maker, ann, ben, cay] = await colleagues(4)
    const realm = await maker.client.realm({ name: 'Treasury' })
    await realm.account('/treasury', '100000')
    await realm.object('/users/a')
    return new Office(realm, maker, ann!, ben!, cay!)
  }

  /** The realm, as an API key of the maker sees it. */
  async key(statements: Statement[] = TWO_ABOVE_TEN): Promise<TestRealm & { keyId: string }> {
    const made = accepted(
      await this.maker.client.post('/api/v1/api-keys', {
        name: 'Payroll',
        realmId: this.realm.id,
        scope: { statements },
      })
    )
    const realm = new TestRealm(Client.withToken(made.rawKey), this.realm.id)
    return Object.assign(realm, { keyId: made.apiKey.id as string })
  }

  /** Asks for a transfer that waits. */
  async asked(key: TestRealm, amount = '50', path = `/op/${randomUUID()}`) {
    const reply = await key.move('/treasury', '/users/a', amount, { path })
    return { path, approval: waiting(reply) }
  }

  async read(id: string): Promise<ApprovalView> {
    const reply = await this.maker.client.get(`/api/v1/approvals/${id}`)
    return accepted<{ approval: ApprovalView }>(reply).approval
  }

  /** Waits until it has ended so. @throws Error when it ends otherwise */
  ended(id: string, status: string): Promise<ApprovalView> {
    return eventually(`approval ${id} to be ${status}`, async () => {
      const approval = await this.read(id)
      if (approval.status === status) return approval
      if (['pending', 'approved'].includes(approval.status)) return null
      throw new Error(`The approval is ${JSON.stringify(approval)}`)
    })
  }

  async approve(approval: ApprovalView, ...members: Member[]) {
    for (const member of members) await member.approve(approval.approvalUrl)
  }

  async balance(path: string): Promise<string> {
    const { object } = accepted(await this.realm.find(path))
    const { balances } = accepted(await this.realm.get(`/objects/${object.id}/balances`))
    return balances[0]?.settled ?? '0'
  }
}

/** The approval that a request waits for. @throws Error when the answer is something else */
export function waiting(reply: Reply<unknown>): ApprovalView {
  if (reply.status === 202) return (reply.data as { approval: ApprovalView }).approval
  throw new Error(`Expected 202, got ${reply.status}: ${JSON.stringify(reply.body)}`)
}

/** An approval that waits in a realm, of a key that may move what lies at `/users/u1/wallet`. */
export async function waitingApproval({ client, id: realmId }: TestRealm): Promise<string> {
  const { orgId } = accepted(await client.get<{ orgId: string }>('/api/v1/auth/me'))
  await moveTo(orgId, await idOf(await Member.join()))
  const statements = [{ actions: ['svc:Transfer'], resources: ['*'], conditions: { approvals: 1 } }]
  const made = accepted(
    await client.post('/api/v1/api-keys', { name: 'Waits', realmId, scope: { statements } })
  )
  const asking = new TestRealm(Client.withToken(made.rawKey), realmId)
  return waiting(await asking.move('/users/u1/wallet', '/users/u2/wallet', '1')).id
}
