/**
 * Asks the node itself, past a faulty way to it and whatever the service thinks of it: a node that
 * has failed a few times in a row is left alone by the service for seconds.
 *
 * @throws Error with the node's own words when it refuses
 */
export async function askNode(url: string, method: string, params: unknown[] = []) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  // An address that is no text is led through no `FaultyRpc`.
  const answer = await fetch(new URL(url), { method: 'POST', headers, body })
  const { result, error } = (await answer.json()) as {
    result?: unknown
    error?: { message: string }
  }
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}
