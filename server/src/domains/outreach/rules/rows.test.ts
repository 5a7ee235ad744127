import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { assertProblem, assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { createRulesBench, type RulesAgent } from '../../../testing/rules-bench.ts'
import { lockPerson, stopList } from '../../people/index.ts'
import { recordSendOutcomes, type SendOutcome } from './listener.ts'
import { purgeOldRuleRows, type RuleRowKey } from './queries.ts'

/** The rows of Automated Outreach and their guardrails. */

const bench = await createRulesBench()
const { world, db, due, readQueuedOutreaches } = bench
const minute = 60_000
const hour = 60 * minute
const statusChanged = 'person.statusChanged'

const ended = (agent: RulesAgent, { ruleId, personId, ...end }: RuleRowKey & SendOutcome) =>
  inTransaction(db, (tx) => recordSendOutcomes(tx, agent.key, [{ ruleId, personId }], end))

/** A worker that finds a person leased by another retries later. */
async function dueOnSeveral(): Promise<void> {
  await Promise.all([bench.worker().drain(), bench.worker().drain(), bench.worker().drain()])
  // In each round, one of the competing rows gets the person.
  for (let round = 0; round < 4; round++) {
    world.advance(minute)
    await due()
  }
}

/** Advances to the next full hour, so that windows start where a test expects. */
function toTheHour(): number {
  world.advance(hour - (world.now().getTime() % hour))
  return world.now().getUTCHours()
}

test('a row waits for its delay, then its send is queued, and it ends like the send', async () => {
  const agent = await bench.agent({})
  const rule = await agent.rule(statusChanged, { delayMinutes: 90 })
  const person = await agent.person()
  await agent.updatePerson(person)
  const dueAt = new Date(world.now().getTime() + 90 * minute).toISOString()
  await due()
  assert.deepEqual(await agent.readRows(rule), [{ personId: person, state: 'waiting', dueAt }])
  world.advance(89 * minute)
  await due()
  assert.deepEqual(await readQueuedOutreaches(person), [])
  world.advance(minute)
  await due()
  const [row] = await agent.readRows(rule)
  assert.deepEqual(row, { personId: person, state: 'waiting', dueAt, sendId: row?.sendId })
  const { rows } = await bench.pool.query(
    'select id, outreach_id, class, origin, rule_id, person_id, channel, state from sends where person_id = $1',
    [person],
  )
  const sent = { outreach_id: 'o1', class: 'service', origin: 'automated', channel: 'rcs', state: 'queued' }
  assert.deepEqual(rows, [{ id: row?.sendId, ...sent, rule_id: rule, person_id: person }])
  await ended(agent, { ruleId: rule, personId: person, state: 'sent' })
  assert.equal(await agent.readState(rule, person), 'sent')
})

test('the person gets the opener once on their handset, and the rows record it', async () => {
  const agent = await bench.createAgentWithPhone()
  const [first, second] = [await agent.rule(statusChanged), await agent.rule(statusChanged)]
  const phone = agent.phone('rcs')
  await phone.set({})
  const person = await agent.person({}, { rcs: false })
  const identity = { channel: 'rcs', address: phone.address }
  assertStatus(await agent.api.post(`/people/${person}/identities`, identity), 201)
  await agent.updatePerson(person)
  await bench.work()
  // The second of them may have found the person leased by the first.
  world.advance(minute)
  await bench.work()
  assert.deepEqual(await phone.readTexts(), ['Hello.'])
  const states = [await agent.readState(first, person), await agent.readState(second, person)]
  assert.deepEqual(states.sort(), ['sent', 'skipped already_sent'])
  const { data } = assertStatus(await agent.api.get('/outreach/sends?origin=automated'), 200)
  assert.deepEqual(
    data.map((send: ReplyBody) => [send.personId, send.state, [first, second].includes(send.automatedOutreachId)]),
    [[person, 'sent', true]],
  )
})

test('a trigger changes nothing while a row waits or is sent, and revives a skipped or failed one', async () => {
  const agent = await bench.agent({})
  const rule = await agent.rule(statusChanged, { delayMinutes: 10 })
  const person = await agent.person({}, { consent: 'unknown' })
  const row = async () => (await agent.readRows(rule))[0]
  await agent.updatePerson(person, { status: 'contacted' })
  const first = await row()
  world.advance(5 * minute)
  await agent.updatePerson(person, { status: 'qualified' })
  assert.deepEqual(await row(), first)
  world.advance(5 * minute)
  await due()
  assert.equal(await agent.readState(rule, person), 'skipped no_consent')
  assertStatus(await agent.api.put(`/people/${person}/consent`, { status: 'granted' }), 200)
  for (const [status, state] of [
    ['new', 'failed'],
    ['lost', 'sent'],
  ] as const) {
    await agent.updatePerson(person, { status })
    assert.equal(await agent.readState(rule, person), 'waiting')
    world.advance(10 * minute)
    await due()
    assert.ok((await row())?.sendId)
    await bench.pool.query(`update sends set state = $2 where person_id = $1 and state = 'queued'`, [person, state])
    await ended(agent, { ruleId: rule, personId: person, state, ...(state === 'failed' && { reason: 'no_route' }) })
    assert.equal(await agent.readState(rule, person), state === 'failed' ? 'failed no_route' : 'sent')
  }
  const last = await row()
  await agent.updatePerson(person, { status: 'converted' })
  assert.deepEqual(await row(), last)
  assert.deepEqual(await readQueuedOutreaches(person), ['o1', 'o1'])
})

test('a cancelled or suppressed send fails its row with the reason', async () => {
  const agent = await bench.agent({})
  const rule = await agent.rule(statusChanged)
  for (const [state, reason, expected] of [
    ['cancelled', undefined, 'failed cancelled'],
    ['suppressed', 'not_rcs_capable', 'failed not_rcs_capable'],
  ] as const) {
    const person = await agent.person()
    await agent.updatePerson(person)
    await ended(agent, { ruleId: rule, personId: person, state, reason })
    assert.equal(await agent.readState(rule, person), 'waiting', 'it has no send yet')
    await due()
    await ended(agent, { ruleId: rule, personId: person, state, reason })
    assert.equal(await agent.readState(rule, person), expected)
  }
})

type Skip = { outreach?: object; person?: object; about?: { consent?: string; rcs?: boolean }; prepare?: Prepare }
type Prepare = (agent: RulesAgent, at: { rule: string; person: string }) => Promise<unknown>
const skips: Record<string, Skip> = {
  'no_consent where it is unknown': { about: { consent: 'unknown' } },
  'no_consent where it is denied, whatever else': { about: { consent: 'denied', rcs: false } },
  'no_consent where it is taken back in the meantime': {
    prepare: (agent, { person }) => agent.api.put(`/people/${person}/consent`, { status: 'denied' }),
  },
  opted_out: { prepare: (agent, { person }) => stop(agent, person, 'rcs') },
  'opted_out by a STOP on the sms of the number': { prepare: (agent, { person }) => stop(agent, person, 'sms') },
  no_channel_identity: { about: { rcs: false } },
  missing_inputs: { outreach: { openerTemplateId: 'needy' } },
}

async function stop(agent: RulesAgent, person: string, channel: 'rcs' | 'sms'): Promise<void> {
  const { rows } = await bench.pool.query(
    'select address from identities join people using (person_key) where id = $1',
    [person],
  )
  await inTransaction(db, (tx) => stopList.optOut(tx, agent.key, { channel, address: rows[0].address }, world))
}

for (const [title, { outreach = {}, person: profile, about, prepare }] of Object.entries(skips)) {
  test(`a row is skipped: ${title}`, async () => {
    const agent = await bench.agent(outreach)
    const rule = await agent.rule(statusChanged, { delayMinutes: 1 })
    const person = await agent.person(profile, about)
    await agent.updatePerson(person)
    await prepare?.(agent, { rule, person })
    world.advance(minute)
    await due()
    assert.equal(await agent.readState(rule, person), `skipped ${title.split(' ')[0]}`)
    assert.deepEqual(await readQueuedOutreaches(person), [])
  })
}

test('a row of a deleted rule is skipped', async () => {
  const agent = await bench.agent({})
  const rule = await agent.rule(statusChanged, { delayMinutes: 1 })
  const person = await agent.person()
  await agent.updatePerson(person)
  assertStatus(await agent.api.del(`/automated-outreach/${rule}`), 204)
  world.advance(minute)
  await due()
  const { rows } = await bench.pool.query('select state, reason from automated_rows where person_id = $1', [person])
  assert.deepEqual(rows, [{ state: 'skipped', reason: 'rule_deleted' }])
})

test('an input that is on file does not count as missing', async () => {
  const agent = await bench.agent({ openerTemplateId: 'needy' })
  const rule = await agent.rule(statusChanged)
  const person = await agent.person({ customFields: { plan: 'plus' } })
  await agent.updatePerson(person)
  await due()
  assert.deepEqual([await agent.readState(rule, person), await readQueuedOutreaches(person)], ['waiting', ['o1']])
})

test('safe hours and the window of the rule delay a row until both are open; a rule may ignore safe hours', async () => {
  const agent = await bench.agent({}, {}, {})
  const now = toTheHour()
  const at = (later: number) => (now + later) % 24
  const safeHours = { startHour: at(2), endHour: at(6), timeZone: 'UTC' }
  assertStatus(await agent.api.put('/settings/sending', { safeHours }), 200)
  const sendWindow = { startHour: at(3), endHour: at(5), timeZone: 'UTC' }
  const rules = [
    await agent.rule(statusChanged),
    await agent.rule(statusChanged, { outreachId: 'o2', sendWindow }),
    await agent.rule(statusChanged, { outreachId: 'o3', ignoreSafeHours: true }),
  ]
  const person = await agent.person()
  await agent.updatePerson(person)
  await due()
  const states = () => Promise.all(rules.map((rule) => agent.readState(rule, person)))
  assert.deepEqual(await states(), ['waiting outside_safe_hours', 'waiting outside_send_window', 'waiting'])
  assert.deepEqual(await readQueuedOutreaches(person), ['o3'])
  const [row] = await agent.readRows(rules[0] as string)
  assert.equal(row?.dueAt, new Date(world.now().getTime() + 2 * hour).toISOString())
  for (const queued of [
    ['o3', 'o1'],
    ['o3', 'o1', 'o2'],
  ]) {
    world.advance(queued.length === 2 ? 2 * hour : hour)
    await due()
    assert.deepEqual(await readQueuedOutreaches(person), queued)
  }
  assert.deepEqual(await states(), ['waiting', 'waiting', 'waiting'])
})

test('a conversation in progress delays a row until 30 minutes after the person last wrote', async () => {
  const agent = await bench.createAgentWithPhone()
  const rule = await agent.rule(statusChanged)
  const phone = agent.phone('rcs')
  await phone.sendText('Hello')
  const person = assertStatus(await agent.api.get('/people'), 200).data[0].id
  assertStatus(await agent.api.put(`/people/${person}/consent`, { status: 'granted' }), 200)
  await agent.updatePerson(person)
  await due()
  assert.equal(await agent.readState(rule, person), 'waiting in-conversation')
  world.advance(20 * minute)
  await phone.sendText('Still here')
  world.advance(10 * minute)
  await due()
  assert.deepEqual(
    [await agent.readState(rule, person), await readQueuedOutreaches(person)],
    ['waiting in-conversation', []],
  )
  world.advance(20 * minute)
  await due()
  assert.deepEqual([await agent.readState(rule, person), await readQueuedOutreaches(person)], ['waiting', ['o1']])
})

test('several rules due at once on several workers never send one Outreach to a person twice', async () => {
  const agent = await bench.agent({})
  const rules: string[] = []
  for (let n = 0; n < 4; n++) rules.push(await agent.rule(statusChanged))
  const people = await Promise.all(Array.from({ length: 10 }, () => agent.person()))
  for (const person of people) await agent.updatePerson(person)
  await dueOnSeveral()
  for (const person of people) {
    const states = await Promise.all(rules.map((rule) => agent.readState(rule, person)))
    assert.deepEqual(states.sort(), [...Array(3).fill('skipped already_sent'), 'waiting'])
    assert.deepEqual(await readQueuedOutreaches(person), ['o1'])
  }
})

test('a row whose person is locked does not block, and is evaluated again until they are free', async () => {
  const agent = await bench.agent({})
  const rule = await agent.rule(statusChanged)
  const person = await agent.person()
  await agent.updatePerson(person)
  await inTransaction(db, async (tx) => {
    await lockPerson(tx, agent.key, person)
    for (const seconds of [0, 1, 30, 30]) {
      world.advance(seconds * 1000)
      await due()
      assert.deepEqual([await agent.readState(rule, person), await readQueuedOutreaches(person)], ['waiting', []])
    }
  })
  world.advance(30_000)
  await due()
  assert.deepEqual(await readQueuedOutreaches(person), ['o1'])
})

test('concurrent rows cannot exceed the frequency cap; service Outreaches are exempt', async () => {
  const marketing = { class: 'marketing' }
  const agent = await bench.agent(marketing, marketing, {})
  const rules = await Promise.all(['o1', 'o2', 'o3'].map((outreachId) => agent.rule(statusChanged, { outreachId })))
  const person = await agent.person()
  await agent.updatePerson(person)
  await dueOnSeveral()
  const states = await Promise.all(rules.map((rule) => agent.readState(rule, person)))
  assert.deepEqual(states.toSorted(), ['skipped frequency_capped', 'waiting', 'waiting'])
  assert.equal((await readQueuedOutreaches(person)).length, 2)
})

test('an Outreach is not sent again after its send was purged, nor by another rule', async () => {
  const agent = await bench.agent({})
  const [first, second] = [await agent.rule(statusChanged), await agent.rule('person.fieldChanged')]
  const [sent, skipped] = [await agent.person(), await agent.person({}, { consent: 'denied' })]
  for (const person of [sent, skipped]) await agent.updatePerson(person)
  await due()
  await ended(agent, { ruleId: first, personId: sent, state: 'sent' })
  await bench.pool.query('delete from sends where person_id = $1', [sent])
  await purgeOldRuleRows(db, world.now())
  assert.equal((await agent.readRows(first)).length, 2)
  await purgeOldRuleRows(db, new Date(world.now().getTime() + 1))
  assert.deepEqual([await agent.readState(first, sent), await agent.readState(first, skipped)], ['sent', undefined])
  await agent.updatePerson(sent, { company: 'Example' })
  await due()
  assert.deepEqual(
    [await agent.readState(second, sent), await readQueuedOutreaches(sent)],
    ['skipped already_sent', []],
  )
})

test('merging two people keeps the row that is further along; erasing a person deletes their rows', async () => {
  const agent = await bench.agent({})
  const rule = await agent.rule(statusChanged, { delayMinutes: 60 })
  const state = async (person: string, set: string) =>
    bench.pool.query(`update automated_rows set ${set}, due_at = null where person_id = $1`, [person])
  const cases: [from: string, into: string, stays: string][] = [
    [`state = 'sent'`, `state = 'waiting'`, 'sent'],
    [`state = 'waiting', send_id = 'snd_1'`, `state = 'skipped', reason = 'no_consent'`, 'waiting'],
    [`state = 'skipped', reason = 'opted_out'`, `state = 'failed', reason = 'no_route'`, 'failed no_route'],
  ]
  for (const [from, into, stays] of cases) {
    for (const [goes, keeps] of [
      [from, into],
      [into, from],
    ] as const) {
      const [deletedPerson, keptPerson] = [await agent.person(), await agent.person()]
      for (const person of [deletedPerson, keptPerson]) await agent.updatePerson(person)
      await state(deletedPerson, goes)
      await state(keptPerson, keeps)
      assertStatus(await agent.api.post(`/people/${keptPerson}/_merge`, { fromPersonId: deletedPerson }), 200)
      assert.deepEqual(
        [await agent.readState(rule, keptPerson), await agent.readState(rule, deletedPerson)],
        [stays, undefined],
      )
    }
  }
  const [deletedPerson, keptPerson] = [await agent.person(), await agent.person()]
  await agent.updatePerson(deletedPerson)
  assertStatus(await agent.api.post(`/people/${keptPerson}/_merge`, { fromPersonId: deletedPerson }), 200)
  world.advance(60 * minute)
  await due()
  assert.deepEqual(await readQueuedOutreaches(keptPerson), ['o1'])
  assertStatus(await agent.api.del(`/people/${keptPerson}`), 204)
  assert.equal(await agent.readState(rule, keptPerson), undefined)
})

test('rows are listed newest first, by state and by page; an unknown rule returns 404, an invalid query 422', async () => {
  const agent = await bench.agent({})
  const rule = await agent.rule(statusChanged, { delayMinutes: 60 })
  const people: string[] = []
  for (let n = 0; n < 5; n++) {
    const person = await agent.person()
    people.unshift(person)
    await agent.updatePerson(person)
    world.advance(minute)
  }
  const path = `/automated-outreach/${rule}/rows`
  const listed = async (query: string) => assertStatus(await agent.api.get(`${path}?${query}`), 200)
  const seen: string[] = []
  for (let token = ''; ; ) {
    const { data, nextPageToken } = await listed(`limit=2&${token}`)
    for (const { personId } of data) seen.push(personId)
    if (!nextPageToken) break
    token = `pageToken=${nextPageToken}`
  }
  assert.deepEqual(seen, people)
  assert.deepEqual([(await listed('state=waiting')).data.length, (await listed('state=sent')).data.length], [5, 0])
  assertProblem(await agent.api.get('/automated-outreach/nowhere/rows'), 404, 'resource.not_found')
  for (const [query, field] of [
    ['state=due', 'state'],
    ['limit=201', 'limit'],
    ['limit=0', 'limit'],
    ['sort=1', 'sort'],
    ['pageToken=x', 'pageToken'],
  ] as const) {
    assertProblem(await agent.api.get(`${path}?${query}`), 422, 'request.invalid', field)
  }
})
