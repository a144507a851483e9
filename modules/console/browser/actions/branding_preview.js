// @ts-check
import { html, nothing } from '/console/assets/lit-html/lit-html.js'

const COLOUR = /^#([0-9a-fA-F]{6})$/
const SHADE = /--(accent|fill|on-fill): (#[0-9a-f]{6})/g

/**
 * The head of a payment page as payers will see it, in shades that the service itself makes of the
 * colour.
 *
 * @param {Record<string, any>} branding
 * @param {string} realmName
 */
export function brandingPreview(branding, realmName) {
  const name = branding.displayName ?? realmName
  return html`<section class="preview" aria-label="Preview of the payment page">
    ${branding.environmentBannerText ? html`<p class="banner">${branding.environmentBannerText}</p>` : nothing}
    <p class="merchant">
      <span class="mark" aria-hidden="true">${[...name][0]?.toUpperCase()}</span>
      <strong>${name}</strong>
    </p>
    <p class="note">Payment to ${name}</p>
    <p class="figure">25.00 <span class="note">USD</span></p>
    <p class="pay" data-accent=${accentOf(branding)}>Pay 25.00 USD</p>
    ${branding.hideExpiryTimer ? nothing : html`<p class="note">Open for 29:59</p>`}
  </section>`
}

/** @param {Record<string, any>} branding */
function accentOf({ accentColor }) {
  const [, digits] = COLOUR.exec(accentColor ?? '') ?? []
  if (digits !== undefined) void shade(digits)
  return digits ?? nothing
}

/**
 * Puts the shades on every preview of the colour. A page may carry no inline style, so they are set
 * by script, when the preview stands.
 *
 * @param {string} digits
 */
async function shade(digits) {
  const answer = await fetch(`/assets/accent/${digits.toLowerCase()}.css`)
  const [light = '', dark = ''] = (await answer.text()).split('@media')
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches
  const shades = [...(isDark ? dark : light).matchAll(SHADE)]
  for (const button of document.querySelectorAll(`[data-accent="${digits}"]`)) {
    const preview = /** @type {HTMLElement | null} */ (button.closest('.preview'))
    for (const [, name, value = ''] of shades) preview?.style.setProperty(`--${name}`, value)
  }
}
