// Quick run too: one story of this feature.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testInCompleteRun } from '@parley/test-kit'
import { assertFits, assertHarmless, assertStatus, hostileMarkup, openConsole, startConsole } from './console.ts'

/** Simulated people, and the clock of a persona. */

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
const everyDay = [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({ dayOfWeek, startTime: '09:00', endTime: '17:00' }))
const environment = await startConsole(
  {
    exportVersion: 1,
    playbooks: [
      { id: 'general', name: 'Rent', body: 'Rent out boats.', uses: ['people'], isDefault: true, flow: rent },
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

test('a user lets simulated people try the agent, sees why some failed, and keeps one as a test', async (t) => {
  assertStatus(await agent.post('/tests/suites', { name: 'Kept' }), 201)
  const session = await openConsole(t, environment)
  if (!session) return
  const { page, visit, assertAccessible, takeScreenshot } = session
  await visit('/tests/simulations')
  await page.getByRole('heading', { name: 'No simulations yet' }).waitFor()
  await assertAccessible()
  await page.getByRole('button', { name: 'Start simulation' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('My own people').click()
  await dialog.getByLabel('What they want').fill('Rent a boat')
  await dialog.getByLabel('Conversations').fill('6')
  await dialog.getByLabel('Seed').fill('7')
  await assertAccessible()
  await dialog.getByRole('button', { name: 'Start', exact: true }).click()
  await page.getByText('6 of 6 conversations done').waitFor({ timeout: 90_000 })
  await page.getByRole('listitem', { name: 'Reached the goal: 0 of 6' }).waitFor()
  await page.getByRole('listitem', { name: 'Answered without an error: 6 of 6' }).waitFor()
  await page.getByText('Ended with boat').first().waitFor()
  await assertAccessible()
  await takeScreenshot('simulation')
  await page.getByRole('button', { name: 'Show one: Ended with boat' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('log').getByText('Boats are in.').waitFor()
  await assertAccessible()
  await takeScreenshot('simulation-transcript')
  await panel.getByRole('button', { name: 'Make test case' }).click()
  await panel.getByRole('link', { name: 'Open case' }).click()
  await page.getByRole('heading', { name: /Rent a boat/ }).waitFor()
  await visit('/tests/simulations')
  await page.getByRole('link', { name: /^6 conversations of 1 profile/ }).waitFor()
  await takeScreenshot('simulations')
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun('a user moves the clock of a persona, and a viewer on a phone does so too', async (t) => {
  const persona = assertStatus(await agent.post('/personas', { name: 'Ada' }), 201)
  assertStatus(await agent.post(`/personas/${persona.id}/turns`, { turn: 'Hello' }), 200)
  const session = await openConsole(t, environment, { role: 'viewer', width: 390 })
  if (!session) return
  const { page, visit, assertAccessible, takeScreenshot } = session
  await visit(`/emulator?persona=${persona.id}`)
  const clock = page.getByRole('region', { name: 'Clock of the persona' })
  await clock.getByRole('button', { name: 'Until the next thing happens' }).click()
  await clock.getByText(/The session ended/).waitFor()
  await clock.getByRole('button', { name: '+3 days' }).click()
  await clock.getByText('Nothing happened.').waitFor()
  await assertAccessible()
  await takeScreenshot('clock-narrow')
  for (const [path, name] of [
    ['/tests/simulations', 'simulations-narrow'],
    ['/tests/coverage', 'coverage-narrow'],
    ['/playbooks/general?tab=flow&run=all', 'coverage-graph-narrow'],
  ] as const) {
    await visit(path)
    await page.getByRole('heading').first().waitFor()
    await page.waitForLoadState('networkidle')
    await assertAccessible()
    await takeScreenshot(name)
    assert.equal(await page.getByRole('button', { name: /^Start/ }).count(), 0)
    await assertFits(page)
  }
  await assertHarmless(page)
  assert.deepEqual(session.pageErrors, [])
})
