import { test } from '@japa/runner'
import { rfc3339ToMicros } from '#app/clock/timestamp'
import { readRule, type Rule } from '#modules/schedules/core/rule'
import { timesAfter } from '#modules/schedules/core/times'
import { momentOf, wallOf } from '#modules/schedules/core/wall_clock'

const wall = (text: string) => Date.parse(`${text}Z`)
const shown = (ms: number) => new Date(ms).toISOString().slice(0, 16)

function ruled(text: string): Rule {
  const rule = readRule(text)
  if ('problem' in rule) throw new Error(rule.problem)
  return rule
}

/** The next times of a rule, as UTC texts without seconds. */
function times(
  text: string,
  terms: { from: string; zone?: string; after?: string; most?: number }
) {
  const { from, zone: timeZone = 'UTC', after = '2020-01-01T00:00:00Z', most = 4 } = terms
  const timing = { rule: ruled(text), timeZone, anchor: wall(from) }
  return timesAfter(timing, rfc3339ToMicros(after)!, most).map(({ at }) => shown(at / 1000))
}

const NEW_YORK = 'America/New_York'
/** The dearest rule below takes as long as the days that it is measured by. */
const MOST_TIMES_OF_DAYS = 10

test.group('schedules | times', () => {
  test('{title}')
    .with([
      {
        title: 'the hour that clocks skip in spring runs an hour later, and is not left out',
        rule: 'FREQ=DAILY',
        terms: { from: '2026-03-07T02:30', zone: NEW_YORK },
        are: ['2026-03-07T07:30', '2026-03-08T07:30', '2026-03-09T06:30', '2026-03-10T06:30'],
      },
      {
        title: 'the hour that clocks show twice in autumn runs once, the first time',
        rule: 'FREQ=DAILY',
        terms: { from: '2026-10-31T01:30', zone: NEW_YORK },
        are: ['2026-10-31T05:30', '2026-11-01T05:30', '2026-11-02T06:30', '2026-11-03T06:30'],
      },
      {
        title: 'a rule by the day whose times are years apart goes on after each of them',
        rule: 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29',
        terms: { from: '2028-02-29T09:00', after: '2028-02-29T08:59:59Z', most: 2 },
        are: ['2028-02-29T09:00', '2032-02-29T09:00'],
      },
      {
        title: 'also when that day has to be a Friday',
        rule: 'FREQ=DAILY;BYMONTH=8;BYMONTHDAY=13;BYDAY=FR',
        terms: { from: '2027-08-13T09:00', after: '2027-08-13T08:59:59Z', most: 3 },
        are: ['2027-08-13T09:00', '2032-08-13T09:00', '2038-08-13T09:00'],
      },
      {
        title: 'an hourly rule runs no moment twice in spring',
        rule: 'FREQ=HOURLY',
        terms: { from: '2026-03-08T00:30', zone: NEW_YORK },
        are: ['2026-03-08T05:30', '2026-03-08T06:30', '2026-03-08T07:30', '2026-03-08T08:30'],
      },
      {
        title: 'clocks that are turned by half an hour are followed',
        rule: 'FREQ=DAILY',
        terms: { from: '2026-10-03T02:15', zone: 'Australia/Lord_Howe', most: 3 },
        are: ['2026-10-02T15:45', '2026-10-03T15:45', '2026-10-04T15:15'],
      },
      {
        title: 'nine in the morning stays nine in the morning',
        rule: 'FREQ=MONTHLY;BYMONTHDAY=1',
        terms: { from: '2026-03-01T09:00', zone: 'Europe/Berlin', most: 2 },
        are: ['2026-03-01T08:00', '2026-04-01T07:00'],
      },
      {
        title: 'a month without a 31st is left out, as the RFC has it',
        rule: 'FREQ=MONTHLY',
        terms: { from: '2026-01-31T09:00' },
        are: ['2026-01-31T09:00', '2026-03-31T09:00', '2026-05-31T09:00', '2026-07-31T09:00'],
      },
      {
        title: 'the last working day of a month',
        rule: 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
        terms: { from: '2026-01-01T17:00', most: 3 },
        are: ['2026-01-30T17:00', '2026-02-27T17:00', '2026-03-31T17:00'],
      },
      {
        title: 'every second week keeps its rhythm, whenever it is asked',
        rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO',
        terms: { from: '2026-01-05T09:00', after: '2031-06-01T00:00:00Z', most: 2 },
        are: ['2031-06-02T09:00', '2031-06-16T09:00'],
      },
      {
        title: '29 February comes in leap years',
        rule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29',
        terms: { from: '2026-01-01T09:00', most: 2 },
        are: ['2028-02-29T09:00', '2032-02-29T09:00'],
      },
      {
        title: 'a last moment in UTC ends it',
        rule: 'FREQ=DAILY;UNTIL=20260103T090000Z',
        terms: { from: '2026-01-02T09:00' },
        are: ['2026-01-02T09:00', '2026-01-03T09:00'],
      },
      {
        title: 'a last day counts as a whole, on the clocks of the zone',
        rule: 'FREQ=DAILY;UNTIL=20260103',
        terms: { from: '2026-01-02T23:00', zone: NEW_YORK },
        are: ['2026-01-03T04:00', '2026-01-04T04:00'],
      },
      {
        title: 'small letters and the name of the property are taken',
        rule: 'rrule:freq=daily;interval=2',
        terms: { from: '2026-01-02T09:00', most: 2 },
        are: ['2026-01-02T09:00', '2026-01-04T09:00'],
      },
    ])
    .run(({ assert }, { rule, terms, are }) => {
      assert.deepEqual(times(rule, terms), are)
    })

  test('every hour of every day has a moment the clocks show, or was skipped', ({ assert }) => {
    for (const zone of [NEW_YORK, 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu']) {
      let skipped = 0
      let last = 0
      for (let at = wall('2026-01-01T00:30'); at < wall('2027-01-01T00:30'); at += 3_600_000) {
        const moment = momentOf(at, zone)
        if (wallOf(moment, zone) !== at) skipped++
        assert.isAtLeast(moment, last, `${zone} ${shown(at)}`)
        last = moment
      }
      assert.equal(
        skipped,
        zone === 'Asia/Kathmandu' || zone === 'Australia/Lord_Howe' ? 0 : 1,
        zone
      )
    }
  })

  test('a rule that never comes is found out, with little more work than one that comes', ({
    assert,
  }) => {
    const most = MOST_TIMES_OF_DAYS * workedMsOfDays()
    const never = [
      'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
      'FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30',
      'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;BYHOUR=1,2,3;BYMINUTE=1,2,3,4',
      'FREQ=DAILY;INTERVAL=7;BYDAY=TU',
      `FREQ=YEARLY;BYMONTH=8;BYYEARDAY=${[...Array(60).keys()].map((day) => day + 300).join()}`,
    ]
    for (const rule of never) {
      const before = process.cpuUsage()
      assert.deepEqual(times(rule, { from: '2026-01-01T09:00' }), [], rule)
      assert.isBelow(workedMs(before), most, rule)
    }
  })

  test('the widest rules that are taken are walked with little more work', ({ assert }) => {
    const most = MOST_TIMES_OF_DAYS * workedMsOfDays()
    const hours = [...Array(24).keys()].join(',')
    const wide = [
      `FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=${hours};BYMINUTE=1,2,3,4`,
      `FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=${hours};BYMINUTE=1,2,3,4;BYSETPOS=366`,
      'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29',
    ]
    for (const rule of wide) {
      const before = process.cpuUsage()
      times(rule, { from: '2026-01-01T09:00', most: 100 })
      assert.isBelow(workedMs(before), most, rule)
    }
  })
})

/** What 1,000 days of the plainest rule cost here: by it a rule is measured, and not by a clock. */
function workedMsOfDays(): number {
  const before = process.cpuUsage()
  times('FREQ=DAILY', { from: '2026-01-01T09:00', most: 1000 })
  return workedMs(before)
}

/** Processor time since then: on a busy machine the clock also counts how long others were at work. */
function workedMs(before: NodeJS.CpuUsage): number {
  return process.cpuUsage(before).user / 1000
}

test.group('schedules | rules', () => {
  test('{rule} is refused: {says}')
    .with([
      { rule: '', says: /parts NAME=value/ },
      { rule: 'hello', says: /parts NAME=value/ },
      { rule: 'FREQ=DAILY;', says: /parts NAME=value/ },
      { rule: 'FREQ=DAILY;X=1=2', says: /parts NAME=value/ },
      { rule: 'INTERVAL=2', says: /must name a frequency/ },
      { rule: 'FREQ=SECONDLY', says: /FREQ must be one of HOURLY, DAILY/ },
      { rule: 'FREQ=MINUTELY', says: /FREQ must be one of/ },
      { rule: 'FREQ=DAILY;FREQ=HOURLY', says: /names FREQ twice/ },
      { rule: 'FREQ=DAILY;BYSECOND=1', says: /not taken: BYSECOND/ },
      { rule: 'FREQ=DAILY;RSCALE=HEBREW', says: /not taken: RSCALE/ },
      { rule: 'FREQ=DAILY\nDTSTART:20200101T000000Z', says: /FREQ must be one of/ },
      { rule: 'FREQ=DAILY;CONSTRUCTOR=1', says: /not taken/ },
      { rule: 'FREQ=DAILY;INTERVAL=0', says: /INTERVAL must be a whole number from 1/ },
      { rule: 'FREQ=DAILY;INTERVAL=1e3', says: /INTERVAL/ },
      { rule: 'FREQ=DAILY;INTERVAL=999999999', says: /INTERVAL/ },
      { rule: 'FREQ=DAILY;COUNT=0', says: /COUNT/ },
      { rule: 'FREQ=DAILY;COUNT=2;UNTIL=20270101', says: /both COUNT and UNTIL/ },
      { rule: 'FREQ=DAILY;UNTIL=20270230', says: /UNTIL must be a date/ },
      { rule: 'FREQ=MONTHLY;BYMONTHDAY=32', says: /BYMONTHDAY must be a whole number/ },
      { rule: 'FREQ=MONTHLY;BYMONTHDAY=0', says: /BYMONTHDAY/ },
      { rule: 'FREQ=WEEKLY;BYMONTHDAY=1', says: /BYMONTHDAY is for/ },
      { rule: 'FREQ=WEEKLY;BYDAY=1MO', says: /numbers are for MONTHLY and YEARLY/ },
      { rule: 'FREQ=MONTHLY;BYDAY=XX', says: /XX is none/ },
      { rule: 'FREQ=DAILY;BYWEEKNO=1', says: /BYWEEKNO is for YEARLY only/ },
      { rule: 'FREQ=DAILY;BYHOUR=24', says: /BYHOUR/ },
      { rule: 'FREQ=HOURLY;BYMINUTE=0,5,10,15,20', says: /BYMINUTE must name 4 minutes/ },
      { rule: 'FREQ=MONTHLY;BYSETPOS=1', says: /BYSETPOS needs another BY part/ },
      { rule: 'FREQ=WEEKLY;BYDAY=MO;BYSETPOS=9', says: /BYSETPOS must be within the 1 times/ },
      { rule: 'FREQ=DAILY;BYHOUR=9,17;BYMINUTE=0,30;BYSETPOS=-5', says: /within the 4 times/ },
      { rule: `FREQ=DAILY;BYHOUR=${'1,'.repeat(300)}1`, says: /must not be longer than 512/ },
    ])
    .run(({ assert }, { rule, says }) => {
      const read = readRule(rule)
      assert.match('problem' in read ? read.problem : 'It was taken.', says)
    })
})
