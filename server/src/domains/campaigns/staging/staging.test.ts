import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { createStagingBench, type PersonTraits, type StagedRecipientRow } from '../../../testing/staging-bench.ts'
import type { Campaign } from '../campaign.ts'
import { findStagings } from '../queries.ts'
import { endStaging } from './stage.ts'
import { stagingWork } from './worker.ts'

/** The people that a campaign includes, and the reasons why it excludes the others. */

const bench = await createStagingBench()
const { agent: newAgent, people, campaign, stage, rows, changeDefinition } = bench
const everybody = { filter: {} }

/** The exclusion reason of each person in order, or `sent`. */
const readSnapshot = async ({ snapshot }: Campaign): Promise<string[]> =>
  (await rows(snapshot)).map(({ reason }) => reason ?? 'sent')
const whom = async ({ snapshot }: Campaign): Promise<string[]> =>
  (await rows(snapshot)).map((row: StagedRecipientRow) => row.person_id)

const progress = async (agent: AgentKey, { key }: Campaign) => (await findStagings(bench.db, agent, [key])).get(key)

const blocking = 'Hello {person.firstName|block-send}'
const ada = { firstName: 'Ada' }

const blanks = Array.from({ length: 0xd800 }, (_, code) => String.fromCharCode(code + 1))
  .concat('\ufeff')
  .filter((sign) => sign.trim() === '')
  .join('')

const alone: [title: string, traits: PersonTraits, reason: string][] = [
  ['sends to a person who has consented', {}, 'sent'],
  ['excludes a person whose consent is unknown', { consent: 'unknown' }, 'no-consent'],
  ['excludes a person who has denied consent, for the same reason', { consent: 'denied' }, 'no-consent'],
  [
    'excludes people who were already contacted',
    { sends: [{ class: 'service', hoursAgo: 900 }] },
    'previously-contacted',
  ],
  ['sends to people whose earlier send failed', { sends: [{ state: 'failed', hoursAgo: 1 }] }, 'sent'],
  ['sends to people who were only part of a rehearsal', { sends: [{ hoursAgo: 1, sandbox: true }] }, 'sent'],
  ['excludes people with a queued marketing send', { sends: [{ state: 'queued', hoursAgo: 1 }] }, 'frequency-gated'],
  [
    'sends to for whom a service message waits',
    { sends: [{ class: 'service', state: 'queued', hoursAgo: 1 }] },
    'sent',
  ],
  [
    'sends to people whose marketing send has been queued for longer',
    { sends: [{ state: 'queued', hoursAgo: 48 }] },
    'sent',
  ],
  ['leaves out who has no identity', { identities: [] }, 'no-channel-identity'],
  ['leaves out who is on sms alone', { identities: [{ channel: 'sms' }] }, 'no-channel-identity'],
  ['leaves out who lacks what the opener needs', { firstName: ' ' }, 'template-blocked'],
  ['takes for lacking whatever is blank', { firstName: blanks }, 'template-blocked'],
  ['leaves out who has said STOP', { stop: 'rcs' }, 'opted-out'],
  ['leaves out who has said STOP on sms of the same number', { stop: 'sms' }, 'opted-out'],
]

test('staging a marketing campaign records recipients and exclusions', async (context) => {
  const agent = await newAgent(blocking)
  for (const [title, traits, reason] of alone) {
    await context.test(title, async () => {
      const ids = await people(agent, { ...ada, ...traits })
      const staged = await stage(agent, await campaign(agent, { personIds: ids }))
      assert.deepEqual(await readSnapshot(staged), [reason])
      assert.deepEqual(staged.staged?.exclusions, reason === 'sent' ? {} : { [reason]: 1 })
    })
  }
})

