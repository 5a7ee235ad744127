// Quick run too: one story of this feature.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testInCompleteRun } from '@parley/test-kit'
import { openToolService } from '../../server/src/testing/actions-bench.ts'
import {
  assertFits,
  assertHarmless,
  assertStatus,
  hostileMarkup,
  openConsole,
  pressOption,
  startConsole,
} from './console.ts'

/** The page of a tool: state, users, parameters, "Try it", and the last calls, against a local provider. */

const webhook = '@svc/tool.http-webhook'
const binding = `/tool-bindings/${encodeURIComponent(webhook)}`
const toolPage = (toolId: string) => `/setup/tools/${encodeURIComponent(toolId)}`
const secret = 'Bearer canary-tool-page-77'

const service = await openToolService(({ headers }) => ({
  body: JSON.stringify({ id: 51, note: hostileMarkup[0], you: headers.authorization }),
}))
const environment = await startConsole(
  {
    exportVersion: 1,
    agent: { name: 'Harbour', description: 'Boats for a day' },
    playbooks: [
      { id: 'general', name: 'General', body: 'Help.', isDefault: true },
      {
        ...{ id: 'leads', name: `Leads ${hostileMarkup[1]}`, body: 'Note them down.' },
        flow: {
          slots: [],
          steps: [
            { action: `tool:${webhook}.call`, with: { event: 'lead.created', payload: {} } },
            { end: { outcome: 'done' } },
          ],
        },
      },
    ],
  },
  { allowPrivateNetwork: true },
)
const { agent } = environment

