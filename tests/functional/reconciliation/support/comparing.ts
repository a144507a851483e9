import {
  accepted,
  eventually,
  formOf,
  type AnyData,
  type Client,
  type Reply,
  type TestRealm,
} from '#tests/support/client'

export const RECONCILIATIONS = '/api/v1/reconciliations'

export const MAPPING = { date: 'Date', amount: 'Amount', reference: 'Reference', text: 'Text' }

/** Today in UTC, as dates of files are written. */
export const today = () => new Date().toISOString().slice(0, 10)

/** A CSV file with these lines: amount, reference, text, and a day when it is not today. */
export function csv(...lines: [amount: string, reference?: string, text?: string, day?: string][]) {
  const records = lines.map(([amount, reference = '', text = '', day = today()]) => {
    return `${day},${amount},${reference},${text}`
  })
  return ['Date,Amount,Reference,Text', ...records, ''].join('\n')
}

/** Uploads a CSV file of one line, unless `fields` say otherwise. A file is a text, bytes, or null for none. */
export function upload(
  realm: TestRealm,
  { file = csv(['5.00']), ...fields }: Record<string, unknown>,
  headers: Record<string, string> = {}
): Promise<Reply<AnyData>> {
  const isContent = typeof file === 'string' || file instanceof Uint8Array
  const format = fields.format ?? 'csv'
  const form = formOf({
    realmId: realm.id,
    format,
    ...(format === 'csv' && { mapping: MAPPING }),
    ...fields,
    file: isContent ? new File([file as string], 'bank.csv') : (file ?? undefined),
  })
  return realm.client.send('POST', RECONCILIATIONS, form, headers)
}

/** Waits until a reconciliation has ended. */
export function ended(client: Client, id: string): Promise<AnyData> {
  return eventually(`the reconciliation ${id} to end`, async () => {
    const { reconciliation } = accepted(await client.get(`${RECONCILIATIONS}/${id}`))
    return reconciliation.status === 'running' ? null : reconciliation
  })
}

/** Waits until a reconciliation has its report. */
export async function completed(client: Client, id: string): Promise<AnyData> {
  const reconciliation = await ended(client, id)
  if (reconciliation.status === 'completed') return reconciliation
  throw new Error(
    `The reconciliation ${id} ${reconciliation.status}: ${JSON.stringify(reconciliation.problems)}`
  )
}

/** Compares a file, and reads its report. */
export async function compared(realm: TestRealm, fields: Record<string, unknown>) {
  const { reconciliation } = accepted(await upload(realm, fields))
  const report = await completed(realm.client, reconciliation.id)
  return { report, items: await itemsOf(realm.client, report.id) }
}

/** All items of a report, in their order. */
export async function itemsOf(client: Client, id: string, state?: string): Promise<AnyData[]> {
  const items: AnyData[] = []
  for (let cursor: string | undefined; ;) {
    const query = { limit: 1000, cursor, state }
    const page = accepted(await client.get(`${RECONCILIATIONS}/${id}/items`, query))
    items.push(...page.items)
    if (page.nextCursor === null) return items
    cursor = page.nextCursor
  }
}

/** What an item comes to, in short. */
export const told = ({ state, rule, line, entry }: AnyData) =>
  [state, rule, line?.amount ?? null, entry?.amount ?? null] as const