test('a recipient with several exclusion reasons reports the first in the list', async () => {
  const agent = await newAgent(blocking)
  const hindrances: PersonTraits[] = [
    { consent: 'denied' },
    { sends: [{ hoursAgo: 1 }] },
    { sends: [{ state: 'queued', hoursAgo: 1 }] },
    { identities: [] },
    { firstName: undefined },
    { stop: 'sms' },
  ]
  const all = hindrances.map((_, at): PersonTraits => Object.assign({}, ada, ...hindrances.slice(at).reverse()))
  const ids = await people(agent, ...all)
  const made = await campaign(agent, { personIds: ids })
  const without = (route: string[]) =>
    ['no-consent', 'previously-contacted', 'frequency-gated', 'no-channel-identity'].concat(route)
  assert.deepEqual(await readSnapshot(await stage(agent, made)), without(['template-blocked', 'opted-out']))
  bench.bindings.set(agent.key, 'Disabled')
  assert.deepEqual(await readSnapshot(await stage(agent, made)), without(['channel-unresolved', 'channel-unresolved']))
  bench.bindings.delete(agent.key)
  const { staged } = await stage(agent, made)
  assert.deepEqual([staged?.sendable, staged?.estimate, staged?.previews], [0, [], []])
})

test('a service campaign includes previously contacted people and has no frequency cap', async () => {
  const agent = await newAgent()
  const ids = await people(agent, { sends: [{ hoursAgo: 1 }] })
  const service = { outreachId: 'service' }
  const stages = async (more: Partial<Campaign>) =>
    readSnapshot(await stage(agent, await campaign(agent, { personIds: ids }, more)))
  assert.deepEqual(await stages(service), ['sent'])
  assert.deepEqual(await stages({ ...service, includePreviouslyContacted: false }), ['previously-contacted'])
  assert.deepEqual(await stages({ includePreviouslyContacted: true }), ['frequency-gated'])
  changeDefinition(agent, () => ({ sendingSettings: { minTouchIntervalHours: 1 } }))
  assert.deepEqual(await stages({ includePreviouslyContacted: true }), ['sent'], 'an hour ago is not within the hour')
  changeDefinition(agent, () => ({ sendingSettings: { minTouchIntervalHours: 0 } }))
  assert.deepEqual(await stages({ includePreviouslyContacted: true }), ['sent'], '0 lifts the cap')
})

test('a declared input that is not on file blocks the opening message', async () => {
  const agent = await newAgent('Hello')
  changeDefinition(agent, ({ outreaches }) => ({ outreaches: outreaches.map((one) => ({ ...one, inputs: ['plan'] })) }))
  await people(agent, { customFields: { plan: 'plus' } }, { customFields: { plan: ' ' } }, {})
  assert.deepEqual(await readSnapshot(await stage(agent, await campaign(agent, everybody))), [
    'sent',
    'template-blocked',
    'template-blocked',
  ])
})

test('missing values are judged together: an opening message with some text left can be sent', async () => {
  const agent = await newAgent('Hi {person.firstName}. How is {person.company}?')
  const company = { company: 'Example' }
  await people(agent, {}, ada, company, { ...ada, ...company }, {})
  const made = await stage(agent, await campaign(agent, everybody), { effort: { atOnce: 2, fewKeys: -1 } })
  assert.deepEqual(await readSnapshot(made), ['template-blocked', 'sent', 'sent', 'sent', 'template-blocked'])
  assert.deepEqual(made.staged?.exclusions, { 'template-blocked': 2 })
  assert.deepEqual([made.staged?.total, made.staged?.sendable], [5, 3])
})

test('a campaign uses the preferred identity if it is on rcs, otherwise the one on rcs', async () => {
  const agent = await newAgent()
  const [id] = await people(agent, { identities: [{ channel: 'sms', preferred: true }, { channel: 'rcs' }] })
  const { snapshot } = await stage(agent, await campaign(agent, everybody))
  assert.deepEqual(await rows(snapshot), [{ n: 1, place: 1, person_id: id, asid: `${id}-rcs`, reason: null }])
})

