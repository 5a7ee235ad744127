// Quick run too: one story of this feature.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testInCompleteRun } from '@parley/test-kit'
import { createTestAgent } from '../../server/src/testing/agent.ts'
import { assertHarmless, assertStatus, hostileMarkup, openConsole, startConsole } from './console.ts'

/** Versions and drafts: edit in a draft, review, publish, and go back. */

const environment = await startConsole({ personality: { text: 'Speak briefly and plainly.' } }, { working: true })
const { agent, server } = environment
const fact = (id: string, answer: string) => ({ id, question: `What about ${id}?`, answer })

async function createDraft(name: string, of = agent) {
  const { id } = assertStatus(await of.post('/drafts', { name }), 201)
  return { id, headers: { 'x-svc-draft': id } }
}

test('a draft is edited, reviewed and published without touching live before', async (t) => {
  const session = await openConsole(t, environment)
  if (!session) return
  const { page, visit, assertAccessible, takeScreenshot } = session
  await visit('/edit/personality')
  await page.getByRole('button', { name: 'You work on live. Switch to a draft' }).click()
  await page.getByRole('menuitem', { name: 'New draft' }).click()
  await page.getByLabel('Name').fill('Summer voice')
  await page.getByRole('button', { name: 'Create draft' }).click()
  const bar = page.getByRole('region', { name: 'Draft', exact: true })
  await bar.getByText('Draft: Summer voice').waitFor()
  const text = page.getByRole('textbox', { name: 'Personality', exact: true })
  await text.fill('Speak warmly and plainly.')
  await page.keyboard.press('Control+s')
  await bar.getByRole('link', { name: 'Review 1 change' }).waitFor()
  await takeScreenshot('versions-draft')
  assert.equal(assertStatus(await agent.get('/personality'), 200).text, 'Speak briefly and plainly.')
  await assertAccessible()
  await bar.getByRole('link', { name: 'Review 1 change' }).click()
  const changes = page.getByRole('region', { name: 'Changes', exact: true })
  await changes.locator('del', { hasText: 'briefly' }).waitFor()
  await changes.locator('ins', { hasText: 'warmly' }).waitFor()
  await changes.getByText('Last changed by').waitFor()
  await assertAccessible()
  await takeScreenshot('versions-review')
  await bar.getByRole('link', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Label of the version').fill('Summer')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Summer', { exact: true }).waitFor()
  await bar.waitFor({ state: 'detached' })
  assert.equal(assertStatus(await agent.get('/personality'), 200).text, 'Speak warmly and plainly.')
  assert.deepEqual(session.pageErrors, [])
})

