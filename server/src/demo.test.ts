import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { callParley, createScratchFolder, type ParleyProcess, startParleyProcess } from './testing/process.ts'

/** The first start creates a complete demo exactly once, whatever interrupts it. */

type Listed = { data: Record<string, unknown>[] }

async function ask(parley: ParleyProcess, method: string, path: string, body?: unknown) {
  const { org, agent, apiKey } = parley.credentials()
  const answered = await callParley(
    { origin: parley.origin, token: apiKey },
    method,
    `/orgs/${org}/agents/${agent}${path}`,
    body,
  )
  assert.ok(answered.status < 300, `${method} ${path} answered ${answered.status}: ${JSON.stringify(answered.body)}`)
  return answered.body
}

const lists = {
  facts: '/knowledge/facts',
  things: '/knowledge/things',
  collections: '/knowledge/collections',
  sources: '/knowledge/sources',
  pictures: '/media',
  playbooks: '/playbooks',
  templates: '/message-templates',
  goals: '/goals',
  outreaches: '/outreach',
  rules: '/automated-outreach',
  sends: '/outreach/sends',
  links: '/outreach-links',
  channels: '/channels',
  people: '/people?limit=200',
  personas: '/personas',
  segments: '/segments',
  campaigns: '/campaigns',
  suites: '/tests/suites',
  runs: '/tests/runs',
  appointments: '/appointments',
}

async function counts(parley: ParleyProcess): Promise<Record<string, number>> {
  const counted: Record<string, number> = {}
  for (const [name, path] of Object.entries(lists))
    counted[name] = ((await ask(parley, 'GET', path)) as Listed).data.length
  return counted
}

/**
 * Twenty-one people, including the unknown one who wrote in. Three visits were booked in conversations, two by hand.
 */
const whole = {
  facts: 23,
  things: 6,
  collections: 2,
  sources: 1,
  pictures: 6,
  playbooks: 4,
  templates: 5,
  goals: 2,
  outreaches: 2,
  rules: 1,
  sends: 5,
  links: 1,
  channels: 3,
  people: 21,
  personas: 5,
  segments: 1,
  campaigns: 2,
  suites: 3,
  runs: 1,
  appointments: 5,
}

async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (let tries = 0; tries < 1800; tries++) {
    if (await holds()) return
    await sleep(50)
  }
  throw new Error(`${what} did not happen within 90 s`)
}

const env = { DATA_DIR: createScratchFolder(), LOG_LEVEL: 'info' }
const isWhole = (parley: ParleyProcess) => parley.output().includes('the demo is complete')

test('the demo is created once: the next start finishes a killed one, and a later start adds nothing', async () => {
  const killed = await startParleyProcess(env)
  await until(async () => ((await ask(killed, 'GET', '/media')) as Listed).data.length > 0, 'the first picture')
  await killed.end('SIGKILL')

  const second = await startParleyProcess(env)
  await until(() => isWhole(killed) || isWhole(second), 'the whole demo')
  assert.ok(!second.output().includes('could not be created'), second.output())
  assert.deepEqual(await counts(second), whole)
  const lint = (await ask(second, 'GET', '/lint')) as Listed
  assert.deepEqual(lint.data, [])
  assert.equal(await second.end(), 0)

  const third = await startParleyProcess(env)
  assert.deepEqual(await counts(third), whole)
  await tellSends(third)
  await tellCampaigns(third)
  await tellTests(third, { total: 28, passed: 27 })
  const turns = (await ask(third, 'GET', '/turns?limit=100')) as Listed
  assert.ok(turns.data.length >= 20, 'past conversations have turn records')
  assert.ok(!isWhole(third))
  await converse(third)
  assert.deepEqual(await counts(third), { ...whole, personas: whole.personas + 1 }, 'a rehearsal leaves nothing behind')
  await ask(third, 'POST', '/tests/runs', {})
  await tellTests(third, { total: 9, passed: 8 })
})

type Send = {
  outreachId: string
  state: string
  reason?: string
  respondedAt?: string
  delivery: { delivered: boolean; read: boolean }
}

/** Each Outreach has sends that were answered, sends that were only read or delivered, and sends that failed. */
async function tellSends(parley: ParleyProcess): Promise<void> {
  const { data } = (await ask(parley, 'GET', '/outreach/sends')) as unknown as { data: Send[] }
  const summaries = data.map(({ outreachId, state, reason, respondedAt, delivery: { delivered, read } }) => {
    const how = respondedAt ? 'answered' : read ? 'read' : delivered ? 'delivered' : reason
    return `${outreachId} ${state} ${how}`
  })
  assert.deepEqual(summaries.sort(), [
    'six-month-recall sent answered',
    'six-month-recall sent delivered',
    'six-month-recall sent read',
    'whitening-offer failed not_rcs_capable',
    'whitening-offer sent answered',
  ])
  const { data: rows } = (await ask(parley, 'GET', '/automated-outreach/after-a-cancellation/rows')) as Listed
  assert.deepEqual(rows, [])
}

