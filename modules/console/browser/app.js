// @ts-check
import { html, nothing, render } from '/console/assets/lit-html/lit-html.js'
import { addedPage, addedPages, realmEntries, serviceEntries } from './added.js'
import { Api, Refused } from './api.js'
import { drawCalls } from './calls.js'
import { custodyPage } from './pages/custody.js'
import { keysPage } from './pages/keys.js'
import { objectPage } from './pages/object.js'
import { objectsPage } from './pages/objects.js'
import { operationPage } from './pages/operation.js'
import { operationsPage, pendingPage } from './pages/operations.js'
import { overviewPage } from './pages/overview.js'
import { realmsPage } from './pages/realms.js'
import { webhookPage } from './pages/webhook.js'
import { webhooksPage } from './pages/webhooks.js'
import { Router } from './router.js'
import { OrganizationNeeded, Session } from './session.js'

/**
 * @typedef {object} Shown a page that is ready
 * @property {string} title
 * @property {any} view
 * @property {(root: HTMLElement) => (() => void) | void} [mounted] draws what needs the finished page; what it returns ends it
 * @property {number} [againAfterMs] the page is asked for again by itself
 *
 * @typedef {object} Context
 * @property {Api} api
 * @property {any} builder
 * @property {any} realm the realm of the address, null on pages without one
 * @property {() => void} reload
 * @property {(address: string) => void} go
 */

const router = new Router()
  .add('/console', realmsPage)
  .add('/console/keys', keysPage)
  .add('/console/realms/:realmId', overviewPage)
  .add('/console/realms/:realmId/objects', objectsPage)
  .add('/console/realms/:realmId/objects/:objectId', objectPage)
  .add('/console/realms/:realmId/operations', operationsPage)
  .add('/console/realms/:realmId/operations/:operationId', operationPage)
  .add('/console/realms/:realmId/pending', pendingPage)
  .add('/console/realms/:realmId/custody', custodyPage)
  .add('/console/realms/:realmId/webhooks', webhooksPage)
  .add('/console/realms/:realmId/webhooks/:webhookId', webhookPage)

for (const added of addedPages) router.add(added.address, addedPage(added))

const session = new Session()
const api = new Api(session)
const main = /** @type {HTMLElement} */ (document.querySelector('main'))
const navigation = /** @type {HTMLElement} */ (document.querySelector('#navigation'))
const announcer = /** @type {HTMLElement} */ (document.querySelector('#announcer'))

/** Ends what the page before has drawn. */
let leave = () => {}
let again = 0
/** Counts page changes: an answer that comes after the next one began is thrown away. */
let turn = 0
/** @type {any} */
let realm = null

/** @param {string} address */
function go(address) {
  history.pushState(null, '', address)
  void show({ fresh: true })
}

const reload = () => void show({ fresh: false })

/** @param {{ fresh: boolean }} how `fresh`: another page, and not the same one anew */
async function show({ fresh }) {
  const mine = ++turn
  clearTimeout(again)
  const found = router.find(location.pathname)
  if (fresh) main.setAttribute('aria-busy', 'true')
  try {
    await session.token()
    realm = await realmOf(found?.params.realmId)
    const shown = found
      ? await found.page(context(), found.params, new URLSearchParams(location.search))
      : { title: 'Not found', view: html`<h1>There is no such page</h1>` }
    if (mine === turn) put(shown, fresh)
  } catch (error) {
    if (mine === turn) put(problemOf(error), true)
  }
}

/** @returns {Context} */
function context() {
  return { api, builder: session.builder, realm, reload, go }
}

/** @param {string | undefined} realmId */
async function realmOf(realmId) {
  if (realmId === undefined) return null
  return realm?.id === realmId ? realm : api.get(`/api/v1/realms/${realmId}`)
}

/**
 * @param {Shown} shown
 * @param {boolean} fresh
 */
function put({ title, view, mounted, againAfterMs }, fresh) {
  leave()
  document.title = `${title} · Console`
  render(navigationView(), navigation)
  render(html`${view}`, main)
  main.removeAttribute('aria-busy')
  leave = mounted?.(main) ?? (() => {})
  if (againAfterMs !== undefined) again = window.setTimeout(reload, againAfterMs)
  if (!fresh) return
  announcer.textContent = title
  window.scrollTo(0, 0)
}

/**
 * @param {unknown} error
 * @returns {Shown}
 */
function problemOf(error) {
  if (error instanceof OrganizationNeeded) return welcome()
  const code = error instanceof Refused ? error.code : ''
  const message = error instanceof Error ? error.message : String(error)
  return {
    title: 'Problem',
    view: html`
      <h1>This did not work</h1>
      <p class="problem">${message} ${code && html`<code>${code}</code>`}</p>
      <button type="button" @click=${reload}>Try again</button>
    `,
  }
}

/** @returns {Shown} */
function welcome() {
  /** @param {SubmitEvent} event */
  const submit = async (event) => {
    event.preventDefault()
    const form = /** @type {HTMLFormElement} */ (event.target)
    try {
      await session.open(String(new FormData(form).get('orgName')))
      reload()
    } catch (error) {
      put(problemOf(error), true)
    }
  }
  return {
    title: 'Welcome',
    view: html`
      <h1>Welcome</h1>
      <p>You are signed in, and belong to no organization yet.</p>
      <form class="narrow" @submit=${submit}>
        <label for="org-name">Name of your organization</label>
        <input id="org-name" name="orgName" required maxlength="100" autocomplete="organization" />
        <button type="submit">Create the organization</button>
      </form>
    `,
  }
}

function navigationView() {
  const base = realm && `/console/realms/${realm.id}`
  const entries = realm
    ? [
        [base, 'Overview'],
        [`${base}/objects`, 'Objects'],
        [`${base}/operations`, 'Operations'],
        [`${base}/pending`, 'Pending'],
        [`${base}/custody`, 'Custody'],
        [`${base}/webhooks`, 'Webhooks'],
        ...realmEntries(String(base)),
      ]
    : [['/console', 'Realms'], ['/console/keys', 'API keys'], ...serviceEntries()]
  return html`
    ${
      realm
        ? html`<p class="where">
            <a href="/console">All realms</a>
            <strong>${realm.name}</strong>
            <span class="badge ${realm.asset}">${realm.asset}</span>
          </p>`
        : nothing
    }
    <ul>
      ${entries.map(([address, text]) => {
        const isHere =
          address === base || address === '/console'
            ? location.pathname.replace(/\/$/, '') === address
            : location.pathname.startsWith(String(address))
        return html`<li>
          <a href=${address} aria-current=${isHere ? 'page' : nothing}>${text}</a>
        </li>`
      })}
    </ul>
    <ul class="elsewhere">
      <li><a href="/queues" data-leave>Queues</a></li>
      <li><a href="/docs" data-leave>API reference</a></li>
    </ul>
    <p class="who">
      ${session.builder && html`${session.builder.email}<br />${session.builder.orgName}`}
    </p>
    <form method="post" action="/auth/sign-out">
      <button class="quiet" type="submit">Sign out</button>
    </form>
  `
}

document.addEventListener('click', (event) => {
  const link = /** @type {Element} */ (event.target).closest?.('a[href^="/console"]')
  if (!(link instanceof HTMLAnchorElement) || 'leave' in link.dataset) return
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  go(link.pathname + link.search)
})
window.addEventListener('popstate', () => void show({ fresh: true }))
drawCalls(api, /** @type {HTMLElement} */ (document.querySelector('#calls')))
void show({ fresh: true })
