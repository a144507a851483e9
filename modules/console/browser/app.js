// @ts-check
import { html, render } from '/console/assets/lit-html/lit-html.js'
import { Api, Refused } from './api.js'
import { drawCalls } from './calls.js'
import { listenForSearch, navigationView } from './navigation.js'
import { pages } from './pages.js'
import { completeTables, tellTimes } from './parts.js'
import { OrganizationNeeded, Session } from './session.js'

/**
 * @typedef {object} Shown a page that is ready
 * @property {string} title
 * @property {any} view
 * @property {(root: HTMLElement) => (() => void) | void} [mounted] draws what needs the finished page; what it returns ends it
 * @property {number} [againAfterMs] the page is asked for again by itself
 * @property {string} [instead] another address that shows it
 *
 * @typedef {object} Context
 * @property {Api} api
 * @property {any} builder
 * @property {any} realm the realm of the address, null on pages without one; pages of the console itself begin before it is known
 * @property {Promise<any>} realmRead the same, when it is there
 * @property {() => void} reload
 * @property {(address: string) => void} go
 */

const TIMES_ANEW_MS = 15_000
/** Marks in the browser's own timeline when a page could be read. */
const DRAWN = 'console-drawn'

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

const reload = () => {
  // What a form has changed may be the realm itself.
  realm = null
  void show({ fresh: false })
}

/** @param {{ fresh: boolean }} how `fresh`: another page, and not the same one anew */
async function show({ fresh }) {
  const mine = ++turn
  clearTimeout(again)
  if (fresh) main.setAttribute('aria-busy', 'true')
  try {
    const shown = await read()
    if (mine !== turn) return
    if (shown.instead === undefined) return put(shown, fresh)
    history.replaceState(null, '', shown.instead)
    await show({ fresh })
  } catch (error) {
    if (mine === turn) put(problemOf(error), true)
  }
}

/**
 * The script of the page is loaded while the token is asked for, and the realm is read beside what
 * the page reads: nothing waits for what it does not need.
 *
 * @returns {Promise<Shown>}
 */
async function read() {
  const found = pages.find(location.pathname)
  if (!found) return { title: 'Not found', view: html`<h1>There is no such page</h1>` }
  const [page] = await Promise.all([found.load(), session.token()])
  const realmRead = realmOf(found.params.realmId)
  const shown = page(context(realmRead), found.params, new URLSearchParams(location.search))
  const [ready, itsRealm] = await Promise.all([shown, realmRead])
  realm = itsRealm
  return ready
}

/**
 * @param {Promise<any>} realmRead
 * @returns {Context}
 */
function context(realmRead) {
  return { api, builder: session.builder, realm, realmRead, reload, go }
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
  render(navigationView(realm, session.builder), navigation)
  render(html`${view}`, main)
  completeTables(main)
  main.removeAttribute('aria-busy')
  performance.mark(DRAWN)
  leave = mounted?.(main) ?? (() => {})
  if (againAfterMs !== undefined)
    again = window.setTimeout(() => void show({ fresh: false }), againAfterMs)
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

document.addEventListener('click', (event) => {
  const link = /** @type {Element} */ (event.target).closest?.('a[href^="/console"]')
  if (!(link instanceof HTMLAnchorElement) || 'leave' in link.dataset) return
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  link.closest('dialog')?.close()
  go(link.pathname + link.search)
})
window.addEventListener('popstate', () => void show({ fresh: true }))
window.setInterval(() => tellTimes(document), TIMES_ANEW_MS)
listenForSearch(navigation, go)
drawCalls(api, /** @type {HTMLElement} */ (document.querySelector('#calls')))
void show({ fresh: true })
