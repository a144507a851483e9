import { randomUUID } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { newId } from '#app/ids/ids'
import { TestRealm, pluck, type Reply } from '#tests/support/client'
import { misspelt } from '#tests/support/misspelt'

const DOCUMENTS = ['*.md', 'docs/**/*.md', 'modules/*/README.md', 'examples/*.{md,sh}']

/** A call as a document writes it, with its variables filled in. */
interface Call {
  method: string
  path: string
  query: URLSearchParams
  body: Record<string, unknown> | null
}

/** Every curl of a document, and every line of a shorthand for one. */
function callsOf(document: string, realmId: string): Call[] {
  // A command goes on after a backslash, and JSON on a line that is indented.
  const lines = document.replace(/\\\n\s*|\n\s+(?=["{}\]])/g, '').split('\n')
  const base = /^BASE=http:\/\/[^/\s]+(\/\S+)$/m.exec(document)?.[1] ?? ''
  return lines.flatMap((line) => {
    const address = /(?:curl|post|put)\b.*?\$BASE(\/[^\s"]*)/.exec(line)?.[1]
    if (address === undefined) return []
    const filled = address
      .replace('$REALM', realmId)
      .replace(/\/objects\/\$[A-Z]+/, `/objects/${newId('obj')}`)
      .replace(/\$[A-Z]+/g, newId('op'))
    const [path, query] = `${base}${filled}`.split('?') as [string, string?]
    // Within quotes for the shell, variables stand outside of them: '{"realmId":"'$REALM'"}'.
    const data = /-d '(.*)'/.exec(line)?.[1]
    const text = data
      ?.replaceAll("'$REALM'", realmId)
      .replaceAll("'$RUN_AT'", '2100-01-01T00:00:00Z')
      // What a function of the shell adds to the fields that are here.
      .replace(`,'"$1"'`, '')
      .replace(/:'\$(?:[A-Z_]+|\d)'/g, ':1')
      .replace(/'\$[A-Z_]+'/g, randomUUID())
    const body = text === undefined ? null : (JSON.parse(text) as Record<string, unknown>)
    const shorthand = /^(post|put)\b/.exec(line)?.[1]?.toUpperCase()
    const method = /-X ([A-Z]+)/.exec(line)?.[1] ?? shorthand ?? (body ? 'POST' : 'GET')
    return [{ method, path, query: new URLSearchParams(query), body }]
  })
}

/** The scopes a document shows: whole ones, and statements to put into one. */
function scopesOf(document: string, realmId: string): Call[] {
  const blocks = [...document.matchAll(/```json\n([^`]*"actions"[^`]*)```/g)]
  return blocks.map(([, text]) => {
    const shown = JSON.parse(text!) as Record<string, unknown>
    const scope = 'statements' in shown ? shown : { statements: [shown] }
    const body = { realmId, sub: 'somebody', scope }
    return { method: 'POST', path: '/api/v1/auth/token', query: new URLSearchParams(), body }
  })
}

/** A body once for each of its fields at any depth, that field misspelt. */
function* slips(
  value: unknown,
  at: string[] = []
): Generator<{ wrong: unknown; field: string; right: string }> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    const inside = Array.isArray(value)
    if (!inside) {
      const slip = misspelt(name)
      const entries = Object.entries(value).map(([key, each]) => [key === name ? slip : key, each])
      yield { wrong: Object.fromEntries(entries), field: [...at, slip].join('.'), right: name }
    }
    for (const { wrong, ...rest } of slips(inner, [...at, name])) {
      const changed = inside
        ? value.map((each, index) => (String(index) === name ? wrong : each))
        : { ...value, [name]: wrong }
      yield { wrong: changed, ...rest }
    }
  }
}

const messages = ({ error }: Reply<unknown>) =>
  pluck(error?.details?.fields as { message: string }[] | undefined, 'message')

test.group('host | documented calls', () => {
  test('every documented field, misspelt, is refused with its right name', async ({ assert }) => {
    const realm = await TestRealm.open()
    const calls: Call[] = []
    for await (const name of glob(DOCUMENTS, { cwd: app.makePath() })) {
      const document = await readFile(app.makePath(name), 'utf8')
      const found = [...callsOf(document, realm.id), ...scopesOf(document, realm.id)]
      if (/\bcurl\b.*\$BASE|"actions"/.test(document)) assert.isNotEmpty(found, name)
      calls.push(...found)
    }
    assert.isAbove(calls.length, 50)
    let tried = 0
    const refused = async (reply: Reply<unknown>, field: string, right: string) => {
      tried++
      assert.equal(reply.status, 400, field)
      assert.include(messages(reply), `The ${field} field is unknown. Did you mean ${right}?`)
    }
    for (const { method, path, query, body } of calls) {
      for (const name of query.keys()) {
        const wrong = [...query].map(([key, value]): [string, string] => [
          key === name ? misspelt(key) : key,
          value,
        ])
        const reply = await realm.client.send(method, `${path}?${new URLSearchParams(wrong)}`)
        await refused(reply, misspelt(name), name)
      }
      const address = query.size === 0 ? path : `${path}?${query}`
      for (const { wrong, field, right } of slips(body)) {
        await refused(await realm.client.send(method, address, wrong), field, right)
      }
    }
    assert.isAbove(tried, 50)
  })
})
