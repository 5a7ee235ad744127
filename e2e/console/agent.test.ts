// Quick run too: one story of this feature.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { testInCompleteRun } from '@parley/test-kit'
import type { Page } from 'playwright-core'
import {
  assertFits,
  assertHarmless,
  assertStatus,
  type ConsoleEnvironment,
  hostileMarkup,
  type OpenConsole,
  openConsole,
  pressOption,
  startConsole,
} from './console.ts'

/** The agent editor, and the page that creates a new agent. */

const personality = '@svc/personality.warm-receptionist'
const environment = await startConsole({
  identity: { websiteUrl: 'https://example.com', brandColor: '#1a2b3c', smallLogoUrl: 'https://example.com/logo.png' },
  personality: { text: 'Speak briefly.', derivedFrom: { templateId: personality, version: '0.9.0' } },
  goals: {
    goals: [
      { id: 'booked', name: 'A day is booked', definition: { kind: 'event', event: 'appointment.booked' } },
      { id: 'tapped', name: 'Link tapped', definition: { kind: 'event', event: 'link.tapped' } },
    ],
    defaultGoal: { goalId: 'booked' },
  },
  rules: [{ id: 'no-price', text: 'Never name a price.', check: { kind: 'pattern', patterns: ['/\\$\\s?[0-9]+/'] } }],
  standingInstructions: ['Be brief.'],
  guardrails: { topicsToAvoid: ['Politics'] },
  capabilities: { scheduling: { blackoutDates: ['2030-12-24'] } },
  outreach: { settings: { safeHours: { startHour: 20, endHour: 6, timeZone: 'Europe/Berlin' } } },
})
const { agent } = environment

const readSection = async (path: string) => assertStatus(await agent.get(path), 200)
const partLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Agent sections' }).getByRole('link', { name: new RegExp(`^${name}`) })
const textbox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true }).waitFor()

async function openAgentConsole(
  t: TestContext,
  options: Parameters<typeof openConsole>[2] = {},
): Promise<OpenConsole | undefined> {
  return openConsole(t, environment, options)
}

async function openPart(page: Page, name: string): Promise<void> {
  await partLink(page, name).click()
  await heading(page, name)
}

async function chooseOption(page: Page, list: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: list }).click()
  await pressOption(page.getByRole('option', { name: option, exact: true }))
}

async function waitUntilSaved(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('region', { name: 'You have unsaved changes' }).waitFor({ state: 'detached' })
}

