// Quick run too: the routes of campaigns.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closedWindow, createCampaignsBench } from '../../testing/campaigns-bench.ts'
import { assertProblem, assertStatus, postWithEtag, type ReplyBody } from '../../testing/client.ts'

/** The routes of campaigns and the references they check. Staging and sending have their own tests. */

const bench = await createCampaignsBench()
const agent = await bench.agent()
const { api, campaign, readCampaign, outreach, consentingPeople, stage } = agent
const marketing = await outreach('News', { class: 'marketing' })
const service = await outreach()
const off = await outreach('Off', { enabled: false })
const all = { filter: { status: 'new' } }
const segment = async (name = 'New'): Promise<string> =>
  assertStatus(await api.post('/segments', { name, filter: { status: 'new' } }), 201).id
const nothing = { total: 0, sendable: 0, queued: 0, sent: 0, delivered: 0, read: 0, failed: 0, excluded: 0, cancelled: 0 } // biome-ignore format: one line
const count = async (): Promise<number> => assertStatus(await api.get('/campaigns'), 200).data.length

test('a new campaign is a draft and is returned as it was sent', async () => {
  const sendWindow = { startHour: 22, endHour: 6, timeZone: 'Europe/Berlin' }
  const made = await campaign(all, { outreachId: marketing, sendWindow })
  const { id, createdAt, updatedAt, ...rest } = made
  assert.deepEqual(rest, {
    ...{ name: 'Spring', outreachId: marketing, audience: all, sendWindow, includePreviouslyContacted: false },
    ...{ status: 'draft', class: 'marketing', test: false, counts: nothing },
  })
  assert.deepEqual(await readCampaign(id), made)
  assert.deepEqual((await agent.report(id)).reasons, {})
  assert.deepEqual(await agent.recipients(id), { data: [], hasMore: false })
})

const defaults: [outreachId: string, given: boolean | undefined, expected: boolean][] = [
  [marketing, undefined, false],
  [service, undefined, true],
  [marketing, true, true],
  [service, false, false],
]
for (const [outreachId, includePreviouslyContacted, expected] of defaults) {
  const kind = outreachId === marketing ? 'marketing' : 'service'
  test(`includePreviouslyContacted ${includePreviouslyContacted} of a ${kind} campaign is returned as ${expected}`, async () => {
    const made = await campaign(all, { outreachId, includePreviouslyContacted })
    assert.equal(made.includePreviouslyContacted, expected)
  })
}

test('an audience has exactly one of its five forms', async () => {
  const batch = assertStatus(await api.post('/people/import', { people: [{ fullName: 'Ann' }] }), 200)
  const forms = [
    { segmentId: await segment() },
    { filter: { tag: ['fair', 'news'], 'customFields.plan': 'plus' } },
    { importBatchId: batch.importBatchId },
    { personIds: ['per_1', 'per_1', 'nobody'] },
    { personaIds: [await agent.persona()] },
  ]
  for (const audience of forms) {
    const made = await campaign(audience, { outreachId: service })
    assert.deepEqual([made.audience, made.test], [audience, 'personaIds' in audience])
    assert.deepEqual((await readCampaign(made.id)).audience, audience)
  }
})

