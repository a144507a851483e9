import type { Bench } from '../bench.ts'
import { MINUTES } from '../flags.ts'
import { transferLoad } from '../http_load.ts'
import { print, progress } from '../report.ts'

const SAMPLE_SECONDS = 10
const CONNECTIONS = 64
const MEBIBYTE = 1024 * 1024

/** Resident memory of the server while transfers run, after warm-up against the end. */
export async function memory(bench: Bench) {
  const samples: number[] = []
  const total = Math.ceil((MINUTES * 60) / SAMPLE_SECONDS)
  const show = progress('samples of memory')
  for (let sample = 1; sample <= total; sample++) {
    await transferLoad(bench.client, {
      connections: CONNECTIONS,
      seconds: SAMPLE_SECONDS,
      pick: () => bench.uniformPair(),
    })
    samples.push(await residentBytes(bench))
    show(sample, total)
  }
  const fifth = Math.max(1, Math.floor(total / 5))
  const early = mean(samples.slice(fifth, 2 * fifth))
  const late = mean(samples.slice(-fifth))
  print(`resident after warm-up (minute ${(MINUTES / 5).toFixed(1)} on)`, `${mib(early)} MiB`)
  print('resident at the end', `${mib(late)} MiB`)
  print('end / after warm-up', `${(late / early).toFixed(2)} (budget: no growth)`)
}

async function residentBytes({ client }: Bench): Promise<number> {
  const text = await (await fetch(`${client.baseUrl}/metrics`)).text()
  const found = /^process_resident_memory_bytes (\S+)$/m.exec(text)
  if (!found) throw new Error('The server does not export its memory')
  return Number(found[1])
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

function mib(bytes: number): string {
  return (bytes / MEBIBYTE).toFixed(0)
}
