import { encodeQR } from 'qr'

/**
 * The address alone, as one path of an SVG. Readers that do not know payment requests take the
 * first address in one for the recipient, which would be the token contract's.
 */
export function qrCode(text: string): { size: number; path: string } {
  const rows = encodeQR(text, 'raw', { border: 2 })
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
  return { size: rows.length, path: path.join('') }
}
