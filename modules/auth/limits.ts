import { LIMITS, assertRules } from '#app/limits'

export const AUTH_LIMITS = {
  emailLength: 254,

  accessTokenLifetimeSeconds: 15 * 60,
  refreshTokenLifetimeSeconds: 30 * 24 * 3600,
  idTokenLength: 8192,
  /** Characters of an ID token's `sub`, by OpenID Connect. */
  subjectLength: 255,
  refreshTokenLength: 128,
  returnToLength: 2048,
  redirectUriLength: 2048,
  stateLength: 1024,
  /** PKCE verifiers are 43 to 128 characters. */
  codeVerifierLength: 128,
  codeLength: 4096,

  /** How far the clocks of the identity provider and of this machine may differ. */
  idTokenToleranceSeconds: 5,
  /** An ID token older than this is refused, because it must come from a sign-in of now. */
  idTokenAgeSeconds: 600,
  /**
   * A person who confirms what cannot be undone must have signed in at the provider this recently.
   */
  freshSignInSeconds: 600,
  identityProviderTimeoutMs: 3000,
  /** An unknown key id makes the service fetch the provider's keys again, at most this often. */
  identityKeysCooldownMs: 10_000,

  /** Verified access tokens that a process remembers. */
  rememberedTokens: 20_000,
  /** Their characters together; a scoped token may have thousands. */
  rememberedTokenCharacters: 32 * 1024 * 1024,
  /** How long a process signs with the newest key it knows before it looks for a newer one. */
  keyRingAgeMs: 30_000,

  invitationLifetimeSeconds: 7 * 24 * 3600,
  /** Invitations of an organization that may be open at a time. */
  invitationsOpen: 100,
  /** How long invitations stay listed after their time; the audit log keeps who came by which. */
  invitationRetentionSeconds: 90 * 24 * 3600,
  /** Characters of the secret of an invitation, with some room. */
  invitationSecretLength: 128,

  browserSessionSeconds: 8 * 3600,
  /** Characters of a user agent that a list of sessions shows. */
  userAgentLength: 120,
  pendingSignInSeconds: 600,
  devIdTokenSeconds: 600,
  devCodeSeconds: 60,

  /**
   * Claims of signatures are kept this long after the signature has expired, because clocks of
   * processes differ.
   */
  signatureClaimRetentionSeconds: 3600,
  /** Signatures of reads that a process remembers. */
  rememberedReadSignatures: 20_000,
  /**
   * Keys after the organization's first one become active only after this time, so that a thief's
   * key is noticed.
   */
  signingKeyGraceSeconds: 72 * 3600,
  /**
   * How long a process uses its last reading of a signing key: a revocation elsewhere takes effect
   * within it.
   */
  signingKeyFreshMs: 500,
  /** Signing keys that a process remembers, known and unknown fingerprints alike. */
  rememberedSigningKeys: 20_000,

  /** How long a confirmation in a browser may take, and the longest life of its token. */
  stepUpLifetimeSeconds: 5 * 60,
  /** Confirmations that one credential may have open at a time. */
  stepUpsOpen: 20,
  /** How long decided confirmations stay readable; the audit log keeps who approved. */
  stepUpRetentionSeconds: 7 * 24 * 3600,

  scopedTokenMinutesDefault: 60,
  scopedTokenMinutesMax: 1440,
  /** Characters of an end user's id, the `sub` of a scoped token. */
  scopedSubjectLength: 255,
  scopeStatements: 50,
  /** Actions of one statement, and resources. */
  scopeActions: 100,
  scopeResources: 100,
  /**
   * Pairs of patterns that are compared when a restricted credential mints: they block the process
   * for ten milliseconds.
   */
  scopeComparisons: 250_000,
  /** Approvals that a statement may ask for. */
  policyApprovals: 10,
  /** Bytes of a scope as JSON text, which every check of its credential walks through. */
  scopeBytes: 16 * 1024,
  /**
   * How long a process uses its last reading of an API key: a revocation elsewhere takes effect
   * within it.
   */
  apiKeyFreshMs: 500,
  /** How long a process uses its last reading of ended sessions and revoked tokens. */
  endedFreshMs: 500,
  /** API keys that a process remembers, known and unknown prefixes alike. */
  rememberedApiKeys: 20_000,

  /** Bytes of one audit entry's details, as JSON; longer texts and lists in it are cut first. */
  auditDetailsBytes: 4096,
  auditTextLength: 512,
  auditListLength: 20,
  /** Refusals of one credential that get a row in a minute; the rest are counted. */
  auditDenialsPerMinute: 20,
  auditOrgDenialsPerMinute: 500,
  auditDenialsInFlight: 50,
  /** Credentials whose refusals a process counts at a time. */
  auditDeniedCredentials: 10_000,
} as const

/** @throws Error when two of them contradict each other; called once at boot */
export function assertAuthLimits(limits: Record<keyof typeof AUTH_LIMITS, number> = AUTH_LIMITS) {
  assertRules('modules/auth/limits.ts', [
    [
      LIMITS.publicBodyBytes >= limits.idTokenLength + limits.codeLength,
      'a sign-in must fit the body of a public route',
    ],
    [
      limits.scopedTokenMinutesDefault <= limits.scopedTokenMinutesMax,
      'scoped token default above its max',
    ],
    [
      limits.stepUpLifetimeSeconds <= 15 * 60,
      'a confirmation must end while the person who gave it is still there: within 15 minutes',
    ],
    [limits.apiKeyFreshMs < 1000, 'a revoked API key must be refused everywhere within a second'],
    [limits.endedFreshMs < 1000, 'an ended session must be refused everywhere within a second'],
    [
      limits.signingKeyFreshMs < 1000,
      'a revoked signing key must be refused everywhere within a second',
    ],
  ])
}
