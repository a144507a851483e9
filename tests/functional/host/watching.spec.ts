import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { Metrics } from '#app/observability/metrics'
import { metricsTable, withMetricsTable } from '#app/observability/metrics_table'
import { pluck } from '#tests/support/client'
import { groupedBy, selectedIn } from '#tests/support/promql'

const read = (path: string) => readFileSync(app.makePath(path), 'utf8')

/** What Prometheus itself adds to everything that it scrapes. */
const OF_PROMETHEUS = ['up']
const LABELS_OF_PROMETHEUS = ['job', 'instance', 'le']

interface Rule {
  name: string
  expr: string
  runbook: string
}

function rules(): Rule[] {
  const [, ...blocks] = read('ops/prometheus/alerts.yml').split(/^ *- alert: /m)
  return blocks.map((block) => {
    const name = block.split('\n', 1)[0]!
    const expr = /^ *expr: >-\n((?: {10}.*\n)+)/m.exec(block)?.[1] ?? ''
    const runbook = /^ *runbook: (\S+)$/m.exec(block)?.[1] ?? ''
    return { name, expr: expr.replaceAll(/\s+/g, ' ').trim(), runbook }
  })
}

interface Panel {
  title: string
  targets: { expr: string }[]
}

function panels(): Panel[] {
  return (JSON.parse(read('ops/grafana/dashboard.json')) as { panels: Panel[] }).panels
}

/** The anchor that a heading gets. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(/\s/g, '-')
}

/** By the names that a scrape has them under. */
async function exposed(): Promise<Map<string, readonly string[]>> {
  const metrics = await app.container.make(Metrics)
  const names = new Map<string, readonly string[]>()
  for (const { name, type, labels } of metrics.described()) {
    if (type !== 'histogram') names.set(name, labels)
    else for (const part of ['bucket', 'sum', 'count']) names.set(`${name}_${part}`, labels)
  }
  return names
}

test.group('host | watching', () => {
  test('docs/metrics.md tells of every metric there is, and of no other', async ({ assert }) => {
    const metrics = await app.container.make(Metrics)
    const document = read('docs/metrics.md')
    const expected = withMetricsTable(document, metricsTable(metrics.described()))
    assert.equal(document, expected, 'run "node ace metrics:table"')
  })

  test('every metric says what it is', async ({ assert }) => {
    const metrics = await app.container.make(Metrics)
    for (const { name, help } of metrics.described()) assert.isAbove(help.length, 10, name)
  })

  test('alerts and panels read metrics and labels that the service tells', async ({ assert }) => {
    const known = await exposed()
    const expressions = [
      ...rules().map(({ name, expr }) => [name, expr] as const),
      ...panels().flatMap(({ title, targets }) =>
        targets.map(({ expr }) => [title, expr] as const)
      ),
    ]
    for (const [where, expr] of expressions) {
      const selected = selectedIn(expr).filter(({ name }) => !OF_PROMETHEUS.includes(name))
      if (!/\bup\b/.test(expr)) assert.isNotEmpty(selected, `${where}: ${expr}`)
      for (const { name, labels } of selected) {
        assert.isTrue(known.has(name), `${where}: no metric "${name}"`)
        const allowed = [...known.get(name)!, ...LABELS_OF_PROMETHEUS]
        assert.includeMembers(allowed, [...labels, ...groupedBy(expr)], `${where}: ${name}`)
      }
    }
  })

  test('an expression is read with its metrics, and without its functions', ({ assert }) => {
    const expr =
      'histogram_quantile(0.99, sum by (le) (rate(a_bucket{route!="x y", le="1"}[5m]))) > 0.5 or max(b) / c > 1e3'
    assert.deepEqual(selectedIn(expr), [
      { name: 'a_bucket', labels: ['route', 'le'] },
      { name: 'b', labels: [] },
      { name: 'c', labels: [] },
    ])
  })

  test('every alert links a section of the runbook, and every section is linked', ({ assert }) => {
    const found = rules()
    assert.isAbove(found.length, 20)
    for (const { name, expr, runbook } of found) {
      assert.match(runbook, /^docs\/runbook\.md#/, name)
      assert.isNotEmpty(expr, name)
    }
    const sections = [...read('docs/runbook.md').matchAll(/^## (.*)$/gm)]
    const anchors = sections.map(([, heading]) => anchorOf(heading!))
    const linked = new Set(pluck(found, 'runbook').map((link) => link.split('#')[1]!))
    assert.sameMembers(anchors, [...linked])
  })

  test('the check of the rules says what is missing without promtool', ({ assert }) => {
    const { status, stderr } = check({ PATH: '/nowhere' })
    assert.equal(status, 1)
    assert.include(stderr, 'install Debian\'s package "prometheus"')
  })

  test('promtool accepts the rules', ({ assert }) => {
    const { status, stderr } = check(process.env)
    assert.equal(status, 0, stderr)
  })
})

function check(env: NodeJS.ProcessEnv) {
  const script = app.makePath('ops/check_alerts.js')
  return spawnSync(process.execPath, [script], { env, encoding: 'utf8' })
}