test('an audience is a filter, a segment, an import, or a list of person ids', async () => {
  const agent = await newAgent()
  const [one, two, three] = (await people(
    agent,
    { source: 'web', importBatchIds: ['imp_1'] },
    { source: 'fair', importBatchIds: ['imp_1', 'imp_2'] },
    { source: 'web', tags: ['vip'] },
  )) as [string, string, string]
  await bench.pool.query(
    `insert into segments (agent_key, id, name, filter, created_at, updated_at) values ($1, 'seg', 'S', $2, now(), now())`,
    [agent.key, JSON.stringify({ source: 'web' })],
  )
  const cases: [Parameters<typeof campaign>[1], string[]][] = [
    [everybody, [one, two, three]],
    [{ filter: { source: ['web', 'fair'], tag: 'vip' } }, [three]],
    [{ filter: { source: 'nowhere' } }, []],
    [{ segmentId: 'seg' }, [one, three]],
    [{ importBatchId: 'imp_1' }, [one, two]],
    [{ personIds: [three, 'per_nobody', one, three] }, [one, three]],
    [{ personIds: [] }, []],
  ]
  for (const [audience, meant] of cases) {
    for (const effort of [undefined, { atOnce: 2, fewKeys: -1 }]) {
      const made = await stage(agent, await campaign(agent, audience), effort && { effort })
      assert.deepEqual(await whom(made), meant, JSON.stringify(audience))
      assert.equal(made.staged?.total, meant.length)
    }
  }
})

test('a rehearsal targets the personas in their order, whatever the channel', async () => {
  const agent = await newAgent(blocking)
  bench.bindings.delete(agent.key)
  const persona = { asid: 'usr_1', optedOut: false, consent: 'granted', person: ada } as const
  bench.personas.push(
    { ...persona, personaId: 'p1' },
    { ...persona, personaId: 'p2', consent: 'unknown' },
    { ...persona, personaId: 'p3', person: {} },
    { ...persona, personaId: 'p4', optedOut: true, asid: 'usr_4' },
  )
  const made = await stage(agent, await campaign(agent, { personaIds: ['p4', 'p3', 'p2', 'p1', 'gone', 'p1'] }))
  const reasons = (await rows(made.snapshot)).map(({ person_id, asid, reason }) => [person_id, asid, reason])
  assert.deepEqual(reasons, [
    ['p4', 'usr_4', 'opted-out'],
    ['p3', 'usr_1', 'template-blocked'],
    ['p2', 'usr_1', 'no-consent'],
    ['p1', 'usr_1', null],
  ])
  assert.deepEqual(made.staged?.previews, [{ personId: 'p1', text: 'Hello Ada' }])
  assert.deepEqual(made.staged?.estimate, [], 'nobody waits for a rehearsal')
})

test('staging estimates the duration from the rate of the provider and shows the first five recipients', async () => {
  const agent = await newAgent('Hello {person.firstName}\n\n[[chips: Yes | No]]')
  const given = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((firstName) => ({ firstName }))
  const ids = await people(agent, { consent: 'denied' }, ...given)
  const { staged, status, stagedAt } = await stage(agent, await campaign(agent, everybody))
  assert.deepEqual([status, stagedAt, staged?.class], ['staged', bench.world.now(), 'marketing'])
  assert.deepEqual([staged?.total, staged?.sendable, staged?.exclusions], [8, 7, { 'no-consent': 1 }])
  const channels = [{ channel: 'rcs', people: 7, perSecond: 4, seconds: 2 }]
  assert.deepEqual(staged?.estimate, [{ provider: 'lab', seconds: 2, channels }])
  const first = given.slice(0, 5).map(({ firstName }, at) => ({ personId: ids[at + 1], text: `Hello ${firstName}` }))
  assert.deepEqual(staged?.previews, first)
})

