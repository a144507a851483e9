import { BANK_FILES, type BankLine } from '#tests/support/bank_files'
import type { Bench } from '../bench.ts'
import { TRANSFERS_A_REQUEST } from '../bulk_load.ts'
import { ROUNDS } from '../flags.ts'
import { print, spread } from '../report.ts'
import type { ServiceClient } from '../service_client.ts'

const LINES = 100_000
const OBJECTS = 8
const BANK = '/accounts/0'
/** In cents: what arrives of 1.00, and what the bank has instead in one line of a hundred. */
const [ARRIVED, OTHER] = [95, 94]
const POLL_MS = 100

/** A file of each format with as many lines as the books have changes, from its upload to its report. */
export async function reconciliations(bench: Bench) {
  const client = await bench.client.inNewRealm(OBJECTS)
  const lines = await booked(client)
  for (const [format, write] of Object.entries(BANK_FILES)) {
    const file = write(lines)
    const seconds: number[] = []
    for (let round = 0; round < ROUNDS; round++) seconds.push(await compared(client, format, file))
    const what = `${format}, ${LINES.toLocaleString('en')} lines, ${(file.length / 1e6).toFixed(1)} MB`
    print(what, `${spread(seconds, 1)} s, budget ≤ 30`)
  }
}

/** Posts a transfer for each line that a bank will have. */
async function booked(client: ServiceClient): Promise<BankLine[]> {
  const lines: BankLine[] = []
  while (lines.length < LINES) {
    const transfers = Array.from({ length: TRANSFERS_A_REQUEST }, (_, at) => {
      const path = `/op/invoices/${lines.length + at}`
      const sourceObjectPath = `/accounts/${1 + (at % (OBJECTS - 1))}`
      return { path, sourceObjectPath, targetObjectPath: BANK, amount: '1.00' }
    })
    const { realmId } = client
    await client.post('/api/v1/transfers/bulk', { realmId, mode: 'independent', transfers })
    for (const { path } of transfers) {
      lines.push({ amount: lines.length % 100 === 0 ? OTHER : ARRIVED, reference: path })
    }
  }
  return lines
}

interface Compared {
  id: string
  status: string
  summary: Record<string, { count: number }> | null
}

/** @returns seconds */
async function compared(client: ServiceClient, format: string, content: string): Promise<number> {
  const form = new FormData()
  const fields = { realmId: client.realmId, objectPath: BANK, format }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const mapping = { date: 'Date', amount: 'Amount', reference: 'Reference', text: 'Text' }
  if (format === 'csv') form.set('mapping', JSON.stringify(mapping))
  form.set('file', new File([content], `bank.${format}`))
  const startedAt = performance.now()
  const { id } = await asked(client, '', { method: 'POST', body: form })
  for (;;) {
    const { status, summary } = await asked(client, `/${id}`)
    if (status === 'running') {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      continue
    }
    const seconds = (performance.now() - startedAt) / 1000
    const [matched, differs] = [summary?.matched?.count, summary?.differs?.count]
    if (matched !== LINES - LINES / 100 || differs !== LINES / 100)
      throw new Error(`The ${format} file ${status}: ${JSON.stringify(summary)}`)
    return seconds
  }
}

async function asked(client: ServiceClient, at: string, init?: RequestInit): Promise<Compared> {
  const { authorization } = client.headers
  const answer = await fetch(`${client.baseUrl}/api/v1/reconciliations${at}`, {
    ...init,
    headers: { authorization: authorization! },
  })
  if (!answer.ok)
    throw new Error(`Reconciliations answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { data: { reconciliation: Compared } }).data.reconciliation
}
