// @ts-check
import { html, nothing } from '/console/assets/lit-html/lit-html.js'
import { actionButton } from '../action_button.js'
import { lastSegment, short } from '../format.js'
import { amountHead, badge, money, roundMoney, table } from '../parts.js'

const actions = () => import('../actions/realm.js')

/** @type {import('../router.js').Page} */
export async function objectsPage(context, { realmId = '' }, query) {
  const { api } = context
  const prefix = query.get('prefix') ?? '/'
  const [folder, worth] = await Promise.all([
    api.get('/api/v1/objects/browse', {
      realmId,
      prefix,
      cursor: query.get('cursor') ?? undefined,
    }),
    api.get('/api/v1/objects/aggregate', { realmId, prefix }),
  ])
  const values = new Map(
    worth.objects.map((/** @type {any} */ one) => [one.objectId, one.valueUsd])
  )
  const address = `/console/realms/${realmId}/objects`
  const folders = folder.paths.filter(
    (/** @type {any} */ entry) =>
      entry.hasObjects || !entry.isEmpty || entry.isolation?.isBoundaryRoot
  )
  return {
    title: prefix,
    view: html`
      <h1>Objects</h1>
      ${trail(address, prefix)}
      <p class="actions">
        ${actionButton(
          context,
          'New object',
          async () => (await actions()).createObject(realmId, prefix),
          ''
        )}
        ${actionButton(context, 'Draw a boundary', async () => (await actions()).createZone(realmId))}
      </p>
      <p class="sum">
        Everything below: ${roundMoney(worth.totalEquityUsd)} USD
        ${
          folder.currentIsolation?.isInsideBoundary
            ? html`<span class="badge zone"
                >inside ${short(folder.currentIsolation.boundaryId)}</span
              >`
            : nothing
        }
      </p>
      ${table(
        ['Name', 'Kind', 'Status', amountHead('Worth, USD')],
        [
          ...folders.map((/** @type {any} */ entry) => folderRow(address, entry)),
          ...folder.objects.map((/** @type {any} */ object) =>
            objectRow(address, object, values.get(object.id))
          ),
        ],
        'This folder is empty.',
        `Folders and objects of ${prefix}`
      )}
      ${
        folder.nextCursor
          ? html`<nav class="pager" aria-label="Pages">
              <a href="${address}?${new URLSearchParams({ prefix, cursor: folder.nextCursor })}"
                >More</a
              >
            </nav>`
          : nothing
      }
    `,
  }
}

/**
 * Leads to the object that is at a path now.
 *
 * @type {import('../router.js').Page}
 */
export async function objectAtPage({ api }, { realmId = '' }, query) {
  const path = query.get('path') ?? ''
  const { object } = await api.get('/api/v1/objects/by-path', { realmId, path })
  return { title: path, view: '', instead: `/console/realms/${realmId}/objects/${object.id}` }
}

/**
 * @param {string} address
 * @param {any} entry
 */
function folderRow(address, { path, isolation }) {
  const prefix = path.endsWith('/') ? path : `${path}/`
  return html`<tr>
    <td>
      <a class="folder" href="${address}?${new URLSearchParams({ prefix })}"
        >${lastSegment(path)}/</a
      >
    </td>
    <td>
      ${isolation?.isBoundaryRoot ? html`<span class="badge zone">isolation zone</span>` : 'folder'}
    </td>
    <td></td>
    <td class="amount"></td>
  </tr>`
}

/**
 * @param {string} address
 * @param {any} object
 * @param {string | undefined} value
 */
function objectRow(address, object, value) {
  return html`<tr>
    <td><a href="${address}/${object.id}">${lastSegment(object.path)}</a></td>
    <td>${object.type}</td>
    <td>${badge(object.status)}</td>
    <td class="amount">${money(value)}</td>
  </tr>`
}

/**
 * @param {string} address
 * @param {string} prefix
 */
function trail(address, prefix) {
  const parts = prefix.split('/').filter(Boolean)
  const steps = parts.map((part, index) => ({
    text: part,
    to: `/${parts.slice(0, index + 1).join('/')}/`,
  }))
  return html`<nav class="trail" aria-label="Folders">
    <a href=${address}>/</a>
    ${steps.map(
      ({ text, to }) =>
        html`<a href="${address}?${new URLSearchParams({ prefix: to })}">${text}</a> /`
    )}
  </nav>`
}
