import app from '@adonisjs/core/services/app'
import { CheckBooks } from '#modules/ledger/services/check_books'
import type { TestRealm } from '#tests/support/client'

/**
 * Fails unless every invariant of the books holds in these realms. Other realms of the database
 * belong to other files, some of which damage theirs on purpose.
 */
export async function booksAreSound(...realms: TestRealm[]): Promise<void> {
  const books = await app.container.make(CheckBooks)
  for (const { id: realmId } of realms) {
    const findings = await books.run({ realmId })
    if (findings.length > 0) throw new Error(JSON.stringify(findings))
  }
}
