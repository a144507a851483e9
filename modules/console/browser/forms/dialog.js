// @ts-check
import { html, render } from '/console/assets/lit-html/lit-html.js'
import { ActionForm } from './action_form.js'
import { declared } from './call.js'

/**
 * Opens the form of an action over the page.
 *
 * @param {import('../app.js').Context} context
 * @param {import('./action_form.js').Action} action
 */
export async function openAction({ api, reload, go }, action) {
  const dialog = document.createElement('dialog')
  dialog.className = 'action'
  dialog.setAttribute('aria-labelledby', 'action-title')
  document.body.append(dialog)
  /** @type {ActionForm | null} */
  let form = null
  /** @type {import('./action_form.js').Outcome | null} */
  let outcome = null
  dialog.addEventListener('close', () => {
    form?.end()
    dialog.remove()
    if (outcome?.go !== undefined) go(outcome.go)
    else if (outcome !== null || form?.isDone) reload()
  })
  /** @param {import('./action_form.js').Outcome | null} came */
  const leave = (came) => {
    outcome = came
    dialog.close()
  }
  try {
    const call = await declared(action.operation)
    const draw = () => {
      // A form draws itself while it is made, when what it suggests is there at once.
      if (form !== null) render(form.view(), dialog)
    }
    form = new ActionForm({ api, action, call, draw, leave })
    draw()
  } catch (error) {
    render(
      html`<p class="problem" role="alert">${/** @type {Error} */ (error).message}</p>`,
      dialog
    )
  }
  dialog.showModal()
  const first = dialog.querySelector('.field input, .field select, .field textarea')
  if (first instanceof HTMLElement) first.focus()
}
