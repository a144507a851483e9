// @ts-check
import { html, nothing } from '/console/assets/lit-html/lit-html.js'
import { realmEntries, serviceEntries } from './added.js'

/** @typedef {[address: string, text: string]} NavigationEntry */

/** @param {string} base */
const ofRealm = (base) => [
  [base, 'Overview'],
  [`${base}/objects`, 'Objects'],
  [`${base}/operations`, 'Operations'],
  [`${base}/pending`, 'Pending'],
  [`${base}/links`, 'Payment links'],
  [`${base}/events`, 'Events'],
  [`${base}/custody`, 'Custody'],
  [`${base}/webhooks`, 'Webhooks'],
  ...realmEntries(base),
  [`${base}/settings`, 'Settings'],
]

const ofService = () => [
  ['/console', 'Realms'],
  ['/console/members', 'Members'],
  ['/console/keys', 'API keys'],
  ['/console/tokens', 'Scoped tokens'],
  ['/console/signing-keys', 'Signing keys'],
  ['/console/sessions', 'Sessions'],
  ['/console/audit', 'Audit log'],
  ...serviceEntries(),
]

/**
 * @param {any} realm null on pages without one
 * @param {any} builder
 */
export function navigationView(realm, builder) {
  const base = realm && `/console/realms/${realm.id}`
  const entries = /** @type {NavigationEntry[]} */ (realm ? ofRealm(base) : ofService())
  return html`
    ${realm ? whereView(realm, base) : nothing}
    <ul>
      ${entries.map(
        ([address, text]) =>
          html`<li>
            <a href=${address} aria-current=${isHere(address, base) ? 'page' : nothing}>${text}</a>
          </li>`
      )}
    </ul>
    <ul class="elsewhere">
      <li><a href="/queues" data-leave>Queues</a></li>
      <li><a href="/docs" data-leave>Documentation</a></li>
    </ul>
    <p class="who">${builder && html`${builder.email}<br />${builder.orgName}, ${builder.role}`}</p>
    <form method="post" action="/auth/sign-out">
      <button class="small quiet" type="submit">Sign out</button>
    </form>
  `
}

/**
 * @param {any} realm
 * @param {string} base
 */
function whereView({ name, asset }, base) {
  return html`<p class="where">
      <a href="/console">All realms</a>
      <strong>${name}</strong>
      <span class="badge ${asset}">${asset}</span>
    </p>
    <form class="search" role="search" action="${base}/search">
      <label class="unseen" for="search">Search</label>
      <input
        id="search"
        name="q"
        type="search"
        placeholder="Search  /"
        autocomplete="off"
        spellcheck="false"
      />
    </form>`
}

/**
 * @param {string} address
 * @param {string | null} base
 */
function isHere(address, base) {
  const path = location.pathname.replace(/\/$/, '')
  if (address === base || address === '/console') return path === address
  return path === address || path.startsWith(`${address}/`)
}

/**
 * Leads a search to its page, and the key `/` to the box.
 *
 * @param {HTMLElement} navigation
 * @param {(address: string) => void} go
 */
export function listenForSearch(navigation, go) {
  navigation.addEventListener('submit', (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target)
    if (form.getAttribute('role') !== 'search') return
    event.preventDefault()
    const asked = String(new FormData(form).get('q')).trim()
    if (asked !== '') go(`${new URL(form.action).pathname}?${new URLSearchParams({ q: asked })}`)
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
    const { target } = event
    if (target instanceof Element && target.closest('input, textarea, select, dialog')) return
    const box = navigation.querySelector('input[type=search]')
    if (!(box instanceof HTMLInputElement)) return
    event.preventDefault()
    box.select()
    box.focus()
  })
}
