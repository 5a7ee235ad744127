// Quick run too: one story of this feature.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testInCompleteRun } from '@parley/test-kit'
import type { Page } from 'playwright-core'
import { assertStatus, hostileMarkup, openConsole, startConsole } from './console.ts'

/** Verification while a flow is edited, and coverage as a heat map on the graph. */

const [hostileText = ''] = hostileMarkup
const kind = { name: 'kind', type: 'enum', options: ['Boat', 'Car'], prompt: 'Which kind?' }
const rent = {
  id: 'main',
  slots: [kind],
  steps: [
    { collect: 'kind' },
    { branch: [{ if: 'kind == Boat', goto: 'boat' }] },
    { say: 'Cars are out.' },
    { end: { outcome: 'car' } },
    { id: 'boat', say: 'Boats are in.' },
    { end: { outcome: 'boat' } },
  ],
}
/** The way over the boat runs out of steps, and the next playbook calls a tool whose failure nothing handles. */
const faulty = { ...rent, steps: rent.steps.slice(0, 5) }
const everyDay = [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({ dayOfWeek, startTime: '09:00', endTime: '17:00' }))
const environment = await startConsole(
  {
    exportVersion: 1,
    playbooks: [
      { id: 'general', name: 'Rent', body: 'Rent out boats.', uses: ['people'], isDefault: true, flow: rent },
      { id: 'faulty', name: 'Faulty', body: 'Rent out boats.', uses: ['people'], flow: faulty },
      { id: 'hostile', name: hostileText, body: 'Be kind.', uses: [] },
    ],
    capabilities: {
      knowledge: { facts: [{ id: 'hours', question: 'When are you open?', answer: 'From nine to five.' }] },
      scheduling: { timezone: 'UTC', availableHours: everyDay, representatives: [] },
    },
  },
  { working: true },
)
const { agent } = environment

const findNode = (page: Page, name: RegExp) => page.getByRole('group', { name })

test('a user verifies a flow while editing it, plays a counterexample, and sees the finding disappear', async (t) => {
  const session = await openConsole(t, environment)
  if (!session) return
  const { page, visit, assertAccessible, takeScreenshot } = session
  await visit('/playbooks/faulty?tab=flow')
  await findNode(page, /^Step 5, Say: Boats are in\., 1 finding/).waitFor()
  await page.getByText('Verify (1)').click()
  await page.getByText(/^Step 5 is the last step on this way/).waitFor()
  await assertAccessible()
  await takeScreenshot('verify')
  await page.getByRole('button', { name: /^Play it/ }).click()
  await page.getByText(/^Plays: is the last step on this way/).waitFor()
  const log = page.getByRole('log')
  await log.getByText('Hello', { exact: true }).waitFor()
  await log.getByText('Boats are in.').waitFor()
  await findNode(page, /^Step 5, Say: Boats are in\..*passed/).waitFor()
  await assertAccessible()
  await takeScreenshot('verify-played')
  await page.getByRole('button', { name: 'Stop playing' }).click()
  await findNode(page, /^Step 5, Say/).click()
  await page.getByRole('button', { name: 'Add step' }).click()
  await page.getByRole('menuitem', { name: /^End/ }).click()
  await page.keyboard.press('Escape')
  await page.getByText('Verify', { exact: true }).click()
  await page.getByText(/^No faults found\./).waitFor()
  assert.equal(await findNode(page, /finding/).count(), 0)
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun('coverage is a heat map on the graph, of all tests and of one run', async (t) => {
  const suite = assertStatus(await agent.post('/tests/suites', { name: 'Ways' }), 201).id
  const body = { title: 'Boat', turns: ['Hello', 'Boat'], expect: { checks: { outcomes: ['boat'] } } }
  assertStatus(await agent.post(`/tests/suites/${suite}/cases`, body), 201)
  const run = assertStatus(await agent.post('/tests/runs', { suiteIds: [suite] }), 202).id
  const isOver = async () => assertStatus(await agent.get(`/tests/runs/${run}`), 200).status === 'completed'
  for (let times = 0; times < 300 && !(await isOver()); times++) await new Promise((done) => setTimeout(done, 200))
  const session = await openConsole(t, environment)
  if (!session) return
  const { page, visit, assertAccessible, takeScreenshot } = session
  await visit(`/tests/runs/${run}`)
  await page.getByRole('region', { name: 'Flows' }).getByText('4 of 6').waitFor()
  await assertAccessible()
  await takeScreenshot('coverage-run')
  await page.getByRole('link', { name: 'Show on the graph' }).first().click()
  await findNode(page, /^Step 3, Say: Cars are out\..*passed never/).waitFor()
  await findNode(page, /^Step 5, Say: Boats are in\..*passed once/).waitFor()
  await page
    .getByRole('list', { name: 'Not covered' })
    .getByText(/^Step 3, Say/)
    .waitFor()
  await assertAccessible()
  await takeScreenshot('coverage-graph')
  await visit('/tests/coverage')
  await page.getByRole('region', { name: 'Facts' }).getByText('hours').waitFor()
  await assertAccessible()
  await takeScreenshot('coverage')
  assert.deepEqual(session.pageErrors, [])
})
