// Quick run too: one story of this feature.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testInCompleteRun } from '@parley/test-kit'
import { harborAgent } from '../../server/src/testing/harbor-agent.ts'
import {
  assertFits,
  assertHarmless,
  assertStatus,
  type ConsoleEnvironment,
  hostileMarkup,
  openConsole,
  pressOption,
  startConsole,
} from './console.ts'

const environment = await startConsole(harborAgent)
const { server, agent } = environment
const { pool } = server.database
const org = `/orgs/${agent.orgId}`
const hourMs = 3_600_000

assertStatus(await agent.client.post(`${org}/agents`, { name: hostileMarkup[0] }), 201)
await countPastDays()
await createFailures()

/** Inserts the rollups that messages of the past days would have produced. */
async function countPastDays(): Promise<void> {
  const hour = new Date(Math.floor(Date.now() / hourMs) * hourMs)
  const daysAgo = (days: number) => new Date(hour.getTime() - days * 24 * hourMs)
  await pool.query(
    `insert into usage_rollup (rolled_up_from, rolled_up_until) values ($1, $2)
     on conflict (id) do update set rolled_up_from = excluded.rolled_up_from, rolled_up_until = excluded.rolled_up_until`,
    [daysAgo(40), hour],
  )
  const measures = [
    ...[['messagesIn', '', 5] as const, ['messagesOut', '', 7] as const, ['delivered', '', 6] as const],
    ...[['failed', 'unreachable', 1] as const, ['conversations', '', 2] as const, ['turns', '', 5] as const],
    ...[['goalsReached', 'visit-booked', 1] as const, ['inputTokens', '', 900] as const],
    ...[['outputTokens', '', 80] as const, ['sends', 'sent', 3] as const],
  ]
  for (const days of [1, 2, 3, 5, 8]) {
    for (const [measure, detail, value] of measures) {
      await pool.query(
        `insert into usage_hours (agent_key, hour, measure, detail, value)
         select agent_key, $2, $3, $4, $5 from agents where org_id = $1 and id = $6`,
        [agent.orgId, daysAgo(days), measure, detail, value * (days % 3 || 3), agent.id],
      )
    }
  }
}

async function createFailures(): Promise<void> {
  const { id } = assertStatus(await agent.post('/channels', { channel: 'rcs', mode: 'managed' }), 201)
  const failureReason = `Refused ${hostileMarkup[1]}`
  await pool.query(`update channel_bindings set status = 'Failed', status_detail = $2 where id = $1`, [
    id,
    failureReason,
  ])
  await pool.query(
    `insert into connections (org_id, id, provider, label, status, tokens, created_at, updated_at)
     values ($1, 'con_broken', 'google', 'Calendars', 'revoked', '', now(), now())`,
    [agent.orgId],
  )
}

