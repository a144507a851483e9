import { globSync, readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import { Client, type AnyData } from '#tests/support/client'

/** Which list of the API the choices of a page's filters are asked of. */
const LISTS: Record<string, string> = {
  'modules/approvals/pages/approvals.js': 'listApprovals',
  'modules/console/browser/pages/links.js': 'listPaymentLinks',
  'modules/console/browser/pages/operations.js': 'listOperations',
  'modules/console/browser/pages/sessions.js': 'listAuditEntries',
  'modules/console/browser/pages/webhook.js': 'listWebhookDeliveries',
  'modules/reconciliation/pages/reconciliations.js': 'listReconciliations',
  'modules/schedules/pages/schedules.js': 'listSchedules',
}

/** Of these the usual ones are offered; the API takes all that modules declare. */
const CHOSEN = ['type', 'eventType']

const FILTER = /(?:name: '(\w+)',\s*label: '[^']*',\s*options: |statusFilter\()\[([^\]]*)\]/g

/** The filters of a page that offer a choice, and what each offers. */
function filtersOf(page: string): [name: string, offered: string[]][] {
  const found = readFileSync(page, 'utf8').matchAll(FILTER)
  return [...found].map(([, name = 'status', list = '']) => {
    return [name, [...list.matchAll(/'([^']*)'/g)].map(([, each]) => each!)]
  })
}

test.group('host | filters of the console', () => {
  test('each offers what the API takes, and all of it', async ({ assert }) => {
    const pages = globSync(['modules/*/pages/*.js', 'modules/console/browser/pages/*.js'])
    assert.sameMembers(
      pages.filter((page) => filtersOf(page).length > 0),
      Object.keys(LISTS)
    )
    const { body } = await Client.anonymous().get('/openapi.json')
    const operations: AnyData[] = Object.values((body as AnyData).paths).flatMap((each) =>
      Object.values(each as AnyData)
    )
    for (const [page, operationId] of Object.entries(LISTS)) {
      const { parameters } = operations.find((each) => each.operationId === operationId)
      for (const [name, offered] of filtersOf(page)) {
        const { schema } = parameters.find((each: AnyData) => each.name === name)
        const about = `${name} of ${page}`
        if (!CHOSEN.includes(name)) assert.sameMembers(offered, schema.enum, about)
        else if (schema.enum) assert.includeMembers(schema.enum, offered, about)
      }
    }
  })
})
