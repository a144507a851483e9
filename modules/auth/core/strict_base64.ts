const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/**
 * Decodes base64 of an exact size. Node ignores foreign characters, missing padding and stray bits,
 * so one value would have many spellings, and the stored text would not be the one that was sent.
 *
 * @returns null when the text is not the one spelling of `bytes` bytes
 */
export function strictBase64(text: string, bytes: number): Buffer | null {
  if (text.length !== Math.ceil(bytes / 3) * 4 || !BASE64.test(text)) return null
  const decoded = Buffer.from(text, 'base64')
  return decoded.length === bytes && decoded.toString('base64') === text ? decoded : null
}
