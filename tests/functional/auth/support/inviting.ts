import type { BuilderRole } from '#app/extension/principal'
import { askedBy, confirmedClient, Member } from '#tests/functional/auth/support/confirmations'
import { newEmail } from '#tests/functional/auth/support/people'
import { Client, accepted, type AnyData, type Reply } from '#tests/support/client'

export const MEMBERS = '/api/v1/auth/members'
export const INVITATIONS = '/api/v1/auth/invitations'

export async function idTokenOf(email: string): Promise<string> {
  const person = { email, name: 'Invited Person' }
  const { body } = await Client.anonymous().post('/dev/identity/token', person)
  return (body as { idToken: string }).idToken
}

type Ask = (client: Client) => Promise<Reply<AnyData>>

/** The client that may ask for this: an owner confirms it in the browser. */
export async function permitted(owner: Member, ask: Ask): Promise<Client> {
  const asked = askedBy(await ask(owner.client))
  await owner.approve(asked.confirmUrl)
  return confirmedClient(owner.client, asked)
}

/** Asks for what is confirmed where that is needed. */
async function confirmed(owner: Member, ask: Ask): Promise<Reply<AnyData>> {
  const reply = await ask(owner.client)
  return reply.status === 412 ? ask(await permitted(owner, ask)) : reply
}

export function invite(owner: Member, role: BuilderRole, email = newEmail()) {
  return confirmed(owner, (client) => client.post(INVITATIONS, { email, role }))
}

export async function accept(email: string, secret: string): Promise<Reply<AnyData>> {
  const googleIdToken = await idTokenOf(email)
  return Client.anonymous().post(`${INVITATIONS}/accept`, { googleIdToken, secret })
}

/** Somebody new, in the organization of an owner. */
export async function joined(owner: Member, role: BuilderRole): Promise<Member> {
  const { secret, invitation } = accepted(await invite(owner, role))
  const { token } = accepted(await accept(invitation.email, secret))
  return Member.with(invitation.email, token)
}

export const change = (owner: Member, id: string, role: BuilderRole) =>
  confirmed(owner, (client) => client.send('PATCH', `${MEMBERS}/${id}`, { role }))

export const remove = (owner: Member, id: string) =>
  confirmed(owner, (client) => client.send('DELETE', `${MEMBERS}/${id}`))

export const me = async ({ client }: Member): Promise<AnyData> =>
  accepted(await client.get('/api/v1/auth/me'))
