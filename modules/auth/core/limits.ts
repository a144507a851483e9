/** Limits of sign-in that no other module needs; token lifetimes are in `app/limits.ts`. */
export const AUTH_LIMITS = {
  /** An ID token's `sub`, by OpenID Connect. */
  subjectLength: 255,
  refreshTokenLength: 128,
  accessTokenLength: 8192,
  returnToLength: 2048,
  redirectUriLength: 2048,
  stateLength: 1024,
  /** PKCE verifiers are 43 to 128 characters. */
  codeVerifierLength: 128,
  codeLength: 4096,

  /** How far the clocks of the identity provider and of this machine may differ. */
  idTokenToleranceSeconds: 5,
  identityProviderTimeoutMs: 3000,
  /** An unknown key id makes us fetch the provider's keys again, at most this often. */
  identityKeysCooldownMs: 10_000,

  /** Verified access tokens remembered per process. */
  rememberedTokens: 20_000,
  /** How long a process signs with the newest key it knows before it looks for a newer one. */
  keyRingAgeMs: 30_000,

  browserSessionSeconds: 8 * 3600,
  pendingSignInSeconds: 600,
  devIdTokenSeconds: 600,
  devCodeSeconds: 60,
} as const