const window = { startHour: 9, endHour: 20, timeZone: 'UTC' }
const good = { name: 'Spring', outreachId: service, audience: all }
const wrong: [what: string, change: object, field: string][] = [
  ['no name', { name: undefined }, 'name'],
  ['an empty name', { name: ' ' }, 'name'],
  ['a name of 201 characters', { name: 'x'.repeat(201) }, 'name'],
  ['a number for a name', { name: 7 }, 'name'],
  ['no Outreach', { outreachId: undefined }, 'outreachId'],
  ['an unknown field', { priority: 1 }, 'priority'],
  ['a word for a flag', { includePreviouslyContacted: 'no' }, 'includePreviouslyContacted'],
  ['no audience', { audience: undefined }, 'audience'],
  ['an audience of nothing', { audience: {} }, 'audience'],
  ['an audience of two forms', { audience: { segmentId: 's', personIds: ['p'] } }, 'audience'],
  ['an audience of another form', { audience: { everyone: true } }, 'audience.everyone'],
  ['a word for an audience', { audience: 'all' }, 'audience'],
  ['an unknown filter', { audience: { filter: { shoeSize: '9' } } }, 'audience.filter.shoeSize'],
  ['a person for people', { audience: { personIds: 'p' } }, 'audience.personIds'],
  ['50,001 people', { audience: { personIds: Array(50_001).fill('p') } }, 'audience.personIds'],
  ['no personas', { audience: { personaIds: [] } }, 'audience.personaIds'],
  ['201 personas', { audience: { personaIds: Array(201).fill('p') } }, 'audience.personaIds'],
  ['the hour 24', { sendWindow: { ...window, endHour: 24 } }, 'sendWindow.endHour'],
  ['an hour before midnight', { sendWindow: { ...window, startHour: -1 } }, 'sendWindow.startHour'],
  ['another planet', { sendWindow: { ...window, timeZone: 'Mars/Olympus' } }, 'sendWindow.timeZone'],
  ['half a window', { sendWindow: { startHour: 9, timeZone: 'UTC' } }, 'sendWindow.endHour'],
]
for (const [what, change, field] of wrong) {
  test(`${what} returns 422, and nothing is created or changed`, async () => {
    const [before, made] = [await count(), await campaign(all, { outreachId: service })]
    assertProblem(await api.post('/campaigns', { ...good, ...change }), 422, 'request.invalid', field)
    const isChange = Object.values(change).some((value) => value !== undefined)
    if (isChange) assertProblem(await api.patch(`/campaigns/${made.id}`, change), 422, 'request.invalid', field)
    assert.deepEqual([await count(), await readCampaign(made.id)], [before + 1, made])
  })
}

const unknown: [what: string, change: object, code: string, ...fields: string[]][] = [
  ['an unknown Outreach', { outreachId: 'no-such' }, 'agent.outreach.not_found'],
  ['an Outreach that is turned off', { outreachId: off }, 'agent.outreach.not_found'],
  ['an unknown segment', { audience: { segmentId: 'seg_0' } }, 'agent.campaign.invalid', 'audience.segmentId'],
  ['an unknown import', { audience: { importBatchId: 'imp_0' } }, 'agent.campaign.invalid', 'audience.importBatchId'],
  ['an unknown persona', { audience: { personaIds: ['no'] } }, 'agent.campaign.invalid', 'audience.personaIds'],
]
for (const [what, change, code, ...fields] of unknown) {
  test(`${what} returns 422 ${code} on POST and on PATCH`, async () => {
    const made = await campaign(all, { outreachId: service })
    assertProblem(await api.post('/campaigns', { ...good, ...change }), 422, code, ...fields)
    assertProblem(await api.patch(`/campaigns/${made.id}`, change), 422, code, ...fields)
    assert.deepEqual(await readCampaign(made.id), made)
  })
}

test('items of another agent are unknown to the campaign', async () => {
  const other = await bench.agent()
  const made = await campaign({ segmentId: await segment() }, { outreachId: service })
  const theirs = await other.outreach()
  const body = { name: 'Spring', outreachId: theirs, audience: made.audience }
  assertProblem(await other.api.post('/campaigns', body), 422, 'agent.campaign.invalid', 'audience.segmentId')
  assertProblem(await other.api.get(`/campaigns/${made.id}`), 404, 'resource.not_found')
  for (const end of ['recipients', 'report', 'progress', 'preview?personId=x'])
    assertProblem(await other.api.get(`/campaigns/${made.id}/${end}`), 404, 'resource.not_found')
  for (const verb of ['stage', 'start', 'pause', 'resume', 'cancel'])
    assertProblem(await other.api.post(`/campaigns/${made.id}/${verb}`), 404, 'resource.not_found')
  assertProblem(await other.api.patch(`/campaigns/${made.id}`, { name: 'X' }), 404, 'resource.not_found')
  assertProblem(await other.api.del(`/campaigns/${made.id}`), 404, 'resource.not_found')
})

test('a campaign accepts 50,000 people with long ids; the list shows their count and the campaign itself shows all of them', async () => {
  const personIds = Array.from({ length: 50_000 }, (_, n) => `per_00000000-0000-0000-0000-${`${n}`.padStart(12, '0')}`)
  const { id, audience } = await campaign({ personIds }, { outreachId: service })
  assert.deepEqual(audience, { personIds })
  const [first] = assertStatus(await api.get('/campaigns?limit=1'), 200).data
  assert.deepEqual([first.id, first.audience], [id, { personIdCount: 50_000 }])
  assert.equal((await readCampaign(id)).audience.personIds.length, 50_000)
  assertStatus(await api.del(`/campaigns/${id}`), 204)
})

