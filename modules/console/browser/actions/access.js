// @ts-check
import { html } from '/console/assets/lit-html/lit-html.js'
import { GrantPart } from '../forms/grant_part.js'
import { secretView } from '../parts.js'

/**
 * Credentials, and who is told of what happens.
 *
 * @typedef {import('../forms/action_form.js').Action} Action
 */

/**
 * @param {any[]} realms
 * @returns {[string, string][]}
 */
const choicesOf = (realms) => realms.map(({ id, name }) => [id, name])

/**
 * @param {any} catalog of `GET /permissions`
 * @param {any[]} realms
 * @returns {Action}
 */
export const createApiKey = (catalog, realms) => ({
  operation: 'createApiKey',
  title: 'New API key',
  submit: 'Make the key',
  fields: [
    { name: 'name', label: 'Name' },
    { name: 'realmId', label: 'Realm', options: [['', 'every realm'], ...choicesOf(realms)] },
  ],
  parts: [new GrantPart(catalog, { presets: true })],
  done: ({ rawKey }) => ({ view: secretView('key', rawKey) }),
})

/**
 * @param {any} key
 * @returns {Action}
 */
export const revokeApiKey = (key) => ({
  operation: 'deleteApiKey',
  title: `Revoke ${key.name}`,
  submit: 'Revoke the key',
  irreversible: 'Whoever uses this key is refused from then on, and so are the keys it made.',
  at: { id: key.id },
})

/**
 * @param {any} catalog of `GET /permissions`
 * @param {any[]} realms
 * @returns {Action}
 */
export const mintScopedToken = (catalog, realms) => ({
  operation: 'mintScopedToken',
  title: 'New scoped token',
  submit: 'Mint the token',
  lead: 'For one end user, in one realm, for a while. It cannot do more than you may.',
  fields: [
    { name: 'sub', label: 'End user' },
    { name: 'realmId', label: 'Realm', value: realms[0]?.id ?? '', options: choicesOf(realms) },
    { name: 'expirationMinutes', label: 'Minutes' },
  ],
  parts: [new GrantPart(catalog, { presets: false })],
  done: ({ token }) => ({ view: secretView('token', token) }),
})

/**
 * @param {any} token
 * @returns {Action}
 */
export const revokeScopedToken = (token) => ({
  operation: 'revokeScopedToken',
  title: `Revoke the token of ${token.sub}`,
  submit: 'Revoke the token',
  irreversible: 'It is refused from then on, and so are tokens that were minted with it.',
  at: { id: token.id },
})

/** @returns {Action} */
export const createSigningKey = () => ({
  operation: 'createSigningKey',
  title: 'Register a signing key',
  submit: 'Register the key',
  lead: 'The private key stays with you. The first key is active at once, a later one after 72 hours.',
  fields: [
    { name: 'name', label: 'Name' },
    { name: 'publicKey', label: 'Ed25519 public key' },
  ],
})

/**
 * @param {any} key
 * @returns {Action}
 */
export const revokeSigningKey = (key) => ({
  operation: key.state === 'pending' ? 'cancelSigningKey' : 'deleteSigningKey',
  title: `Revoke ${key.name}`,
  submit: 'Revoke the key',
  irreversible: 'Its signatures are refused from then on; what it signed stays verifiable.',
  at: { id: key.id },
})

/**
 * @param {any} session
 * @returns {Action}
 */
export const endSession = (session) => ({
  operation: 'endSession',
  title: 'End the session',
  submit: 'End it',
  irreversible: session.current
    ? 'This is the session you look at this page with: you have to sign in again.'
    : 'Whoever uses it has to sign in again.',
  at: { id: session.id },
})

/**
 * @param {string} realmId
 * @returns {Action}
 */
export const createWebhook = (realmId) => ({
  operation: 'createWebhook',
  title: 'New webhook',
  submit: 'Make the webhook',
  fixed: { realmId },
  fields: [
    { name: 'url', label: 'Address' },
    { name: 'types', label: 'Event types', help: 'Separated by commas; empty for all.' },
    { name: 'pathPrefix', label: 'Only paths that begin with', help: 'Empty for all.' },
  ],
  done: ({ webhook, secret }) => ({
    view: html`${secretView('secret', secret)}
      <p><a href="/console/realms/${realmId}/webhooks/${webhook.id}">To the webhook</a></p>`,
  }),
})

/**
 * @param {string} realmId
 * @param {any} webhook
 * @returns {Action}
 */
export const deleteWebhook = (realmId, webhook) => ({
  operation: 'deleteWebhook',
  title: 'Delete the webhook',
  submit: 'Delete the webhook',
  irreversible: `What ${webhook.url} is owed is not sent any more.`,
  at: { id: webhook.id },
  done: () => ({ go: `/console/realms/${realmId}/webhooks` }),
})

/**
 * @param {any} webhook
 * @returns {Action}
 */
export const rotateWebhookSecret = (webhook) => ({
  operation: 'rotateWebhookSecret',
  title: 'A new secret',
  submit: 'Make a new secret',
  lead: 'The one before signs as well for 24 hours, until the receiver knows the new one.',
  at: { id: webhook.id },
  done: ({ secret }) => ({ view: secretView('secret', secret) }),
})
