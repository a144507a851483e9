import { hash, randomBytes, randomInt } from 'node:crypto'

const PREFIX_CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const PREFIX_LENGTH = 8

/** A new API key: a public prefix to find it by, and 256 random bits. */
export function newKeySecret(): { rawKey: string; keyPrefix: string } {
  const characters = Array.from(
    { length: PREFIX_LENGTH },
    () => PREFIX_CHARACTERS[randomInt(PREFIX_CHARACTERS.length)]
  )
  const keyPrefix = characters.join('')
  return { rawKey: `svc_${keyPrefix}_${randomBytes(32).toString('base64url')}`, keyPrefix }
}

/** The hash of a key, which is all that is stored of its secret. */
export function keyHash(rawKey: string): Buffer {
  return hash('sha256', rawKey, 'buffer')
}
