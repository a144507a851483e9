import { Browser } from '#tests/functional/auth/support/browser'
import { newEmail } from '#tests/functional/auth/support/people'
import { Client, accepted, type Reply, type TestRealm } from '#tests/support/client'

/** What a 412 says about the confirmation it asks for. */
export interface Asked {
  action: string
  resources: string[]
  requestId: string
  confirmUrl: string
  expiresAt: string
}

export interface Progress {
  status: string
  requestId: string
  action: string
  resources: string[]
  expiresAt: string
  token?: string
}

/** A builder at a terminal and in a browser. */
export class Member {
  readonly browser = new Browser()

  private constructor(
    readonly email: string,
    readonly client: Client
  ) {}

  static async join(): Promise<Member> {
    const email = newEmail()
    return new Member(email, await Client.signIn(email))
  }

  /** @param token an access token of this person */
  static with(email: string, token: string): Member {
    return new Member(email, Client.withToken(token))
  }

  /** A realm that is deleted only after a confirmation. */
  permanentRealm(body: Record<string, unknown> = {}): Promise<TestRealm> {
    return this.client.realm({ asset: 'paper', lifecycle: 'permanent', ...body })
  }

  /** Follows the link of a confirmation, signing in on the way when that is needed. */
  async open(confirmUrl: string): Promise<{ status: number; html: string; headers: Headers }> {
    let response = await this.browser.open(confirmUrl)
    if (response.status === 303) {
      const back = await this.browser.signIn(response.headers.get('location')!, this.email)
      response = await this.browser.open(back.headers.get('location')!)
    }
    return { status: response.status, html: await response.text(), headers: response.headers }
  }

  async decide(confirmUrl: string, decision: 'approve' | 'deny'): Promise<Response> {
    const { html } = await this.open(confirmUrl)
    return this.browser.submit(confirmUrl, { decision, formToken: formTokenOf(html) })
  }

  async approve(confirmUrl: string): Promise<void> {
    await this.decide(confirmUrl, 'approve')
  }
}

export function formTokenOf(html: string): string {
  const token = /name="formToken" value="([^"]+)"/.exec(html)?.[1]
  if (token === undefined) throw new Error(`The page has no form:\n${html}`)
  return token
}

/** The confirmation a refused request asks for. @throws Error when the answer is something else */
export function askedBy(reply: Reply<unknown>): Asked {
  if (reply.status === 412) return reply.error.details as unknown as Asked
  throw new Error(`Expected 412, got ${reply.status}: ${JSON.stringify(reply.body)}`)
}

export async function progressOf(client: Client, { requestId }: Asked): Promise<Progress> {
  return accepted(await client.get<Progress>(`/api/v1/auth/step-up/${requestId}`))
}

/** The client that repeats a confirmed request. @throws Error unless it is approved */
export async function confirmedClient(client: Client, asked: Asked): Promise<Client> {
  const { token, status } = await progressOf(client, asked)
  if (token === undefined) throw new Error(`There is no token: ${status}`)
  return Client.withToken(token)
}
