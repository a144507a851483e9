import { html, nothing } from '/console/assets/lit-html/lit-html.js'
import { actionButton } from '/console/assets/action_button.js'
import { amountHead, badge, facts, moment, money, pager, table } from '/console/assets/parts.js'
import { daysView } from './reconciliations.js'

const PAGE = 50
const RUNNING_MS = 2000

/** What a person looks at first comes first. */
const STATES = [
  ['missing_here', 'Missing here', 'In the file, and not in the books.'],
  ['missing_there', 'Missing there', 'In the books, and not in the file.'],
  ['differs', 'Differs', 'The same reference, and another amount.'],
  ['matched', 'Matched', 'The same in both.'],
]

export const needsRealm = false

/** One reconciliation: what it adds up to, and the items of one of its four states. */
export default async function reconciliationPage(
  context,
  { realmId = '', reconciliationId = '' },
  query
) {
  const { api, reload } = context
  const address = `/api/v1/reconciliations/${reconciliationId}`
  const { reconciliation } = await api.get(address)
  const { status, summary, file } = reconciliation
  const list = `/console/realms/${realmId}/reconciliations`
  const here = `${list}/${reconciliationId}`
  if (status === 'running') lookAgain(here, reload)
  const after = async (asked, next) => {
    await asked.then(next, (error) => window.alert(error.message))
  }
  const keep = () => api.keep(`${address}/report`, {}, `${file.name}-report.csv`)
  return {
    title: file.name,
    view: html`
      <h1>${file.name}</h1>
      ${factsView(reconciliation)}
      <p class="actions">
        ${
          status === 'running'
            ? html`<button
                class="quiet"
                type="button"
                @click=${() => after(api.post(`${address}/cancel`), reload)}
              >
                Cancel
              </button>`
            : nothing
        }
        ${
          status === 'completed'
            ? html`<button class="quiet" type="button" @click=${() => after(keep(), () => {})}>
                Save as CSV
              </button>`
            : nothing
        }
        ${actionButton(context, 'Delete', () => deleteReconciliation(reconciliation, list))}
      </p>
      ${problemsView(reconciliation)}
      ${summary ? await reportView(api, { realmId, address, here, reconciliation, query }) : nothing}
    `,
  }
}

function deleteReconciliation({ id, file }, list) {
  return {
    operation: 'deleteReconciliation',
    title: `Delete ${file.name}`,
    submit: 'Delete the reconciliation',
    irreversible: 'The file and its report are gone. The books stay as they are.',
    at: { id },
    done: () => ({ go: list }),
  }
}

/** A page that is still looked at is drawn again. */
function lookAgain(here, reload) {
  setTimeout(() => {
    if (location.pathname === here) reload()
  }, RUNNING_MS)
}

function factsView(reconciliation) {
  const { status, progress, format, file, objectPath, prefix, rules } = reconciliation
  const { lines, items, totalItems } = progress
  const done = totalItems === null ? `${lines} lines read` : `${items} of ${totalItems} items`
  return facts([
    ['Status', html`${badge(status)} ${done}`],
    ['Compared with', html`<code>${objectPath ?? prefix}</code>`],
    ['Days', daysView(reconciliation)],
    ['File', `${format}, ${file.bytes} bytes`],
    ['Rules', rules.map(({ by, days }) => `${by} within ${days} days`).join(', then ')],
    ['Uploaded', moment(reconciliation.createdAt)],
  ])
}

function problemsView({ problems }) {
  if (problems === null) return nothing
  return html`<h2>Problems of the file</h2>
    ${table(
      ['Line', 'Field', ''],
      problems.map(
        ({ row, field, message }) =>
          html`<tr>
            <td>${row}</td>
            <td><code>${field}</code></td>
            <td class="problem">${message}</td>
          </tr>`
      ),
      'None.',
      'Problems of the file'
    )}`
}

async function reportView(api, { realmId, address, here, reconciliation, query }) {
  const { summary, progress } = reconciliation
  const first = STATES.find(([state]) => summary[state].count > 0) ?? STATES.at(-1)
  const [state, title, meaning] = STATES.find(([name]) => name === query.get('state')) ?? first
  const cursor = query.get('cursor') ?? undefined
  const { items, nextCursor } = await api.get(`${address}/items`, { state, cursor, limit: PAGE })
  const paged = new URLSearchParams({ state, ...(cursor && { cursor }) })
  return html`
    <h2>Report</h2>
    ${table(
      ['', amountHead('Items'), amountHead('File, USD'), amountHead('Books, USD')],
      STATES.map(
        ([name, text]) =>
          html`<tr>
            <td>
              <a href="${here}?state=${name}" aria-current=${name === state ? 'true' : nothing}>
                ${text}
              </a>
            </td>
            <td class="amount">${summary[name].count}</td>
            <td class="amount">${money(summary[name].there)}</td>
            <td class="amount">${money(summary[name].here)}</td>
          </tr>`
      ),
      '',
      'Report'
    )}
    <h2>${title}</h2>
    <p class="note">${meaning}</p>
    ${table(
      [
        'Number',
        'Date',
        amountHead('File, USD'),
        amountHead('Books, USD'),
        'Reference',
        'Operation',
      ],
      items.map((item) => itemRow(realmId, item, progress.lines)),
      'There are none.',
      title
    )}
    ${pager(here, paged, nextCursor)}
  `
}

function itemRow(realmId, { number, line, entry, suggestion }, lines) {
  return html`<tr>
    <td>${number}</td>
    <td>${line ? line.date : moment(entry.at)}</td>
    <td class="amount">${line ? money(line.amount) : '—'}</td>
    <td class="amount">${entry ? money(entry.amount) : '—'}</td>
    <td>
      ${line?.references[0] ?? line?.text ?? entry?.reference ?? '—'}
      ${suggestion === null ? nothing : suggestionView(line, suggestion, lines)}
    </td>
    <td>
      ${
        entry?.operationId
          ? html`<a href="/console/realms/${realmId}/operations/${entry.operationId}">
              <code>${entry.operationPath}</code>
            </a>`
          : '—'
      }
    </td>
  </tr>`
}

/** Lines have the first numbers: where a line points to one of them, that line has matched before it. */
function suggestionView(line, suggestion, lines) {
  const isRepeated = line && suggestion <= lines
  return html`<p class="note">
    ${isRepeated ? 'Already matched by' : 'Like'} number ${suggestion}
  </p>`
}