test('identity: errors appear at their field before and after saving, and saved values persist', async (t) => {
  const session = await openAgentConsole(t)
  if (!session) return
  const { page, visit, assertAccessible, takeScreenshot } = session
  await visit('/edit')
  await heading(page, 'Identity')
  await page.getByText(/^Version \w{7}/).waitFor()
  await assertAccessible()
  await takeScreenshot('agent-identity')
  const email = page.getByLabel('Email')
  await email.fill('nobody')
  await page.getByRole('status').getByText(/email/i).waitFor()
  await page.keyboard.press('Control+s')
  await page.getByRole('alert').getByRole('button', { name: 'Email:' }).waitFor()
  assert.equal(await email.getAttribute('aria-invalid'), 'true')
  await assertAccessible()
  await email.fill('hello@example.com')
  await page.getByLabel('Description').fill('Boats for a day')
  await waitUntilSaved(page)
  assert.deepEqual(
    [(await readSection('')).description, (await readSection('/identity')).contactEmail],
    ['Boats for a day', 'hello@example.com'],
  )
  await email.fill('')
  await partLink(page, 'Goals').click()
  await page.getByRole('button', { name: 'Stay' }).click()
  await email.fill('hello@example.com')
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun('two concurrent editors: the second one sees both texts and chooses', async (t) => {
  const session = await openAgentConsole(t)
  if (!session) return
  const { page, visit } = session
  await visit('/edit/standing-instructions')
  await textbox(page, 'Standing instruction 1').fill('Be very brief.')
  assertStatus(await agent.put('/standing-instructions', { standingInstructions: ['Be kind.'] }), 200)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Someone else changed this' })
  await dialog.getByLabel('Saved version').getByText('Be kind.').waitFor()
  await dialog.getByRole('button', { name: 'Overwrite with my version' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('region', { name: 'You have unsaved changes' }).waitFor({ state: 'detached' })
  assert.deepEqual((await readSection('/standing-instructions')).data, ['Be very brief.'])
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun(
  'personality: a user compares it with its template, restores it, and chooses another voice',
  async (t) => {
    const session = await openAgentConsole(t)
    if (!session) return
    const { page, visit, assertAccessible, takeScreenshot } = session
    await visit('/edit/personality')
    await page.getByText('Differs from the template').waitFor()
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByLabel('Yours').getByText('Speak briefly.').waitFor()
    await page.getByRole('textbox', { name: 'Personality' }).waitFor()
    await assertAccessible()
    await takeScreenshot('agent-personality')
    await page.getByRole('button', { name: 'Restore the template' }).click()
    await page.getByRole('button', { name: 'Replace' }).click()
    await page.getByText('Matches the template').waitFor()
    assert.equal((await readSection('/personality')).derivedFrom.version, '1.0.1')
    await page.getByRole('button', { name: 'Choose a voice' }).click()
    const dialog = page.getByRole('dialog', { name: 'Choose a voice' })
    await dialog.getByRole('button', { name: /^Add / }).nth(1).waitFor()
    await assertAccessible()
    const otherButton = dialog.getByRole('button', { name: /^Add / }).nth(1)
    const templateName = (await otherButton.getAttribute('aria-label'))?.replace('Add ', '')
    await otherButton.click()
    await page.getByRole('button', { name: 'Replace' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(`From the template ${templateName}`).waitFor()
    await page.getByLabel('Summary').fill('Our own')
    await waitUntilSaved(page)
    assert.equal((await readSection('/personality')).description, 'Our own')
    assert.deepEqual(session.pageErrors, [])
  },
)

testInCompleteRun(
  'goals: a new one gets its id from its name, and becomes the default under a condition',
  async (t) => {
    const session = await openAgentConsole(t)
    if (!session) return
    const { page, visit, assertAccessible, takeScreenshot } = session
    await visit('/edit/goals')
    await page.getByRole('button', { name: 'Add Goal' }).click()
    const name = page.getByLabel('Name', { exact: false }).last()
    await name.fill('Question settled')
    assert.equal(await page.getByLabel('ID', { exact: true }).last().inputValue(), 'question-settled')
    await page.getByText('By review').last().click()
    await page.getByLabel('Criterion').fill('Has an answer.')
    await chooseOption(page, 'Default Goal', 'Question settled')
    await chooseOption(page, 'Unless', 'the person’s consent is')
    await chooseOption(page, 'Then', 'A day is booked')
    await assertAccessible()
    await takeScreenshot('agent-goals')
    await waitUntilSaved(page)
    const { data, defaultGoal } = await readSection('/goals')
    assert.deepEqual(data.at(-1), {
      id: 'question-settled',
      name: 'Question settled',
      definition: { kind: 'judged', criterion: 'Has an answer.' },
    })
    assert.deepEqual(defaultGoal, {
      goalId: 'question-settled',
      unless: { field: 'person.consent.status', op: 'eq', value: 'granted' },
      // biome-ignore lint/suspicious/noThenProperty: the API contract names it so
      then: 'booked',
    })
    await page.getByRole('button', { name: 'Remove A day is booked' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('alert').getByRole('button', { name: 'Then:' }).waitFor()
    assert.equal((await readSection('/goals')).data.length, 3)
    assert.deepEqual(session.pageErrors, [])
  },
)

testInCompleteRun(
  'rules: a user tests a text in the browser, and an invalid pattern is refused at its field',
  async (t) => {
    const session = await openAgentConsole(t)
    if (!session) return
    const { page, visit, assertAccessible, takeScreenshot } = session
    await visit('/edit/rules')
    const reply = page.getByLabel('Sample reply')
    await reply.fill('It depends.')
    await page.getByText('No rule blocks this reply.').waitFor()
    await reply.fill('It is $20.')
    await page.getByText('The agent rewrites the reply once').waitFor()
    await page.getByRole('button', { name: 'Add pattern' }).click()
    await textbox(page, 'Pattern 2').fill('/(/')
    await page
      .getByRole('status')
      .getByText(/is not a regular expression/)
      .waitFor()
    await assertAccessible()
    await takeScreenshot('agent-rules')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('alert').getByRole('button', { name: 'Pattern 2:' }).waitFor()
    assert.equal(await textbox(page, 'Pattern 2').getAttribute('aria-invalid'), 'true')
    await textbox(page, 'Pattern 2').fill('per month')
    await reply.fill('Ten PER MONTH')
    await page.getByText('per month', { exact: true }).last().waitFor()
    await waitUntilSaved(page)
    assert.deepEqual((await readSection('/rules')).data[0].check.patterns, ['/\\$\\s?[0-9]+/', 'per month'])
    assert.deepEqual(session.pageErrors, [])
  },
)

testInCompleteRun(
  'guardrails and objectives are added from templates; safe hours and blackout dates are shown',
  async (t) => {
    const session = await openAgentConsole(t)
    if (!session) return
    const { page, visit, assertAccessible, takeScreenshot } = session
    await visit('/edit/guardrails')
    await page.getByRole('img', { name: /only from 20:00 to 06:00 \(Europe\/Berlin\)/ }).waitFor()
    await page.getByText('Dec 24, 2030').waitFor()
    await page.getByRole('button', { name: 'Add from templates' }).click()
    await page.getByRole('dialog').getByRole('button', { name: /^Add / }).first().click()
    await page.getByText('Added from').waitFor()
    await assertAccessible()
    await takeScreenshot('agent-guardrails')
    const guardrails = await readSection('/guardrails')
    assert.equal(guardrails.topicsToAvoid[0], 'Politics')
    assert.equal(guardrails.derivedFromTemplates.length, 1)
    await openPart(page, 'Objectives')
    await page.getByText('No objectives yet').waitFor()
    await page.getByRole('button', { name: 'Add from templates' }).click()
    await page.getByRole('dialog').getByRole('button', { name: /^Add / }).first().click()
    await page.getByText(/Template \d+\.\d+\.\d+/).waitFor()
    await page.getByLabel('Priority').fill('7')
    await waitUntilSaved(page)
    await assertAccessible()
    assert.equal((await readSection('/objectives')).data[0].priority, 7)
    assert.deepEqual(session.pageErrors, [])
  },
)

testInCompleteRun('a lint finding links to its field, and the prompt is shown once there is a turn', async (t) => {
  const session = await openAgentConsole(t)
  if (!session) return
  const { page, visit, assertAccessible, takeScreenshot } = session
  await visit('/edit/lint')
  await page.getByRole('button', { name: 'View prompt' }).click()
  await page.getByText('No replies yet').waitFor()
  await page.keyboard.press('Escape')
  await assertAccessible()
  await takeScreenshot('agent-lint')
  await page.getByRole('link', { name: /^Open Goals · .* · Event$/ }).click()
  await page.locator('[data-path="goals.1.definition.event"]:focus').waitFor()
  const persona = assertStatus(await agent.post('/personas', { name: 'Ada' }), 201)
  assertStatus(await agent.post(`/personas/${persona.id}/turns`, { turn: 'Hello' }), 200)
  await page.getByRole('button', { name: 'View prompt' }).click()
  const drawer = page.getByRole('dialog', { name: 'View prompt' })
  await drawer.getByRole('button', { name: 'standing instructions' }).click()
  await drawer.getByText(/^- Be .*brief\./).waitFor()
  await assertAccessible()
  await takeScreenshot('agent-model-sees')
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun('an import is previewed first, and previewed again if the agent has changed', async (t) => {
  const session = await openAgentConsole(t)
  if (!session) return
  const { page, visit, assertAccessible, takeScreenshot } = session
  await visit('/edit/document')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  assert.equal((await download).suggestedFilename(), `${agent.id}.yaml`)
  await assertAccessible()
  await page.getByRole('link', { name: 'Import document' }).click()
  const text = page.getByRole('textbox', { name: 'Document' })
  await text.fill('rules: [')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText(/not valid YAML or JSON/).waitFor()
  await text.fill('rules: [{ id: a, text: A, check: { kind: pattern, patterns: ["/(/"] } }]')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText('Rules · A · Patterns').waitFor()
  assert.ok(await page.getByRole('button', { name: 'Import', exact: true }).isDisabled())
  await text.fill('standingInstructions: [Be quick., Be kind.]')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByLabel('After').getByText('Be quick.').waitFor()
  await assertAccessible()
  await takeScreenshot('agent-import')
  assertStatus(await agent.put('/standing-instructions', { standingInstructions: ['Be third.'] }), 200)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('The agent changed in the meantime.').waitFor()
  await page.getByLabel('Before').getByText('Be third.').waitFor()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await heading(page, 'Lint')
  assert.deepEqual((await readSection('/standing-instructions')).data, ['Be quick.', 'Be kind.'])
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun('a template is previewed and applied, and updates are applied one by one', async (t) => {
  const session = await openAgentConsole(t)
  if (!session) return
  const { page, visit, assertAccessible, takeScreenshot } = session
  await visit('/edit/templates')
  await page.getByRole('link', { name: 'Dental practice' }).click()
  const drawer = page.getByRole('dialog', { name: 'Dental practice' })
  await drawer.getByLabel('After').waitFor()
  await assertAccessible()
  await takeScreenshot('agent-template')
  await drawer.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('dialog', { name: 'Apply Dental practice?' }).getByRole('button', { name: 'Apply' }).click()
  await drawer.waitFor({ state: 'detached' })
  await page.getByText('From Dental practice 1.1.0').waitFor()
  assert.equal((await readSection('')).templateRef.templateId, '@svc/agent.dental-practice')
  const oldPersonality = { text: 'Speak briefly.', derivedFrom: { templateId: personality, version: '0.9.0' } }
  assertStatus(await agent.post('/import', { personality: oldPersonality }), 200)
  await visit('/edit/updates')
  await page.getByRole('button', { name: 'Compare Personality' }).click()
  await page.getByLabel('Before').getByText('Speak briefly.').waitFor()
  await page.getByLabel('Select the update of Personality').check()
  await assertAccessible()
  await takeScreenshot('agent-updates')
  await page.getByRole('button', { name: 'Apply selected update' }).click()
  await page.getByText('Update available').waitFor({ state: 'detached' })
  assert.equal((await readSection('/personality')).derivedFrom.version, '1.0.1')
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun('a viewer sees everything, and no controls', async (t) => {
  const session = await openAgentConsole(t, { role: 'viewer', dark: true })
  if (!session) return
  const { page, visit, visitOrg, assertAccessible } = session
  await visit('/edit/goals')
  await page.getByText('You have read-only access.').waitFor()
  assert.ok(await page.getByRole('textbox', { name: /^Name/ }).first().isDisabled())
  await assertAccessible()
  const actionNames = /^(Add|Remove|Move|Save|Take|Choose|Import|Apply|Delete|Rename|Upload)/
  for (const name of [
    'Identity',
    'Personality',
    'Objectives',
    'Standing instructions',
    'Guardrails',
    'Rules',
    'Lint',
    'Document',
    'Updates',
    'Rename or delete',
  ]) {
    await openPart(page, name)
    assert.deepEqual(await page.getByRole('button', { name: actionNames }).allTextContents(), [], name)
  }
  await page.getByText('Only editors can rename and delete agents.').waitFor()
  await visitOrg('/new-agent')
  await page.getByText('Only editors can create agents.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Create agent' }).count(), 0)
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun(
  'a user creates an empty agent whose empty sections explain themselves, renames it and deletes it',
  async (t) => {
    const session = await openAgentConsole(t, { width: 390 })
    if (!session) return
    const { page, visitOrg, assertAccessible, takeScreenshot } = session
    await visitOrg('/new-agent')
    await page.getByRole('radio', { name: 'Restaurant' }).click()
    await page.getByText('Contents of Restaurant').waitFor()
    await assertAccessible()
    await takeScreenshot('new-agent-narrow')
    await page.getByRole('radio', { name: 'Empty agent' }).click()
    await page.getByLabel('Name').fill('x'.repeat(300))
    await page.getByRole('button', { name: 'Create agent' }).click()
    await page.locator('[aria-invalid=true]').waitFor()
    await page.getByLabel('Name').fill('Sea School')
    await page.getByRole('button', { name: 'Create agent' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sea School' }).waitFor()
    for (const [part, hint] of [
      ['Goals', 'No Goals yet'],
      ['Rules', 'No rules yet'],
      ['Updates', 'No items from the catalog'],
      ['Rename or delete', '1 playbook'],
    ] as const) {
      await chooseOption(page, 'Agent sections', part)
      await page.getByText(hint).waitFor()
      await assertFits(page)
    }
    await assertAccessible()
    await takeScreenshot('agent-narrow')
    await page.getByLabel('New name').fill('Sea School Two')
    await page.getByRole('button', { name: 'Rename', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Sea School Two' }).waitFor()
    const path = `/orgs/${agent.orgId}/agents/sea-school`
    assert.equal(assertStatus(await agent.client.get(path), 200).name, 'Sea School Two')
    await page.getByRole('button', { name: 'Delete agent…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete Sea School Two?' })
    assert.ok(await dialog.getByRole('button', { name: 'Delete agent' }).isDisabled())
    await dialog.getByLabel('Type sea-school to confirm').fill('sea-school')
    await dialog.getByRole('button', { name: 'Delete agent' }).click()
    await page.waitForURL(`**/orgs/${agent.orgId}`)
    assertStatus(await agent.client.get(path), 404)
    assert.deepEqual(session.pageErrors, [])
  },
)

/** The field in which each part shows the planted markup. */
const fields = {
  Goals: 'goals.0.name',
  Objectives: 'objectives.0.name',
  'Standing instructions': 'standingInstructions.0',
  Guardrails: 'topicsToAvoid.0',
  Rules: 'rules.0.patterns.0',
}
const texts = { Personality: 'Personality', Document: 'The agent as YAML' }

testInCompleteRun('hostile text in an agent stays text', async (t) => {
  await addHostileContent(environment)
  const session = await openAgentConsole(t)
  if (!session) return
  const { page, visit } = session
  await visit('/edit/identity')
  await page.getByRole('heading', { level: 1, name: hostileMarkup[0] }).waitFor()
  for (const [name, path] of Object.entries(fields)) {
    await openPart(page, name)
    assert.match(await page.locator(`[data-path="${path}"]`).inputValue(), /planted/)
  }
  for (const [name, label] of Object.entries(texts)) {
    await openPart(page, name)
    await textbox(page, label).getByText('planted').first().waitFor()
  }
  await openPart(page, 'Updates')
  await page.getByText(`${hostileMarkup[0]} · version 1.0.0`).waitFor()
  await assertHarmless(page)
  await visit('/edit/rules')
  await page.getByLabel('Sample reply').fill(hostileMarkup.join(' '))
  await page.getByText('Matched by').first().waitFor()
  await visit('/edit/document?do=import')
  await page
    .getByRole('textbox', { name: 'Document' })
    .fill(JSON.stringify({ standingInstructions: hostileMarkup.toReversed() }))
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByLabel('After').getByText('planted').first().waitFor()
  await assertHarmless(page)
  assert.deepEqual(session.pageErrors, [])
})

/** Plants hostile markup in every field that accepts text. */
async function addHostileContent({ agent }: ConsoleEnvironment): Promise<void> {
  const text = hostileMarkup.join(' ')
  const document = {
    agent: { name: hostileMarkup[0], description: text },
    identity: {
      smallLogoUrl: 'https://example.com/"><svg onload="globalThis.planted=1">',
      contactPhone: hostileMarkup[0],
      contactAvailability: text,
      identityPreamble: text,
    },
    personality: { description: text, text, derivedFrom: { templateId: hostileMarkup[0], version: '1.0.0' } },
    objectives: [{ id: 'a', name: hostileMarkup[1], description: text, body: text }],
    goals: {
      goals: [
        {
          id: 'a',
          name: hostileMarkup[2],
          description: text.slice(0, 300),
          definition: { kind: 'judged', criterion: text },
        },
      ],
    },
    standingInstructions: hostileMarkup,
    guardrails: { topicsToAvoid: hostileMarkup, claimsNotToMake: hostileMarkup, requiredDisclaimers: hostileMarkup },
    rules: [
      { id: 'a', text, check: { kind: 'pattern', patterns: hostileMarkup }, onMatch: 'block', replacement: text },
    ],
  }
  assertStatus(await agent.post('/import', document), 200)
}