test('the snapshot never changes; staging again replaces it and deletes the old one', async () => {
  const agent = await newAgent()
  await people(agent, {})
  const made = await campaign(agent, everybody)
  const before = await stage(agent, made)
  await people(agent, { consent: 'denied' })
  assert.deepEqual(await readSnapshot(await bench.readCampaign(agent, made)), ['sent'])
  const after = await stage(agent, made)
  assert.deepEqual(await readSnapshot(after), ['sent', 'no-consent'])
  assert.notEqual(after.snapshot, before.snapshot)
  await bench.work()
  assert.deepEqual(await rows(before.snapshot), [])
  const { rows: events } = await bench.pool.query(
    `select data->>'status' as status from outbox where type = 'campaign.status_changed' and data->>'campaignId' = $1`,
    [made.id],
  )
  assert.deepEqual(events, [{ status: 'staged' }], 'from staged to staged is no change')
})

test('two concurrent staging requests share one staging and its progress', async () => {
  const agent = await newAgent()
  await people(agent, {}, {})
  const made = await campaign(agent, everybody)
  await bench.startStaging(agent, made)
  assert.deepEqual(await progress(agent, made), { lookedAt: 0, beganAt: bench.world.now() })
  const staged = await bench.pool.query('select snapshot from campaign_stagings')
  await bench.startStaging(agent, made)
  assert.deepEqual((await bench.pool.query('select snapshot from campaign_stagings')).rows, staged.rows)
  assert.equal((await bench.became(agent, made)).kind, 'underWay')
  await bench.work()
  assert.equal((await bench.became(agent, made)).kind, 'staged')
  assert.equal(await progress(agent, made), undefined)
})

const endings: [title: string, at: (end: () => Promise<void>) => object][] = [
  ['before the first person is looked at', (end) => ({ personas: bench.deps.personas, channels: endingIn(end) })],
  ['after the last', (end) => ({ rates: { find: async () => void (await end()) } })],
]

const endingIn = (end: () => Promise<void>) => ({
  ...bench.deps.channels,
  listBindings: async () => {
    await end()
    return []
  },
})

for (const [title, hooks] of endings) {
  test(`a staging that ended ${title} never becomes the snapshot`, async () => {
    const agent = await newAgent()
    await people(agent, {}, {})
    const made = await campaign(agent, everybody)
    const end = () => inTransaction(bench.db, (tx) => endStaging(tx, agent, made))
    const after = await stage(agent, made, hooks(end))
    assert.deepEqual([after.status, after.snapshot, after.staged], ['draft', undefined, undefined])
    assert.equal((await bench.became(agent, made)).kind, 'ended')
    await bench.work()
    await nothingLeftOf(agent, made)
    assert.deepEqual(await readSnapshot(await stage(agent, made)), ['sent', 'sent'], 'it can be staged again')
  })
}

test('a campaign that changed status during staging keeps its snapshot', async () => {
  const agent = await newAgent()
  await people(agent, {})
  const made = await stage(agent, await campaign(agent, everybody))
  const start = () => bench.pool.query(`update campaigns set status = 'running' where id = $1`, [made.id])
  const after = await stage(agent, made, { rates: { ...bench.deps.rates, find: async () => void (await start()) } })
  assert.deepEqual([after.status, after.snapshot], ['running', made.snapshot])
})

/** Asserts that no staging remains, and no rows except those of the current snapshot. */
async function nothingLeftOf(agent: AgentKey, { key }: Campaign): Promise<void> {
  const { rows: stagings } = await bench.pool.query(
    'select 1 from campaign_stagings where agent_key = $1 and campaign_key = $2',
    [agent.key, key],
  )
  const { rows: leftovers } = await bench.pool.query('select snapshot from campaign_snapshot_cleanups')
  const { rows: strays } = await bench.pool.query(
    `select distinct snapshot from campaign_recipients where snapshot not in (select snapshot from campaigns where snapshot is not null)`,
  )
  assert.deepEqual([stagings, leftovers, strays], [[], [], []])
}

