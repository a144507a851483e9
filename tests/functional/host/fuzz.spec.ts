import { test } from '@japa/runner'
import { PROVED } from '#tests/support/proofs'
import { campaign } from '../../../fuzz/campaign.ts'

/**
 * This much belongs to every run of the suite: so many questions to each operation, and not so many
 * seconds, which ask more on a machine that has nothing else to do. `npm run fuzz -- --seconds 600` is
 * the long form, which the hosted run does every night.
 */
const ROUNDS = Number(process.env.FUZZ_ROUNDS ?? 6)
/** The same in every run: what it finds, it finds again. `npm run fuzz` takes a new one each time. */
const SEED = Number(process.env.FUZZ_SEED ?? 14)

test.group('host | fuzz', () => {
  test('no request makes it fail, hide a mistake or break its document', async ({ assert }) => {
    const baseUrl = `http://${process.env.HOST}:${process.env.PORT}`
    const report = await campaign({ baseUrl, seed: SEED, rounds: ROUNDS })
    const told = report.findings.map(
      ({ number, problem, curl, answer }) => `${number}. ${problem}\n${curl}\n${answer}`
    )
    console.log(`${report.cases} questions to ${report.operations} operations`)
    assert.isEmpty(told, `Seed ${SEED}:\n${told.join('\n\n')}`)
    // Every operation had its turn, and good requests were among them.
    assert.equal(report.asked.size, report.operations)
    const named = Object.values(PROVED).flatMap(({ fuzzed = [] }) => fuzzed)
    const asked = [...report.asked].map((name) => name.replace('/api/v1', ''))
    assert.includeMembers(asked, named, 'what docs/promises.md says that the fuzzer asks')
    assert.isAbove(report.statuses['200'] ?? 0, report.operations / 10)
  })
})
