import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { createRulesBench } from '../../../testing/rules-bench.ts'
import type { RuleRow } from '../rules/queries.ts'
import { recheckRuleRows } from '../rules/recheck-rows.ts'
import { evaluateRuleRows } from '../rules/worker.ts'
import { drawGeneration, lockRuleRows } from './queries.ts'

/** Rows that are evaluated together get the decisions that each gets alone, and wait as their own work lets them wait. */

const bench = await createRulesBench()
const { world, db, pool, due, server } = bench
const { definitions } = server.services.agents
const deps = { db, world, definitions, channels: server.services.channels }
const hour = 3_600_000
const statusChanged = 'person.statusChanged'

const agent = await bench.createAgentWithPhone()
const { api, key } = agent

const hoursFromNow = (from: number, to: number) => ({
  startHour: (world.now().getUTCHours() + from) % 24,
  endHour: (world.now().getUTCHours() + to) % 24,
  timeZone: 'UTC',
})
const setHours = async (body: object) => assertStatus(await api.put('/settings/sending', body), 200)

/** Rules of every sort: delays, windows, switches, missing inputs, other channels, the frequency cap, dates. */
async function createRules(): Promise<void> {
  const outreaches: ReplyBody[] = [
    { id: 'needy', openerTemplateId: 'needy' },
    { id: 'news', class: 'marketing' },
    { id: 'texts', channels: ['sms', 'rcs'] },
    { id: 'off' },
    { id: 'whatsapp', channels: ['messengerA', 'rcs'] },
  ]
  for (const fields of outreaches)
    assertStatus(await api.post('/outreach', { name: fields.id, openerTemplateId: 'plain', ...fields }), 201)
  const rules: ReplyBody[] = [
    {},
    { delayMinutes: 60 },
    { sendWindow: hoursFromNow(3, 5) },
    { ignoreSafeHours: true },
    { outreachId: 'needy' },
    { outreachId: 'news', delayMinutes: 1 },
    { outreachId: 'texts' },
    { outreachId: 'off' },
    { outreachId: 'whatsapp' },
    { trigger: { event: 'person.dateReached', date: { field: 'renewal', offsetDays: 0, hour: 9 } } },
  ]
  for (const rule of rules) await agent.rule(rule.trigger?.event ?? statusChanged, rule)
  await agent.rule(statusChanged, { enabled: false })
  assertStatus(await api.patch('/outreach/off', { enabled: false }), 200)
}

/** People of every sort: consent, identities, STOP, a conversation, earlier sends, inputs. */
async function createPeople(): Promise<string[]> {
  const wrote = async (...texts: string[]) => {
    const phone = agent.phone('rcs')
    for (const text of texts) await phone.sendText(text)
    await bench.work()
    const { data } = assertStatus(await api.get(`/people?q=${phone.address.slice(1)}`), 200)
    assertStatus(await api.put(`/people/${data[0].id}/consent`, { status: 'granted' }), 200)
    return data[0].id as string
  }
  const texts = await agent.person({}, { rcs: false })
  assertStatus(await api.post(`/people/${texts}/identities`, { channel: 'sms', address: '+12025550111' }), 201)
  const people = [
    await agent.person({ customFields: { plan: 'gold' } }),
    await agent.person(),
    await agent.person({}, { consent: 'denied' }),
    await agent.person({}, { consent: 'unknown' }),
    await agent.person({}, { rcs: false }),
    texts,
    await wrote('Hello'),
    await wrote('Hello', 'STOP'),
  ]
  const [contacted, sent] = [await agent.person(), await agent.person()]
  const insert = `
    insert into sends (agent_key, id, outreach_id, class, origin, person_id, asid, channel, queued_at, sent_at, state)
    select $1, 'snd_' || $2 || outreach_id, outreach_id, class, origin, $2, 'usr', 'rcs', $3, $3, 'sent'
      from unnest($4::text[], $5::text[], $6::text[]) as s (outreach_id, class, origin)`
  const at = new Date(world.now().getTime() - hour)
  await pool.query(insert, [key.key, contacted, at, ['news'], ['marketing'], ['named']])
  await pool.query(insert, [key.key, sent, at, ['o1', 'texts'], ['service', 'service'], ['automated', 'automated']])
  return [...people, contacted, sent, 'per_nobody']
}

assertStatus(
  await api.put('/people-fields', {
    fields: [
      { key: 'plan', type: 'string' },
      { key: 'renewal', type: 'date' },
    ],
  }),
  200,
)
await createRules()
const people = await createPeople()

