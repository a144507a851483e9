/**
 * The browser origins of CORS_ORIGINS.
 *
 * @throws Error naming the entry that no browser ever sends, because its pages would be locked out
 */
export function corsOrigins(list: string): string[] {
  const origins = list
    .split(',')
    .map((origin) => origin.trim())
    .filter((origin) => origin !== '')
  const wrong = origins.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin)
  if (wrong === undefined) return origins
  throw new Error(
    `CORS_ORIGINS holds "${wrong}", which is no origin such as https://app.example.com`
  )
}
