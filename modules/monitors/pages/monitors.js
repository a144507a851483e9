import { html } from '/console/assets/lit-html/lit-html.js'
import { actionButton } from '/console/assets/action_button.js'
import { DAYS, askedOf, csvButton, filtersView } from '/console/assets/lists.js'
import { badge, moment, money, pager, table } from '/console/assets/parts.js'

const PAGE = 50

const COLUMNS = [
  ['id', (monitor) => monitor.id],
  ['object', (monitor) => monitor.objectPath],
  ['prefix', (monitor) => monitor.prefix],
  ['measure', (monitor) => monitor.measure],
  ['direction', (monitor) => monitor.direction],
  ['threshold', (monitor) => monitor.threshold],
  ['hysteresis', (monitor) => monitor.hysteresis],
  ['value', (monitor) => monitor.value],
  ['state', (monitor) => monitor.state],
  ['since', (monitor) => monitor.changedAt],
  ['created', (monitor) => monitor.createdAt],
]

export const needsRealm = false

/** The monitors of a realm, with what each measured last. */
export default async function monitorsPage(context, { realmId = '' }, query) {
  const asked = { realmId, limit: PAGE, ...askedOf(query, DAYS) }
  const { monitors, nextCursor } = await context.api.get('/api/v1/monitors', asked)
  const address = `/console/realms/${realmId}/monitors`
  return {
    title: 'Monitors',
    view: html`
      <h1>Monitors</h1>
      <p class="actions">
        ${actionButton(context, 'New monitor', () => createMonitor(realmId), '')}
        ${csvButton('monitors', COLUMNS, monitors)}
      </p>
      ${filtersView(context, address, query, DAYS)}
      ${table(
        ['Watches', 'Measure', 'Crossed when', 'Value', 'State', 'Since', ''],
        monitors.map(
          (monitor) =>
            html`<tr>
              <td><code>${monitor.objectPath ?? `${monitor.prefix}*`}</code></td>
              <td>${monitor.measure}</td>
              <td>${monitor.direction} ${money(monitor.threshold)}</td>
              <td>${money(monitor.value)}</td>
              <td>${badge(monitor.state)}</td>
              <td>${moment(monitor.changedAt)}</td>
              <td>
                ${actionButton(context, 'Delete', () => deleteMonitor(monitor), 'small quiet')}
              </td>
            </tr>`
        ),
        'No monitor matches. A monitor tells when an amount crosses a threshold.',
        'Monitors'
      )}
      ${pager(address, query, nextCursor)}
    `,
  }
}

function createMonitor(realmId) {
  return {
    operation: 'createMonitor',
    title: 'New monitor',
    submit: 'Make the monitor',
    fixed: { realmId },
    fields: [
      { name: 'objectPath', label: 'Object' },
      { name: 'prefix', label: 'Or everything below' },
      { name: 'measure', label: 'Measure' },
      { name: 'direction', label: 'Tells when it is' },
      { name: 'threshold', label: 'Threshold, USD' },
      { name: 'hysteresis', label: 'Hysteresis, USD', more: true },
    ],
  }
}

function deleteMonitor({ id, objectPath, prefix }) {
  return {
    operation: 'deleteMonitor',
    title: 'Delete the monitor',
    submit: 'Delete the monitor',
    irreversible: `Nobody is told any more of ${objectPath ?? `${prefix}*`}.`,
    at: { id },
  }
}