/** Every person waits for every rule, and for one that was deleted. */
async function createRows(now = world.now()): Promise<RuleRow[]> {
  const { data: rules } = assertStatus(await api.get('/automated-outreach'), 200)
  const ruleIds = [...rules.map(({ id }: ReplyBody) => id), 'deleted']
  await pool.query('delete from automated_rows where agent_key = $1', [key.key])
  const since = new Date(now.getTime() - 2 * 60_000)
  await pool.query(
    `insert into automated_rows (agent_key, rule_id, person_id, outreach_id, triggered_at, planned_at, due_at, attempts)
     select $1, rule, person, 'o1', $4, $5, $5, 1 from unnest($2::text[]) as rule cross join unnest($3::text[]) as person`,
    [key.key, ruleIds, people, since, new Date(now.getTime() + 10 * hour)],
  )
  return readRows()
}
const readRows = async (): Promise<RuleRow[]> =>
  (await db.selectFrom('automated_rows').selectAll().where('agent_key', '=', key.key).orderBy('rule_id').orderBy('person_id').execute()) // biome-ignore format: one expression

const settings: [title: string, body: () => object][] = [
  ['always', () => ({})],
  ['outside safe hours', () => ({ safeHours: hoursFromNow(6, 7) })],
  ['without a frequency cap', () => ({ minTouchIntervalHours: 0 })],
]

for (const [title, body] of settings) {
  test(`rows that are evaluated together are decided as each alone: ${title}`, async () => {
    await setHours(body())
    const rows = await createRows()
    const together = await evaluateRuleRows(db, key, rows, deps)
    const alone = []
    for (const row of rows) alone.push(...(await evaluateRuleRows(db, key, [row], deps)))
    assert.deepEqual(together, alone)
    const outcomes = new Set(together.map((one) => [one.kind, 'reason' in one ? one.reason : ''].join(' ').trim()))
    assert.ok(outcomes.size >= (title === 'outside safe hours' ? 8 : 9), [...outcomes].join(', '))
  })

  test(`a recheck writes the rows as their own work does: ${title}`, async () => {
    await pool.query('delete from automated_rows where agent_key = $1', [key.key])
    await setHours(body())
    await due()
    const now = world.now()
    const rows = await createRows(now)
    const decisions = await evaluateRuleRows(db, key, rows, deps)
    const isSent = (index: number) => decisions[index]?.kind === 'send'
    const { due: made, isMore } = await recheck(1_000)
    const sending = rows.filter((_, index) => isSent(index))
    assert.deepEqual([made, isMore], [sending.length, false])
    const batched = await readRows()
    for (const [index, row] of batched.entries()) {
      const { recheck_generation, ...now } = row
      const { recheck_generation: _, ...before } = rows[index] as RuleRow
      if (isSent(index)) assert.deepEqual(now, { ...before, due_at: world.now() })
      else assert.ok(row.due_at === null || row.due_at > world.now())
      assert.ok(recheck_generation > 0)
    }
    await createRows(now)
    const others = rows.filter((_, index) => !isSent(index))
    await pool.query(
      `update automated_rows set due_at = $1
        where (rule_id, person_id) in (select * from unnest($2::text[], $3::text[]))`,
      [world.now(), others.map(({ rule_id }) => rule_id), others.map(({ person_id }) => person_id)],
    )
    await due()
    const worked = await readRows()
    const essentials = ({ recheck_generation: _, ...row }: RuleRow) => row
    const unsent = (some: RuleRow[]) => some.filter((_, index) => !isSent(index)).map(essentials)
    assert.deepEqual(unsent(batched), unsent(worked))
  })
}

async function recheck(mostDue: number) {
  const generation = await drawGeneration(db)
  const since = new Date(world.now().getTime() + 1_000)
  const lockRows = (tx: typeof db, most: number) => lockRuleRows(tx, key, { personId: '', since, generation }, most)
  return recheckRuleRows(key, { generation, mostDue, lockRows }, deps)
}

test('of the rows that are to be sent, only so many become due at once; the others go on waiting', async () => {
  await pool.query('delete from automated_rows where agent_key = $1', [key.key])
  await setHours({})
  await due()
  await createRows()
  const insert = `
    insert into automated_rows (agent_key, rule_id, person_id, outreach_id, triggered_at, planned_at, due_at)
    select agent_key, rule_id || n, person_id, outreach_id, triggered_at, planned_at, due_at
      from automated_rows, generate_series(1, 3) as n where agent_key = $1`
  await pool.query(insert, [key.key])
  const readDue = async () => (await readRows()).filter(({ due_at }) => due_at && due_at <= world.now()).length
  const first = await recheck(5)
  assert.deepEqual([first, await readDue()], [{ due: 5, isMore: true }, 5])
  const second = await recheck(1_000)
  assert.equal(second.isMore, false)
  assert.equal(await readDue(), second.due)
})
