// @ts-check
import { html, nothing } from '/console/assets/lit-html/lit-html.js'
import { actionButton } from '../action_button.js'
import { brandingPreview } from '../actions/branding_preview.js'
import { badge, exactly, facts } from '../parts.js'

const actions = () => import('../actions/realm.js')

/**
 * A realm, what payers see of it, and its end.
 *
 * @type {import('../router.js').Page}
 */
export async function settingsPage(context, { realmId = '' }) {
  const realm = await context.realmRead
  const { settings = {} } = realm
  return {
    title: 'Settings',
    view: html`
      <h1>Settings</h1>
      ${facts([
        ['Name', realm.name],
        ['Money', badge(realm.asset)],
        ['Lifecycle', realm.lifecycle],
        ['Made', exactly(realm.createdAt)],
        ['Id', html`<code>${realm.id}</code>`],
        [
          'Fee on orders',
          settings.defaultApplicationFeeTenthsBps === null
            ? 'none'
            : `${settings.defaultApplicationFeeTenthsBps} tenths of a basis point`,
        ],
      ])}
      ${realm.description ? html`<p>${realm.description}</p>` : nothing}
      <h2>Payment pages</h2>
      ${brandingPreview(withoutNulls(settings.branding), realm.name)}
      <p class="actions">
        ${actionButton(
          context,
          'Change the settings',
          async () => (await actions()).updateRealmSettings(realmId, settings, realm.name),
          ''
        )}
      </p>
      <h2>The end</h2>
      <p class="note">What a realm holds has to leave it before.</p>
      <p class="actions">
        ${actionButton(context, 'Delete the realm', async () => (await actions()).deleteRealm(realm))}
      </p>
    `,
  }
}

/** @param {Record<string, unknown> | null} fields */
const withoutNulls = (fields) =>
  Object.fromEntries(Object.entries(fields ?? {}).filter(([, value]) => value !== null))
