// Quick run too: one story of this feature.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testInCompleteRun } from '@parley/test-kit'
import type { Page } from 'playwright-core'
import type { ReplyBody } from '../../server/src/testing/client.ts'
import {
  assertFits,
  assertHarmless,
  assertStatus,
  hostileMarkup,
  openConsole,
  pressOption,
  startConsole,
} from './console.ts'

/** Tests in the console: suites, cases by form and by text, runs, results, and history. */

const document = {
  exportVersion: 1,
  playbooks: [
    {
      ...{ id: 'paint', name: 'Paint', body: 'Sell paint.', uses: ['people'], isDefault: true },
      flow: {
        id: 'main',
        slots: [],
        steps: [
          { say: { text: 'Welcome to the Paint Desk.', suggestions: ['Red paint', 'Blue paint'] } },
          { end: { outcome: 'greeted' } },
        ],
      },
    },
  ],
  capabilities: {
    knowledge: { facts: [{ id: 'hours', question: 'When are you open?', answer: 'From eight to eight.' }] },
  },
}

const environment = await startConsole(document, { working: true })
/** A console without workers: runs stay queued. */
const consoleWithoutWorkers = await startConsole(document)
const { agent } = environment

const readTests = async (path: string): Promise<ReplyBody> => assertStatus(await agent.get(`/tests${path}`), 200)
const createTests = async (path: string, body: object): Promise<ReplyBody> =>
  assertStatus(await agent.post(`/tests${path}`, body), 201)
const createSuite = async (name: string): Promise<string> => (await createTests('/suites', { name })).id
const createCase = async (suite: string, document: object): Promise<string> =>
  (await createTests(`/suites/${suite}/cases`, { title: 'Greets', turns: ['Hello'], ...document })).id
const welcomeChecks = { expect: { checks: { textIncludes: ['Welcome'] } } }
const failingChecks = {
  expect: {
    checks: { textIncludes: ['unicorn'] },
    judge: { criteria: [{ id: 'unicorns', text: 'The agent says "unicorns are real".' }] },
  },
}

async function runAndWait(body: object): Promise<ReplyBody> {
  for (;;) {
    const reply = await agent.post('/tests/runs', body)
    if (reply.status === 409) await waitForRun(reply.body.activeRunId)
    else return waitForRun(assertStatus(reply, 202).id)
  }
}

