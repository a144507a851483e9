import { randomUUID } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { delimiter } from 'node:path'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { bash } from '#tests/support/bash'
import { BASE_URL } from '#tests/support/client'
import { awayFromMidnight } from '#tests/support/utc_day'
import { StandingNode } from './support/standing_node.ts'

const GUIDES = 'docs/guides'
/** A guide waits about as long as it computes; more at once only wait for each other. */
const AT_ONCE = 4
const END_OF_STEP = '--- end of a step of the guide ---'

/** Commands of a guide, and what it says that they print. */
interface Step {
  commands: string
  shown: string
}

/** Each shell block of a guide, with the plain block that follows it. */
async function stepsOf(name: string): Promise<Step[]> {
  const guide = await readFile(app.makePath(GUIDES, name), 'utf8')
  const steps: Step[] = []
  for (const [, language, text] of guide.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)) {
    if (language === 'sh') steps.push({ commands: text!, shown: '' })
    else if (language === '' && steps.length > 0) steps.at(-1)!.shown = text!
  }
  return steps
}

/** Without what is another each time: ids, hashes, and times. Times that a guide asks for are whole seconds, and stay. */
function inShape(text: string): string {
  return text
    .replace(/\b([a-z]{2,4})_[0-9a-hjkmnp-tv-z]{26}\b/g, '<$1>')
    .replace(/\b(0x)?([0-9a-f]{64}|[0-9a-fA-F]{40})\b/g, '<hash>')
    .replace(/\b\d{4}-\d\d-\d\dT[\d:]+\.(?!000000Z)\d+Z/g, '<time>')
    .trim()
}

/** It starts Node.js for each line, as a reader's shell does. */
const AS_WRITTEN = 'approvals.md'

/** Runs the setup and a guide as one script, which ends at the first command that fails. */
async function run(name: string, node: StandingNode) {
  const [setup, steps] = await Promise.all([stepsOf('README.md'), stepsOf(name)])
  const blocks = [...setup, ...steps].map(({ commands }) => `${commands}echo '${END_OF_STEP}'\n`)
  const first = name === AS_WRITTEN ? [] : [node.folder]
  const env = {
    BASE: BASE_URL,
    EMAIL: `${randomUUID()}@example.com`,
    PATH: [...first, process.env.PATH].join(delimiter),
  }
  const { out, ...ran } = await bash(['-c', `set -euo pipefail\n${blocks.join('')}`], env)
  return { ...ran, steps, printed: out.split(END_OF_STEP).slice(setup.length) }
}

const guides = async () => {
  const names = await Array.fromAsync(glob('*.md', { cwd: app.makePath(GUIDES) }))
  return names.filter((name) => name !== 'README.md').sort()
}

test.group('host | guides', (group) => {
  const runs = new Map<string, Awaited<ReturnType<typeof run>>>()

  group.setup(async () => {
    // One guide counts by the day.
    await awayFromMidnight()
    const waiting = await guides()
    const node = await StandingNode.open()
    const takeTurns = async () => {
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
        runs.set(name, await run(name, node))
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, takeTurns))
    await node.close()
    console.log(`${node.asked} lines of guides did not start Node.js`)
  })

  test('docs/guides/README.md lists every guide', async ({ assert }) => {
    const readme = await readFile(app.makePath(GUIDES, 'README.md'), 'utf8')
    const listed = [...readme.matchAll(/^\| \[.*?\]\((\w+\.md)\)/gm)].map(([, name]) => name)
    assert.sameMembers(listed, await guides())
  })

  test('the commands of docs/guides/{$self} print what it shows')
    .with(guides)
    .run(({ assert }, name) => {
      const { code, steps, printed, errors } = runs.get(name)!
      for (const [at, { commands, shown }] of steps.entries()) {
        const answer = printed[at] ?? '(the guide ended before)'
        assert.equal(inShape(answer), inShape(shown), `${commands}${answer}${errors}`)
      }
      assert.equal(code, 0, errors)
    })
})
