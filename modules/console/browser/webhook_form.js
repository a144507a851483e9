// @ts-check
import { html, nothing, render } from '/console/assets/lit-html/lit-html.js'

/** Makes a webhook, and shows its secret once. */
export class WebhookForm {
  #problem = ''
  #secret = ''
  #made = ''

  /**
   * @param {HTMLElement} place
   * @param {{ api: import('./api.js').Api, realmId: string }} given
   */
  constructor(place, given) {
    this.place = place
    this.given = given
  }

  draw() {
    render(this.#view(), this.place)
  }

  /** @param {SubmitEvent} event */
  #submit = async (event) => {
    event.preventDefault()
    const data = new FormData(/** @type {HTMLFormElement} */ (event.target))
    const { api, realmId } = this.given
    const types = String(data.get('types'))
      .split(/[\s,]+/)
      .filter(Boolean)
    const pathPrefix = String(data.get('pathPrefix')).trim()
    this.#problem = ''
    this.#secret = ''
    try {
      const { webhook, secret } = await api.post('/api/v1/webhooks', {
        realmId,
        url: String(data.get('url')).trim(),
        ...(types.length > 0 && { types }),
        ...(pathPrefix !== '' && { pathPrefix }),
      })
      this.#secret = secret
      this.#made = `/console/realms/${realmId}/webhooks/${webhook.id}`
    } catch (error) {
      this.#problem = /** @type {Error} */ (error).message
    }
    this.draw()
  }

  #view() {
    return html`
      <form class="narrow" @submit=${this.#submit}>
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
        ${this.#problem ? html`<p class="problem" role="alert">${this.#problem}</p>` : nothing}
        ${this.#secret ? this.#secretView() : nothing}
      </form>
    `
  }

  #secretView() {
    return html`<div class="secret" role="status">
      <p><strong>This is the only time the secret is shown.</strong></p>
      <pre tabindex="0"><code>${this.#secret}</code></pre>
      <p><a href=${this.#made}>To the webhook</a></p>
    </div>`
  }
}
