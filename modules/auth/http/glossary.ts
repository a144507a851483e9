import { of, type Glossary } from '#app/http/openapi/glossary'
import { EXAMPLE_REALM, exampleId } from '#app/http/openapi/host_glossary'

const GRANTS = ['ScopeStatement', 'createApiKey', 'mintScopedToken']
const CONDITIONS = ['ScopeConditions', 'createApiKey', 'mintScopedToken']
const SIGN_IN_PAGE = ['openDevSignInPage', 'submitDevSignInPage', 'redeemDevCode']

const ID_OF_TOKEN = '9b2d6f0e-7a41-4c83-b5de-1f3a5c7e9d20'

const EXAMPLE_SCOPE = {
  statements: [{ effect: 'Allow', actions: ['svc:ReadObject'], resources: ['/users/u1/*'] }],
}

const CREDENTIALS: Glossary = {
  'api-keys.id': ['The API key, by its id.', exampleId('key')],
  'signing-keys.id': ['The signing key, by its id.', exampleId('sgk')],
  'step-up.id': ['The confirmation, by its id.', exampleId('stp')],
  'tokens.id': ['The scoped token, by its id.', ID_OF_TOKEN],
  'tokens': 'The scoped tokens, newest first.',
  'ScopedToken.revokedAt': 'When it was revoked.',
  'apiKey': 'The key, without its secret.',
  'apiKeys': 'The keys.',
  'permissions': 'A preset of actions; all of them when neither this nor `scope` is given.',
  'scope': ['Exactly what it may do, and where.', EXAMPLE_SCOPE],
  ...of(['Scope', 'createApiKey', 'mintScopedToken'], {
    statements: 'What is allowed and denied; a denial wins.',
  }),
  ...of(GRANTS, {
    effect: '`Allow` unless it says `Deny`.',
    actions: 'Actions, aliases, or patterns of them with `*`.',
    resources: 'Paths, or patterns of them with `*`.',
    conditions: ['When the statement counts.', { operationPaths: ['/op/u1/*'] }],
  }),
  ...of(CONDITIONS, {
    operationPaths: ['Patterns of the operation paths it counts for.', ['/op/u1/*']],
    amountLte: ['The largest amount of a movement, in USD. Of an Allow alone.', '100.00'],
    windowLte: [
      'The largest sum that the credential moves out of one object in the last seconds. Of an Allow alone.',
      { amount: '500.00', seconds: 86400 },
    ],
    destinationIn: [
      'Where a movement may go: addresses of withdrawals, patterns of object paths of transfers. Of an Allow alone.',
      ['/users/u1/*'],
    ],
    hours: [
      'A part of each day in UTC, over midnight when it ends before it begins. Of an Allow alone.',
      { from: '08:00', to: '18:00' },
    ],
    approvals: [
      'How many builders of the organization have to approve a request before it is executed, without the one behind the credential. Of an Allow alone.',
      2,
    ],
  }),
  ...of(['ScopeWindow', 'createApiKey', 'mintScopedToken'], {
    amount: ['The largest sum, in USD.', '500.00'],
    seconds: ['How long the window is.', 86400],
  }),
  ...of(['ScopeHours', 'createApiKey', 'mintScopedToken'], {
    from: ['When it begins, as HH:MM.', '08:00'],
    to: ['When it has ended, as HH:MM.', '18:00'],
  }),
  ...of('ApiKey', {
    status: 'A revoked key is refused for good.',
    permissions: 'The preset it was made with.',
    scope: 'What it may do, when it was made with a scope.',
    revokedAt: 'When it was revoked.',
  }),
  'listApiKeys.realmId': ['Only keys that are locked to this realm.', EXAMPLE_REALM],
  'listApiKeys.status': 'Only keys that stand, or only those that were revoked.',
  'createApiKey.name': ['What people call it.', 'Nightly payouts'],
  'createApiKey.realmId': ['Locks the key to one realm.', EXAMPLE_REALM],
  ...of('mintScopedToken', {
    sub: ['Your name for the end user.', 'user-1'],
    expirationMinutes: ['How long it is valid.', 60],
    token: 'The scoped token.',
  }),
  ...of('SigningKey', {
    state: 'Only an active key signs; another than the first one is pending for 72 hours.',
    activatesAt: 'When it becomes active; null when it is or never will be.',
    revokedAt: 'When it was revoked.',
  }),
  ...of('createSigningKey', {
    name: ['What people call it.', 'Treasury laptop'],
    publicKey: ['Ed25519, 32 bytes in base64.', '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='],
  }),
  ...of('listSigningKeyEvents', { events: 'What happened to the key, newest first.' }),
  ...of('SigningKeyEvent', { keyId: 'The signing key, by its id.' }),
  'eventType': 'What happened.',
  'signingKeys': 'The keys.',
  'revoked': 'True: it is revoked.',
  'cancelled': 'True: it is revoked before it became active.',
  ...of('Action', {
    name: 'The action, as policies name it.',
    description: 'What it allows.',
  }),
  ...of('listPermissions', {
    actions: 'Every action.',
    aliases: 'Names for several actions.',
    presets: 'Names for what API keys may do.',
    roles: 'What a member may do, by their role: see docs/permissions.md.',
    owner: 'What an owner may do.',
    developer: 'What a developer may do.',
    viewer: 'What a viewer may do.',
  }),
  ...of('StepUp', {
    requestId: 'The confirmation, by its id.',
    status: '`approved`: send the request again with `token`.',
    action: 'What is to be done.',
    resources: 'What it is to be done to.',
  }),
  ...of('decideStepUp', {
    decision: 'What the person chose.',
    formToken: ['From the page: proves that the form is its own.', 'from-the-page'],
  }),
}

