// @ts-check

const SIGN_IN = '/auth/sign-in'
/** A token is renewed so long before it expires. */
const MARGIN_MS = 60_000

/** Thrown when the person has no organization yet: the caller asks for a name. */
export class OrganizationNeeded extends Error {}

/**
 * The person at this browser. Their session is a cookie no script can read; the access token made
 * from it lives in the memory of this page alone.
 */
export class Session {
  /** @type {{ token: string, expiresAt: number, builder: any } | null} */
  #grant = null
  /** @type {Promise<void> | null} */
  #renewing = null

  get builder() {
    return this.#grant?.builder ?? null
  }

  /**
   * @returns {Promise<string>}
   * @throws OrganizationNeeded
   */
  async token() {
    if (this.#grant === null || this.#grant.expiresAt - MARGIN_MS < Date.now()) {
      this.#renewing ??= this.open().finally(() => {
        this.#renewing = null
      })
      await this.#renewing
    }
    return this.#grant?.token ?? ''
  }

  /** The token was refused: the next call asks for another. */
  forget() {
    this.#grant = null
  }

  /**
   * @param {string} [orgName] of an organization to make, for somebody who has none
   * @throws OrganizationNeeded
   */
  async open(orgName) {
    const answer = await fetch('/auth/access', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept': 'application/json' },
      body: JSON.stringify(orgName === undefined ? {} : { orgName }),
    })
    const { data, error } = await answer.json()
    if (answer.ok) {
      this.#grant = { ...data, expiresAt: Date.parse(data.expiresAt) }
      return
    }
    if (error?.code === 'new_account_requires_org') throw new OrganizationNeeded(error.message)
    if (answer.status === 401) {
      location.assign(
        `${SIGN_IN}?returnTo=${encodeURIComponent(location.pathname + location.search)}`
      )
      // The page is being left; whoever waits need not hear of it.
      await new Promise(() => {})
    }
    throw new Error(error?.message ?? 'Signing in did not work.')
  }
}
