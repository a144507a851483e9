// @ts-check
import { html, nothing } from '/console/assets/lit-html/lit-html.js'
import { actionButton } from '../action_button.js'
import { badge, moment, pager, table } from '../parts.js'

const PAGE = 50
const access = () => import('../actions/access.js')

/** @param {import('../app.js').Context} context */
async function grantable({ api }) {
  const [{ realms }, catalog] = await Promise.all([
    api.get('/api/v1/realms'),
    api.get('/api/v1/permissions'),
  ])
  return { realms, catalog }
}

/**
 * API keys, and a form that says what one will be able to do.
 *
 * @type {import('../router.js').Page}
 */
export async function keysPage(context, _params, query) {
  const { api } = context
  const cursor = query.get('cursor') ?? undefined
  const [{ apiKeys, nextCursor }, given] = await Promise.all([
    api.get('/api/v1/api-keys', { limit: PAGE, cursor }),
    grantable(context),
  ])
  return {
    title: 'API keys',
    view: html`
      <h1>API keys</h1>
      <p class="actions">
        ${actionButton(
          context,
          'New API key',
          async () => (await access()).createApiKey(given.catalog, given.realms),
          ''
        )}
      </p>
      ${table(
        ['Name', 'Prefix', 'Status', 'Realm', 'May', 'Created', ''],
        apiKeys.map((/** @type {any} */ key) => keyRow(context, key, given.realms)),
        'There is no key yet. A key is what a program of yours signs in with.',
        'API keys'
      )}
      ${pager('/console/keys', query, nextCursor)}
    `,
  }
}

/**
 * @param {import('../app.js').Context} context
 * @param {any} key
 * @param {any[]} realms
 */
function keyRow(context, key, realms) {
  const revoke = async () => (await access()).revokeApiKey(key)
  return html`<tr>
    <td>${key.name}</td>
    <td><code>${key.keyPrefix}</code></td>
    <td>${badge(key.status)}</td>
    <td>${nameOf(realms, key.realmId)}</td>
    <td>${key.permissions ?? (key.scope ? 'a scope' : 'everything')}</td>
    <td>${moment(key.createdAt)}</td>
    <td>
      ${key.status === 'active' ? actionButton(context, 'Revoke', revoke, 'small quiet') : nothing}
    </td>
  </tr>`
}

/** @type {import('../router.js').Page} */
export async function tokensPage(context, _params, query) {
  const { api } = context
  const cursor = query.get('cursor') ?? undefined
  const [{ tokens, nextCursor }, given] = await Promise.all([
    api.get('/api/v1/auth/tokens', { limit: PAGE, cursor }),
    grantable(context),
  ])
  return {
    title: 'Scoped tokens',
    view: html`
      <h1>Scoped tokens</h1>
      <p class="actions">
        ${actionButton(
          context,
          'New scoped token',
          async () => (await access()).mintScopedToken(given.catalog, given.realms),
          ''
        )}
      </p>
      ${table(
        ['End user', 'Realm', 'May', 'Minted', 'Until', ''],
        tokens.map((/** @type {any} */ token) => tokenRow(context, token, given.realms)),
        'No token is open. Your backend mints one for each end user.',
        'Scoped tokens'
      )}
      ${pager('/console/tokens', query, nextCursor)}
    `,
  }
}

/**
 * @param {import('../app.js').Context} context
 * @param {any} token
 * @param {any[]} realms
 */
function tokenRow(context, token, realms) {
  const revoke = async () => (await access()).revokeScopedToken(token)
  const actions = token.scope.statements.flatMap((/** @type {any} */ one) => one.actions)
  return html`<tr>
    <td>${token.sub}</td>
    <td>${nameOf(realms, token.realmId)}</td>
    <td><code>${[...new Set(actions)].join(' ')}</code></td>
    <td>${moment(token.createdAt)}</td>
    <td>${moment(token.expiresAt)}</td>
    <td>
      ${token.revokedAt ? badge('revoked') : actionButton(context, 'Revoke', revoke, 'small quiet')}
    </td>
  </tr>`
}

/** @type {import('../router.js').Page} */
export async function signingKeysPage(context) {
  const { signingKeys } = await context.api.get('/api/v1/signing-keys')
  return {
    title: 'Signing keys',
    view: html`
      <h1>Signing keys</h1>
      <p class="note">What a program signs with them is verified, and stands in the evidence.</p>
      <p class="actions">
        ${actionButton(context, 'Register a key', async () => (await access()).createSigningKey(), '')}
      </p>
      ${table(
        ['Name', 'Fingerprint', 'State', 'Active', 'Registered', ''],
        signingKeys.map((/** @type {any} */ key) => signingKeyRow(context, key)),
        'No key is registered. Requests are accepted without signatures until then.',
        'Signing keys'
      )}
    `,
  }
}

/**
 * @param {import('../app.js').Context} context
 * @param {any} key
 */
function signingKeyRow(context, key) {
  const revoke = async () => (await access()).revokeSigningKey(key)
  return html`<tr>
    <td>${key.name}</td>
    <td><code>${key.fingerprint}</code></td>
    <td>${badge(key.state)}</td>
    <td>${moment(key.activatesAt ?? key.createdAt)}</td>
    <td>${moment(key.createdAt)}</td>
    <td>
      ${key.state === 'revoked' ? nothing : actionButton(context, 'Revoke', revoke, 'small quiet')}
    </td>
  </tr>`
}

/**
 * @param {any[]} realms
 * @param {string | undefined} id
 */
function nameOf(realms, id) {
  if (!id) return 'every realm'
  return realms.find((realm) => realm.id === id)?.name ?? id
}