test('the history compares a version with live, labels it and restores it', async (t) => {
  assertStatus(await agent.put('/personality', { text: 'Speak briefly.' }), 200)
  const { version } = assertStatus(await agent.get('/versions'), 200).data[0]
  assertStatus(await agent.put('/personality', { text: `Warm. ${hostileMarkup}` }), 200)
  const session = await openConsole(t, environment)
  if (!session) return
  const { page, visit, assertAccessible } = session
  await visit('/versions/history')
  await page.getByRole('button', { name: `Compare version ${version} with live` }).click()
  const changes = page.getByRole('region', { name: `Changes since version ${version}` })
  await changes.locator('del', { hasText: 'Speak' }).waitFor()
  await assertAccessible()
  await assertHarmless(page)
  await page.getByRole('button', { name: `Label version ${version}` }).click()
  await page.getByRole('dialog').getByLabel('Label').fill('Before the change')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Before the change').waitFor()
  await page.getByRole('button', { name: `Restore version ${version}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByText(`Restored from version ${version}`).waitFor()
  assert.equal(assertStatus(await agent.get('/personality'), 200).text, 'Speak briefly.')
  assert.deepEqual(session.pageErrors, [])
})

test('the palette names drafts and what to do with the open one, and the former address of the history leads to it', async (t) => {
  const draft = await createDraft('Winter voice')
  assertStatus(await agent.put('/personality', { text: 'Speak slowly.' }, draft.headers), 200)
  const session = await openConsole(t, environment)
  if (!session) return
  const { page, visit, assertAccessible } = session
  await visit('/edit/history')
  await page.waitForURL(/\/versions\/history$/)
  await page.getByRole('heading', { name: 'Versions' }).first().waitFor()
  await visit('/edit/personality')
  await page.getByRole('textbox', { name: 'Personality', exact: true }).waitFor()
  const searchBox = page.getByPlaceholder('Search pages')
  const find = async (text: string, action: string) => {
    await page.keyboard.press('Control+k')
    await searchBox.fill(text)
    await page.getByRole('dialog').getByRole('button', { name: action }).click()
    await searchBox.waitFor({ state: 'detached' })
  }
  await find('winter', 'Work on the draft “Winter voice”')
  await page.waitForURL(new RegExp(`/edit/personality\\?draft=${draft.id}`))
  await page.getByRole('region', { name: 'Draft', exact: true }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('button', { name: 'Publish the draft “Winter voice”' }).waitFor()
  await assertAccessible()
  await page.keyboard.press('Escape')
  await find('review', 'Review the draft “Winter voice”')
  await page.getByRole('region', { name: 'Changes', exact: true }).locator('ins', { hasText: 'slowly' }).waitFor()
  await find('back to', 'Back to live')
  await page.getByRole('region', { name: 'Draft', exact: true }).waitFor({ state: 'detached' })
  assertStatus(await agent.del(`/drafts/${draft.id}`), 204)
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun('conflicts are resolved item by item, and flows are two graphs', async (t) => {
  assertStatus(
    await agent.put('/knowledge/facts', { facts: [fact('hours', 'Nine to five.'), fact('dogs', 'No.')] }),
    200,
  )
  const { id: playbookId } = assertStatus(await agent.get('/playbooks'), 200).data[0]
  const flow = (...steps: object[]) => ({ flow: { id: 'main', name: 'Main', slots: [], steps } })
  const end = { end: { outcome: 'done' } }
  assertStatus(await agent.patch(`/playbooks/${playbookId}`, flow({ say: 'Hello.' }, end)), 200)
  const draft = await createDraft('Autumn')
  const own = draft.headers
  const facts = (hours: string, dogs: string) => ({ facts: [fact('hours', hours), fact('dogs', dogs)] })
  assertStatus(await agent.put('/knowledge/facts', facts('Nine to six.', 'Small ones.'), own), 200)
  assertStatus(await agent.patch(`/playbooks/${playbookId}`, flow({ say: 'Hello.' }, { say: 'Hi.' }, end), own), 200)
  assertStatus(await agent.put('/knowledge/facts', facts('Nine to four.', 'Never.')), 200)
  const session = await openConsole(t, environment)
  if (!session) return
  const { page, visit, assertAccessible, takeScreenshot } = session
  await visit(`/versions/drafts/${draft.id}?draft=${draft.id}`)
  await page.getByRole('region', { name: 'Flow after' }).getByText('added', { exact: true }).waitFor()
  await page.getByRole('region', { name: 'Flow before' }).getByText('Hello.').waitFor()
  await assertAccessible()
  await takeScreenshot('versions-flows')
  await page.getByRole('button', { name: 'Take over live' }).click()
  const conflicts = page.getByRole('region', { name: 'Live and the draft changed the same items' })
  const apply = conflicts.getByRole('button', { name: 'Apply decisions' })
  assert.equal(await apply.isDisabled(), true)
  const choose = (id: string, label: RegExp) =>
    conflicts
      .getByRole('radiogroup', { name: `Facts: ${id}`, exact: true })
      .getByLabel(label)
      .check()
  await choose('hours', /Keep the draft/)
  await choose('dogs', /Take live/)
  await assertAccessible()
  await takeScreenshot('versions-conflicts')
  await apply.click()
  await conflicts.waitFor({ state: 'detached' })
  const merged = assertStatus(await agent.get('/knowledge/facts', own), 200).data
  assert.deepEqual(merged.map(({ answer }: { answer: string }) => answer).sort(), ['Never.', 'Nine to six.'])
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun('emulator links and replays of an open draft are answered by it', async (t) => {
  const draft = await createDraft('Try me')
  const session = await openConsole(t, environment)
  if (!session) return
  const { page, visit } = session
  await visit(`/emulator/links?draft=${draft.id}`)
  await page.getByRole('button', { name: 'New link' }).first().click()
  await page.getByRole('dialog').getByText('The draft Try me answers').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click()
  await page.getByText('Link created').waitFor()
  const links = assertStatus(await agent.get('/emulator-links'), 200).data
  assert.deepEqual(
    links.map(({ draftId }: { draftId?: string }) => draftId),
    [draft.id],
  )
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Replay', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start replay' }).click()
  await page.getByText('0 same, 0 changed, 0 with errors').waitFor()
  const [replay] = assertStatus(await agent.get('/replays'), 200).data
  assert.deepEqual([replay.draftId, replay.status], [draft.id, 'completed'])
  assert.deepEqual(session.pageErrors, [])
})

testInCompleteRun(
  'a viewer reads drafts, and nothing offers a write; a draft that is gone leads back to live',
  async (t) => {
    const draft = await createDraft('Look <b>here</b>')
    const session = await openConsole(t, environment, { role: 'viewer', width: 390 })
    if (!session) return
    const { page, visit, assertAccessible, takeScreenshot } = session
    await visit(`/versions/drafts/${draft.id}?draft=${draft.id}`)
    await page.getByText('No differences from live').waitFor()
    for (const name of ['Publish', 'Take over live', 'Run tests', 'Start replay', 'Start canary'])
      assert.equal(await page.getByRole('button', { name }).count(), 0, name)
    await assertAccessible()
    await assertHarmless(page)
    await takeScreenshot('versions-phone')
    assertStatus(await agent.del(`/drafts/${draft.id}`), 204)
    await visit(`/edit/personality?draft=${draft.id}`)
    await page.getByText('This draft no longer exists').waitFor()
    await page.getByRole('link', { name: 'Work on live' }).click()
    await page.getByRole('heading', { name: 'Personality' }).first().waitFor()
  },
)

testInCompleteRun('with drafts required, live pages say so and start one', async (t) => {
  const other = await createTestAgent(server)
  const session = await openConsole(t, { ...environment, agent: other })
  if (!session) return
  const { page, visit } = session
  await visit('/versions/publishing')
  await page.getByLabel('Live changes only by publishing a draft').check({ force: true })
  await page.keyboard.press('Control+s')
  await page.getByText('Saved').first().waitFor()
  await visit('/edit/personality')
  const bar = page.getByRole('region', { name: 'Draft', exact: true })
  await bar.getByText('To edit, start a draft').waitFor()
  await bar.getByRole('button', { name: 'New draft' }).click()
  await page.getByLabel('Name').fill('Required')
  await page.getByRole('button', { name: 'Create draft' }).click()
  await bar.getByText('Draft: Required').waitFor()
  assert.deepEqual(session.pageErrors, [])
})