type Campaign = { status: string; test: boolean; counts: Record<string, number>; exclusions: Record<string, number> }

/** One campaign was a sandbox run, and one only has to be started. */
async function tellCampaigns(parley: ParleyProcess): Promise<void> {
  const read = async () => ((await ask(parley, 'GET', '/campaigns')) as unknown as { data: Campaign[] }).data
  await until(async () => (await read()).every(({ status }) => status !== 'running'), 'the end of the rehearsal')
  const summaries = (await read()).map(({ status, test, counts: { sent, queued }, exclusions }) => ({
    ...{ status, test, sent, queued, exclusions },
  }))
  assert.deepEqual(summaries, [
    {
      ...{ status: 'staged', test: false, sent: 0, queued: 5 },
      exclusions: { 'no-consent': 1, 'no-channel-identity': 3 },
    },
    { ...{ status: 'completed', test: true, sent: 2, queued: 0 }, exclusions: { 'no-consent': 1 } },
  ])
}

type Run = { id: string; status: string; counts: Record<string, number> }
type Result = { caseKey: string; state: string; checks: { key: string; pass: boolean; detail: string }[] }

/** The newest run is complete and contains one failure as an example; everything else passes. */
async function tellTests(parley: ParleyProcess, expected: { total: number; passed: number }): Promise<void> {
  const read = async () => ((await ask(parley, 'GET', '/tests/runs')) as unknown as { data: [Run] }).data[0]
  await until(async () => !['queued', 'running'].includes((await read()).status), 'the end of the test run')
  const { id, status, counts } = await read()
  assert.deepEqual([status, counts], ['completed', { ...expected, failed: 1, errored: 0, skipped: 0 }])
  const { data } = (await ask(parley, 'GET', `/tests/runs/${id}/results`)) as unknown as { data: Result[] }
  const failed = data.filter(({ state }) => state !== 'passed')
  assert.deepEqual(
    failed.map(({ caseKey }) => caseKey),
    ['fails-on-purpose'],
  )
  assert.deepEqual(
    failed[0]?.checks.map(({ key, pass }) => [key, pass]),
    [
      ['textIncludes:Saturday from 9 AM', false],
      ['textExcludes:closed on weekends', false],
    ],
  )
}

type Part = { type: string; cards?: { mediaUrl?: string }[]; contact?: { phones?: string[] } }
type Played = {
  messages: { text: string; message: { parts: Part[] } }[]
  effects: { kind: string }[]
  playbookId: string
}

async function converse(parley: ParleyProcess): Promise<void> {
  const { id } = await ask(parley, 'POST', '/personas', { name: 'Somebody new', channel: 'rcs' })
  const play = async (turn: unknown) => {
    const played = (await ask(parley, 'POST', `/personas/${id}/turns`, { turn })) as unknown as Played
    const parts = played.messages.flatMap(({ message }) => message.parts)
    return { ...played, parts, text: played.messages.map(({ text }) => text).join('\n') }
  }
  assert.match((await play('How much is a cleaning?')).text, /\$95 to \$140/)
  assert.match((await play('What if I miss my appointment?')).text, /24 hours before they begin.*\$40/s)

  const reply = await play('Show me your treatments')
  const cards = reply.parts.flatMap((part) => part.cards ?? [])
  assert.equal(cards.length, 3)
  const picture = await fetch(cards[0]?.mediaUrl ?? '')
  assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/png'])

  assert.match((await play('I would like to book an appointment')).text, /What is the visit for\?/)
  const times = await play({ chip: 'Check-up and cleaning' })
  assert.deepEqual([times.playbookId, times.parts.at(-1)?.type], ['book-an-appointment', 'ask.time'])
  assert.match((await play({ slot: 0 })).text, /your full name/)
  assert.match((await play('Ada Example')).text, /email address/)
  assert.match((await play('ada@example.com')).text, /A visit on .* \(Check-up and cleaning\)\. Shall I book it\?/)
  const booked = await play({ confirm: true })
  assert.ok(booked.effects.some(({ kind }) => kind === 'appointment.booked'))
  assert.match(booked.text, /You are booked for .*Please arrive ten minutes early/s)

  const human = await play('Can I talk to a human?')
  const contact = human.parts.find(({ type }) => type === 'share.contact')?.contact
  assert.deepEqual([contact?.phones, human.playbookId], [['+12025550123'], 'front-desk'])
}
