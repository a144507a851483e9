import { documentPath, type ApiRoute } from '#app/http/openapi/document'
import { Client, type AnyData } from '#tests/support/client'

export type SampleRoute = Pick<ApiRoute, 'method' | 'pattern' | 'declaration'>

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  example: unknown
}

export interface SampleRequest {
  method: string
  address: string
  body?: string
  headers: Record<string, string>
}

interface DocumentedRequest {
  parameters: Parameter[]
  requestBody?: { content: Record<string, { example: AnyData }> }
}

const FORM = 'application/x-www-form-urlencoded'
const UPLOAD = 'multipart/form-data'
const BOUNDARY = '----documented-example'

/** The examples of the API reference, as requests. */
export class DocumentedExamples {
  #paths: Record<string, Record<string, DocumentedRequest>>

  constructor({ paths }: AnyData) {
    this.#paths = paths
  }

  static async read(): Promise<DocumentedExamples> {
    const { body } = await Client.anonymous().get('/openapi.json')
    return new DocumentedExamples(body as AnyData)
  }

  parameters(route: SampleRoute, place: Parameter['in']): Parameter[] {
    return this.#of(route).parameters.filter((each) => each.in === place)
  }

  /**
   * The query parameters that an example needs: the required ones, and those that the route gives a
   * value.
   */
  neededQuery(route: SampleRoute): Parameter[] {
    const { example } = route.declaration
    return this.parameters(route, 'query').filter(
      ({ name, required }) => required || name === 'realmId' || name in example
    )
  }

  request(route: SampleRoute, queried = this.neededQuery(route)): SampleRequest {
    const path = this.parameters(route, 'path').reduce(
      (address, { name, example }) =>
        address.replace(`{${name}}`, encodeURIComponent(String(example))),
      documentPath(route.pattern)
    )
    const query = new URLSearchParams(
      queried.map(({ name, example }): [string, string] => [name, String(example)])
    )
    const [content] = Object.entries(this.#of(route).requestBody?.content ?? {})
    const address = query.size > 0 ? `${path}?${query}` : path
    if (content === undefined) return { method: route.method, address, headers: {} }
    const [type, { example }] = content
    const fields = example as Record<string, string>
    const request = { method: route.method, address, headers: { 'content-type': type } }
    if (type === FORM) return { ...request, body: new URLSearchParams(fields).toString() }
    if (type !== UPLOAD) return { ...request, body: JSON.stringify(example) }
    const headers = { 'content-type': `${UPLOAD}; boundary=${BOUNDARY}` }
    return { ...request, headers, body: multipartText(fields) }
  }

  /** Pages of operators are no part of the reference, and take no parameters. */
  #of({ pattern, method }: SampleRoute): DocumentedRequest {
    return this.#paths[documentPath(pattern)]?.[method.toLowerCase()] ?? { parameters: [] }
  }
}

/** A body with a file, whose field is called so. */
function multipartText(fields: Record<string, unknown>): string {
  const parts = Object.entries(fields).map(([name, value]) => {
    const file = name === 'file' ? '; filename="example.txt"' : ''
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${text}\r\n`
  })
  return `${parts.join('')}--${BOUNDARY}--\r\n`
}

/** The request with real values in place of those that stand for them in the examples. */
export function withReal(
  { address, body, ...rest }: SampleRequest,
  real: Iterable<readonly [example: string, value: string]>
): SampleRequest {
  const put = (text: string) =>
    [...real].reduce(
      (done, [example, value]) =>
        done
          .replaceAll(example, value)
          .replaceAll(encodeURIComponent(example), encodeURIComponent(value)),
      text
    )
  return { ...rest, address: put(address), ...(body !== undefined && { body: put(body) }) }
}