async function waitForRun(runId: string): Promise<ReplyBody> {
  for (let attempts = 0; attempts < 600; attempts += 1) {
    const run = await readTests(`/runs/${runId}`)
    if (run.completedAt || run.cancelledAt) return run
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return assert.fail('the run does not end')
}

const clickSave = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

test('a user creates a suite and a case by form and by text', async (t) => {
  const session = await openConsole(t, environment)
  if (!session) return
  const { page, visit, assertAccessible, takeScreenshot } = session
  await visit('/tests')
  await page.getByRole('heading', { name: 'No tests yet' }).waitFor()
  await assertAccessible()
  await page.getByRole('button', { name: 'New suite' }).click()
  await page.getByLabel('Name').fill('Front desk')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'No cases yet' }).waitFor()
  await page.getByRole('link', { name: 'New case' }).first().click()

  await page.getByRole('textbox', { name: 'Title' }).first().fill('Greets whoever comes')
  await page.getByLabel('Key').fill('Bad Key')
  await page.getByText('must be 1 to 119 lowercase letters').first().waitFor()
  await page.getByLabel('Message text').fill('Hello')
  await page.getByRole('button', { name: 'Add check' }).click()
  await page.getByRole('menuitem', { name: 'The agent says' }).click()
  await page.getByRole('combobox', { name: 'The agent says' }).fill('Welcome')
  await page.keyboard.press('Enter')
  await clickSave(page)
  await page.getByText('1 field needs your attention').waitFor()
  assert.match((await page.getByLabel('Key').getAttribute('aria-invalid')) ?? '', /true/)
  await takeScreenshot('tests-case-refused')
  await page.getByLabel('Key').fill('greets')

  await page.getByRole('button', { name: 'Add turn' }).click()
  await page.getByRole('combobox', { name: 'Type of turn 2' }).click()
  await pressOption(page.getByRole('option', { name: 'Taps a suggested reply' }))
  await page.getByLabel('Label of the reply').fill('Red paint')
  await page.getByText('has no fallback').first().waitFor()
  await page.getByLabel('Text if there is nothing to tap').fill('Red, please')
  await page.getByRole('log', { name: 'Script' }).getByText('Taps “Red paint”').waitFor()
  await assertAccessible()
  await takeScreenshot('tests-case-form')

  await page.getByRole('link', { name: 'Text', exact: true }).click()
  const code = page.getByRole('textbox', { name: 'The case as YAML' })
  await code.getByText('title').waitFor()
  await code.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('tags: [smoke')
  await page.getByText('The text is not valid').first().waitFor()
  await page.keyboard.type(']')
  await page.getByText('The text is not valid').waitFor({ state: 'hidden' })
  await assertAccessible()
  await takeScreenshot('tests-case-text')
  await page.getByRole('link', { name: 'Form', exact: true }).click()
  await page.getByText('smoke').first().waitFor()
  await clickSave(page)
  await page.getByRole('button', { name: 'Run case' }).waitFor()

  const [suite] = (await readTests('/suites')).data.filter(({ name }: ReplyBody) => name === 'Front desk')
  const [stored] = (await readTests(`/suites/${suite.id}/cases`)).data
  assert.deepEqual(
    [stored.key, stored.title, stored.tags, stored.turns],
    ['greets', 'Greets whoever comes', ['smoke'], ['Hello', { chip: 'Red paint', fallback: 'Red, please' }]],
  )
  assert.deepEqual(stored.expect, { checks: { finalReplyNonEmpty: true, textIncludes: ['Welcome'] } })
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun('a user edits the checks of a turn by form', async (t) => {
  const session = await openConsole(t, environment)
  if (!session) return
  const { page, visit, assertAccessible, takeScreenshot } = session
  const suite = await createSuite('Turn by turn')
  const created = await createCase(suite, { title: 'Saves the name' })
  await visit(`/tests/suites/${suite}/cases/${created}`)
  const checks = page.getByRole('group', { name: 'Checks of turn 1' })
  const add = async (name: string) => {
    await checks.getByRole('button', { name: 'Check the reply to turn 1' }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await add('A tool is called')
  await checks.getByLabel('Tool', { exact: true }).fill('people.save')
  await checks.getByLabel('Position').fill('1')
  await checks.getByRole('button', { name: 'Add: Arguments' }).click()
  await checks.getByLabel('Arguments: name 1').fill('guests')
  await checks.getByLabel('Arguments: value 1').fill('2')
  await add('The reply takes less time than')
  await checks.getByRole('textbox', { name: 'The reply takes less time than' }).fill('20000')
  await add('The reply costs less than')
  await checks.getByLabel('Amount').fill('0.05')
  await checks.getByLabel('Currency').fill('EUR')
  await add('The agent says')
  await checks.getByRole('combobox', { name: 'The agent says' }).fill('Welcome')
  await page.keyboard.press('Enter')
  await checks.getByLabel('Currency').fill('EURO')
  await page.getByText('must be a currency code such as USD').first().waitFor()
  await assertAccessible()
  await takeScreenshot('tests-turn-checks')
  await clickSave(page)
  await page.getByText('needs your attention').waitFor()
  await checks.getByLabel('Currency').fill('EUR')
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok())
  await clickSave(page)
  await saved
  await page.getByText('needs your attention').waitFor({ state: 'hidden' })
  const stored = await readTests(`/suites/${suite}/cases/${created}`)
  assert.deepEqual(stored.turns, [
    {
      text: 'Hello',
      expect: [
        { 'tool.called': { name: 'people.save', order: 1, with: { guests: 2 } } },
        { 'latency.under': { milliseconds: 20_000 } },
        { 'cost.under': { amount: 0.05, currency: 'EUR' } },
        { textIncludes: ['Welcome'] },
      ],
    },
  ])

  for (const name of ['A tool is called', 'The reply takes less time than', 'The reply costs less than'])
    await checks.getByRole('button', { name: `Remove ${name}`, exact: true }).click()
  await page.getByRole('combobox', { name: 'Type of turn 1' }).click()
  await pressOption(page.getByRole('option', { name: 'Lets time pass' }))
  await checks.getByText('Welcome').waitFor()
  await checks.getByRole('button', { name: 'Remove The agent says' }).click()
  await clickSave(page)
  await page.getByText('1 field needs your attention').waitFor({ state: 'hidden' })
  for (;;) {
    const { turns } = await readTests(`/suites/${suite}/cases/${created}`)
    if (JSON.stringify(turns) === '[{"wait":{"minutes":60}}]') break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun(
  'a user watches a run, sees each failure at its turn, and compares it with the pinned run',
  async (t) => {
    const session = await openConsole(t, environment)
    if (!session) return
    const { page, visit, assertAccessible, takeScreenshot } = session
    const suite = await createSuite('Watched')
    await createCase(suite, { title: 'Says welcome', ...welcomeChecks })
    const brokenCaseId = await createCase(suite, { title: 'Turns into a unicorn', ...welcomeChecks })
    const before = await runAndWait({ suiteIds: [suite] })
    assertStatus(
      await agent.put(`/tests/suites/${suite}/cases/${brokenCaseId}`, {
        title: 'Turns into a unicorn',
        turns: ['Hello'],
        ...failingChecks,
      }),
      200,
    )

    await visit(`/tests/runs/${before.id}`)
    await page.getByRole('heading', { name: 'All cases passed' }).waitFor()
    await page.getByRole('button', { name: 'Pin', exact: true }).click()
    await page.getByRole('button', { name: 'Unpin' }).waitFor()
    assert.equal((await readTests(`/runs/${before.id}`)).pinned, true)

    await visit(`/tests/suites/${suite}`)
    await page.getByRole('button', { name: 'Run suite' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('left today').waitFor()
    await assertAccessible()
    await dialog.getByRole('button', { name: 'Start' }).click()
    await page.getByText('1 newly failing').waitFor()
    await page.getByText('1 passed, 1 failed, 0 with errors').first().waitFor()
    await assertAccessible()
    await takeScreenshot('tests-run')
    await page.getByRole('link', { name: 'Turns into a unicorn' }).click()
    const transcript = page.getByRole('log', { name: 'Transcript' })
    await transcript.getByText('Check failed: The agent says: unicorn').waitFor()
    await page.getByText('Judged by embedded').waitFor()
    await assertAccessible()
    await takeScreenshot('tests-result')
    await page.getByRole('link', { name: 'Comparison' }).click()
    await page.getByText('Pinned run').first().waitFor()
    await page.getByRole('textbox', { name: 'This run' }).getByText('The agent says: unicorn').waitFor()
    await assertAccessible()
    await takeScreenshot('tests-result-diff')

    await visit(`/tests/suites/${suite}?tab=history`)
    await page.getByRole('img', { name: /Results of the suite/ }).waitFor()
    await page.getByRole('table', { name: 'Results by run' }).getByText('1 of 2').waitFor()
    await assertAccessible()
    await takeScreenshot('tests-history')
    await visit('/tests/runs')
    await page.getByRole('table', { name: 'Runs' }).getByText('pinned').waitFor()
    await assertAccessible()
    await takeScreenshot('tests-runs')
    assert.deepEqual(session.pageErrors, [])
  },
)

testInCompleteRun('a paused run is shown again after a reload, resumes, and is canceled', async (t) => {
  const session = await openConsole(t, consoleWithoutWorkers)
  if (!session) return
  const { page, visit, assertAccessible, takeScreenshot } = session
  const { id: suite } = assertStatus(await consoleWithoutWorkers.agent.post('/tests/suites', { name: 'Long' }), 201)
  const body = { title: 'Greets', turns: ['Hello'], samples: 5, ...welcomeChecks }
  assertStatus(await consoleWithoutWorkers.agent.post(`/tests/suites/${suite}/cases`, body), 201)
  await visit(`/tests/suites/${suite}`)
  await page.getByRole('button', { name: 'Run suite' }).click()
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByText('5 waiting').waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('Paused. Cases that were in progress start over').waitFor()
  await page.reload()
  await page.getByText('0 of 5 results').waitFor()
  await assertAccessible()
  await takeScreenshot('tests-run-paused')

  await visit(`/tests/suites/${suite}`)
  await page.getByRole('button', { name: 'Run suite' }).click()
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByText('Another run is still in progress').waitFor()
  await assertAccessible()
  await page.getByRole('link', { name: 'Open that run' }).click()
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('button', { name: 'Cancel run' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel run' }).click()
  await page.getByRole('button', { name: 'Run again' }).waitFor()
  const { data } = assertStatus(await consoleWithoutWorkers.agent.get('/tests/runs'), 200)
  assert.deepEqual(
    data.map(({ status, counts }: ReplyBody) => [status, counts.skipped]),
    [['cancelled', 5]],
  )
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun(
  'cases are created from Facts and conversations, a suite gets a schedule, and a deleted case is restored',
  async (t) => {
    const session = await openConsole(t, environment)
    if (!session) return
    const { page, visit, assertAccessible, takeScreenshot } = session
    const suite = await createSuite('Made')
    const persona = assertStatus(await agent.post('/personas', { name: 'Alex', channel: 'sms' }), 201)
    assertStatus(await agent.post(`/personas/${persona.id}/turns`, { turn: 'Do you sell red paint?' }), 200)

    await visit(`/tests/suites/${suite}`)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Generate from Facts' }).click()
    await page.getByRole('button', { name: 'Generate', exact: true }).click()
    await page.getByText('When are you open?').first().waitFor()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Generate from a description' }).click()
    await page.getByLabel('What to test').fill('People who ask for paint.')
    await page.getByRole('button', { name: 'Generate', exact: true }).click()
    await page.getByText('No model is configured to write cases').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('button', { name: 'Actions for When are you open?' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('When are you open?').first().waitFor()

    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Record conversation' }).click()
    await page.getByLabel('Include rehearsals').check()
    await page.getByRole('radio', { name: 'Do you sell red paint?' }).check()
    await page.getByLabel('Expected result').fill('The agent offers red paint.')
    await assertAccessible()
    await takeScreenshot('tests-record')
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    await page.getByText('recorded').first().waitFor()
    const cases: ReplyBody[] = (await readTests(`/suites/${suite}/cases`)).data
    assert.equal(cases.length, 2)
    assert.deepEqual(cases.find(({ origin }) => origin)?.turns, ['Do you sell red paint?'])

    await visit(`/tests/suites/${suite}?tab=settings`)
    await page.getByRole('combobox', { name: 'Run', exact: true }).click()
    await pressOption(page.getByRole('option', { name: 'Every week' }))
    await page.getByLabel('At', { exact: true }).fill('07:30')
    await clickSave(page)
    await page.getByText('Next run').waitFor()
    await assertAccessible()
    await takeScreenshot('tests-settings')
    assert.deepEqual((await readTests(`/suites/${suite}`)).schedule, {
      ...{ every: 'weekly', at: '07:30', weekday: 'monday', timezone: 'UTC' },
    })
    await visit('/tests')
    await page.getByText('Mondays at 07:30').waitFor()
    // Without a generating model the API answers 503, which the browser also logs.
    assert.deepEqual(
      session.pageErrors.filter((pageError) => !/status of 503/.test(pageError)),
      [],
    )
  },
)

testInCompleteRun(
  'a viewer sees no controls, hostile text stays text, and every page fits a phone in dark mode',
  async (t) => {
    const hostileText = hostileMarkup.join(' ')
    const suite = (await createTests('/suites', { name: hostileMarkup[0] ?? '', description: hostileText })).id
    const id = await createCase(suite, {
      title: hostileText,
      notes: hostileText,
      tags: hostileMarkup.map((text) => text.slice(0, 60)),
      brief: { scenario: hostileText, expected: hostileText },
      scenario: {
        persona: {
          preset: {
            fields: { fullName: hostileText.slice(0, 200), notes: hostileText },
            historySeed: [{ role: 'user', content: hostileText }],
          },
        },
        history: [{ role: 'assistant', content: hostileText }],
      },
      turns: [
        hostileText,
        { chip: 'No such', fallback: hostileText },
        { media: 'image', url: hostileMarkup[3] ?? '', text: hostileText },
      ],
      expect: {
        checks: { textIncludes: [hostileText], personFields: { [hostileMarkup[0] ?? '']: hostileText } },
        judge: { criteria: [{ id: 'nasty', text: hostileText }] },
      },
    })
    const run = await runAndWait({ caseIds: [id] })
    const [result] = (await readTests(`/runs/${run.id}/results`)).data
    const session = await openConsole(t, environment, { role: 'viewer', width: 390, dark: true })
    if (!session) return
    const { page, visit, assertAccessible, takeScreenshot } = session
    const visitAndCheck = async (path: string, waitForPage: () => Promise<unknown>, name: string) => {
      await visit(path)
      await waitForPage()
      await assertHarmless(page)
      await assertAccessible()
      await takeScreenshot(`tests-narrow-${name}`)
      await assertFits(page)
      for (const actionName of [/^Run\b/, /^Start/, /^New/, /^Add/, /^Pin/, /^Save/, /^More/, /^Remove/, /^Record/]) {
        assert.equal(await page.getByRole('button', { name: actionName }).count(), 0, `${path} offers ${actionName}`)
      }
    }
    const text = (text: string) => () => page.getByText(text).first().waitFor()
    await visitAndCheck('/tests', () => page.getByRole('table', { name: 'Suites' }).waitFor(), 'suites')
    await visitAndCheck(`/tests/suites/${suite}`, () => page.getByRole('table').waitFor(), 'suite')
    await visitAndCheck(`/tests/suites/${suite}?tab=history`, () => page.getByRole('table').waitFor(), 'history')
    await visitAndCheck(`/tests/suites/${suite}?tab=settings`, text('About the suite'), 'settings')
    const waitForCase = () => page.getByRole('log', { name: 'Script' }).waitFor()
    await visitAndCheck(`/tests/suites/${suite}/cases/${id}`, waitForCase, 'case')
    await visitAndCheck(`/tests/suites/${suite}/cases/${id}?tab=text`, text('The case as YAML'), 'text')
    await visitAndCheck('/tests/runs', () => page.getByRole('table').waitFor(), 'runs')
    await visitAndCheck(`/tests/runs/${run.id}`, text('About the run'), 'run')
    await visitAndCheck(`/tests/runs/${run.id}/results/${result.id}`, text('Checks'), 'result')
    assert.deepEqual(session.pageErrors, [])
  },
)
