import type { AnyData } from '#tests/support/client'

interface Place {
  holder: AnyData
  key: string | number
}

/** Every value of a structure, with what holds it. */
export function placesOf(value: AnyData): Place[] {
  const places: Place[] = []
  const visit = (holder: AnyData) => {
    for (const key of Array.isArray(holder) ? holder.keys() : Object.keys(holder)) {
      places.push({ holder, key })
      if (typeof holder[key] === 'object' && holder[key] !== null) visit(holder[key])
    }
  }
  visit(value)
  return places
}

export const MUTATIONS = [
  function remove(places: Place[], where: number) {
    const { holder, key } = places[where % places.length]!
    if (Array.isArray(holder)) holder.splice(Number(key), 1)
    else delete holder[key]
  },
  function repeat(places: Place[], where: number) {
    const lists = places.filter(({ holder }) => Array.isArray(holder))
    const { holder, key } = lists[where % lists.length]!
    holder.splice(Number(key), 0, structuredClone(holder[key]))
  },
  function swap(places: Place[], where: number, how: number) {
    const lists = places.filter(({ holder }) => Array.isArray(holder))
    const { holder, key } = lists[where % lists.length]!
    const other = how % holder.length
    ;[holder[key], holder[other]] = [holder[other], holder[key]]
  },
  function edit(places: Place[], where: number, how: number) {
    const { holder, key } = places[where % places.length]!
    const value = holder[key]
    if (typeof value === 'string') {
      const at = how % (value.length + 1)
      holder[key] =
        `${value.slice(0, at)}${String.fromCharCode(33 + (how % 90))}${value.slice(at + 1)}`
    } else if (typeof value === 'number') holder[key] = value + 1 + (how % 5)
    else if (typeof value === 'boolean') holder[key] = !value
    else holder[key] = value === null ? 'x' : null
  },
  function moveBetween(places: Place[], where: number, how: number) {
    const [one, other] = [places[where % places.length]!, places[how % places.length]!]
    one.holder[one.key] = structuredClone(other.holder[other.key])
  },
  function add(places: Place[], where: number) {
    const objects = places.filter(({ holder }) => !Array.isArray(holder))
    objects[where % objects.length]!.holder.extra = 1
  },
]

/** What somebody could make of an export, by what it is. */
export const FORGERIES: Record<string, (forged: AnyData[]) => void> = {
  'an operation removed': (forged) => forged[1].operations.splice(1, 1),
  'the newest page removed': (forged) => {
    forged.pop()
    forged.at(-1)!.nextCursor = null
  },
  'the oldest page removed': (forged) => forged.shift(),
  'a page removed': (forged) => forged.splice(2, 1),
  'two operations swapped': (forged) => forged[1].operations.reverse(),
  'two pages swapped': (forged) => ([forged[1], forged[2]] = [forged[2], forged[1]]),
  'a group removed': (forged) => forged[1].chain.groups.splice(0, 1),
  'the tail of the chain removed': (forged) => forged.at(-1)!.chain.groups.pop(),
  'an amount changed everywhere it is shown': (forged) => {
    const { operations } = forged.find(({ operations: all }) =>
      all.some(({ operation }: AnyData) => operation.type === 'transfer')
    )!
    const { evidence } = operations.find(({ operation }: AnyData) => operation.type === 'transfer')
    const [source, target] = evidence.journal.legs
    ;[source.amount, target.amount] = ['-3.00', '2.95']
  },
  'a leg moved to another account': (forged) => {
    const [leg] = forged[3].operations[0].evidence.journal.legs
    leg.accountId = leg.accountId.replace(/.$/, (last: string) => (last === '0' ? '1' : '0'))
  },
  'an operation renamed': (forged) => {
    forged[1].operations[0].operation.id = 'op_01900000000000000000000000'
  },
  'an authority changed': (forged) => {
    forged[1].operations[0].evidence.journal.entries[0].authority = 'builder:bld_other'
  },
  'a balance changed in the chain': (forged) => {
    const entry = forged
      .flatMap(({ chain }) => chain.groups)
      .flatMap(({ entries }) => entries)
      .find(({ legs }) => legs.length > 0)
    entry.legs[0].balanceAfter = '1000000.000000'
  },
  'a delta removed': (forged) => {
    const { deltas } = forged.flatMap(({ operations }) => operations).at(-1)
    deltas.pop()
  },
  'a failed operation called completed': (forged) => {
    const { operation } = forged.flatMap(({ operations }) => operations).at(-1)
    operation.state = 'failed'
  },
  'the head moved back': (forged) => {
    for (const { chain } of forged) chain.head.seq -= 1
  },
}
