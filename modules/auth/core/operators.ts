/** One address and nothing around it, the form in which identities carry it. */
const EMAIL = /^[^\s@<>;"]+@[^\s@<>;"]+$/

/**
 * The addresses of PLATFORM_ADMIN_EMAILS, in the form in which identities carry them.
 *
 * @throws Error that names the first entry that is no address, because that operator could not sign
 *   in
 */
export function operatorEmails(list: string): ReadonlySet<string> {
  const emails = list
    .split(',')
    .map((email) => email.trim().toLowerCase())
    .filter((email) => email !== '')
  const wrong = emails.find((email) => !EMAIL.test(email))
  if (wrong === undefined) return new Set(emails)
  throw new Error(`PLATFORM_ADMIN_EMAILS holds "${wrong}", which is no e-mail address`)
}

/**
 * Whether a person may open operator pages. Without a list every signed-in person may during
 * development, and nobody in production: a forgotten setting must not open the console to every
 * customer.
 */
export function isOperator(
  email: string,
  { operators, production }: { operators: ReadonlySet<string>; production: boolean }
): boolean {
  return operators.size === 0 ? !production : operators.has(email)
}
