import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closedWindow, createCampaignsBench } from '../../testing/campaigns-bench.ts'
import { assertProblem, assertStatus, type ReplyBody } from '../../testing/client.ts'

/** The recipients of a campaign: rows, filters, pages, and the report that aggregates them. */

const bench = await createCampaignsBench()
const { pool } = bench.server.database
const agent = await bench.agent()
const { api, recipients, consentingPeople, readCampaign, report } = agent

/** Seven included and three excluded people; the window is closed, so that nothing changes by itself. */
async function prepared(): Promise<{ id: string; snapshot: string; good: string[]; out: string[] }> {
  const good = (await consentingPeople(7)).map(({ id }) => id)
  const out = await Promise.all([1, 2, 3].map(async () => (await agent.createPerson()).id))
  const personIds = [...good.slice(0, 4), ...out, ...good.slice(4)]
  const { id } = await agent.campaign({ personIds }, { sendWindow: closedWindow })
  await agent.stage(id)
  const { rows } = await pool.query('select snapshot from campaigns where id = $1', [id])
  return { id, snapshot: `${rows[0].snapshot}`, good, out }
}

type Made = { state: string; reason?: string; leased?: boolean; heldFor?: string; channel?: string }

/** Inserts sends as the dispatcher and the send worker would leave them, for the first recipients. */
async function sends(id: string, ...made: Made[]): Promise<void> {
  await pool.query('update campaigns set claimed_count = $2 where id = $1', [id, made.length])
  for (const [at, { state, reason, leased, heldFor, channel = 'rcs' }] of made.entries()) {
    await pool.query(
      `insert into sends (agent_key, id, outreach_id, class, origin, campaign_id, person_id, asid, channel, state, reason,
                          queued_at, lease_token, hold_reason, variant_id)
       select c.agent_key, 'snd_c' || c.snapshot || '_' || r.position, c.outreach_id, 'service', 'campaign', c.id, r.person_id,
              r.asid, $8, $3, $4, $5, $6, $7, coalesce(c.chosen_variant, r.variant_id)
         from campaigns c join campaign_recipients r on r.snapshot = c.snapshot and r.position = $2 where c.id = $1`,
      [id, at + 1, state, reason ?? null, bench.world.now(), leased ? 'token' : null, heldFor ?? null, channel],
    )
  }
}

const brief = ({ data }: ReplyBody): string[] =>
  data.map(({ state, reason }: ReplyBody) => (reason === undefined ? state : `${state} ${reason}`))

test('each page follows the previous one without gap or overlap, in list order', async () => {
  const { id, snapshot, good, out } = await prepared()
  const whole = await recipients(id)
  assert.equal(whole.hasMore, false)
  assert.deepEqual(
    whole.data.map((row: ReplyBody) => row.id),
    Array.from({ length: 10 }, (_, at) => `rcp_${snapshot}_${at + 1}`),
  )
  const people = whole.data.map((row: ReplyBody) => row.personId)
  assert.deepEqual(people.toSorted(), [...good, ...out].toSorted())
  for (const row of whole.data) {
    assert.deepEqual([row.state, typeof row.asid], good.includes(row.personId) ? ['queued', 'string'] : ['excluded', typeof row.asid]) // biome-ignore format: one line
  }
  const paged: ReplyBody[] = []
  for (let query = 'limit=3'; ; query = `limit=3&startingAfter=${paged.at(-1).id}`) {
    const page = await recipients(id, query)
    paged.push(...page.data)
    if (!page.hasMore) break
  }
  assert.deepEqual(paged, whole.data)
  const excluded = await recipients(id, 'state=excluded&limit=2')
  assert.deepEqual([brief(excluded), excluded.hasMore], [['excluded no-consent', 'excluded no-consent'], true])
  const last = await recipients(id, `state=excluded&limit=2&startingAfter=${excluded.data[1].id}`)
  assert.deepEqual([brief(last), last.hasMore], [['excluded no-consent'], false])
  assert.equal((await recipients(id, 'reason=no-consent')).data.length, 3)
  assert.equal((await recipients(id, 'reason=opted-out')).data.length, 0)
})

test('the state of a row matches its send under every filter and after every row, and the report adds them up', async () => {
  const { id } = await prepared()
  await agent.commandAndWork(id, 'start')
  await sends(
    id,
    { state: 'sent' },
    { state: 'failed', reason: 'not_rcs_capable' },
    { state: 'queued', heldFor: 'in-conversation' },
    { state: 'queued', leased: true },
    { state: 'suppressed', reason: 'opted_out' },
    { state: 'cancelled' },
  )
  const all = await recipients(id)
  assert.deepEqual(brief(all).toSorted(), [
    ...['cancelled', ...Array(3).fill('excluded no-consent'), 'failed not_rcs_capable', 'queued'],
    ...['queued in-conversation', 'sending', 'sent', 'suppressed opted_out'],
  ])
  const keys = ['state', 'reason'].flatMap((key) => [...new Set(all.data.map((row: ReplyBody) => row[key]))].filter(Boolean).map((value) => [key, value] as const)) // biome-ignore format: one line
  for (const [key, value] of keys) {
    for (const after of [undefined, ...all.data.keys()]) {
      const from = after === undefined ? '' : `&startingAfter=${all.data[after].id}`
      const meant = all.data.slice(after === undefined ? 0 : after + 1).filter((row: ReplyBody) => row[key] === value)
      assert.deepEqual((await recipients(id, `${key}=${value}${from}`)).data, meant, `${key}=${value}${from}`)
    }
  }
  assert.equal((await recipients(id, 'state=suppressed&reason=opted_out')).data.length, 1)
  assert.equal((await recipients(id, 'state=failed&reason=opted_out')).data.length, 0)
  assert.equal((await recipients(id, 'state=sending&reason=in-conversation')).data.length, 0)
  for (const row of all.data) assert.equal(row.sendId === undefined, ['excluded', 'queued'].includes(row.state) && !row.reason?.startsWith('in-') ) // biome-ignore format: one line
  const { timeline: _, rate: __, sending: ___, ...totals } = await report(id)
  assert.deepEqual(totals, {
    states: { ...{ queued: 2, sending: 1, sent: 1, delivered: 0, read: 0, failed: 1 }, ...{ suppressed: 1, cancelled: 1, excluded: 3 } }, // biome-ignore format: one line
    reasons: { 'no-consent': 3, not_rcs_capable: 1, opted_out: 1 },
    test: false,
  })
  const { counts } = await readCampaign(id)
  assert.deepEqual(counts, { ...{ total: 10, sendable: 7, queued: 3, sent: 1, delivered: 0 }, ...{ read: 0, failed: 2, excluded: 3, cancelled: 1 } }) // biome-ignore format: one line
})