test('a worker that dies between two chunks leaves no duplicate row', async () => {
  const agent = await newAgent()
  const ids = await people(agent, {}, {}, {}, {}, {})
  const made = await campaign(agent, everybody)
  await bench.startStaging(agent, made)
  const effort = { atOnce: 2, fewKeys: -1 }
  const { rows: claimed } = await bench.pool.query(`select * from campaign_stagings where campaign_key = $1`, [
    made.key,
  ])
  let pieces = 0
  const dying = { throwIfAborted: () => assert.ok(++pieces < 3, 'killed') } as AbortSignal
  const work = stagingWork({ ...bench.deps, effort })
  const context = { signal: dying, attempt: 1, dueAt: bench.world.now(), world: bench.world }
  await assert.rejects(work.perform(claimed[0], context), /killed/)
  assert.equal((await rows(claimed[0].snapshot)).length, 4)
  assert.deepEqual(await progress(agent, made), {
    ...{ lookedAt: 4, expected: 5, beganAt: bench.world.now() },
  })
  await bench.work({ effort })
  const after = await bench.readCampaign(agent, made)
  assert.deepEqual(await whom(after), ids)
  assert.deepEqual(
    (await rows(after.snapshot)).map(({ n, place }) => [n, place]),
    ids.map((_, at) => [at + 1, at + 1]),
  )
  await bench.work()
  await nothingLeftOf(agent, made)
})

const refusals: [title: string, change: (agent: AgentKey) => void, detail: RegExp][] = [
  ['is gone', (agent) => changeDefinition(agent, () => ({ outreaches: [] })), /Outreach marketing no longer exists/],
  [
    'is turned off',
    (agent) =>
      changeDefinition(agent, ({ outreaches }) => ({
        outreaches: outreaches.map((one) => ({ ...one, enabled: false })),
      })),
    /turned off/,
  ],
  [
    'has no opener any more',
    (agent) => changeDefinition(agent, () => ({ messageTemplates: [] })),
    /opener .* no longer exists/,
  ],
]

for (const [title, spoil, detail] of refusals) {
  test(`a campaign whose Outreach ${title} is not staged and reports why`, async () => {
    const agent = await newAgent()
    await people(agent, {})
    const made = await campaign(agent, everybody)
    const refusal = { code: 'agent.campaign.invalid', status: 422, message: detail }
    await bench.startStaging(agent, made)
    spoil(agent)
    await bench.work()
    const became = await bench.became(agent, made)
    assert.equal(became.kind, 'failed')
    assert.throws(() => {
      throw became.kind === 'failed' ? became.problem : undefined
    }, refusal)
    assert.deepEqual(
      [(await bench.readCampaign(agent, made)).status, await progress(agent, made)],
      ['draft', undefined],
    )
    await assert.rejects(bench.startStaging(agent, made), refusal, 'at once where that is known at once')
    changeDefinition(agent, () => ({ messageTemplates: [{ id: 'opener', name: 'O', body: 'Hi' }] }))
    changeDefinition(agent, () => ({ outreaches: [{ ...outreach, id: 'marketing' }] }))
    assert.equal((await stage(agent, made)).status, 'staged')
  })
}

const outreach = { name: 'O', class: 'marketing', enabled: true, openerTemplateId: 'opener', playbookId: 'p' } as const

test('a campaign whose segment was deleted is not staged and reports why', async () => {
  const agent = await newAgent()
  const made = await campaign(agent, { segmentId: 'seg_gone' })
  await assert.rejects(bench.startStaging(agent, made), {
    code: 'agent.campaign.invalid',
    message: /segment seg_gone no longer exists/,
  })
})

test('a snapshot contains no person of another agent, and their data does not count', async () => {
  const [mine, theirs] = [await newAgent(), await newAgent()]
  const [id] = await people(mine, {})
  const others = await people(theirs, { sends: [{ hoursAgo: 1 }] }, { stop: 'rcs' })
  assert.deepEqual(await whom(await stage(mine, await campaign(mine, everybody))), [id])
  assert.deepEqual(await whom(await stage(mine, await campaign(mine, { personIds: others }))), [])
})
