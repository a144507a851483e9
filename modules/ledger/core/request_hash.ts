import { hash } from 'node:crypto'

/**
 * Identity of a request's inputs: SHA-256 over their canonical JSON (RFC 8785). Two requests with
 * one path are the same request exactly when these hashes are equal.
 */
export function requestHash(type: string, inputs: Record<string, string | null>): string {
  // Written by hand, because an object would bring names that are numbers to the front, and lose
  // `__proto__`: the names of metadata are those that a caller has chosen.
  let text = ''
  for (const name of Object.keys(inputs).sort()) {
    const value = inputs[name]
    if (value === undefined) continue
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${JSON.stringify(value)}`
  }
  return hash('sha256', `{"inputs":{${text}},"type":${JSON.stringify(type)}}`)
}
