// Quick run too: one story of this feature.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { testInCompleteRun } from '@parley/test-kit'
import { createGateway } from '../../server/src/app.ts'
import { createBinding, managedRcs, readBinding } from '../../server/src/testing/channel-bench.ts'
import type { ReplyBody } from '../../server/src/testing/client.ts'
import { assertHarmless, assertStatus, hostileMarkup, openConsole, startConsole } from './console.ts'

/** Improve: unanswered questions that become Facts and tests, topics, outcomes, and the sessions behind them. */

const [planted = ''] = hostileMarkup
const paint = 'Do you sell marine paint?'
const hostile = `Do you know what ${planted} means?`
const document = {
  exportVersion: 1,
  agent: { name: 'Harbour' },
  playbooks: [{ id: 'general', name: 'General', body: 'Help.', uses: [], isDefault: true }],
  capabilities: {
    knowledge: { facts: [{ id: 'hours', question: 'When are you open?', answer: 'From nine to five.' }] },
  },
}
const environment = await startConsole(document, { working: true })
const { agent } = environment
const gateway = createGateway(environment.server.services)
after(() => gateway.close())

/** Polls the API until the condition holds. */
async function until<T>(read: () => Promise<T>, isSo: (value: T) => boolean): Promise<T> {
  for (let tries = 0; tries < 600; tries++) {
    const value = await read()
    if (isSo(value)) return value
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return assert.fail('it did not come to that')
}

const list = async (path: string): Promise<ReplyBody[]> => assertStatus(await agent.get(path), 200).data

async function askQuestions(): Promise<void> {
  const { id } = await createBinding(agent, managedRcs)
  await until(
    () => readBinding(agent, id),
    ({ status }) => status === 'Active',
  )
  const { accessToken } = assertStatus(await agent.post('/gateway/_rotateAccessToken'), 200)
  const say = async (phone: string, text: string) => {
    const url = `/lab/v1/handsets/rcs/${encodeURIComponent(phone)}/events`
    const headers = { authorization: `Bearer ${accessToken}` }
    const answer = await gateway.inject({ method: 'POST', url, headers, payload: { type: 'text', text } })
    assert.ok(answer.statusCode < 300, answer.body)
  }
  await say('+12025550101', paint)
  await say('+12025550102', paint)
  await say('+12025550102', 'When are you open?')
  await say('+12025550103', hostile)
  await until(
    () => list('/insights/unanswered'),
    (entries) => entries.length === 2 && entries[0]?.count === 2,
  )
}

test('an unanswered question is answered in place, becomes a Fact and a test, and charts open their lists', async (t) => {
  const session = await openConsole(t, environment, { role: 'editor' })
  if (!session) return
  const { page, visit, visitOrg, assertAccessible, takeScreenshot } = session
  await visit('/improve')
  await page.getByRole('heading', { name: 'No unanswered questions' }).waitFor()
  await askQuestions()
  await visit('/improve')
  const card = page.getByRole('article', { name: paint })
  await card.getByText('asked 2 times by 2 people,').waitFor()
  await card.getByRole('button', { name: 'Show 2 examples' }).click()
  await assertAccessible()
  await takeScreenshot('improve-questions')
  await card.getByRole('button', { name: 'Answer' }).click()
  await card.getByLabel('Answer', { exact: false }).last().fill('Yes, in the shop on pier four.')
  await assertAccessible()
  await takeScreenshot('improve-answer')
  await card.getByRole('button', { name: 'Save answer' }).click()
  await card.waitFor({ state: 'detached' })
  const [suite] = await until(
    () => list('/tests/suites'),
    ({ length }) => length === 1,
  )
  const cases = await until(
    () => list(`/tests/suites/${suite?.id}/cases`),
    ({ length }) => length === 1,
  )
  assert.deepEqual([suite?.name, cases[0]?.title], ['Answered questions', paint])
  assert.equal((await list('/knowledge/facts')).at(-1)?.answer, 'Yes, in the shop on pier four.')
  await page.getByRole('radiogroup', { name: 'State' }).getByText('Answered').click()
  await page.getByRole('article', { name: paint }).getByText('Answered by the Fact').waitFor()
  await page.getByRole('link', { name: 'Topics' }).click()
  await page.getByRole('link', { name: paint }).waitFor()
  await assertAccessible()
  await takeScreenshot('improve-topics')
  await page.getByRole('link', { name: 'Outcomes' }).click()
  await page.getByRole('radiogroup', { name: 'Group by' }).getByText('Channel').click()
  await page.getByRole('region', { name: 'Sessions' }).getByText('3', { exact: true }).first().waitFor()
  await assertAccessible()
  await takeScreenshot('improve-outcomes')
  await page.getByRole('table', { name: 'Outcomes' }).getByRole('link', { name: 'RCS' }).click()
  await page.getByRole('heading', { name: 'Sessions of RCS' }).waitFor()
  await page.getByText('1 unanswered question').first().waitFor()
  await assertAccessible()
  await takeScreenshot('improve-sessions')
  await visitOrg('')
  await page.getByRole('link', { name: /^Answer “Do you know what/ }).waitFor()
  await assertAccessible()
  await takeScreenshot('home-insights')
  await page.getByRole('link', { name: /^Answer “Do you know what/ }).click()
  await page.getByRole('button', { name: 'Save answer' }).waitFor()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const download = await downloading
  assert.equal(download.suggestedFilename(), 'questions-open.csv')
  const [head = '', row = '', ...rest] = (await readFile(await download.path(), 'utf8')).split('\r\n')
  assert.ok(head.startsWith('question,count,people,') && row.includes('Do you know what'), row)
  assert.equal(rest.length, 0)
  await assertHarmless(page)
  assert.deepEqual(session.pageErrors, [])
  await page.context().close()
})

test('a viewer reads questions and examples, and changes nothing', async (t) => {
  const session = await openConsole(t, environment, { role: 'viewer', width: 390, dark: true })
  if (!session) return
  const { page, visit, assertAccessible, takeScreenshot } = session
  await visit('/improve')
  const card = page.getByRole('article').first()
  await card.getByRole('button', { name: 'Show 1 example' }).click()
  assert.equal(await page.getByRole('button', { name: 'Answer', exact: true }).count(), 0)
  assert.equal(await page.getByRole('button', { name: 'Dismiss' }).count(), 0)
  await assertAccessible()
  await takeScreenshot('improve-narrow')
  await card.getByRole('link', { name: /^Open the conversation/ }).click()
  await page
    .getByText(/Do you know what/)
    .first()
    .waitFor()
  await assertHarmless(page)
  assert.deepEqual(session.pageErrors, [])
  await page.context().close()
})

test('a member subscribes to the weekly mail, changes its time, and unsubscribes', async (t) => {
  const session = await openConsole(t, environment, { role: 'viewer' })
  if (!session) return
  const { page, visit, assertAccessible, takeScreenshot } = session
  await visit('/improve')
  await page.getByRole('button', { name: 'Weekly mail' }).click()
  const mail = page.getByRole('switch', { name: 'Mail me the questions to answer' })
  // The switch follows the server's answer, which `check` would not wait for.
  await mail.click({ force: true })
  await page.getByText('Next mail:').waitFor()
  await page.getByRole('combobox', { name: 'Day' }).click()
  await page.getByRole('option', { name: 'Friday' }).click()
  const subscribers = () => list('/settings/weekly-mail/subscribers')
  await until(subscribers, ([one]) => one?.day === 'fri' && one.hour === 8)
  await assertAccessible()
  await takeScreenshot('improve-weekly-mail')
  await mail.click({ force: true })
  await until(subscribers, (all) => all.length === 0)
  await page.getByRole('button', { name: 'Weekly mail', exact: true }).waitFor()
})

testInCompleteRun('a test that is made in another language is added to the same suite', async (t) => {
  const session = await openConsole(t, environment, { role: 'editor', locale: 'fr' })
  if (!session) return
  const { page, visit } = session
  const [known] = await list('/tests/suites')
  const suite = known ?? assertStatus(await agent.post('/tests/suites', { name: 'Answered questions' }), 201)
  const casesBefore = await list(`/tests/suites/${suite.id}/cases`)
  await visit('/improve')
  const card = page.getByRole('article', { name: hostile })
  await card.getByRole('button', { name: 'Répondre', exact: true }).click()
  await card.getByLabel('Réponse', { exact: false }).last().fill('No.')
  await card.getByRole('button', { name: 'Enregistrer la réponse' }).click()
  await card.waitFor({ state: 'detached' })
  await until(
    () => list(`/tests/suites/${suite.id}/cases`),
    ({ length }) => length === casesBefore.length + 1,
  )
  assert.equal((await list('/tests/suites')).length, 1)
  await visit('/tests')
  await page.getByText('Questions traitées').waitFor()
  assert.deepEqual(session.pageErrors, [])
  await page.context().close()
})