const SESSIONS: Glossary = {
  ...of('signIn', {
    googleIdToken: ['The ID token of the identity provider.', 'eyJhbGciOiJSUzI1NiJ9.from.google'],
  }),
  'orgId': 'The organization, by its id.',
  'orgName': ['The name of the organization; needed at the first sign-in.', 'Example Ltd'],
  'refreshToken': ['From sign-in or the last refresh; works once.', 'svc_rt_from-sign-in'],
  'sessions.id': ['The session, by its id.', exampleId('brs')],
  'sessions': 'The sessions, newest first.',
  'ended': 'True: the session has ended.',
  ...of('Session', {
    id: 'The session.',
    kind: 'Of a program, or of a browser.',
    current: 'It is the one that asks.',
  }),
  'members.id': ['The member, by the id of the builder.', exampleId('bld')],
  'members': 'The members, newest first.',
  'member': 'The member.',
  'removed': 'True: they are no member any more.',
  ...of(['Member', 'updateMember'], {
    id: 'The builder.',
    email: 'Their address, as the identity provider says.',
    role: ['What they are in the organization.', 'developer'],
    current: 'It is the one who asks.',
    createdAt: 'When they first signed in.',
  }),
  'invitations.id': ['The invitation, by its id.', exampleId('inv')],
  'invitations': 'The invitations, newest first.',
  'invitation': 'The invitation, without its secret.',
  'submitInvitation.formToken': [
    'From the page: proves that the form is its own.',
    'from-the-page',
  ],
  ...of(['openInvitationPage', 'submitInvitation'], {
    secret: ['The secret of the invitation.', 'svc_inv_from-the-invitation'],
  }),
  ...of(['Invitation', 'createInvitation', 'acceptInvitation'], {
    id: 'The invitation.',
    email: ['The address that they sign in with.', 'grace@example.com'],
    role: ['What they will be in the organization.', 'developer'],
    status: 'Only a pending one can be accepted.',
    invitedBy: 'The owner who invited them.',
    acceptedAt: 'When it was accepted.',
    acceptedBy: 'The builder who accepted it.',
    revokedAt: 'When it was taken back, or replaced by another one.',
    secret: ['The secret of the invitation.', 'svc_inv_from-the-invitation'],
    googleIdToken: [
      'An ID token of the identity provider, for the address that was invited.',
      'eyJhbGciOiJSUzI1NiJ9.from.google',
    ],
  }),
  'loggedOut': 'True: the refresh token is used up.',
  'builder': 'Who is signed in.',
  ...of('Builder', { email: 'Their address, as the identity provider says.' }),
  'startBrowserSignIn.returnTo': ['A path of this site, to go to afterwards.', '/console'],
  ...of('JsonWebKeySet', { keys: 'JSON Web Keys (RFC 7517).' }),
  ...of(['AuditEntry', 'listAuditEntries'], {
    eventType: 'What was done.',
    success: 'Whether it succeeded; of a list: `true` or `false`.',
    actorType: 'What kind of caller did it.',
    actorId: 'Who did it.',
    credential: 'What kind of credential it was done with.',
    credentialId: 'The credential it was done with.',
    realmId: ['The realm it was done in.', EXAMPLE_REALM],
    since: ['From this moment on, RFC 3339.', '2026-01-01T00:00:00Z'],
    until: ['Up to this moment, RFC 3339.', '2027-01-01T00:00:00Z'],
    entries: 'The entries, newest first.',
  }),
}

const DEVELOPMENT: Glossary = {
  ...of(['createDevIdToken', 'submitDevSignInPage'], {
    email: ['Whoever you want to be.', 'ada@example.com'],
    name: ['The name of that person.', 'Ada Example'],
    remembered: 'Go on as whoever this browser remembers.',
  }),
  ...of('OAuthError', { error: 'For programs.', error_description: 'For people.' }),
  idToken: 'An ID token; `POST /api/v1/auth/google` takes it.',
  ...of(SIGN_IN_PAGE, {
    response_type: ['As OAuth has it.', 'code'],
    grant_type: ['As OAuth has it.', 'authorization_code'],
    client_id: ['As OAuth has it.', 'service'],
    redirect_uri: ['Where the browser goes afterwards.', 'http://localhost:3333/auth/callback'],
    max_age: ['How long ago the sign-in may be, in seconds.', 600],
    prompt: ['As OpenID Connect has it.', 'login'],
    scope: ['As OpenID Connect has it.', 'openid email profile'],
    state: ['Comes back unchanged.', 'any-text'],
    nonce: ['Comes back in the ID token.', 'any-text'],
    code_challenge: [
      'PKCE: the SHA-256 of the verifier.',
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    ],
    code_challenge_method: ['PKCE: `S256`.', 'S256'],
    code_verifier: ['PKCE: the verifier.', 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'],
    code: ['The code of the sign-in page.', 'from-the-redirect'],
  }),
}

/** What the fields of sign-in, credentials and confirmations mean. */
export const AUTH_GLOSSARY: Glossary = { ...SESSIONS, ...CREDENTIALS, ...DEVELOPMENT }
