// Quick run too: one story of this feature.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testInCompleteRun } from '@parley/test-kit'
import type { Page } from 'playwright-core'
import type { ReplyBody } from '../../server/src/testing/client.ts'
import { assertHarmless, assertStatus, hostileMarkup, openConsole, pressOption, startConsole } from './console.ts'

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
const idle = await startConsole(document)
const { agent } = environment

const read = async (path: string): Promise<ReplyBody> => assertStatus(await agent.get(`/tests${path}`), 200)
const make = async (path: string, body: object): Promise<ReplyBody> =>
  assertStatus(await agent.post(`/tests${path}`, body), 201)
const suiteOf = async (name: string): Promise<string> => (await make('/suites', { name })).id
const caseOf = async (suite: string, document: object): Promise<string> =>
  (await make(`/suites/${suite}/cases`, { title: 'Greets', turns: ['Hello'], ...document })).id
const welcomes = { expect: { checks: { textIncludes: ['Welcome'] } } }
const misses = {
  expect: {
    checks: { textIncludes: ['unicorn'] },
    judge: { criteria: [{ id: 'unicorns', text: 'The agent says "unicorns are real".' }] },
  },
}

async function played(body: object): Promise<ReplyBody> {
  for (;;) {
    const reply = await agent.post('/tests/runs', body)
    if (reply.status === 409) await over(reply.body.activeRunId)
    else return over(assertStatus(reply, 202).id)
  }
}

