// @ts-check
import { html } from '/console/assets/lit-html/lit-html.js'
import { actionButton } from '../action_button.js'
import { DAYS, askedOf, csvButton, filtersView } from '../lists.js'
import { badge, code, moment, pager, table } from '../parts.js'

const PAGE = 50

/** @type {import('../lists.js').Column[]} */
const SESSION_COLUMNS = [
  ['id', (session) => session.id],
  ['kind', (session) => session.kind],
  ['address', (session) => session.address],
  ['program', (session) => session.userAgent],
  ['current', (session) => session.current],
  ['lastUsed', (session) => session.lastUsedAt],
  ['created', (session) => session.createdAt],
  ['expires', (session) => session.expiresAt],
]

/**
 * Where the person is signed in.
 *
 * @type {import('../router.js').Page}
 */
export async function sessionsPage(context, _params, query) {
  const asked = { limit: PAGE, ...askedOf(query, DAYS) }
  const { sessions, nextCursor } = await context.api.get('/api/v1/auth/sessions', asked)
  const address = '/console/sessions'
  return {
    title: 'Sessions',
    view: html`
      <h1>Sessions</h1>
      <p class="note">Where you are signed in. End what you do not know.</p>
      ${filtersView(context, address, query, DAYS)}
      <p class="actions">${csvButton('sessions', SESSION_COLUMNS, sessions)}</p>
      ${table(
        ['Where', 'Kind', 'Address', 'Last used', 'Since', ''],
        sessions.map((/** @type {any} */ session) => sessionRow(context, session)),
        'No session matches.',
        'Sessions'
      )}
      ${pager(address, query, nextCursor)}
    `,
  }
}

/**
 * @param {import('../app.js').Context} context
 * @param {any} session
 */
function sessionRow(context, session) {
  const end = async () => (await import('../actions/access.js')).endSession(session)
  return html`<tr>
    <td class="place">
      <span title=${session.userAgent ?? ''}>${session.userAgent ?? 'unknown'}</span>
      ${session.current ? badge('this one') : ''}
    </td>
    <td>${session.kind}</td>
    <td><code>${session.address ?? '—'}</code></td>
    <td>${moment(session.lastUsedAt)}</td>
    <td>${moment(session.createdAt)}</td>
    <td>${actionButton(context, 'End', end, 'small quiet')}</td>
  </tr>`
}

/** @type {import('../lists.js').Filter[]} */
const AUDITED = [
  {
    name: 'eventType',
    label: 'What',
    options: [
      'sign_in',
      'session_ended',
      'token_minted',
      'token_revoked',
      'api_key_created',
      'api_key_revoked',
      'signing_key_registered',
      'signing_key_revoked',
      'permission_denied',
      'step_up_approved',
      'realm_created',
      'realm_settings_changed',
    ],
  },
  { name: 'success', label: 'Went well', options: ['true', 'false'] },
  { name: 'since', label: 'From (UTC)' },
  { name: 'until', label: 'Until (UTC)' },
]

/**
 * What was done with the credentials of the organization, and what was refused.
 *
 * @type {import('../router.js').Page}
 */
export async function auditPage(context, _params, query) {
  const asked = { limit: PAGE, ...askedOf(query, AUDITED) }
  const { entries, nextCursor } = await context.api.get('/api/v1/auth/audit', asked)
  return {
    title: 'Audit log',
    view: html`
      <h1>Audit log</h1>
      ${filtersView(context, '/console/audit', query, AUDITED)}
      <p class="actions">${csvButton('audit', AUDIT_COLUMNS, entries)}</p>
      ${table(
        ['What', 'Result', 'By', 'With', 'Address', 'When'],
        entries.map(auditRow),
        'Nothing matches.',
        'Audit log'
      )}
      ${pager('/console/audit', query, nextCursor)}
    `,
  }
}

/** @type {import('../lists.js').Column[]} */
const AUDIT_COLUMNS = [
  ['time', (entry) => entry.createdAt],
  ['event', (entry) => entry.eventType],
  ['success', (entry) => entry.success],
  ['actor', (entry) => `${entry.actorType} ${entry.actorId}`],
  ['credential', (entry) => `${entry.credential} ${entry.credentialId}`],
  ['realm', (entry) => entry.realmId],
  ['address', (entry) => entry.address],
  ['request', (entry) => entry.requestId],
  ['details', (entry) => JSON.stringify(entry.details)],
]

/** @param {any} entry */
function auditRow(entry) {
  return html`<tr>
    <td>
      <details class="inline">
        <summary>${entry.eventType.replaceAll('_', ' ')}</summary>
        <pre
          tabindex="0"
          aria-label="Details"
        ><code>${JSON.stringify(entry.details, null, 2)}</code></pre>
      </details>
    </td>
    <td>${badge(entry.success ? 'done' : 'refused')}</td>
    <td>${entry.actorType.replaceAll('_', ' ')} ${code(entry.actorId)}</td>
    <td>${entry.credential.replaceAll('_', ' ')}</td>
    <td><code>${entry.address ?? '—'}</code></td>
    <td>${moment(entry.createdAt)}</td>
  </tr>`
}
