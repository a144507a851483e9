/** As identities carry them: one address, nothing around it. */
const EMAIL = /^[^\s@<>;"]+@[^\s@<>;"]+$/

/**
 * The addresses of PLATFORM_ADMIN_EMAILS, in the form identities carry.
 *
 * @throws Error that names the first entry that is none: who it stands for could not sign in
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
 * Who may open operator pages. With no list everybody who is signed in may while developing, and
 * nobody in production: a forgotten setting must not open the console to every customer.
 */
export function isOperator(
  email: string,
  { operators, production }: { operators: ReadonlySet<string>; production: boolean }
): boolean {
  return operators.size === 0 ? !production : operators.has(email)
}
