import { randomUUID } from 'node:crypto'
import { Client } from '#tests/support/client'
import { withOperators } from '#tests/support/auth_settings'

/** A builder with a new organization who runs the platform; `restore` removes the role. */
export async function platformAdmin(): Promise<{ admin: Client; restore: () => void }> {
  const email = `${randomUUID()}@platform.example`
  const restore = await withOperators(email)
  return { admin: await Client.signIn(email), restore }
}
