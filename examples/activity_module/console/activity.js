import { html } from '/console/assets/lit-html/lit-html.js'
import { code, table } from '/console/assets/parts.js'

/** The objects of a realm that were active last. */
export default async function activityPage({ api }, { realmId }) {
  const { objects } = await api.get('/api/v1/activity', { realmId, limit: 100 })
  return {
    title: 'Activity',
    view: html`
      <h1>Activity</h1>
      ${table(
        ['Object', 'Newest event', 'Events'],
        objects.map(
          (one) =>
            html`<tr>
              <td>${code(one.objectPath)}</td>
              <td>${one.lastEventType}</td>
              <td>${one.events}</td>
            </tr>`
        ),
        'Nothing has happened in this realm yet.',
        'Objects that were active last'
      )}
    `,
  }
}
