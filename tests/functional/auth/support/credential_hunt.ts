import app from '@adonisjs/core/services/app'
import { AccessControl } from '#app/extension/access_control'
import { invitationHash } from '#modules/auth/services/invitation_secret'
import { RefreshSession } from '#modules/auth/services/refresh_session'
import { InvitationStore } from '#modules/auth/storage/invitation_store'
import { ShowPayment } from '#modules/payment_links/services/show_payment'
import { Client, type Reply } from '#tests/support/client'

/** The shortest secret of the service is far longer; shorter texts are words and numbers. */
const SHORTEST = 16
/** What a secret is written in: base64url, and the dots and underscores of keys and tokens. */
const NO_PART_OF_A_SECRET = /[^\w.~-]+/
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/

export interface Found {
  text: string
  /** What it works as. */
  use: string
}

/** Every text of an answer that could be a secret, also of JSON inside texts and of headers. */
export function textsOf({ body, headers }: Pick<Reply<unknown>, 'body' | 'headers'>): Set<string> {
  const texts = new Set<string>()
  collect(body, texts)
  for (const [, value] of headers) collect(value, texts)
  return texts
}

function collect(value: unknown, texts: Set<string>) {
  if (Array.isArray(value)) for (const each of value) collect(each, texts)
  else if (typeof value === 'object' && value !== null) {
    for (const [name, each] of Object.entries(value)) {
      collect(name, texts)
      collect(each, texts)
    }
  } else if (typeof value === 'string' && value.length >= SHORTEST) {
    texts.add(value)
    const nested = parsed(value)
    if (nested !== null) return collect(nested, texts)
    // A secret inside an address or a page.
    for (const part of value.split(NO_PART_OF_A_SECRET)) {
      if (part.length >= SHORTEST) texts.add(part)
    }
  }
}

function parsed(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

/** Tries texts as every kind of credential this service takes. Remembers those that are good for nothing. */
export class CredentialHunt {
  #useless = new Set<string>()

  /** @returns those that work, and as what */
  async run(texts: Iterable<string>): Promise<Found[]> {
    const worthTrying = [...texts].filter((text) => !this.#useless.has(text))
    const found = await Promise.all(
      worthTrying.map(async (text) => {
        const uses = await usesOf(text)
        if (uses.length === 0) this.#useless.add(text)
        return uses.map((use) => ({ text, use }))
      })
    )
    return found.flat()
  }
}

async function usesOf(text: string): Promise<string[]> {
  const { container } = app
  const [access, refresh, payments] = await Promise.all([
    container.make(AccessControl),
    container.make(RefreshSession),
    container.make(ShowPayment),
  ])
  const origin = { requestId: 'hunt', ip: '127.0.0.1' }
  const works: Record<string, Promise<unknown>> = {
    // API keys, access tokens, scoped tokens and the tokens of confirmations.
    'bearer credential': access.authenticate(`Bearer ${text}`),
    'refresh token': refresh.run(text, origin),
    'payment link': payments.run(text),
    'invitation': openInvitation(text),
    'ID token': JWT.test(text) ? signIn(text) : Promise.resolve(null),
  }
  const tried = await Promise.all(
    Object.entries(works).map(async ([use, attempt]) =>
      (await attempt.catch(() => null)) === null ? [] : [use]
    )
  )
  return tried.flat()
}

async function openInvitation(text: string): Promise<object | null> {
  const hash = invitationHash(text)
  return hash && (await app.container.make(InvitationStore)).bySecret(hash)
}

async function signIn(googleIdToken: string): Promise<true | null> {
  const { error } = await Client.anonymous().post('/api/v1/auth/google', { googleIdToken })
  return error?.code === 'UNAUTHORIZED' ? null : true
}
