/** Limits of a payment link's own fields; its lifetime is in `app/limits.ts`. */
export const LINK_LIMITS = {
  returnUrlLength: 2048,
  metadataKeys: 32,
  metadataKeyLength: 63,
  metadataValueLength: 256,
  /** Of the whole map as JSON text. */
  metadataBytes: 4096,
} as const
