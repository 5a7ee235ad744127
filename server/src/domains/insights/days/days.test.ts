import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { type DeskAgent, deskBench } from '../../../testing/desk-bench.ts'
import { splitWindow } from './window.ts'

const bench = await deskBench()
const { world, work } = bench
const hour = 3_600_000
const day = 24 * hour

const midnight = (daysAgo = 0) => new Date(Math.floor(world.now().getTime() / day) * day - daysAgo * day)

async function computedDays(agent: DeskAgent): Promise<number> {
  const { rows } = await bench.server.database.pool.query(
    `select count(*)::int as days from insight_days join agents using (agent_key)
      where id = $1 and computed_at is not null`,
    [agent.api.id],
  )
  return rows[0].days
}

async function read(agent: DeskAgent, path: string, window: { start: Date; end: Date }): Promise<ReplyBody[]> {
  const query = `start=${window.start.toISOString()}&end=${window.end.toISOString()}`
  const { data } = assertStatus(await agent.api.get(`/insights/${path}${path.includes('?') ? '&' : '?'}${query}`), 200)
  return data
}

const paths = [
  ...['unanswered?state=open', 'unanswered?limit=1', 'topics'],
  ...['day', 'channel', 'playbook', 'version'].map((groupBy) => `outcomes?groupBy=${groupBy}`),
]
const readAll = (agent: DeskAgent, window: { start: Date; end: Date }) =>
  Promise.all(paths.map((path) => read(agent, path, window)))

const texts = ['When are you open?', 'Do you sell marine paint?', 'Can I bring my dog?', 'I want to talk to a human']

/** People on both channels over four days: some ask the same thing, some for a human, and one on two days. */
async function talkForFourDays(agent: DeskAgent) {
  const people = []
  for (let n = 0; n < 4; n++) {
    for (const [at, channel] of (['rcs', 'sms', 'rcs'] as const).entries()) {
      const person = agent.createPerson(channel)
      for (const text of texts.slice(0, 1 + ((n + at) % 4))) {
        world.advance(60_000)
        await person.sendText(text)
      }
      people.push(person)
      world.advance(5 * hour)
    }
    await people[0]?.sendText(texts[1] as string)
    world.advance(9 * hour)
  }
  await work()
  return people
}

test('pages of computed days show what the questions and sessions themselves say', async () => {
  const agent = await bench.desk()
  await talkForFourDays(agent)
  const windows = [
    { start: midnight(6), end: midnight(-1) },
    { start: midnight(3), end: midnight(1) },
    { start: new Date(midnight(3).getTime() + 7 * hour), end: new Date(midnight(1).getTime() + 3 * hour) },
    { start: new Date(midnight(2).getTime() + hour), end: new Date(midnight(2).getTime() + 2 * hour) },
  ]
  world.advance(30 * hour)
  await work()
  assert.ok((await computedDays(agent)) >= 4)
  const computed = await Promise.all(windows.map((window) => readAll(agent, window)))
  assert.ok(computed[0]?.every((rows) => rows.length > 0))
  await bench.server.database.pool.query('update insight_days set computed_at = null')
  assert.deepEqual(await Promise.all(windows.map((window) => readAll(agent, window))), computed)
})

test('a topic counts in the day in which its session began, with the sessions that are listed for it', async () => {
  const agent = await bench.desk()
  const person = agent.createPerson('rcs')
  world.advance(midnight(-1).getTime() - world.now().getTime() - 60_000)
  await person.sendText(texts[0] as string)
  world.advance(120_000)
  await person.sendText(texts[1] as string)
  await work()
  const [before, after] = [
    { start: midnight(1), end: midnight() },
    { start: midnight(), end: midnight(-1) },
  ] as const
  const topics = await read(agent, 'topics', before)
  assert.deepEqual(topics.map(({ label }) => label).sort(), texts.slice(0, 2).sort())
  for (const { id, sessions } of topics) {
    assert.equal((await read(agent, `sessions?topicId=${id}`, before)).length, sessions)
    assert.deepEqual(await read(agent, `sessions?topicId=${id}`, after), [])
  }
  assert.deepEqual(await read(agent, 'topics', after), [])
})

test('what changes in a computed day is shown at once: an erasure, a hand-over, a late turn', async () => {
  const agent = await bench.desk()
  const people = await talkForFourDays(agent)
  const window = { start: midnight(6), end: midnight(-2) }
  world.advance(30 * hour)
  await work()
  const days = await computedDays(agent)
  const sessions = async () => {
    const rows = await read(agent, 'outcomes?groupBy=channel', window)
    const sum = (key: string) => rows.reduce((total, row) => total + row[key], 0)
    return [sum('sessions'), sum('handedOver')]
  }
  const [count = 0, handedOver = 0] = await sessions()
  const [first, second] = [await people[1]?.person(), people[3]]
  assertStatus(await agent.api.del(`/people/${first?.id}`), 204)
  assert.ok((await computedDays(agent)) < days)
  assert.deepEqual(await sessions(), [count - 1, handedOver])
  await (await agent.worker()).move(second?.userId() as string, '_take')
  assert.deepEqual(await sessions(), [count - 1, handedOver + 1])
})

test('a window is split into computed days and the rest', () => {
  const at = (text: string) => new Date(`2026-03-${text}Z`)
  const [start, end] = [at('01T12:00'), at('05T06:00')]
  const split = (days: string[]) =>
    splitWindow(
      { start, end },
      days.map((one) => at(`${one}T00:00`)),
    )
  assert.deepEqual(split([]), { days: [], rest: { starts: [start], ends: [end] } })
  assert.deepEqual(split(['01', '02', '04', '05']), {
    days: [at('02T00:00'), at('04T00:00')],
    rest: { starts: [start, at('03T00:00'), at('05T00:00')], ends: [at('02T00:00'), at('04T00:00'), end] },
  })
  assert.deepEqual(splitWindow({ start: at('02T00:00'), end: at('03T00:00') }, [at('02T00:00')]).rest.starts, [])
})
