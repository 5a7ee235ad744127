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
    { id: 'mouse', name: 'Mouse', body: 'Be kind.', uses: [] },
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
  const panel = page.getByRole('region', { name: 'Step 1: Say' })
  await panel.getByRole('textbox', { name: 'Text (say)' }).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' Come in.')
  await panel.getByRole('region', { name: /RCS/ }).getByText('Welcome. Come in.').waitFor()
  await assertAccessible()
  await takeScreenshot('flow-step')
  // The form is next to the graph, not over it.
  const [form, graph] = await Promise.all([panel.boundingBox(), page.getByLabel('Flow steps').boundingBox()])
  assert.ok(form && graph && form.x + form.width <= graph.x, 'the form covers the graph')
  await page.keyboard.press('Escape')
  assert.match(await readFocusedLabel(page), /^Step 1, Say/)
  await page.getByText('Text', { exact: true }).click()
  await text(page).getByText('Welcome. Come in.').waitFor()
  await page.getByRole('textbox', { name: 'Find a step' }).fill('told')
  await page.getByText('1 of 1').waitFor()
  await page.locator('.react-flow__node.selected', { hasText: 'told' }).waitFor()
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await page.getByRole('button', { name: 'Show all' }).click()

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
    await page.getByRole('button', { name: 'Add step', exact: true }).click()
    await page.getByRole('menuitem', { name: /^Action/ }).click()
    const panel = page.getByRole('region', { name: 'Step 2: Action' })
    await panel.getByRole('combobox', { name: 'Tool (action)' }).click()
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
    await pressOption(page.getByRole('option', { name: 'Time (timeslot)' }))
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

testInCompleteRun('a newcomer makes a flow of eight steps with a branch, with the mouse alone', async (t) => {
  const session = await openConsole(t, environment, { width: 1440, dark: true })
  if (!session) return
  const { page, visit, assertAccessible, takeScreenshot } = session
  await visit('/playbooks/mouse?tab=flow')
  await page.getByRole('button', { name: 'Start a flow' }).click()
  const add = async (kind: RegExp) => {
    await page.getByRole('button', { name: 'Add step', exact: true }).click()
    await page.getByRole('menuitem', { name: kind }).click()
  }
  const choose = async (field: string, option: string) => {
    await page.getByRole('combobox', { name: field }).click()
    await pressOption(page.getByRole('option', { name: option, exact: true }))
  }
  // Without a chosen step, a step goes before the end; after that, after the one that was added.
  await add(/^Collect/)
  await findNode(page, /^Step 2, Collect: answer/).waitFor()
  await findNode(page, /^Step 3, End: done/).waitFor()
  await page.getByRole('button', { name: /^answer/ }).click()
  await choose('Type', 'Yes or no (boolean)')
  await add(/^Collect/)
  await findNode(page, /^Step 3, Collect: slot2/).waitFor()
  await page.getByRole('button', { name: /^slot2/ }).click()
  await choose('Type', 'Number')
  await add(/^Branch/)
  await findNode(page, /^Step 4, Branch: slot2 == 1/).waitFor()
  await choose('Comparison (case 1)', 'is more than (>)')
  await page.locator('.mantine-NumberInput-control[data-direction=up]').click()
  await findNode(page, /^Step 4, Branch: slot2 > 2/).waitFor()
  await choose('Then go to (goto, case 1)', 'A new text, then an end')
  await findNode(page, /^Step 7, End: done/).waitFor()
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.getByRole('button', { name: 'Add a step after step 4' }).click()
  await page.getByRole('menuitem', { name: /^Say/ }).click()
  await findNode(page, /^Step 5, Say/).waitFor()
  await findNode(page, /^Step 8, End: done/).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await findNode(page, /^Step 8/).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Redo' }).click()
  await findNode(page, /^Step 8, End: done/).waitFor()
  await findNode(page, /^Step 4, Branch/).click()
  await page.getByRole('region', { name: 'Step 4: Branch' }).waitFor()
  await assertAccessible()
  await takeScreenshot('flow-by-mouse-dark')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  const { slots, steps } = assertStatus(await agent.get('/playbooks/mouse'), 200).flow
  assert.deepEqual(slots, [
    { name: 'answer', type: 'boolean' },
    { name: 'slot2', type: 'number' },
  ])
  const end = { end: { outcome: 'done' } }
  assert.deepEqual(steps, [
    { say: 'Hello! How can we help?' },
    { collect: 'answer' },
    { collect: 'slot2' },
    { branch: [{ if: 'slot2 > 2', goto: 'say-1' }] },
    { say: 'Thank you.' },
    { id: 'end-1', ...end },
    { id: 'say-1', say: 'Thank you.' },
    end,
  ])
  const { data } = assertStatus(await agent.get('/lint'), 200)
  const { data: playbooks } = assertStatus(await agent.get('/playbooks'), 200)
  const at = playbooks.findIndex(({ id }: { id: string }) => id === 'mouse')
  const found = data.filter(({ path }: { path: string }) => path.startsWith(`playbooks[${at}].flow`))
  assert.deepEqual(
    found.filter(({ severity }: { severity: string }) => severity === 'error'),
    [],
  )
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun(
  'a placeholder of another form is marked on its step, and a condition can be written as text',
  async (t) => {
    const session = await openConsole(t, environment, { width: 390 })
    if (!session) return
    const { page, visit, assertAccessible, takeScreenshot } = session
    const foreign = {
      ...flow,
      steps: [
        { say: 'For {{guests}} of you.' },
        { collect: ['guests', 'email'] },
        { branch: [{ if: 'guests > 8 and email exists', goto: 'late' }] },
        { id: 'late', end: { outcome: 'told' } },
      ],
    }
    assertStatus(await agent.post('/playbooks', { id: 'marked', name: 'Marked', body: 'Be kind.', uses: [] }), 201)
    assertStatus(await agent.patch('/playbooks/marked', { flow: foreign }), 200)
    await visit('/playbooks/marked?tab=flow')
    await findNode(page, /^Step 1, Say: For \{\{guests\}\} of you\., \d finding/).click()
    await page.getByText(/contains {{guests}}, which is sent as it is; write {guests}/).waitFor()
    await assertFits(page)
    await takeScreenshot('flow-step-phone')
    await page.getByText('Graph', { exact: true }).click()
    await findNode(page, /^Step 3, Branch/).click()
    // A combined condition can only be written.
    const written = page.getByRole('textbox', { name: 'If (if) (case 1)' })
    assert.equal(await written.inputValue(), 'guests > 8 and email exists')
    await written.fill('guests > ')
    await page.getByText(/^Syntax error at column 10/).waitFor()
    await page.getByRole('button', { name: 'Choose instead: condition of case 1' }).click()
    await page.getByRole('combobox', { name: 'Comparison (case 1)' }).waitFor()
    await assertAccessible()
    await assertFits(page)
    assert.deepEqual(session.pageErrors, [])
  },
)
