// @ts-check
import { html } from '/console/assets/lit-html/lit-html.js'
import { SecretForm } from './secret_form.js'

/**
 * Makes a webhook, and shows its secret once.
 *
 * @extends {SecretForm<{ api: import('./api.js').Api, realmId: string }>}
 */
export class WebhookForm extends SecretForm {
  #made = ''

  /** @param {FormData} data */
  #make = async (data) => {
    const { api, realmId } = this.given
    const types = String(data.get('types'))
      .split(/[\s,]+/)
      .filter(Boolean)
    const pathPrefix = String(data.get('pathPrefix')).trim()
    const { webhook, secret } = await api.post('/api/v1/webhooks', {
      realmId,
      url: String(data.get('url')).trim(),
      ...(types.length > 0 && { types }),
      ...(pathPrefix !== '' && { pathPrefix }),
    })
    this.#made = `/console/realms/${realmId}/webhooks/${webhook.id}`
    return secret
  }

  /** @override */
  view() {
    return html`
      <form
        class="narrow"
        @submit=${(/** @type {SubmitEvent} */ event) => this.submit(event, this.#make)}
      >
        <label for="webhook-url">Address</label>
        <input
          id="webhook-url"
          name="url"
          type="url"
          required
          maxlength="2048"
          autocomplete="off"
        />
        <label for="webhook-types">Event types, separated by commas; empty for all</label>
        <input id="webhook-types" name="types" autocomplete="off" />
        <label for="webhook-prefix">Only paths that begin with; empty for all</label>
        <input id="webhook-prefix" name="pathPrefix" autocomplete="off" />
        <button type="submit">Make the webhook</button>
        ${this.outcome('secret', () => html`<p><a href=${this.#made}>To the webhook</a></p>`)}
      </form>
    `
  }
}
