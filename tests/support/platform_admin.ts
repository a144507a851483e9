import { randomUUID } from 'node:crypto'
import { Client } from '#tests/support/client'
import { withOperators } from '#tests/support/operators'

/** Somebody of an organization of their own who runs the platform; `restore` takes the role away. */
export async function platformAdmin(): Promise<{ admin: Client; restore: () => void }> {
  const email = `${randomUUID()}@platform.example`
  const restore = await withOperators(email)
  return { admin: await Client.signIn(email), restore }
}
