// Checks the alert rules by Prometheus' own tool. The tests hold names and anchors against the
// service; the syntax of the expressions only this tool knows.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const RULES = fileURLToPath(new URL('prometheus/alerts.yml', import.meta.url))

const { error, status } = spawnSync('promtool', ['check', 'rules', RULES], { stdio: 'inherit' })
if (error) {
  process.stderr.write(
    `promtool is missing (${error.message}): install Debian's package "prometheus", or the release of prometheus.io.\n`
  )
}
process.exit(status ?? 1)
