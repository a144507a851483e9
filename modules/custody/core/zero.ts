/** What contracts and events name where there is nobody, no vault, or ether in place of a token. */
export const ZERO_ADDRESS = `0x${'0'.repeat(40)}` as const
/** What contracts take for no boundary and no deposit: a whole pool. */
export const ZERO_HASH = `0x${'0'.repeat(64)}` as const
