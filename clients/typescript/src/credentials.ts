/** Tokens of a builder who has signed in. */
export interface SessionTokens {
  /** The access token. */
  token: string
  /** Works once: keep the newest pair, and no other. */
  refreshToken: string
  /** When the access token ends, RFC 3339. */
  expiresAt: string
}

/** What requests are authorized with. */
export interface Credential {
  /** The API key or token of the next request; null for none. */
  current(): Promise<string | null>
  /** Another one, after the service has refused this one; null when there is none. */
  renewed(refused: string): Promise<string | null>
  /** Whether another token may permit what this one does not, because it was made for less. */
  readonly isMinted: boolean
}

/** An API key, or a token that somebody else renews. */
export class FixedCredential implements Credential {
  readonly isMinted = false

  constructor(private readonly secret: string | null) {}

  async current(): Promise<string | null> {
    return this.secret
  }

  async renewed(): Promise<null> {
    return null
  }
}

/** Asks for a token that is missing or no longer good: once, however many requests wait for it. */
abstract class RenewedCredential implements Credential {
  abstract readonly isMinted: boolean
  protected token: string | null = null
  #renewing: Promise<string> | null = null

  async current(): Promise<string | null> {
    return this.isGood() ? this.token : this.#renew()
  }

  async renewed(refused: string): Promise<string | null> {
    // Another request may have renewed it already.
    return this.token !== null && this.token !== refused ? this.token : this.#renew()
  }

  protected isGood(): boolean {
    return this.token !== null
  }

  protected abstract ask(): Promise<string>

  #renew(): Promise<string> {
    this.#renewing ??= this.ask()
      .then((token) => (this.token = token))
      .finally(() => (this.#renewing = null))
    return this.#renewing
  }
}

/** Scoped tokens, minted by the application's own backend. */
export class MintedCredential extends RenewedCredential {
  readonly isMinted = true

  constructor(protected readonly ask: () => Promise<string>) {
    super()
  }
}

/** An access token is renewed so long before its end that a request still arrives with it. */
const EARLY_MS = 15_000

/**
 * The tokens of a session. Its refresh token is used up by each refresh, and one that is used twice
 * ends the session: requests that find the access token expired together share one refresh.
 */
export class SessionCredential extends RenewedCredential {
  readonly isMinted = false
  #tokens: SessionTokens

  /**
   * @param refresh exchanges a refresh token
   * @param changed is told the new pair, to keep it
   */
  constructor(
    tokens: SessionTokens,
    private readonly refresh: (refreshToken: string) => Promise<SessionTokens>,
    private readonly changed: (tokens: SessionTokens) => void
  ) {
    super()
    this.#tokens = tokens
    this.token = tokens.token
  }

  protected override isGood(): boolean {
    return Date.parse(this.#tokens.expiresAt) - Date.now() > EARLY_MS
  }

  protected async ask(): Promise<string> {
    const { token, refreshToken, expiresAt } = await this.refresh(this.#tokens.refreshToken)
    this.#tokens = { token, refreshToken, expiresAt }
    this.changed(this.#tokens)
    return token
  }

  get tokens(): SessionTokens {
    return this.#tokens
  }
}
