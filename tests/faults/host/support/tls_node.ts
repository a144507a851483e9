import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import { text } from 'node:stream/consumers'
import { askByHttp } from '#tests/support/http'

/** A node behind TLS, as a proxy of the operator's gives it. */
export async function nodeWithTls(
  url: string,
  { key, cert }: { key: string; cert: string }
): Promise<Server> {
  const files = { key: readFileSync(key), cert: readFileSync(cert) }
  const server = createServer(files, async (request, response) => {
    const headers = { 'content-type': 'application/json' }
    try {
      const answer = await askByHttp('POST', url, headers, await text(request))
      response.end(answer.text)
    } catch {
      // The node has stopped, or the caller has: a proxy lives on, and whoever waits is told.
      response.destroy()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
