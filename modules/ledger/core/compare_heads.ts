/** The newest place of a realm's journal. `seq` counts entries; `committedAt` as the database writes it. */
export interface ComparedHead {
  realmId: string
  seq: bigint
  hash: string
  committedAt: string
}

/** What a restored copy of the books lacks of the live ones. */
export interface HeadComparison {
  /** Entries that are not in the copy. */
  entriesMissing: bigint
  realmsBehind: number
  /** Seconds between the newest commit of the copy and that of the live books; 0 when nothing is missing. */
  secondsMissing: number
  /** Realms whose copy has another history than the live books, each with what is wrong. */
  strange: { realmId: string; what: string }[]
}

/**
 * @param hashes of the live journal at the places of the copied heads that are behind, by realm;
 *   null where the live journal has no group that ends there
 */
export function compareHeads(
  live: readonly ComparedHead[],
  copy: readonly ComparedHead[],
  hashes: ReadonlyMap<string, string>
): HeadComparison {
  const copied = new Map(copy.map((head) => [head.realmId, head]))
  const known = new Set(live.map(({ realmId }) => realmId))
  const strange = copy
    .filter(({ realmId }) => !known.has(realmId))
    .map(({ realmId }) => ({ realmId, what: 'the live books have no such realm' }))
  let entriesMissing = 0n
  let realmsBehind = 0
  for (const head of live) {
    const { realmId } = head
    const own = copied.get(realmId)
    const seq = own?.seq ?? 0n
    if (seq > head.seq) {
      strange.push({ realmId, what: `it has entry ${seq}, the live books end at ${head.seq}` })
      continue
    }
    const expected = seq === head.seq ? head.hash : hashes.get(realmId)
    if (own !== undefined && seq > 0n && own.hash !== expected) {
      strange.push({ realmId, what: `at entry ${seq} its hash is not that of the live books` })
    }
    if (seq < head.seq) {
      entriesMissing += head.seq - seq
      realmsBehind++
    }
  }
  return {
    entriesMissing,
    realmsBehind,
    secondsMissing: entriesMissing === 0n ? 0 : secondsBetween(newest(copy), newest(live)),
    strange,
  }
}

function newest(heads: readonly ComparedHead[]): string | null {
  return heads.reduce<string | null>((last, { committedAt }) => {
    return last === null || committedAt > last ? committedAt : last
  }, null)
}

function secondsBetween(from: string | null, to: string | null): number {
  if (from === null || to === null) return 0
  const at = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`)
  return Math.max(0, (at(to) - at(from)) / 1000)
}
