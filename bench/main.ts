import { Bench } from './bench.ts'
import { WANTED } from './flags.ts'
import { describeMachine } from './machine.ts'
import { heading } from './report.ts'
import { access } from './sections/access.ts'
import { bulk } from './sections/bulk.ts'
import { cost } from './sections/cost.ts'
import { histories } from './sections/histories.ts'
import { hostile } from './sections/hostile.ts'
import { hot } from './sections/hot.ts'
import { keys } from './sections/keys.ts'
import { liabilities } from './sections/liabilities.ts'
import { memory } from './sections/memory.ts'
import { poster } from './sections/poster.ts'
import { primitives } from './sections/primitives.ts'
import { push } from './sections/push.ts'
import { reads } from './sections/reads.ts'
import { reconciliations } from './sections/reconciliations.ts'
import { servers } from './sections/servers.ts'
import { settlement } from './sections/settlement.ts'
import { sheet } from './sections/sheet.ts'
import { streams } from './sections/streams.ts'
import { transfers } from './sections/transfers.ts'
import { venue } from './sections/venue.ts'
import { webhooks } from './sections/webhooks.ts'

const SECTIONS: Record<string, { title: string; run: (bench: Bench) => Promise<void> }> = {
  transfers: { title: 'Transfers over HTTP', run: transfers },
  servers: { title: 'Several servers behind one port', run: servers },
  access: { title: 'What access costs a transfer', run: access },
  poster: { title: 'The poster without HTTP', run: poster },
  bulk: { title: 'Bulk transfers over HTTP', run: bulk },
  cost: { title: 'Processor time of a bulk transfer', run: cost },
  primitives: { title: 'Holds, captures, reversals and splits beside transfers', run: primitives },
  settlement: { title: 'Transfers across boundaries, settled on the chain', run: settlement },
  keys: { title: 'Settlements of live realms with several keys', run: keys },
  sheet: { title: 'The balance sheet of many boundaries', run: sheet },
  reads: { title: 'Reads while the history grows', run: reads },
  hot: { title: 'What pages ask again and again', run: hot },
  histories: { title: 'Value over time', run: histories },
  liabilities: { title: 'Proofs of liabilities', run: liabilities },
  venue: { title: 'The venue: a tick of one realm, orders over HTTP', run: venue },
  push: { title: 'Transfers while 1,000 watches follow them', run: push },
  streams: { title: '10,000 connections with a watch each', run: streams },
  webhooks: { title: '10,000 events to 50 webhooks, five of them dead', run: webhooks },
  reconciliations: { title: 'Files of banks, compared with the books', run: reconciliations },
  hostile: { title: 'Everybody else while strangers attack', run: hostile },
  memory: { title: 'Memory of the server under load', run: memory },
}
/** Ten minutes of load, attacks, and what helps to find where time goes, are for whoever asks for them. */
const BY_DEFAULT = [
  'transfers',
  'access',
  'poster',
  'bulk',
  'settlement',
  'reads',
  'hot',
  'histories',
  'venue',
  'push',
]

const unknown = WANTED.find((name) => !(name in SECTIONS))
if (unknown !== undefined) {
  throw new Error(`No section "${unknown}"; there are ${Object.keys(SECTIONS).join(', ')}`)
}

const bench = await Bench.start()
try {
  heading('The machine before')
  describeMachine()
  for (const name of WANTED.length > 0 ? WANTED : BY_DEFAULT) {
    const { title, run } = SECTIONS[name]!
    heading(title)
    await bench.client.refresh()
    await run(bench)
    await bench.checkBooks()
  }
  heading('The machine after')
  describeMachine()
} finally {
  bench.stop()
}
