import app from '@adonisjs/core/services/app'
import { CheckBooks } from '#modules/ledger/services/check_books'
import type { TestRealm } from '#tests/support/client'

/** The promise that a spec breaks which posts by hand and ends by hand what it has posted. */
const OWED = 'pending-operations-are-owed'

/**
 * Fails unless every invariant of the books holds in these realms. Other realms of the database
 * belong to other files, some of which damage theirs on purpose.
 */
export async function booksAreSound(...realms: TestRealm[]): Promise<void> {
  for (const { id } of realms) refuse(await findingsIn(id))
}

/** Like `booksAreSound`, in realms whose pending operations no job is to end. */
export async function handMadeBooksAreSound(...realms: { id: string }[]): Promise<void> {
  for (const { id } of realms) refuse((await findingsIn(id)).filter(({ name }) => name !== OWED))
}

async function findingsIn(realmId: string) {
  const books = await app.container.make(CheckBooks)
  return books.run({ realmId })
}

function refuse(findings: readonly unknown[]) {
  if (findings.length > 0) throw new Error(JSON.stringify(findings))
}
