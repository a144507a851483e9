// @ts-check
import { html } from '/console/assets/lit-html/lit-html.js'

/**
 * A button that opens the form of an action.
 *
 * @param {import('./app.js').Context} context
 * @param {string} text
 * @param {() => import('./forms/action_form.js').Action | Promise<import('./forms/action_form.js').Action>} action
 * @param {'' | 'quiet' | 'small quiet'} [look]
 */
export const actionButton = (context, text, action, look = 'quiet') =>
  html`<button class=${look} type="button" @click=${() => show(context, action)}>${text}</button>`

/**
 * Forms are loaded when the first one is opened.
 *
 * @param {import('./app.js').Context} context
 * @param {() => import('./forms/action_form.js').Action | Promise<import('./forms/action_form.js').Action>} action
 */
async function show(context, action) {
  try {
    const [{ openAction }, asked] = await Promise.all([import('./forms/dialog.js'), action()])
    await openAction(context, asked)
  } catch (error) {
    // A form that does not come must not look like a button that does nothing.
    window.alert(/** @type {Error} */ (error).message)
  }
}
