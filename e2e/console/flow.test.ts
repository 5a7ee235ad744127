// Quick run too: one story of this feature.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testInCompleteRun } from '@parley/test-kit'
import type { Page } from 'playwright-core'
import {
  assertFits,
  assertHarmless,
  assertStatus,
  hostileMarkup,
  openConsole,
  pressOption,
  startConsole,
} from './console.ts'

/** A flow as a graph and as text, in both directions, and tested before saving. */

const flow = {
  id: 'main',
  name: 'A visit',
  slots: [
    { name: 'guests', type: 'number', prompt: 'How many are you?' },
    { name: 'email', type: 'email', bind: 'person.email' },
  ],
  steps: [
    { say: { text: 'Welcome.', suggestions: ['Book a visit', 'Opening hours'] } },
    { collect: ['guests', 'email'] },
    { branch: [{ if: 'guests > 8', goto: 'group' }], else: 'few' },
    { id: 'group', say: 'For so many we would rather talk.' },
    { end: { outcome: 'group', handoff: 'human' } },
    { id: 'few', action: 'notify.team', with: { text: '{guests} guests' }, confirm: 'Shall I tell the team?' },
    { end: { outcome: 'told' } },
  ],
}
const pickHostileText = (index: number) => hostileMarkup[index] as string
const foreignFlow = {
  id: 'main',
  name: pickHostileText(0),
  description: pickHostileText(1),
  slots: [{ name: 'x', type: 'enum', options: [pickHostileText(0), pickHostileText(2)], prompt: pickHostileText(1) }],
  steps: [
    { say: { text: pickHostileText(0), suggestions: [pickHostileText(3), pickHostileText(2)] } },
    { id: pickHostileText(2), collect: 'x' },
    { branch: [{ if: 'x exists', goto: pickHostileText(2) }] },
    { action: 'notify.team', with: { [pickHostileText(1)]: pickHostileText(0) }, confirm: pickHostileText(4) },
    { end: { outcome: pickHostileText(0) } },
  ],
}
const environment = await startConsole({
  playbooks: [
    { id: 'general', name: 'General', body: 'Be kind.', uses: ['people', 'notify'], isDefault: true, flow },
    { id: 'plain', name: 'Plain', body: 'Be kind.', uses: [] },
    { id: 'tried', name: 'Tried', body: 'Be kind.', uses: ['notify'], flow },
    { id: 'foreign', name: 'Foreign', body: 'Be kind.', uses: ['notify'], flow: foreignFlow },
  ],
})
const { agent } = environment

const findNode = (page: Page, name: RegExp) => page.getByRole('group', { name })
const readFocusedLabel = (page: Page) => page.evaluate<string>('document.activeElement.ariaLabel')
const text = (page: Page) => page.getByRole('textbox', { name: 'Flow as text' })

