/** The addresses of PLATFORM_ADMIN_EMAILS, in the form identities carry. */
export function operatorEmails(list: string): ReadonlySet<string> {
  return new Set(
    list
      .split(',')
      .map((email) => email.trim().toLowerCase())
      .filter((email) => email !== '')
  )
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
