import assert from 'node:assert/strict'
import { test } from 'node:test'
import { campaignStatuses } from '@parley/definition/vocabulary'
import { fc } from '@parley/test-kit'
import { closedWindow, createCampaignsBench } from '../../testing/campaigns-bench.ts'
import { assertProblem, assertStatus, type TestReply } from '../../testing/client.ts'
import { type CampaignAction, type CampaignStatus, nextCampaignStatus } from './campaign.ts'

/** Campaign status: random commands in random order, compared with the transition table. */

const bench = await createCampaignsBench()
const agent = await bench.agent()
const { api, sendCommand, readCampaign, consentingPeople, campaign } = agent
const [person] = await consentingPeople(1)
const audience = { personIds: [person?.id] }
const outreachId = await agent.outreach()
const draft = async (): Promise<string> => (await campaign(audience, { outreachId, sendWindow: closedWindow })).id

type Table = Record<CampaignAction, Partial<Record<CampaignStatus, CampaignStatus>>>
const table: Table = {
  edit: { draft: 'draft', staged: 'draft' },
  stage: { draft: 'staged', staged: 'staged' },
  start: { staged: 'running' },
  pause: { running: 'paused' },
  resume: { paused: 'running' },
  cancel: { draft: 'cancelled', staged: 'cancelled', running: 'cancelled', paused: 'cancelled' },
  complete: { running: 'completed' },
  fail: { running: 'failed' },
}

test('the transitions are exactly those of the table', () => {
  for (const verb of Object.keys(table) as CampaignAction[])
    for (const from of campaignStatuses)
      assert.equal(nextCampaignStatus(verb, from), table[verb][from], `${verb} ${from}`)
})

async function ask(id: string, verb: CampaignAction): Promise<TestReply | boolean> {
  if (verb === 'edit') return api.patch(`/campaigns/${id}`, { name: 'Again' })
  if (verb === 'complete' || verb === 'fail') return agent.transitionAsDispatcher(id, verb)
  return sendCommand(id, verb)
}

test('every command follows the table for its status or returns 409 and changes nothing; each transition publishes an event', async () => {
  const verbs = fc.array(fc.constantFrom(...(Object.keys(table) as CampaignAction[]), 'stage', 'start'), {
    maxLength: 10,
  })
  await fc.assert(
    fc.asyncProperty(verbs, async (sequence) => {
      const id = await draft()
      const changes: string[] = []
      let status: CampaignStatus = 'draft'
      for (const verb of sequence) {
        const before = lasting(await readCampaign(id))
        const reply = await ask(id, verb)
        const to: CampaignStatus | undefined = table[verb as CampaignAction][status]
        if (!to) {
          if (typeof reply === 'boolean') assert.equal(reply, false)
          else assertProblem(reply, 409, 'agent.campaign.immutable')
          assert.deepEqual(lasting(await readCampaign(id)), before, `${verb} of a ${status} campaign`)
          continue
        }
        if (typeof reply !== 'boolean') assert.equal(assertStatus(reply, 200).status, to)
        if (to !== status) changes.push(`${status} ${to}`)
        status = to
        assertTimes(await readCampaign(id), status)
      }
      assert.deepEqual(await agent.transitions(id), changes)
      const isHeld = status === 'running' || status === 'paused'
      const deletion = await api.del(`/campaigns/${id}`)
      if (isHeld) assertProblem(deletion, 409, 'agent.campaign.immutable')
      else assertStatus(deletion, 204)
      assert.equal((await api.get(`/campaigns/${id}`)).status, isHeld ? 200 : 404)
      if (isHeld) await agent.commandAndWork(id, 'cancel')
    }),
    { numRuns: 15 },
  )
})

/** Ignores `waiting`, which the dispatcher updates asynchronously. */
const lasting = ({ waiting: _, ...campaign }: Record<string, unknown>): Record<string, unknown> => campaign

type Times = Partial<Record<'stagedAt' | 'startedAt' | 'endedAt' | 'detail' | 'staging', string>>

function assertTimes({ stagedAt, startedAt, endedAt, detail, staging }: Times, status: CampaignStatus): void {
  if (status === 'draft') assert.deepEqual([stagedAt, startedAt], [undefined, undefined])
  if (status !== 'draft' && status !== 'cancelled') assert.ok(stagedAt)
  assert.equal(staging, undefined)
  if (['running', 'paused', 'completed', 'failed'].includes(status)) assert.ok(startedAt)
  assert.equal(endedAt !== undefined, ['completed', 'cancelled', 'failed'].includes(status))
  assert.equal(detail !== undefined, ['completed', 'failed'].includes(status))
}

test('only one of three concurrent start requests succeeds', async () => {
  const id = await draft()
  await agent.stage(id)
  const replies = await Promise.all(['start', 'start', 'start'].map((verb) => sendCommand(id, verb)))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409])
  const mixed = await Promise.all(['pause', 'cancel', 'pause', 'resume'].map((verb) => sendCommand(id, verb)))
  for (const { status } of mixed) assert.ok([200, 409].includes(status))
  assert.equal((await readCampaign(id)).status, 'cancelled')
  const changes = await agent.transitions(id)
  assert.deepEqual(changes.slice(1).map((one, at) => one.split(' ')[0] === changes[at]?.split(' ')[1]), Array(changes.length - 1).fill(true)) // biome-ignore format: one line
})

test('a command accepts an empty body as well as an empty object', async () => {
  const id = await draft()
  assertStatus(await api.post(`/campaigns/${id}/cancel`, {}), 200)
})

test('a campaign without a sendable recipient cannot be started', async () => {
  const { id: personId } = await agent.createPerson()
  const { id } = await campaign({ personIds: [personId] }, { outreachId })
  const { counts, exclusions } = await agent.stage(id)
  assert.deepEqual([counts.sendable, exclusions], [0, { 'no-consent': 1 }])
  assertProblem(await sendCommand(id, 'start'), 422, 'agent.campaign.invalid')
  assert.equal((await readCampaign(id)).status, 'staged')
})

test('an edit discards the snapshot, and an empty edit changes nothing', async () => {
  const id = await draft()
  const staged = await agent.stage(id)
  assert.deepEqual([staged.counts.total, staged.counts.sendable, staged.counts.queued], [1, 1, 1])
  assert.deepEqual(assertStatus(await api.patch(`/campaigns/${id}`, {}), 200), staged)
  const edited = assertStatus(await api.patch(`/campaigns/${id}`, { name: 'Spring' }), 200)
  assert.deepEqual([edited.status, edited.counts.total, edited.previews, edited.stagedAt], ['draft', 0, undefined, undefined]) // biome-ignore format: one line
  assert.deepEqual(await agent.recipients(id), { data: [], hasMore: false })
})

test('while REAL_SENDS is off only a rehearsal can be started', async () => {
  const closed = await createCampaignsBench({ config: { realSends: false } })
  const own = await closed.agent()
  const [somebody] = await own.consentingPeople(1)
  const { id } = await own.campaign({ personIds: [somebody?.id] }, { sendWindow: closedWindow })
  await own.stage(id)
  const reply = await own.sendCommand(id, 'start')
  assertProblem(reply, 422, 'agent.campaign.invalid')
  assert.match(reply.body.detail, /REAL_SENDS/)
  const { id: rehearsal } = await own.campaign({ personaIds: [await own.persona()] })
  await own.stage(rehearsal)
  assert.equal((await own.sendCommand(rehearsal, 'start')).status, 200)
})
