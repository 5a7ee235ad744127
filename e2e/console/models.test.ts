// Quick run too: one story of this feature.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testInCompleteRun } from '@parley/test-kit'
import { startModelServer } from '../../server/src/testing/models/model-server.ts'
import {
  assertFits,
  assertHarmless,
  assertStatus,
  hostileMarkup,
  openConsole,
  pressOption,
  startConsole,
} from './console.ts'

/** Models of the org, and the model of an agent. */

const document = {
  exportVersion: 1,
  agent: { name: 'Harbour', description: 'Boats for a day' },
  playbooks: [{ id: 'general', name: 'General', body: 'Help.', isDefault: true }],
}
const environment = await startConsole(document, { allowPrivateNetwork: true })
const { agent } = environment
const models = await startModelServer()
after(() => models.close())

test('an admin adds a model, tests it, and an agent uses it with a budget', async (t) => {
  const session = await openConsole(t, environment, { role: 'admin' })
  if (!session) return
  const { page, visit, visitOrg } = session
  const { model, baseUrl = '' } = models.choice('openai-compatible')

  await visitOrg('/settings/models')
  await page.getByText('The embedded model answers').waitFor()
  await page.getByRole('button', { name: 'Add model' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'ID' }).fill('fast')
  await dialog.getByRole('textbox', { name: 'Name' }).fill(`Fast ${hostileMarkup[0]}`)
  await dialog.getByRole('combobox', { name: 'Provider' }).click()
  await pressOption(page.getByRole('option', { name: 'OpenAI-compatible server' }))
  await dialog.getByRole('textbox', { name: 'Model' }).fill(model)
  await dialog.getByRole('button', { name: 'Add model' }).click()
  await dialog.getByText('is required for openai-compatible').waitFor()
  await dialog.getByRole('textbox', { name: 'Address' }).fill(baseUrl)
  await dialog.locator('[data-path=apiKey]').fill('sk-never-shown-again')
  await dialog.getByLabel('Input', { exact: true }).fill('3')
  await dialog.getByLabel('Output', { exact: true }).fill('15')
  await dialog.getByRole('button', { name: 'Add model' }).click()
  await dialog.waitFor({ state: 'hidden' })
  assert.ok(!(await page.content()).includes('never-shown-again'))

  models.script = [{ text: 'OK' }]
  await page.getByRole('button', { name: /^Test Fast/ }).click()
  await page.getByText(/answered in \d+ ms/).waitFor()
  models.script = [{ status: 401 }]
  await page.getByRole('button', { name: /^Test Fast/ }).click()
  await page.getByText(/answered 401/).waitFor()

  await visit('/setup/model')
  await page.getByRole('combobox', { name: 'Model', exact: true }).click()
  await pressOption(page.getByRole('option', { name: /fast/ }))
  await page.getByRole('combobox', { name: 'Budget per' }).click()
  await pressOption(page.getByRole('option', { name: 'Day (UTC)' }))
  await page.getByRole('textbox', { name: 'Amount' }).fill('20')
  await page.keyboard.press('Control+s')
  await page.getByText('You have unsaved changes').waitFor({ state: 'hidden' })
  assert.deepEqual(assertStatus(await agent.get('/settings/model'), 200), {
    modelId: 'fast',
    budget: { amount: 20, currency: 'USD', per: 'day', whenSpent: 'warn' },
  })

  await page.getByText('No calls of a model yet').waitFor()
  await page.getByText('By playbook', { exact: true }).click()
  await page.getByText('No calls of a model yet').waitFor()

  await visitOrg('/settings/models')
  await page.getByRole('button', { name: /^Delete Fast/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText(/uses the model fast/).waitFor()
  await assertHarmless(page)
})

/** Costs of two days, too small for a scale that is made for counts. */
const insertCosts = `
  insert into model_costs
         (agent_key, day, model_id, playbook_id, currency, calls, input_tokens, output_tokens, amount_nanos)
  select agent_key, current_date - days_ago, 'fast', 'general', 'USD', 12, 9000, 800, (3 - days_ago) * 10000000
    from agents cross join generate_series(0, 1) as days_ago where name = 'Harbour'`

testInCompleteRun('costs are shown by day, model and playbook', async (t) => {
  const admin = await openConsole(t, environment, { role: 'admin' })
  const phone = await openConsole(t, environment, { width: 390 })
  if (!admin || !phone) return
  await environment.server.database.pool.query(insertCosts)
  for (const [size, { page, visit, assertAccessible, takeScreenshot }] of Object.entries({ admin, phone })) {
    await visit('/setup/model')
    const costs = page.getByRole('table', { name: 'Costs of the last 30 days' })
    await costs.getByRole('cell', { name: '0.03 USD' }).waitFor()
    await page.getByRole('img', { name: 'Costs of the last 30 days' }).waitFor()
    await assertAccessible()
    await costs.scrollIntoViewIfNeeded()
    await takeScreenshot(`costs-${size}`)
    await assertFits(page)
    for (const [choice, key] of [
      ['By model', 'fast'],
      ['By playbook', 'general'],
    ] as const) {
      await page.getByText(choice, { exact: true }).click()
      await costs.getByRole('cell', { name: key, exact: true }).waitFor()
      await costs.getByRole('cell', { name: '0.05 USD' }).waitFor()
    }
  }
})

testInCompleteRun('the pages are accessible and fit, and a viewer changes nothing', async (t) => {
  const admin = await openConsole(t, environment, { role: 'admin', dark: true })
  const phone = await openConsole(t, environment, { width: 390 })
  const viewer = await openConsole(t, environment, { role: 'viewer' })
  if (!admin || !phone || !viewer) return
  for (const [size, { page, visitOrg, assertAccessible, takeScreenshot }] of Object.entries({ admin, phone })) {
    await visitOrg('/settings/models')
    await page.getByRole('heading', { name: 'Models' }).waitFor()
    await assertAccessible()
    await takeScreenshot(`models-${size}`)
    await assertFits(page)
  }
  await viewer.visitOrg('/settings/models')
  await viewer.page.getByRole('heading', { name: 'Models' }).waitFor()
  assert.equal(await viewer.page.getByRole('button', { name: /Add model|Test|Delete/ }).count(), 0)
})
