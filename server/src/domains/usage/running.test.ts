import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { assertStatus, type ReplyBody } from '../../testing/client.ts'
import { createRuntimeBench } from '../../testing/runtime-bench.ts'

/** The current hour is rolled up by the minute, so that reading it costs the same at its end as at its beginning. */

const bench = await createRuntimeBench()
const { world, chore } = bench
const minute = 60_000
const hour = 60 * minute
const zone = 'Asia/Kolkata'
/** Local midnight is at 18:30 UTC: the hour that contains it belongs to the day in which the hour began. */
const half = 30 * minute

type Word = { at: number; asid: string }

async function newAgent() {
  const { api, key } = await bench.agent({}, 'sms')
  assertStatus(await api.client.call('PATCH', `/orgs/${api.orgId}`, { timeZone: zone }), 200)
  return {
    async says({ at, asid }: Word) {
      await bench.pool.query(
        `insert into traffic (agent_key, at, asid, session_id, origin, type, subtype, channel, message_id)
         values ($1, $2, $3, 's', 'user', 'content', 'text', 'sms', 'm')`,
        [key.key, new Date(at), asid],
      )
    },
    async counts(interval: string): Promise<[string, number, number][]> {
      const { data } = assertStatus(await api.get(`/usage?interval=${interval}`), 200)
      return data
        .filter(({ messagesIn }: ReplyBody) => messagesIn > 0)
        .map(({ at, messagesIn, peopleWriting }: ReplyBody) => [at, messagesIn, peopleWriting])
    },
    async rows(): Promise<{ hour: Date; value: number }[]> {
      const storedHours = `select hour, value from usage_hours where agent_key = $1 and measure = 'messagesIn' order by hour`
      return (await bench.pool.query(storedHours, [key.key])).rows
    },
  }
}

const hourOf = (at: number) => Math.floor(at / hour) * hour
/** The start of the local day in which the message's hour begins. */
const dayOf = (at: number) => Math.floor((hourOf(at) + 11 * half) / (24 * hour)) * 24 * hour - 11 * half

function countsOf(words: readonly Word[], startOf: (at: number) => number, personOf: (at: number) => number) {
  const groups = Map.groupBy(words, ({ at }) => startOf(at))
  // A person counts once per day, at their first message.
  const firsts = new Map<string, number>()
  for (const { at, asid } of words)
    if (!firsts.has(`${asid} ${personOf(at)}`)) firsts.set(`${asid} ${personOf(at)}`, at)
  const people = Map.groupBy(firsts.values(), startOf)
  return [...groups].map(([start, those]) => [
    new Date(start).toISOString(),
    those.length,
    people.get(start)?.length ?? 0,
  ])
}

/** By the calendar day itself, whose midnight may fall within an hour. */
const midnightOf = (at: number) => Math.floor((at + 11 * half) / (24 * hour))

const step = fc.record({
  minutes: fc.integer({ min: 0, max: 50 }),
  seconds: fc.integer({ min: 0, max: 59 }),
  says: fc.array(fc.constantFrom('ada', 'ben', 'cleo'), { maxLength: 3 }),
  folds: fc.integer({ min: 0, max: 2 }),
})

test('every message and every active person is counted once, whenever the rollup runs', async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
    const agent = await newAgent()
    const words: Word[] = []
    for (const { minutes, seconds, says, folds } of steps) {
      world.advance(minutes * minute + seconds * 1000)
      for (const asid of says) {
        const word = { at: world.now().getTime(), asid }
        await agent.says(word)
        words.push(word)
      }
      await Promise.all(Array.from({ length: folds }, () => chore('roll-up-usage')))
      assert.deepEqual(await agent.counts('hour'), countsOf(words, hourOf, hourOf))
      assert.deepEqual(await agent.counts('day'), countsOf(words, dayOf, midnightOf))
    }
  })
  await fc.assert(property, { numRuns: 6 })
})

test('minute rollups become an hour rollup when the hour is over, including late data', async () => {
  const agent = await newAgent()
  world.advance(hour - (world.now().getTime() % hour))
  const began = world.now().getTime()
  const says = (minutes: number) => agent.says({ at: began + minutes * minute, asid: 'ada' })
  for (const n of [0, 1, 2]) await says(n)
  world.advance(10 * minute)
  await chore('roll-up-usage')
  const at = (minutes: number) => new Date(began + minutes * minute)
  assert.deepEqual(
    await agent.rows(),
    [0, 1, 2].map((n) => ({ hour: at(n), value: 1 })),
  )
  await says(0)
  await says(8)
  world.advance(minute)
  await chore('roll-up-usage')
  assert.deepEqual((await agent.rows()).map(({ hour: from, value }) => [from, value]), [0, 1, 2, 8].map((n) => [at(n), 1])) // biome-ignore format: one line
  world.advance(hour)
  await chore('roll-up-usage')
  assert.deepEqual(await agent.rows(), [{ hour: at(0), value: 5 }])
})

test('a late rollup adds no minutes to a complete hour', async () => {
  const agent = await newAgent()
  world.advance(hour - (world.now().getTime() % hour) + 8 * minute)
  await agent.says({ at: world.now().getTime(), asid: 'ada' })
  world.advance(2 * minute + hour)
  await chore('roll-up-usage')
  const whole = await agent.rows()
  // Simulates a process that was frozen for an hour.
  world.advance(-hour)
  await chore('roll-up-usage')
  world.advance(hour)
  assert.deepEqual([whole.length, await agent.rows()], [1, whole])
})