async function over(runId: string): Promise<ReplyBody> {
  for (let looks = 0; looks < 600; looks += 1) {
    const run = await read(`/runs/${runId}`)
    if (run.completedAt || run.cancelledAt) return run
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return assert.fail('the run does not end')
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

test('a user creates a suite and a case by form and by text', async (t) => {
  const session = await openConsole(t, environment)
  if (!session) return
  const { page, visit, accessible, shot } = session
  await visit('/tests')
  await page.getByRole('heading', { name: 'No tests yet' }).waitFor()
  await accessible()
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
  await save(page)
  await page.getByText('1 field needs your attention').waitFor()
  assert.match((await page.getByLabel('Key').getAttribute('aria-invalid')) ?? '', /true/)
  await shot('tests-case-refused')
  await page.getByLabel('Key').fill('greets')

  await page.getByRole('button', { name: 'Add turn' }).click()
  await page.getByRole('combobox', { name: 'Type of turn 2' }).click()
  await pressOption(page.getByRole('option', { name: 'Taps a suggested reply' }))
  await page.getByLabel('Label of the reply').fill('Red paint')
  await page.getByText('has no fallback').first().waitFor()
  await page.getByLabel('Text if there is nothing to tap').fill('Red, please')
  await page.getByRole('log', { name: 'Script' }).getByText('Taps “Red paint”').waitFor()
  await accessible()
  await shot('tests-case-form')

  await page.getByRole('link', { name: 'Text', exact: true }).click()
  const code = page.getByRole('textbox', { name: 'The case as YAML' })
  await code.getByText('title').waitFor()
  await code.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('tags: [smoke')
  await page.getByText('The text is not valid').first().waitFor()
  await page.keyboard.type(']')
  await page.getByText('The text is not valid').waitFor({ state: 'hidden' })
  await accessible()
  await shot('tests-case-text')
  await page.getByRole('link', { name: 'Form', exact: true }).click()
  await page.getByText('smoke').first().waitFor()
  await save(page)
  await page.getByRole('button', { name: 'Run case' }).waitFor()

  const [suite] = (await read('/suites')).data.filter(({ name }: ReplyBody) => name === 'Front desk')
  const [stored] = (await read(`/suites/${suite.id}/cases`)).data
  assert.deepEqual(
    [stored.key, stored.title, stored.tags, stored.turns],
    ['greets', 'Greets whoever comes', ['smoke'], ['Hello', { chip: 'Red paint', fallback: 'Red, please' }]],
  )
  assert.deepEqual(stored.expect, { checks: { finalReplyNonEmpty: true, textIncludes: ['Welcome'] } })
  assert.deepEqual(session.complaints, [])
})

testInCompleteRun(
  'a run is shown live, failures are shown at their turn and compared with the pinned run',
  async (t) => {
    const session = await openConsole(t, environment)
    if (!session) return
    const { page, visit, accessible, shot } = session
    const suite = await suiteOf('Watched')
    await caseOf(suite, { title: 'Says welcome', ...welcomes })
    const broken = await caseOf(suite, { title: 'Turns into a unicorn', ...welcomes })
    const before = await played({ suiteIds: [suite] })
    assertStatus(
      await agent.put(`/tests/suites/${suite}/cases/${broken}`, {
        title: 'Turns into a unicorn',
        turns: ['Hello'],
        ...misses,
      }),
      200,
    )

    await visit(`/tests/runs/${before.id}`)
    await page.getByRole('heading', { name: 'All cases passed' }).waitFor()
    await page.getByRole('button', { name: 'Pin', exact: true }).click()
    await page.getByRole('button', { name: 'Unpin' }).waitFor()
    assert.equal((await read(`/runs/${before.id}`)).pinned, true)

    await visit(`/tests/suites/${suite}`)
    await page.getByRole('button', { name: 'Run suite' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('left today').waitFor()
    await accessible()
    await dialog.getByRole('button', { name: 'Start' }).click()
    await page.getByText('1 newly failing').waitFor()
    await page.getByText('1 passed, 1 failed, 0 with errors').first().waitFor()
    await accessible()
    await shot('tests-run')
    await page.getByRole('link', { name: 'Turns into a unicorn' }).click()
    const transcript = page.getByRole('log', { name: 'Transcript' })
    await transcript.getByText('Check failed: The agent says: unicorn').waitFor()
    await page.getByText('Judged by embedded').waitFor()
    await accessible()
    await shot('tests-result')
    await page.getByRole('link', { name: 'Comparison' }).click()
    await page.getByText('Pinned run').first().waitFor()
    await page.getByRole('textbox', { name: 'This run' }).getByText('The agent says: unicorn').waitFor()
    await accessible()
    await shot('tests-result-diff')

    await visit(`/tests/suites/${suite}?tab=history`)
    await page.getByRole('img', { name: /Results of the suite/ }).waitFor()
    await page.getByRole('table', { name: 'Results by run' }).getByText('1 of 2').waitFor()
    await accessible()
    await shot('tests-history')
    await visit('/tests/runs')
    await page.getByRole('table', { name: 'Runs' }).getByText('pinned').waitFor()
    await accessible()
    await shot('tests-runs')
    assert.deepEqual(session.complaints, [])
  },
)

testInCompleteRun('a waiting run is shown again after a reload, continues, and can be cancelled', async (t) => {
  const session = await openConsole(t, idle)
  if (!session) return
  const { page, visit, accessible, shot } = session
  const { id: suite } = assertStatus(await idle.agent.post('/tests/suites', { name: 'Long' }), 201)
  const body = { title: 'Greets', turns: ['Hello'], samples: 5, ...welcomes }
  assertStatus(await idle.agent.post(`/tests/suites/${suite}/cases`, body), 201)
  await visit(`/tests/suites/${suite}`)
  await page.getByRole('button', { name: 'Run suite' }).click()
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByText('5 waiting').waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('Paused. Cases that were in progress start over').waitFor()
  await page.reload()
  await page.getByText('0 of 5 results').waitFor()
  await accessible()
  await shot('tests-run-paused')

  await visit(`/tests/suites/${suite}`)
  await page.getByRole('button', { name: 'Run suite' }).click()
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByText('Another run is still in progress').waitFor()
  await accessible()
  await page.getByRole('link', { name: 'Open that run' }).click()
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('button', { name: 'Cancel run' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel run' }).click()
  await page.getByRole('button', { name: 'Run again' }).waitFor()
  const { data } = assertStatus(await idle.agent.get('/tests/runs'), 200)
  assert.deepEqual(
    data.map(({ status, counts }: ReplyBody) => [status, counts.skipped]),
    [['cancelled', 5]],
  )
  assert.deepEqual(session.complaints, [])
})

testInCompleteRun(
  'cases can be created from Facts and conversations, a suite gets a schedule, a deleted case can be restored',
  async (t) => {
    const session = await openConsole(t, environment)
    if (!session) return
    const { page, visit, accessible, shot } = session
    const suite = await suiteOf('Made')
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
    await accessible()
    await shot('tests-record')
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    await page.getByText('recorded').first().waitFor()
    const cases: ReplyBody[] = (await read(`/suites/${suite}/cases`)).data
    assert.equal(cases.length, 2)
    assert.deepEqual(cases.find(({ origin }) => origin)?.turns, ['Do you sell red paint?'])

    await visit(`/tests/suites/${suite}?tab=settings`)
    await page.getByRole('combobox', { name: 'Run', exact: true }).click()
    await pressOption(page.getByRole('option', { name: 'Every week' }))
    await page.getByLabel('At', { exact: true }).fill('07:30')
    await save(page)
    await page.getByText('Next run').waitFor()
    await accessible()
    await shot('tests-settings')
    assert.deepEqual((await read(`/suites/${suite}`)).schedule, {
      ...{ every: 'weekly', at: '07:30', weekday: 'monday', timezone: 'UTC' },
    })
    await visit('/tests')
    await page.getByText('Mondays at 07:30').waitFor()
    // Without a generating model the API answers 503, which the browser also logs.
    assert.deepEqual(
      session.complaints.filter((one) => !/status of 503/.test(one)),
      [],
    )
  },
)

testInCompleteRun(
  'a viewer sees no actions, untrusted text is never rendered as HTML, and every page fits a phone in dark mode',
  async (t) => {
    const nasty = hostileMarkup.join(' ')
    const suite = (await make('/suites', { name: hostileMarkup[0] ?? '', description: nasty })).id
    const id = await caseOf(suite, {
      title: nasty,
      notes: nasty,
      tags: hostileMarkup.map((text) => text.slice(0, 60)),
      brief: { scenario: nasty, expected: nasty },
      scenario: {
        persona: {
          preset: {
            fields: { fullName: nasty.slice(0, 200), notes: nasty },
            historySeed: [{ role: 'user', content: nasty }],
          },
        },
        history: [{ role: 'assistant', content: nasty }],
      },
      turns: [
        nasty,
        { chip: 'No such', fallback: nasty },
        { media: 'image', url: hostileMarkup[3] ?? '', text: nasty },
      ],
      expect: {
        checks: { textIncludes: [nasty], personFields: { [hostileMarkup[0] ?? '']: nasty } },
        judge: { criteria: [{ id: 'nasty', text: nasty }] },
      },
    })
    const run = await played({ caseIds: [id] })
    const [result] = (await read(`/runs/${run.id}/results`)).data
    const session = await openConsole(t, environment, { role: 'viewer', width: 390, dark: true })
    if (!session) return
    const { page, visit, accessible, shot } = session
    const look = async (path: string, waitUntilShown: () => Promise<unknown>, name: string) => {
      await visit(path)
      await waitUntilShown()
      await assertHarmless(page)
      await accessible()
      await shot(`tests-narrow-${name}`)
      const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
      assert.ok(wide <= 0, `${path} is ${wide} px too wide`)
      for (const verb of [/^Run\b/, /^Start/, /^New/, /^Add/, /^Pin/, /^Save/, /^More/, /^Remove/, /^Record/]) {
        assert.equal(await page.getByRole('button', { name: verb }).count(), 0, `${path} offers ${verb}`)
      }
    }
    const text = (text: string) => () => page.getByText(text).first().waitFor()
    await look('/tests', () => page.getByRole('table', { name: 'Suites' }).waitFor(), 'suites')
    await look(`/tests/suites/${suite}`, () => page.getByRole('table').waitFor(), 'suite')
    await look(`/tests/suites/${suite}?tab=history`, () => page.getByRole('table').waitFor(), 'history')
    await look(`/tests/suites/${suite}?tab=settings`, text('About the suite'), 'settings')
    const shownCase = () => page.getByRole('log', { name: 'Script' }).waitFor()
    await look(`/tests/suites/${suite}/cases/${id}`, shownCase, 'case')
    await look(`/tests/suites/${suite}/cases/${id}?tab=text`, text('The case as YAML'), 'text')
    await look('/tests/runs', () => page.getByRole('table').waitFor(), 'runs')
    await look(`/tests/runs/${run.id}`, text('About the run'), 'run')
    await look(`/tests/runs/${run.id}/results/${result.id}`, text('Checks'), 'result')
    assert.deepEqual(session.complaints, [])
  },
)
