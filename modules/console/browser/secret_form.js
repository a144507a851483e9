// @ts-check
import { html, nothing, render } from '/console/assets/lit-html/lit-html.js'

/**
 * A form that makes something with a secret, and shows the secret once.
 *
 * @template {{ api: import('./api.js').Api }} Given
 */
export class SecretForm {
  #problem = ''
  #secret = ''

  /**
   * @param {HTMLElement} place
   * @param {Given} given
   */
  constructor(place, given) {
    this.place = place
    this.given = given
  }

  draw() {
    render(this.view(), this.place)
  }

  /** @returns {unknown} what is drawn; each form says it */
  view() {
    return nothing
  }

  /**
   * @param {SubmitEvent} event
   * @param {(data: FormData) => Promise<string>} make answers the secret
   */
  async submit(event, make) {
    event.preventDefault()
    const data = new FormData(/** @type {HTMLFormElement} */ (event.target))
    this.#problem = ''
    this.#secret = ''
    try {
      this.#secret = await make(data)
    } catch (error) {
      this.#problem = /** @type {Error} */ (error).message
    }
    this.draw()
  }

  /**
   * What came of it.
   *
   * @param {string} what as people call the secret
   * @param {() => unknown} more
   */
  outcome(what, more = () => nothing) {
    if (this.#problem) return html`<p class="problem" role="alert">${this.#problem}</p>`
    if (!this.#secret) return nothing
    return html`<div class="secret" role="status">
      <p><strong>This is the only time the ${what} is shown.</strong></p>
      <pre tabindex="0"><code>${this.#secret}</code></pre>
      ${more()}
    </div>`
  }
}