test('a filter by channel and variant matches what each row shows, with every state and after every row', async () => {
  for (const name of ['a', 'b']) assertStatus(await api.post('/message-templates', { id: name, name, body: name }), 201)
  const variants = ['a', 'b'].map((name) => ({ id: name, openerTemplateId: name, weight: 1 }))
  const people = [...(await consentingPeople(24)), await agent.createPerson()]
  const id = await agent.createStagedCampaign(people, { sendWindow: closedWindow, variants, holdoutPercent: 20 })
  await agent.commandAndWork(id, 'start')
  await sends(
    id,
    { state: 'sent' },
    { state: 'sent', channel: 'sms' },
    { state: 'failed', reason: 'not_rcs_capable' },
    { state: 'sent' },
    { state: 'queued', leased: true, channel: 'sms' },
    { state: 'queued', heldFor: 'in-conversation' },
    { state: 'sent', channel: 'sms' },
  )
  await assertFiltersMatch(id)
  // The recipients who have no send yet get the variant that is chosen.
  assertStatus(await api.post(`/campaigns/${id}/choose-variant`, { variantId: 'b' }), 200)
  const rows = await assertFiltersMatch(id)
  const unsent = rows.filter(({ state, sendId }) => state === 'queued' && sendId === undefined)
  assert.deepEqual([...new Set(unsent.map(({ variantId }) => variantId))], ['b'])
})

async function assertFiltersMatch(id: string): Promise<ReplyBody[]> {
  const { data: all } = await recipients(id)
  const valuesOf = (key: string) => [undefined, ...new Set(all.map((row: ReplyBody) => row[key]).filter(Boolean))]
  for (const channel of [...valuesOf('channel'), 'webchat'])
    for (const variantId of [...valuesOf('variantId'), 'nobody'])
      for (const state of valuesOf('state'))
        for (const reason of valuesOf('reason')) {
          const filter = Object.entries({ channel, variantId, state, reason }).filter(
            ([, value]) => value !== undefined,
          )
          const meant = all.filter((row: ReplyBody) => filter.every(([key, value]) => row[key] === value))
          const query = new URLSearchParams(filter as [string, string][])
          assert.deepEqual((await recipients(id, `${query}`)).data, meant, `${query}`)
          if (meant.length < 2) continue
          const rest = await recipients(id, `${query}&startingAfter=${meant[0].id}&limit=1`)
          assert.deepEqual([rest.data, rest.hasMore], [[meant[1]], meant.length > 2], `${query} after the first`)
        }
  return all
}

test('recipients without a send are cancelled when their campaign is cancelled', async () => {
  const { id } = await prepared()
  await agent.commandAndWork(id, 'start')
  await sends(id, { state: 'sent' })
  await agent.commandAndWork(id, 'cancel')
  assert.deepEqual([(await recipients(id, 'state=cancelled')).data.length, (await recipients(id, 'state=queued')).data.length], [6, 0]) // biome-ignore format: one line
  const { counts } = await readCampaign(id)
  assert.deepEqual([counts.sendable, counts.queued, counts.sent, counts.cancelled], [7, 0, 1, 6])
})

test('a cursor row of another list or of none, and unknown filter values and numbers return 422', async () => {
  const [one, other] = [await prepared(), await prepared()]
  const path = `/campaigns/${one.id}/recipients`
  const rows = [`rcp_${other.snapshot}_1`, `rcp_${one.snapshot}_11`, `rcp_${one.snapshot}_0`, 'rcp_1', 'x', '']
  for (const row of rows)
    assertProblem(await api.get(`${path}?startingAfter=${row}`), 422, 'request.invalid', 'startingAfter')
  for (const [
    field,
    value,
  ] of [['state', 'lost'], ['channel', 'pigeon'], ['variantId', ''], ['limit', '0'], ['limit', '201'], ['limit', 'x'], ['page', '2']] as const) // biome-ignore format: one line
    assertProblem(await api.get(`${path}?${field}=${value}`), 422, 'request.invalid', field)
  assertStatus(await api.get(`${path}?limit=200`), 200)
  const { id: draft } = await agent.campaign({ filter: {} })
  assert.deepEqual(await recipients(draft, 'state=queued'), { data: [], hasMore: false })
  assertProblem(await api.get(`/campaigns/${draft}/recipients?startingAfter=rcp_1_1`), 422, 'request.invalid')
})
