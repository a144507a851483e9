import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'

/** A node behind TLS, as a proxy of the operator's gives it. */
export async function nodeWithTls(
  url: string,
  { key, cert }: { key: string; cert: string }
): Promise<Server> {
  const files = { key: readFileSync(key), cert: readFileSync(cert) }
  const server = createServer(files, async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(url, { method: 'POST', headers, body })
    response.end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
