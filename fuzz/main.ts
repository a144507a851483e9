import { parseArgs } from 'node:util'
import { ServiceProcesses } from '../bench/service_processes.ts'
import { campaign } from './campaign.ts'

/** `npm run fuzz -- [--seconds 120] [--seed N] [part of an operation's name …]` */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '120' }, seed: { type: 'string' } },
})
const seconds = Number(values.seconds)
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e6))
if (!(seconds > 0) || !Number.isSafeInteger(seed)) {
  throw new Error('--seconds takes a positive number, --seed a whole number')
}

const service = await ServiceProcesses.start()
try {
  console.log(`Fuzzing for ${seconds} s with --seed ${seed}`)
  const only = positionals.length > 0 ? positionals : undefined
  const report = await campaign({ baseUrl: service.baseUrl, seed, seconds, only })
  const { cases, statuses, neverSucceeded, findings } = report
  for (const [name, answer] of Object.entries(neverSucceeded)) {
    console.log(`never succeeded: ${name}: ${answer}`)
  }
  for (const { number, problem, curl, answer } of findings) {
    console.log(`\n${number}. ${problem}\n   ${curl}\n   ${answer}`)
  }
  console.log(`\n${cases} cases, answers ${JSON.stringify(statuses)}, ${findings.length} findings`)
  process.exitCode = findings.length === 0 ? 0 : 1
} finally {
  service.stop()
}