test('home shows alerts, the state of agents and recent conversations, and links to each', async (t) => {
  const session = await openConsole(t, environment)
  if (!session) return
  const { page, visitOrg, assertAccessible, takeScreenshot } = session
  await visitOrg('')
  const attention = page.getByRole('region', { name: 'Needs attention' })
  await attention.getByText('The rcs channel of Harbour failed').waitFor()
  const card = page.getByRole('article', { name: 'Harbour' })
  await card.getByRole('img', { name: '120 messages in 14 days' }).waitFor()
  await card.getByText('10', { exact: true }).waitFor()
  await card.getByRole('link', { name: /: failed/ }).waitFor()
  const messages = page.getByRole('img', { name: 'Messages in 14 days: 50 in, 70 out' })
  await messages.waitFor()
  await page.getByText('86% delivered').waitFor()
  await assertAccessible()
  await takeScreenshot('home-wide')

  await page.getByText('7 days', { exact: true }).click()
  await page.waitForURL(/days=7/)
  await page.getByRole('img', { name: 'Messages in 7 days: 40 in, 56 out' }).waitFor()
  await page.getByRole('combobox', { name: 'Agent', exact: true }).click()
  await pressOption(page.getByRole('option', { name: 'Harbour' }))
  await page.waitForURL(/agent=harbour/)
  await page.getByRole('switch', { name: 'Show numbers' }).click()
  const table = page.getByRole('table', { name: 'Usage by day' })
  await table.getByRole('link').first().waitFor()
  assert.match(String(await table.getByRole('link').first().getAttribute('href')), /\/inbox\?start=/)
  await assertAccessible()
  await page.reload()
  await page.getByRole('img', { name: 'Messages in 7 days: 40 in, 56 out' }).waitFor()

  await attention.getByRole('link', { name: /connection Calendars/ }).click()
  await page.waitForURL(/\/settings\/connections$/)
  await page.getByText('revoked').waitFor()
  await page.goBack()
  await page.getByRole('article', { name: 'Harbour' }).getByRole('link', { name: 'Harbour' }).click()
  await page.waitForURL(/\/agents\/harbour\/inbox/)
  await assertHarmless(page)
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun('a viewer sees the same without controls, in dark mode and on a phone', async (t) => {
  const session = await openConsole(t, environment, { role: 'viewer', width: 390, dark: true })
  if (!session) return
  const { page, visitOrg, assertAccessible, takeScreenshot } = session
  await visitOrg('')
  await page.getByRole('img', { name: 'Messages in 14 days: 50 in, 70 out' }).waitFor()
  await page.getByRole('article', { name: hostileMarkup[0] as string }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'New agent' }).count(), 0)
  await assertFits(page)
  await assertAccessible()
  await takeScreenshot('home-narrow-dark')
  await assertHarmless(page)
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun('an org without agents explains what an agent is and how to create the first one', async (t) => {
  const emptyOrg = await server.org()
  const emptyEnvironment: ConsoleEnvironment = {
    ...environment,
    agent: { ...agent, orgId: emptyOrg.id, client: emptyOrg.api },
  }
  const session = await openConsole(t, emptyEnvironment, { role: 'editor' })
  if (!session) return
  const { page, visitOrg, assertAccessible, takeScreenshot } = session
  await visitOrg('')
  await page.getByRole('heading', { name: 'Welcome to Parley' }).waitFor()
  await assertAccessible()
  await takeScreenshot('home-first-run')
  await page.getByRole('link', { name: 'Create your first agent' }).click()
  await page.waitForURL(/\/new-agent$/)
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun('an agent without messages shows no charts and no errors', async (t) => {
  const quietEnvironment = await startConsole()
  const session = await openConsole(t, quietEnvironment)
  if (!session) return
  await session.visitOrg('')
  await session.page.getByText('No messages in this period').waitFor()
  await session.page.getByText('Nothing needs your attention.').waitFor()
  await session.assertAccessible()
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun('the first steps follow what is done, and samples come and go', async (t) => {
  const newEnvironment = await startConsole()
  const { agent: newAgent } = newEnvironment
  const session = await openConsole(t, newEnvironment, { width: 1440 })
  if (!session) return
  const { page, visitOrg, assertAccessible, takeScreenshot } = session
  await visitOrg('')
  const steps = page.getByRole('region', { name: 'Get Harbour ready' })
  const stepOf = (title: string) => steps.getByRole('listitem').filter({ hasText: title })
  await steps.getByText('0 of 5 done').waitFor()
  await steps.getByText('The embedded model answers.').waitFor()
  const connect = steps.getByRole('link', { name: 'Connect a model' })
  assert.equal(await connect.getAttribute('href'), `/orgs/${newAgent.orgId}/settings/models`)
  await steps.getByRole('link', { name: 'Open the emulator' }).waitFor()
  await steps.getByRole('link', { name: 'Open the handset lab' }).waitFor()
  await assertAccessible()
  await takeScreenshot('first-steps')

  await steps.getByRole('button', { name: 'Add sample data' }).click()
  await stepOf('Teach it').getByText('4 Facts').waitFor()
  assert.equal(assertStatus(await newAgent.get('/people'), 200).data.length, 3)
  const { data: facts } = assertStatus(await newAgent.get('/knowledge/facts'), 200)
  const own = { id: 'own', question: 'Do you rent boats?', answer: 'Yes.' }
  assertStatus(await newAgent.put('/knowledge/facts', { facts: [...facts, own] }), 200)
  assertStatus(await newAgent.post('/people', { firstName: 'Nils', source: 'fair' }), 201)
  await steps.getByRole('button', { name: 'Remove sample data' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove sample data' }).click()
  await stepOf('Teach it').getByText('1 Fact', { exact: true }).waitFor()
  assert.deepEqual(
    assertStatus(await newAgent.get('/knowledge/facts'), 200).data.map(({ id }: { id: string }) => id),
    ['own'],
  )
  assert.deepEqual(
    assertStatus(await newAgent.get('/people'), 200).data.map(({ firstName }: { firstName: string }) => firstName),
    ['Nils'],
  )

  await stepOf('Say who it speaks for').getByRole('link', { name: 'Edit identity' }).click()
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('desk@example.com')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await visitOrg('')
  await stepOf('Say who it speaks for').getByRole('img', { name: 'Done' }).waitFor()
  await steps.getByRole('button', { name: 'Hide' }).click()
  await steps.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('button', { name: 'Show the first steps of Harbour' }).click()
  await steps.waitFor()
  assert.deepEqual(session.pageErrors, [])
})