test('a user edits a flow as a graph by keyboard and mouse and as text, and both views stay in sync', async (t) => {
  const session = await openConsole(t, environment)
  if (!session) return
  const { page, visit, assertAccessible, takeScreenshot } = session
  await visit('/playbooks/general?tab=flow')
  await findNode(page, /^Step 1, Say: Welcome/).focus()
  await assertAccessible()
  await takeScreenshot('flow')
  await page.keyboard.press('ArrowDown')
  assert.match(await readFocusedLabel(page), /^Step 2, Collect: guests, email/)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog')
  await panel.getByRole('textbox', { name: 'Text' }).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' Come in.')
  await panel.getByRole('region', { name: /RCS/ }).getByText('Welcome. Come in.').waitFor()
  await assertAccessible()
  await takeScreenshot('flow-step')
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await text(page).getByText('Welcome. Come in.').waitFor()

  await findNode(page, /^Step 4, Say/).focus()
  await page.keyboard.press('Delete')
  await findNode(page, /^Step 4, End: group/).waitFor()
  await text(page).getByText('goto: end-1').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await findNode(page, /^Step 4, Say/).waitFor()

  const from = page.locator('[data-handleid="case:0"]')
  await from.dragTo(findNode(page, /^Step 2, Collect/).locator('.react-flow__handle.target'))
  await text(page).getByText('goto: collect-1').waitFor()

  await text(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('  - shout: loud')
  await page.getByText('The text is not valid.').waitFor()
  await page.getByText(/Line \d+: steps\[7\] must have exactly one of/).waitFor()
  await findNode(page, /^Step 7, End: told/).waitFor()
  await page.keyboard.press('Shift+Home')
  await page.keyboard.type('- end: { outcome: late }')
  await findNode(page, /^Step 8, End: late/).waitFor()

  await page.keyboard.press('Control+s')
  await page.getByText('Saved', { exact: true }).waitFor()
  const saved = assertStatus(await agent.get('/playbooks/general'), 200).flow
  assert.equal(saved.steps[0].say.text, 'Welcome. Come in.')
  assert.deepEqual(saved.steps[2], { branch: [{ if: 'guests > 8', goto: 'collect-1' }], else: 'few' })
  assert.deepEqual(saved.steps[1], { id: 'collect-1', collect: ['guests', 'email'] })
  assert.deepEqual(saved.steps.slice(6), [{ end: { outcome: 'told' } }, { end: { outcome: 'late' } }])
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun(
  'a user starts a flow, adds slots and steps, sees each error at its step, and cannot save an invalid flow',
  async (t) => {
    const session = await openConsole(t, environment)
    if (!session) return
    const { page, visit, assertAccessible } = session
    await visit('/playbooks/plain?tab=flow')
    await page.getByText('No flow yet').waitFor()
    await assertAccessible()
    await page.getByRole('button', { name: 'Generate' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Generate' }).click()
    await page.getByText('No model is configured to write flows.').waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('button', { name: 'Start a flow' }).click()
    await findNode(page, /^Step 1, Say/).click()
    await page.getByRole('button', { name: 'Add step' }).click()
    await page.getByRole('menuitem', { name: /^Action/ }).click()
    const panel = page.getByRole('dialog')
    await panel.getByRole('combobox', { name: 'Tool' }).click()
    await pressOption(page.getByRole('option', { name: 'scheduling.book' }))
    await panel.getByText(/needs “scheduling”/).waitFor()
    await page.keyboard.press('Escape')
    await findNode(page, /^Step 2, Action: scheduling.book, 1 finding/).waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page
      .getByRole('alert')
      .getByText(/steps\[1\]\.action/)
      .waitFor()

    await page.getByRole('link', { name: 'Instructions' }).click()
    // The form may render again after the save, so the click repeats until it holds.
    const scheduling = page.getByLabel('Scheduling')
    for (let clicks = 0; clicks < 5 && !(await scheduling.isChecked()); clicks++) {
      await scheduling.click()
      await page.waitForTimeout(200)
    }
    await page.getByRole('link', { name: 'Flow' }).click()
    await page.getByText('Slots', { exact: true }).click()
    await page.getByRole('button', { name: 'Add slot' }).click()
    await page.getByRole('textbox', { name: 'Question' }).fill('When?')
    await page.getByRole('combobox', { name: 'Type' }).click()
    await pressOption(page.getByRole('option', { name: 'Time', exact: true }))
    await assertAccessible()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    const saved = assertStatus(await agent.get('/playbooks/plain'), 200)
    assert.deepEqual(saved.flow.slots, [{ name: 'slot1', type: 'timeslot', prompt: 'When?' }])
    assert.deepEqual(saved.flow.steps[1], { action: 'scheduling.book' })
    assert.deepEqual(saved.uses, ['scheduling'])
    assert.deepEqual(
      session.pageErrors.filter((pageError) => !pageError.includes('status of 503')),
      [],
    )
  },
)

testInCompleteRun(
  'a viewer simulates a flow: it highlights steps, fills slots and shows tool calls; nothing can be changed',
  async (t) => {
    const session = await openConsole(t, environment, { role: 'viewer', dark: true })
    if (!session) return
    const { page, visit, assertAccessible, takeScreenshot } = session
    await visit('/playbooks/tried?tab=flow')
    await findNode(page, /^Step 1, Say/).waitFor()
    assert.equal(await page.getByRole('button', { name: /Add step|Undo|Generate|Remove|Delete/ }).count(), 0)
    await page.getByText('Try it').click()
    await findNode(page, /^Step 2, Collect.*waiting here/).waitFor()
    const sendText = async (text: string) => {
      await page.getByLabel('Your message').fill(text)
      await page.keyboard.press('Enter')
    }
    await sendText('four of us')
    await page.getByRole('cell', { name: 'guests' }).waitFor()
    await sendText('alex@example.com')
    await page.getByText('Would save person.email: alex@example.com').waitFor()
    await page.getByRole('button', { name: 'Yes', exact: true }).click()
    await page.getByText('Outcome: told').waitFor()
    await page.getByText('Would call notify.team').first().waitFor()
    await findNode(page, /^Step 7, End: told, passed/).waitFor()
    assert.equal(await findNode(page, /^Step 4, .*passed/).count(), 0)
    await assertAccessible()
    await takeScreenshot('flow-trial-dark')
    await page.getByRole('button', { name: 'Play automatically' }).click()
    await page.getByText('The flow reaches its end with the outcome told.').waitFor()
    await assertAccessible()
    assert.deepEqual(session.pageErrors, [])
  },
)

testInCompleteRun('a phone shows one panel at a time, and hostile text in a flow stays text', async (t) => {
  const session = await openConsole(t, environment, { width: 390 })
  if (!session) return
  const { page, visit, assertAccessible, takeScreenshot } = session
  await visit('/playbooks/foreign?tab=flow')
  await findNode(page, /^Step 1, Say: <img/).waitFor()
  await assertAccessible()
  await takeScreenshot('flow-narrow')
  await findNode(page, /^Step 4, Action/).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Confirm first').waitFor()
  await assertAccessible()
  await page.keyboard.press('Escape')
  for (const [view, heading] of [
    ['Text', 'Flow as text'],
    ['Slots', 'Flow name'],
    ['Try it', 'Your message'],
  ] as const) {
    await page.getByText(view, { exact: true }).click()
    await page.getByLabel(heading).waitFor()
    await assertAccessible()
  }
  await page.getByRole('log').getByText(pickHostileText(0)).first().waitFor()
  await takeScreenshot('flow-trial-narrow')
  await assertFits(page)
  await assertHarmless(page)
  assert.deepEqual(session.pageErrors, [])
})
