import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { FurnishedRealm } from '#tests/browser/support/console'
import { accept, INVITATIONS, MEMBERS } from '#tests/functional/auth/support/inviting'
import { Client, accepted, type AnyData, type TestRealm } from '#tests/support/client'
import { inRealm, type Scenario } from './scenario.ts'

/** 32 bytes of an Ed25519 key in Base64, as a person pastes them. */
function publicKey(): string {
  const { x } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
  return Buffer.from(x!, 'base64url').toString('base64')
}

const apiKeys = async ({ client }: TestRealm) =>
  accepted(await client.get('/api/v1/api-keys')).apiKeys
const tokens = async ({ client }: TestRealm) =>
  accepted(await client.get('/api/v1/auth/tokens')).tokens
const signingKeys = async ({ client }: TestRealm): Promise<AnyData[]> =>
  accepted(await client.get('/api/v1/signing-keys')).signingKeys
const webhooks = async (realm: TestRealm) => accepted(await realm.get('/webhooks')).webhooks
const audited =
  (eventType: string) =>
  async ({ client }: TestRealm) =>
    accepted(await client.get('/api/v1/auth/audit', { eventType })).entries[0]

const stateOf = async (realm: TestRealm, name: string) =>
  (await signingKeys(realm)).find((key) => key.name === name)?.state

/** What the form of a scoped token is told. */
const CONDITIONS = {
  operationPaths: ['/op/ann/*'],
  amountLte: '100.00',
  windowLte: { amount: '250', seconds: 86_400 },
  destinationIn: ['/users/*'],
  hours: { from: '08:00', to: '18:00' },
  approvals: 2,
}
const newestConditions = async (realm: TestRealm) =>
  (await tokens(realm))[0]?.scope.statements[0].conditions

const INVITED = 'grace@members.example'

const invitations = async ({ client }: TestRealm): Promise<AnyData[]> =>
  accepted(await client.get(INVITATIONS)).invitations
const colleague = async ({ client }: TestRealm, role: string): Promise<AnyData> =>
  accepted(await client.get(MEMBERS)).members.find((member: AnyData) => member.role === role)

/** Somebody who has accepted an invitation as a viewer. */
async function invitedViewer({ realm: { client } }: FurnishedRealm): Promise<string> {
  const email = `${randomUUID()}@members.example`
  const { secret } = accepted(await client.post(INVITATIONS, { email, role: 'viewer' }))
  accepted(await accept(email, secret))
  return '/console/members'
}

/** What is done with credentials, with members, and with who is told of what happens. */
export const ACCESS_SCENARIOS: Scenario[] = [
  {
    operation: 'createApiKey',
    at: () => '/console/keys',
    open: 'New API key',
    fill: { Name: 'Console key', May: '=trade' },
    shows: 'svc:PlaceOrder',
    submit: 'Make the key',
    came: async (realm) => (await apiKeys(realm))[0],
  },
  {
    operation: 'deleteApiKey',
    at: () => '/console/keys',
    open: 'Revoke',
    submit: 'Revoke the key',
    asksBack: true,
    came: async (realm) => (await apiKeys(realm))[0].status !== 'active',
  },
  {
    operation: 'mintScopedToken',
    at: () => '/console/tokens',
    open: async ({ page }) => {
      await page.getByRole('button', { name: 'New scoped token', exact: true }).click()
      await page.getByRole('dialog').getByText('Conditions', { exact: true }).click()
    },
    fill: {
      'End user': 'ann',
      'Actions, separated by commas': 'svc:Read, svc:TransferFrom',
      'Paths, separated by commas': '/users/ann/*',
      'At most in one movement, USD': '100.00',
      'At most together, USD': '250',
      'within': '=86400',
      'Only to these paths or addresses': '/users/*',
      'Only with these operation paths': '/op/ann/*',
      'Only from (UTC)': '08:00',
      'until (UTC)': '18:00',
      'Once so many people have approved': '2',
    },
    shows: 'if it moves at most 100.00 USD, fee included',
    submit: 'Mint the token',
    came: async (realm) => isDeepStrictEqual(await newestConditions(realm), CONDITIONS),
  },
  {
    operation: 'revokeScopedToken',
    at: () => '/console/tokens',
    open: 'Revoke',
    submit: 'Revoke the token',
    asksBack: true,
    came: async (realm) =>
      (await tokens(realm)).every(({ revokedAt }: AnyData) => revokedAt !== null),
  },
  {
    operation: 'createSigningKey',
    at: () => '/console/signing-keys',
    open: 'Register a key',
    fill: { 'Name': 'Console', 'Ed25519 public key': publicKey() },
    submit: 'Register the key',
    came: async (realm) => (await stateOf(realm, 'Console')) === 'active',
  },
  {
    operation: 'cancelSigningKey',
    at: async ({ realm: { client } }) => {
      const body = { name: 'Waiting', publicKey: publicKey() }
      accepted(await client.post('/api/v1/signing-keys', body))
      return '/console/signing-keys'
    },
    open: 'Revoke',
    row: 'Waiting',
    submit: 'Revoke the key',
    asksBack: true,
    came: async (realm) => (await stateOf(realm, 'Waiting')) !== 'pending',
  },
  {
    operation: 'deleteSigningKey',
    at: () => '/console/signing-keys',
    open: 'Revoke',
    row: 'Console',
    submit: 'Revoke the key',
    asksBack: true,
    came: async (realm) => (await stateOf(realm, 'Console')) !== 'active',
  },
  {
    operation: 'endSession',
    at: async ({ email }) => {
      await Client.signIn(email)
      return '/console/sessions'
    },
    open: 'End',
    row: 'node',
    submit: 'End it',
    asksBack: true,
    came: audited('session_ended'),
  },
  {
    operation: 'createInvitation',
    at: () => '/console/members',
    open: 'Invite',
    fill: { 'E-mail address': INVITED, 'Role': '=developer' },
    submit: 'Invite',
    came: async (realm) => (await invitations(realm))[0]?.role === 'developer',
  },
  {
    operation: 'revokeInvitation',
    at: () => '/console/members',
    open: 'Revoke',
    row: INVITED,
    submit: 'Take it back',
    asksBack: true,
    came: async (realm) => (await invitations(realm))[0]?.status === 'revoked',
  },
  {
    operation: 'updateMember',
    at: invitedViewer,
    open: 'Role',
    row: 'viewer',
    fill: { Role: '=developer' },
    submit: 'Give the role',
    came: (realm) => colleague(realm, 'developer'),
  },
  {
    operation: 'removeMember',
    at: () => '/console/members',
    open: 'Remove',
    row: 'developer',
    submit: 'Remove',
    asksBack: true,
    came: async (realm) => (await colleague(realm, 'developer')) === undefined,
  },
  {
    operation: 'createWebhook',
    at: inRealm('/webhooks'),
    open: 'New webhook',
    fill: { 'Address': 'http://127.0.0.1:9/hook', 'Event types': 'payment_link.expired' },
    submit: 'Make the webhook',
    came: async (realm) => (await webhooks(realm))[0],
  },
  {
    operation: 'rotateWebhookSecret',
    at: async ({ realm }) => `/webhooks/${(await webhooks(realm))[0].id}`,
    open: 'New secret',
    submit: 'Make a new secret',
    came: audited('webhook_secret_rotated'),
  },
  {
    operation: 'deleteWebhook',
    at: async ({ realm }) => `/webhooks/${(await webhooks(realm))[0].id}`,
    open: 'Delete',
    submit: 'Delete the webhook',
    asksBack: true,
    came: async (realm) => (await webhooks(realm)).length === 0,
  },
]
