import { randomUUID } from 'node:crypto'
import { LedgerClient, type SignInOptions } from '#clients/typescript/src/index'
import { BASE_URL } from '#tests/support/client'

/** Signs a new builder in with the client itself. */
export async function signedIn(
  options: Omit<Partial<SignInOptions>, 'idToken'> = {}
): Promise<LedgerClient> {
  const email = `${randomUUID()}@example.com`
  const guest = new LedgerClient({ baseUrl: BASE_URL })
  const { idToken } = await guest.dev.createIdToken({ email, name: 'Ada' })
  return LedgerClient.signIn({ baseUrl: BASE_URL, idToken, orgName: `Org of ${email}`, ...options })
}

/** A client of a new realm with these objects; the amounts are their cash. */
export async function openRealm(client: LedgerClient, cash: Record<string, string> = {}) {
  const { id } = await client.realms.create({ name: 'Client' })
  const realm = client.inRealm(id)
  for (const [objectPath, amount] of Object.entries(cash)) {
    const { operation } = await realm.objects.create({ path: objectPath })
    await realm.settled(operation!)
    if (amount === '0') continue
    const { operation: deposit } = await realm.deposits.create({ objectPath, amount })
    await realm.settled(deposit)
  }
  return { ...realm, realm, id }
}
