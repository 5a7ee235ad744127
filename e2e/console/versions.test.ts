// Quick run too: one story of this feature.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertHarmless, assertStatus, hostileMarkup, openConsole, startConsole } from './console.ts'

/** The history of an agent: who changed what, and a way back. */

const environment = await startConsole({ personality: { text: 'Speak briefly.' } })
const { agent } = environment

test('the history compares a version with live and restores it', async (t) => {
  assertStatus(await agent.put('/personality', { text: `Warm. ${hostileMarkup}` }), 200)
  const session = await openConsole(t, environment)
  if (!session) return
  const { page, visit, assertAccessible } = session
  await visit('/edit/history')
  await page.getByRole('heading', { level: 2, name: 'History', exact: true }).waitFor()
  const { data } = assertStatus(await agent.get('/versions'), 200)
  const { version } = data[1]
  await page.getByRole('button', { name: `Compare version ${version} with live` }).click()
  const changes = page.getByRole('list', { name: `Changes since version ${version}` })
  await changes.getByText('Changed since then: personality').waitFor()
  await assertAccessible()
  await assertHarmless(page)
  await page.getByRole('button', { name: `Restore version ${version}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByText(`Restored from version ${version}`).waitFor()
  assert.equal(assertStatus(await agent.get('/personality'), 200).text, 'Speak briefly.')
  assert.deepEqual(session.pageErrors, [])
})
