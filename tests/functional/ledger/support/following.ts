import { GROUP, type About } from './watched_lane.ts'

/** What follows each other in groups of its own: of the last two the last one finds nothing to take. */
const FOLLOWING: [kind: About['kind'], of: string, amount: string][] = [
  ['hold', '', '2.00'],
  ['capture', '0', '1.00'],
  ['extend', '0', '1.00'],
  ['capture', '0', '1.00'],
  ['capture', '0', '1.00'],
  ['hold', '', '0.50'],
  ['release', '5', '0.50'],
  ['posting', '', '1.00'],
  ['reverse posting', '7', '0.40'],
  ['waterfall', '', '0.60'],
  ['reverse posting', '9', '0.55'],
  ['reverse', '1', '0.30'],
  ['brief hold', '', '0.50'],
  ['capture', '12', '0.50'],
  ['expire', '12', '0.50'],
  ['expire', '0', '0.50'],
]

export const following = FOLLOWING.flatMap(([kind, of, amount], at) => {
  const asked: About = { kind, of: `f${of}`, from: 3, to: 4, amount, path: `f${at}` }
  const others = Array.from({ length: GROUP - 1 }, (_, other) => {
    return { from: 1, to: 2, amount: '0.06', path: `f${at}-${other}` }
  })
  return [asked, ...others]
})
