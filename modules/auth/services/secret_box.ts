/**
 * Encrypts what must not be readable in the database or a browser: the host's encryption service.
 */
export interface SecretBox {
  encrypt(payload: unknown, options?: { purpose?: string }): string
  /** @returns null when the text was not encrypted here with this purpose and the current key */
  decrypt<Payload>(value: string, purpose?: string): Payload | null
}
