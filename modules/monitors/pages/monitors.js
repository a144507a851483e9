import { html } from '/console/assets/lit-html/lit-html.js'
import { badge, moment, money, pager, table } from '/console/assets/parts.js'

const PAGE = 50

/** The monitors of a realm, with what each measured last. */
export default async function monitorsPage({ api }, { realmId = '' }, query) {
  const cursor = query.get('cursor') ?? undefined
  const { monitors, nextCursor } = await api.get('/api/v1/monitors', {
    realmId,
    cursor,
    limit: PAGE,
  })
  return {
    title: 'Monitors',
    view: html`
      <h1>Monitors</h1>
      ${table(
        ['Watches', 'Measure', 'Crossed when', 'Value', 'State', 'Since'],
        monitors.map(
          (monitor) =>
            html`<tr>
              <td><code>${monitor.objectPath ?? `${monitor.prefix}*`}</code></td>
              <td>${monitor.measure}</td>
              <td>${monitor.direction} ${money(monitor.threshold)}</td>
              <td>${money(monitor.value)}</td>
              <td>${badge(monitor.state)}</td>
              <td>${moment(monitor.changedAt)}</td>
            </tr>`
        ),
        'Nothing is watched. POST /api/v1/monitors makes a monitor.',
        'Monitors'
      )}
      ${pager(`/console/realms/${realmId}/monitors`, query, nextCursor)}
    `,
  }
}
