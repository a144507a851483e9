import { html } from '/console/assets/lit-html/lit-html.js'

export const heading = (name) => html`<h1>Visits of ${name}</h1>`
