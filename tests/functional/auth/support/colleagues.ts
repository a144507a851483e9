import { Member } from '#tests/functional/auth/support/confirmations'
import { writeRows } from '#tests/support/rows'

/** Members of one organization: the first one's. */
export async function colleagues(count: number): Promise<[Member, ...Member[]]> {
  const first = await Member.join()
  const { orgId } = (await first.client.get<{ orgId: string }>('/api/v1/auth/me')).data
  const others: Member[] = []
  while (others.length < count - 1) {
    const other = await Member.join()
    await moveTo(orgId, await idOf(other))
    others.push(other)
  }
  return [first, ...others]
}

export async function idOf({ client }: Member): Promise<string> {
  return (await client.get<{ id: string }>('/api/v1/auth/me')).data.id
}

export async function moveTo(orgId: string, builderId: string): Promise<void> {
  await writeRows`UPDATE builders SET org_id = ${orgId} WHERE id = ${builderId}`
}