test('PATCH keeps absent fields, clears by null, and accepts the body of GET', async () => {
  const made = await campaign(all, { outreachId: marketing, sendWindow: window, includePreviouslyContacted: true })
  const path = `/campaigns/${made.id}`
  assertStatus(await api.patch(path, { ...made, name: 'Summer' }), 200)
  const named = await readCampaign(made.id)
  assert.deepEqual([named.name, named.sendWindow, named.includePreviouslyContacted], ['Summer', window, true])
  assertStatus(await api.patch(path, { sendWindow: null, includePreviouslyContacted: null }), 200)
  const cleared = await readCampaign(made.id)
  assert.deepEqual([cleared.sendWindow, cleared.includePreviouslyContacted], [undefined, false])
  const persona = await agent.persona()
  assert.equal(assertStatus(await api.patch(path, { audience: { personaIds: [persona] } }), 200).test, true)
  assertProblem(await api.patch(path, { name: 'Late' }, { 'if-match': '"old"' }), 412, 'request.precondition_failed')
})

test('a command with an outdated ETag returns 412 and does nothing', async () => {
  const personIds = (await consentingPeople(1)).map((person) => person.id)
  const { id } = await campaign({ personIds }, { outreachId: service })
  const path = `/campaigns/${id}`
  assertProblem(await api.post(`${path}/stage`, undefined, { 'if-match': '"old"' }), 412, 'request.precondition_failed')
  await agent.commandAndWork(id, 'stage')
  for (const verb of ['start', 'pause', 'resume', 'cancel'])
    assertStatus(await postWithEtag(api, `${path}/${verb}`), 200)
})

test('the list is sorted newest first and paged', async () => {
  const other = await bench.agent()
  const outreachId = await other.outreach()
  for (const name of ['One', 'Two', 'Three']) {
    await other.campaign(all, { outreachId, name })
    bench.world.advance(1000)
  }
  const { data, nextPageToken } = assertStatus(await other.api.get('/campaigns?limit=2'), 200)
  const rest = assertStatus(await other.api.get(`/campaigns?limit=2&pageToken=${nextPageToken}`), 200)
  assert.deepEqual([...data, ...rest.data].map(({ name }: ReplyBody) => name), ['Three', 'Two', 'One']) // biome-ignore format: one line
  assert.equal(rest.nextPageToken, undefined)
})

test('a segment that a draft names cannot be deleted; once the campaign is staged, it can', async () => {
  await consentingPeople(1)
  const segmentId = await segment('Held')
  const { id } = await campaign({ segmentId }, { outreachId: service, name: 'Holder' })
  const { body } = await api.del(`/segments/${segmentId}`)
  assert.deepEqual(
    [body.status, body.code, body.errors.map(({ field, code }: ReplyBody) => [field, code])],
    [409, 'agent.integrity_conflict', [['campaigns[0].audience.segmentId', 'campaign.segment.unknown']]],
  )
  assert.match(body.detail, /Holder/)
  await stage(id)
  assertStatus(await api.del(`/segments/${segmentId}`), 204)
  assert.deepEqual((await readCampaign(id)).audience, { segmentId })
  assertProblem(await agent.sendCommand(id, 'stage'), 422, 'agent.campaign.invalid')
  assert.equal((await readCampaign(id)).status, 'staged')
})