test('an editor adds a tool, sees who uses it, tries it, and reads the calls; the secret is masked', async (t) => {
  const session = await openConsole(t, environment, { role: 'editor' })
  if (!session) return
  const { page, visit, assertAccessible, takeScreenshot } = session

  await visit('/setup/tools')
  await page
    .getByRole('link', { name: /webhook/i })
    .last()
    .waitFor()
  await visit(toolPage(webhook))
  const state = page.getByRole('region', { name: 'State' })
  await state.getByText('Not added').waitFor()
  await page.getByText('No calls yet').waitFor()
  await page.getByText('You can try the tool when it is added').waitFor()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const settings = page.getByRole('dialog')
  await settings.getByLabel(/URL/).fill(`${service.url}/in`)
  await settings.getByLabel(/Authorization/).fill(secret)
  await settings.getByRole('button', { name: 'Add' }).click()
  await state.getByText('Ready').waitFor()
  const users = page.getByRole('region', { name: 'Used by' })
  await users.getByText('in its flow').waitFor()
  assert.match((await users.getByRole('link').getAttribute('href')) ?? '', /\/playbooks\/leads$/)

  const trial = page.getByRole('region', { name: 'Try it' })
  await trial.getByRole('textbox', { name: /^event/ }).fill('BAD EVENT')
  await trial.getByRole('textbox', { name: /^payload/ }).fill('{')
  await trial.getByRole('button', { name: 'Call the tool' }).click()
  await trial.getByText('must be JSON').waitFor()
  await trial.getByRole('textbox', { name: /^payload/ }).fill('{"name":"Ada"}')
  await trial.getByRole('button', { name: 'Call the tool' }).click()
  await page.getByRole('dialog').getByText('This is a real call').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Call now' }).click()
  await trial.getByText(/must match pattern/).waitFor()
  assert.equal(service.calls.length, 0)

  await trial.getByRole('textbox', { name: /^event/ }).fill('lead.created')
  await trial.getByRole('button', { name: 'Call the tool' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  assert.equal(service.calls.length, 0)
  await trial.getByRole('button', { name: 'Call the tool' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Call now' }).click()
  await trial.getByText('Succeeded').waitFor()
  await trial.getByText('HTTP status 200').waitFor()
  await trial.getByText(/^[\d,]+ ms$/).waitFor()
  assert.deepEqual(service.calls[0]?.body, { event: 'lead.created', payload: { name: 'Ada' } })
  await takeScreenshot('tool-tried')
  await assertAccessible()

  const calls = page.getByRole('region', { name: 'Last calls' })
  await calls
    .getByRole('row', { name: /Someone who tried it/ })
    .getByRole('button')
    .first()
    .click()
  const call = page.getByRole('dialog', { name: 'Tool call' })
  await call.getByText(`Request: POST ${service.url}/in`).waitFor()
  await call.getByLabel('Answer: HTTP status 200').getByText('"***"', { exact: false }).waitFor()
  await takeScreenshot('tool-call')
  await assertAccessible()
  assert.ok(!(await page.content()).includes('canary-tool-page'))
  await assertHarmless(page)
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun('parameters can be typed as JSON, and a failed call shows what to do', async (t) => {
  const session = await openConsole(t, environment, { role: 'editor' })
  if (!session) return
  const { page, visit } = session
  assertStatus(await agent.put(binding, { config: { url: `${service.url}/in`, authorization: secret } }), 200)
  service.answer = () => ({ status: 401, body: 'no' })
  await visit(toolPage(webhook))
  const trial = page.getByRole('region', { name: 'Try it' })
  await trial.getByRole('textbox', { name: /^event/ }).fill('lead.lost')
  await trial.getByText('JSON', { exact: true }).click()
  const json = trial.getByRole('textbox', { name: 'Parameters as JSON' })
  assert.deepEqual(JSON.parse(await json.inputValue()), { event: 'lead.lost' })
  await json.fill('[]')
  await trial.getByRole('button', { name: 'Call the tool' }).click()
  await trial.getByText('must be a JSON object').waitFor()
  await json.fill('{"event":"lead.lost","payload":{}}')
  await trial.getByRole('button', { name: 'Call the tool' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Call now' }).click()
  await trial.getByText('Check its Authorization value').waitFor()
  const calls = page.getByRole('region', { name: 'Last calls' })
  await calls.getByRole('combobox', { name: 'State' }).click()
  await pressOption(page.getByRole('option', { name: 'Running' }))
  await calls.getByText('No calls in this state').waitFor()
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun('the last calls are read page by page', async (t) => {
  const session = await openConsole(t, environment, { role: 'viewer' })
  if (!session) return
  const { page, visit } = session
  assertStatus(await agent.put(binding, { config: { url: `${service.url}/in` } }), 200)
  service.answer = () => ({ body: '{}' })
  for (let call = 0; call < 21; call++)
    assertStatus(await agent.post(`${binding}/_try`, { with: { event: 'page.filled', payload: { call } } }), 200)
  await visit(toolPage(webhook))
  const calls = page.getByRole('region', { name: 'Last calls' })
  await calls.getByRole('button', { name: /more/i }).click()
  await calls.getByRole('row').nth(21).waitFor()
  await page.getByText('Editors can try the tool here.').waitFor()
  assert.equal(await page.getByRole('button', { name: /Call the tool|^Add$|^Configure$/ }).count(), 0)
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun('every tool has a page that is accessible in dark mode and on a phone', async (t) => {
  const wide = await openConsole(t, environment, { dark: true, role: 'editor' })
  const phone = await openConsole(t, environment, { width: 390, role: 'editor' })
  if (!wide || !phone) return
  const sheets = '@svc/tool.google-sheets'
  assertStatus(await agent.put(`/tool-bindings/${encodeURIComponent(sheets)}`, { config: {} }), 200)
  const twilio = '@svc/tool.twilio-lookup'
  for (const [size, { page, visit, assertAccessible, takeScreenshot }] of Object.entries({ wide, phone })) {
    for (const toolId of [webhook, sheets, twilio, '@svc/tool.unknown']) {
      await visit(toolPage(toolId))
      await page.getByRole('link', { name: 'All tools' }).waitFor()
      await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'hidden' })
      await assertAccessible()
      await takeScreenshot(`${toolId.replace('@svc/', '')}-${size}`)
      await assertFits(page)
    }
    await page.getByText('The catalog has no tool with this id.').waitFor()
    await assertHarmless(page)
  }
  assert.deepEqual([...wide.pageErrors, ...phone.pageErrors], [])
})