test('a version or draft without the Outreach of a running campaign is not restored or published, and nothing changes', async () => {
  const [{ version }] = assertStatus(await api.get('/versions?limit=1'), 200).data
  const outreachId = await outreach('Running')
  const { id: removing } = assertStatus(await api.post('/drafts', { name: 'Removing' }), 201)
  assertStatus(await api.del(`/outreach/${outreachId}`, { 'x-svc-draft': removing }), 204)
  const { id: draftId } = assertStatus(await api.post('/drafts', { name: 'Without', from: version }), 201)
  assertStatus(await api.put('/personality', { text: 'Brief.' }, { 'x-svc-draft': draftId }), 200)
  const [person] = await consentingPeople(1)
  const { id } = await campaign({ personIds: [person?.id] }, { outreachId, sendWindow: closedWindow })
  for (const verb of ['stage', 'start']) await agent.commandAndWork(id, verb)
  const readAll = async () =>
    Promise.all(['/export?format=json', '/versions', '/drafts'].map(async (path) => (await api.get(path)).body))
  const before = await readAll()
  for (const path of [`/versions/${version}/_restore`, `/drafts/${removing}/_publish`]) {
    const refusal = await api.post(path, {})
    assertProblem(refusal, 409, 'agent.outreach.in_use')
    assert.match(
      refusal.body.detail,
      /^The campaign “Spring” refers to the Outreach “.+” \(.+\), which would be deleted$/,
    )
    assert.deepEqual(
      refusal.body.referrers.map((referrer: ReplyBody) => referrer.id),
      [id],
    )
    assert.deepEqual(await readAll(), before)
  }
  // A draft made before the Outreach merges into live, which keeps it.
  assertStatus(await api.post(`/drafts/${draftId}/_publish`, {}), 200)
  assertStatus(await api.get(`/outreach/${outreachId}`), 200)
  await agent.commandAndWork(id, 'cancel')
  assertStatus(await api.post(`/versions/${version}/_restore`), 200)
})

test('a version from before a segment was deleted is restored: no configuration names segments', async () => {
  const segmentId = await segment('Gone')
  const [{ version }] = assertStatus(await api.get('/versions?limit=1'), 200).data
  assertStatus(await api.del(`/segments/${segmentId}`), 204)
  assertStatus(await api.post(`/versions/${version}/_restore`), 200)
})

test('campaigns in draft, staged, running and paused and rules block the deletion of an Outreach, and the refusal lists all of them', async () => {
  const outreachId = await outreach('Held')
  const [person] = await consentingPeople(1)
  const held: ReplyBody[] = []
  for (const verbs of [[], ['stage'], ['stage', 'start'], ['stage', 'start', 'pause']]) {
    const { id } = await campaign({ personIds: [person?.id] }, { outreachId, sendWindow: closedWindow })
    for (const verb of verbs) await agent.commandAndWork(id, verb)
    held.push(await readCampaign(id))
  }
  const rule = { name: 'Hello', outreachId, trigger: { event: 'person.created' }, enabled: false }
  const { id: ruleId } = assertStatus(await api.post('/automated-outreach', rule), 201)
  const reply = await api.del(`/outreach/${outreachId}`)
  assertProblem(reply, 409, 'agent.outreach.in_use')
  const campaigns = held.map(({ id, name, status }) => ({ kind: 'campaign', id, name, status }))
  const order = (referrers: ReplyBody[]) => referrers.toSorted((one, other) => one.id.localeCompare(other.id))
  const expected = [...campaigns, { kind: 'automatedOutreach', id: ruleId, name: 'Hello' }]
  assert.deepEqual(order(reply.body.referrers), order(expected))
  assertStatus(await api.del(`/automated-outreach/${ruleId}`), 204)

  const document = assertStatus(await api.get('/export?format=json'), 200)
  document.outreach.outreaches = document.outreach.outreaches.filter(({ id }: ReplyBody) => id !== outreachId)
  document.playbooks = document.playbooks.filter((playbook: ReplyBody) => playbook.outreachId !== outreachId)
  assertProblem(await api.post('/import', document), 409, 'agent.outreach.in_use')

  for (const { id } of held) {
    assertProblem(await api.del(`/outreach/${outreachId}`), 409, 'agent.outreach.in_use')
    await agent.commandAndWork(id, 'cancel')
  }
  assertStatus(await api.del(`/outreach/${outreachId}`), 204)
  assert.deepEqual((await readCampaign(held[0].id)).outreachId, outreachId)
})

test('when an Outreach is deleted while a campaign is created for it, one of the two requests is refused', async () => {
  for (let round = 0; round < 5; round++) {
    const outreachId = await outreach()
    const [made, deletion] = await Promise.all([
      api.post('/campaigns', { ...good, outreachId }),
      api.del(`/outreach/${outreachId}`),
    ])
    assert.ok([[201, 409], [422, 204]].some(([one, other]) => made.status === one && deletion.status === other), `${made.status} ${deletion.status}`) // biome-ignore format: one line
  }
})
