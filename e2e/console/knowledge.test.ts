// Quick run too: one story of this feature.
import assert from 'node:assert/strict'
import { test } from 'node:test'
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

/** Knowledge in the console: Things, collections, Facts, sources, and media. */

const hostileText = hostileMarkup.join(' ')
const environment = await startConsole(
  {
    exportVersion: 1,
    capabilities: {
      knowledge: {
        collections: [
          { id: 'sail', name: 'Sailing boats', purpose: hostileText.slice(0, 300) },
          { id: 'oars', name: 'Rowing boats' },
        ],
        things: [
          {
            id: 'dinghy',
            name: 'Dinghy',
            description: 'For two',
            imageUrl: 'https://example.com/d.png',
            collections: ['sail'],
            metadata: { price: '40 €' },
          },
          { id: 'ketch', name: 'Ketch', description: hostileText, collections: ['sail'], metadata: { price: '200 €' } },
          {
            id: 'skiff',
            name: hostileText.slice(0, 190),
            productPageUrl: 'https://example.com/skiff',
            actions: [{ label: 'Buy', url: 'https://example.com/buy' }],
          },
        ],
        facts: [
          { id: 'hours', question: 'When are you open?', answer: 'From nine to five, every day.', exact: true },
          {
            id: 'dogs',
            question: 'May I bring a dog?',
            answer: hostileText.slice(0, 900),
            confirmed: false,
            source: 'suggested',
          },
        ],
      },
    },
  },
  { working: true },
)

test('a user searches Things, edits them in a drawer and in the table, changes several and deletes them', async (t) => {
  const session = await openKnowledge(t, '/knowledge')
  if (!session) return
  const { page } = session
  await page.getByRole('button', { name: 'Dinghy' }).waitFor()
  await session.assertAccessible()
  await session.takeScreenshot('knowledge-things')
  await page.getByLabel('Search Things').fill('ketch')
  await page.getByText('1 of 3 Things').waitFor()
  await page.getByLabel('Search Things').fill('')

  await page.getByRole('button', { name: 'Add Thing' }).click()
  const drawer = page.getByRole('dialog', { name: 'New Thing' })
  await drawer.getByRole('textbox', { name: 'Name', exact: true }).fill('Canoe')
  await drawer.getByLabel('Image URL').fill('not an address')
  await drawer.getByRole('button', { name: 'Add button' }).click()
  await drawer.getByLabel('Label').fill('Call us')
  await chooseOption(page, drawer.getByLabel('Action'), 'Calls a number')
  await drawer.getByLabel('Phone number').fill('(202) 555-0143')
  await drawer.getByRole('button', { name: 'Create' }).click()
  const picture = drawer.getByRole('textbox', { name: 'Image URL' })
  const field = drawer.locator('.mantine-TextInput-root', { has: page.getByLabel('Image URL') })
  await field.getByText('must be an http or https URL').waitFor()
  await session.assertAccessible()
  await session.takeScreenshot('knowledge-thing-refused')
  await picture.fill('https://example.com/canoe.png')
  await drawer.getByRole('button', { name: 'Create' }).click()
  await drawer.waitFor({ state: 'detached' })
  const canoe = (await readThings()).find(({ id }) => id === 'canoe')
  assert.deepEqual(canoe?.actions, [{ label: 'Call us', kind: 'dial', phone: '+12025550143' }])

  await page.getByRole('switch', { name: 'Edit in table' }).click()
  await page.getByLabel('price of Dinghy').fill('45 €')
  await page.keyboard.press('Enter')
  await waitUntil(async () => (await readThings())[0]?.metadata?.price === '45 €')
  await page.getByRole('switch', { name: 'Edit in table' }).click()

  for (const name of ['Canoe', 'Dinghy']) await page.getByLabel(`Select ${name}`).check()
  const selectionBar = page.getByRole('group', { name: 'Actions for selected Things' })
  await selectionBar.getByRole('button', { name: 'Add to collection' }).click()
  await chooseOption(page, page.getByRole('dialog').getByLabel('Collection'), 'Rowing boats')
  await page.getByRole('button', { name: 'Update 2 Things' }).click()
  await waitUntil(
    async () => (await readThings()).filter(({ collections }) => collections?.includes('oars')).length === 2,
  )
  await selectionBar.getByRole('button', { name: 'Set field' }).click()
  await page.getByRole('dialog').getByLabel('Value').fill('By the hour')
  await page.getByRole('button', { name: 'Update 2 Things' }).click()
  await waitUntil(async () => (await readThings())[0]?.description === 'By the hour')
  await selectionBar.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Canoe' }).waitFor()
  await assertHarmless(page)
  assertNoErrors(session)
})

testInCompleteRun(
  'a Thing that someone else has changed in the meantime is shown next to the user’s version',
  async (t) => {
    const session = await openKnowledge(t, '/knowledge?open=ketch')
    if (!session) return
    const { page } = session
    const drawer = page.getByRole('dialog', { name: 'Ketch' })
    await drawer.getByRole('textbox', { name: 'Name', exact: true }).fill('Ketch of mine')
    const now = await readThings()
    const changedThings = now.map((thing) => (thing.id === 'ketch' ? { ...thing, name: 'Ketch of theirs' } : thing))
    assertStatus(await environment.agent.put('/knowledge/things', { things: changedThings }), 200)
    await page.keyboard.press('Control+s')
    const conflict = page.getByRole('dialog', { name: 'Someone else changed this' })
    await conflict.getByText('Ketch of theirs').first().waitFor()
    await session.takeScreenshot('knowledge-conflict')
    await conflict.getByRole('button', { name: 'Overwrite with my version' }).click()
    await waitUntil(async () => (await readThings()).some(({ name }) => name === 'Ketch of mine'))
    assertNoErrors(session)
  },
)

testInCompleteRun(
  'a CSV file is imported as Things once its rows are valid, and the import can be undone',
  async (t) => {
    const session = await openKnowledge(t, '/knowledge/import')
    if (!session) return
    const { page } = session
    const before = await readThings()
    await page.getByText('Drop a CSV file here').waitFor()
    await session.assertAccessible()
    const csv = `Title;SKU;Image;Group;Seats\nRaft;raft;https://example.com/r.png;rowing boats;6\n${hostileMarkup[0]};;ftp://x;ghosts;2\nDinghy;dinghy;;;3\n`
    await page.setInputFiles('input[type=file]', { name: 'boats.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.getByText('The collection ghosts does not exist. Create it first.').waitFor()
    await page.getByText('1 new, 1 updated, 1 with problems').waitFor()
    await session.assertAccessible()
    await session.takeScreenshot('knowledge-import')
    assert.equal(await page.getByRole('button', { name: 'Import 2 rows' }).isDisabled(), true)
    await page.getByLabel('Skip 1 row with problems').check()
    await page.getByRole('button', { name: 'Import 2 rows' }).click()
    await page.getByText('Imported: 1 new, 1 updated.').waitFor()
    const after = await readThings()
    const raft = {
      id: 'raft',
      name: 'Raft',
      imageUrl: 'https://example.com/r.png',
      collections: ['oars'],
      collection: 'oars',
    }
    assert.deepEqual(after.at(-1), { ...raft, metadata: { Seats: '6' } })
    assert.equal(after.find(({ id }) => id === 'dinghy')?.metadata?.Seats, '3')
    await page.getByRole('button', { name: 'Undo import' }).click()
    await page.getByText('Import undone').waitFor()
    assert.deepEqual(await readThings(), before)
    await assertHarmless(page)
    assertNoErrors(session)
  },
)

testInCompleteRun(
  'a CSV file in Windows-1252 is imported as Facts once its columns are mapped and its rows are valid, and undone',
  async (t) => {
    const session = await openKnowledge(t, '/knowledge/facts')
    if (!session) return
    const { page } = session
    const readFacts = async () => assertStatus(await environment.agent.get('/knowledge/facts'), 200).data
    const before = await readFacts()
    await page.getByRole('link', { name: 'Import CSV' }).click()
    await page.getByRole('heading', { name: 'Import Facts' }).waitFor()
    await page.getByText('Drop a CSV file here').waitFor()
    await session.assertAccessible()
    const answer = `"${hostileMarkup[0]?.replaceAll('"', '""')}"`
    const csv = `question;awnser;Größe\nCafé?;${answer};x\nRafts?;;\nWhen are you open?;From ten.;\n`
    const buffer = Buffer.from(csv, 'latin1')
    await page.setInputFiles('input[type=file]', { name: 'faq.csv', mimeType: 'text/csv', buffer })
    await page.getByText('did you mean `answer`?').waitFor()
    await session.assertAccessible()
    await chooseOption(page, page.getByLabel('Field for the column awnser'), 'answer')
    await page.getByText('; `mapping` can skip it').waitFor()
    await chooseOption(page, page.getByLabel('Field for the column Größe'), 'Skip')
    await page.getByText('1 new, 1 updated, 0 unchanged, 1 with problems').waitFor()
    await page.getByText('Line 3: answer is required').waitFor()
    await session.assertAccessible()
    await session.takeScreenshot('knowledge-import-facts')
    assert.equal(await page.getByRole('button', { name: 'Import 2 Facts' }).isDisabled(), true)
    await page.getByLabel('Skip 1 row with problems').check()
    await page.getByRole('button', { name: 'Import 2 Facts' }).click()
    await page.getByText('Imported: 1 new, 1 updated.').waitFor()
    const after = await readFacts()
    assert.equal(after.length, before.length + 1)
    assert.deepEqual([after.at(-1).question, after.at(-1).answer], ['Café?', hostileMarkup[0]])
    await page.getByRole('button', { name: 'Undo import' }).click()
    await page.getByText('Import undone').waitFor()
    const plain = (facts: { updatedAt?: string }[]) => facts.map(({ updatedAt: _, ...fact }) => fact)
    assert.deepEqual(plain(await readFacts()), plain(before))
    await assertHarmless(page)
    assertNoErrors(session)
  },
)

testInCompleteRun(
  'Things are added to a collection by mouse and by button, and sorted with the keyboard',
  async (t) => {
    const session = await openKnowledge(t, '/knowledge/collections?collection=oars')
    if (!session) return
    const { page } = session
    const members = page.getByRole('list', { name: 'Things in Rowing boats' })
    const otherThings = page.getByRole('list', { name: 'Other Things' })
    const readOarsCollection = async () =>
      (await readThings()).flatMap(({ id, collections }) => (collections?.includes('oars') ? [id] : []))
    const first = await readOarsCollection()
    await otherThings.getByRole('button', { name: 'Move Ketch of mine' }).dragTo(members)
    await members.getByText('Ketch of mine').waitFor()
    await waitUntil(async () => (await readOarsCollection()).includes('ketch'))
    await session.assertAccessible()
    await session.takeScreenshot('knowledge-collections')
    const last = (await readOarsCollection()).at(-1)
    const handles = members.getByRole('button', { name: /^Move/ })
    await handles.last().focus()
    for (let step = 1; step < first.length + 1; step++) await page.keyboard.press('ArrowUp')
    await waitUntil(async () => (await readOarsCollection())[0] === last)
    await members.getByRole('button', { name: 'Remove Ketch of mine' }).click()
    await otherThings.getByRole('button', { name: 'Add Ketch of mine' }).waitFor()

    await page.getByRole('button', { name: 'Add collection' }).click()
    const drawer = page.getByRole('dialog', { name: 'New collection' })
    await drawer.getByRole('button', { name: 'Create' }).isDisabled()
    await drawer.getByRole('textbox', { name: 'Name' }).fill('Rafts')
    await drawer.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('button', { name: /^Rafts/ }).waitFor()
    await page.getByRole('button', { name: 'Move Rafts' }).focus()
    await page.keyboard.press('ArrowUp')
    await waitUntil(async () => {
      const { data } = assertStatus(await environment.agent.get('/knowledge/collections'), 200)
      return data.map(({ id }: { id: string }) => id).join() === 'sail,rafts,oars'
    })
    await assertHarmless(page)
    assertNoErrors(session)
  },
)

testInCompleteRun('a user writes, confirms and searches Facts, and sees why each was found', async (t) => {
  const session = await openKnowledge(t, '/knowledge/facts')
  if (!session) return
  const { page } = session
  await page.getByRole('button', { name: 'When are you open?' }).waitFor()
  await page.getByRole('button', { name: 'Confirm May I bring a dog?' }).click()
  await page.getByRole('switch', { name: 'Enable May I bring a dog?' }).waitFor()
  await page.getByRole('button', { name: 'Add Fact' }).click()
  const drawer = page.getByRole('dialog', { name: 'New Fact' })
  await drawer.getByRole('textbox', { name: 'Question' }).fill('Do you rent kayaks?')
  await drawer.getByRole('button', { name: 'Create' }).click()
  await drawer.getByText('must not be empty').first().waitFor()
  await drawer.getByRole('textbox', { name: 'Answer' }).fill('Yes, from May to September.')
  await drawer.getByRole('switch', { name: /^Verbatim/ }).check()
  await chooseOption(page, drawer.getByLabel('Only in these playbooks'), /./)
  await session.assertAccessible()
  await drawer.getByRole('button', { name: 'Create' }).click()
  await drawer.waitFor({ state: 'detached' })
  const { data } = assertStatus(await environment.agent.get('/knowledge/facts'), 200)
  assert.equal(data[1].confirmed, true)
  assert.deepEqual([data[2].id, data[2].exact, data[2].scope.playbookIds.length], ['do-you-rent-kayaks', true, 1])

  const box = page.getByRole('region', { name: 'Ask a question' })
  await box.getByLabel('Question').fill('when open')
  await box.getByRole('button', { name: 'Ask' }).click()
  const searchHit = box.getByRole('article', { name: 'When are you open?' })
  await searchHit.getByText('Matching words: when, open.').waitFor()
  await searchHit
    .getByText(/^\d+% match$/)
    .first()
    .waitFor()
  await session.assertAccessible()
  await session.takeScreenshot('knowledge-facts')
  await assertHarmless(page)
  assertNoErrors(session)
})

testInCompleteRun('a user adds, searches, refreshes and deletes a source', async (t) => {
  const session = await openKnowledge(t, '/knowledge/sources')
  if (!session) return
  const { page } = session
  await page.getByText('No sources yet').waitFor()
  await session.assertAccessible()
  await page.getByRole('button', { name: 'Add source' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add source' })
  await dialog.getByLabel('Name').fill(hostileText.slice(0, 190))
  await dialog.getByLabel('URL').fill('nowhere')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.locator('.mantine-TextInput-root').getByText('must be an http or https URL').waitFor()
  await dialog.getByText('Text', { exact: true }).click()
  await dialog
    .getByRole('textbox', { name: 'Text' })
    .fill(`# House rules\n\nLanterns must be lit after dusk. ${hostileText}`)
  await session.assertAccessible()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('Ready', { exact: true }).waitFor()
  await session.takeScreenshot('knowledge-sources')
  await page.getByRole('table', { name: 'Sources' }).getByText('<img').click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Search passages').fill('lanterns dusk')
  await drawer.getByText('Lanterns must be lit after dusk').first().waitFor()
  await session.assertAccessible()
  await session.takeScreenshot('knowledge-source')
  await drawer.getByRole('button', { name: 'Refresh' }).click()
  await page.getByText('Refreshing the source').waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Delete / }).click()
  await page.getByText('No sources yet').waitFor()
  await assertHarmless(page)
  assertNoErrors(session)
})

testInCompleteRun('media show where they are used, and cannot be deleted while in use', async (t) => {
  const session = await openKnowledge(t, '/knowledge/media')
  if (!session) return
  const { page } = session
  await page.getByText('No media yet').waitFor()
  const buffer = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  await page.setInputFiles('input[type=file][multiple]', [
    { name: 'boat <b>.png', mimeType: 'image/png', buffer },
    { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no picture') },
  ])
  await page.getByText('1 of 2 uploaded').waitFor()
  await page.getByText(/^broken\.png: /).waitFor()
  const { data } = assertStatus(await environment.agent.get('/media'), 200)
  assert.equal(data.length, 1)
  const [first, ...rest] = await readThings()
  assertStatus(
    await environment.agent.put('/knowledge/things', { things: [{ ...first, media: data[0].id }, ...rest] }),
    200,
  )
  await session.visit('/knowledge/media')
  await page.getByText('Used in 1 place').waitFor()
  await session.assertAccessible()
  await session.takeScreenshot('knowledge-media')
  await page.getByRole('button', { name: /^Delete boat/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: /is still in use/ })
    .getByText(`Thing: ${first?.name}`)
    .waitFor()
  await session.assertAccessible()
  assertNoErrors(session)
})

testInCompleteRun('a viewer sees everything, and no controls', async (t) => {
  const session = await openConsole(t, environment, { role: 'viewer' })
  if (!session) return
  const { page } = await waitUntilReady(session)
  await session.visit('/knowledge?open=ketch')
  const name = page.getByRole('dialog', { name: 'Ketch of mine' }).getByRole('textbox', { name: 'Name', exact: true })
  await name.waitFor()
  assert.equal(await name.isDisabled(), true)
  await session.assertAccessible()
  for (const tab of ['', '/collections', '/facts', '/sources', '/media']) {
    await session.visit(`/knowledge${tab}`)
    await page.locator('main table, main ul, main h2').first().waitFor()
    const actionNames = /^(Add|Import|Upload|Delete|Edit|Move|Confirm|Take)/
    assert.equal(await page.locator('main').getByRole('button', { name: actionNames }).count(), 0, tab)
  }
  assertNoErrors(session)
})

testInCompleteRun('every page fits a phone in dark mode', async (t) => {
  const session = await openConsole(t, environment, { width: 390, dark: true })
  if (!session) return
  const { page } = await waitUntilReady(session)
  for (const tab of ['', '/collections', '/facts?ask=open', '/media', '/import', '?open=dinghy']) {
    await session.visit(`/knowledge${tab}`)
    await page.locator('main table, main ul, main h2, main [role=presentation]').first().waitFor()
    if (tab === '?open=dinghy') await page.getByRole('dialog').getByRole('textbox').first().waitFor()
    await session.assertAccessible()
    await assertFits(page)
    await session.takeScreenshot(`knowledge-phone${tab.replace(/\W/g, '-')}`)
  }
  assertNoErrors(session)
})

testInCompleteRun('an agent without knowledge explains what knowledge is for', async (t) => {
  const empty = await startConsole()
  const session = await openConsole(t, empty)
  if (!session) return
  for (const [tab, title] of [
    ['', 'No Things yet'],
    ['/collections', 'No collections yet'],
    ['/facts', 'No Facts yet'],
  ]) {
    await session.visit(`/knowledge${tab}`)
    await session.page.getByRole('heading', { name: title }).waitFor()
  }
  await session.takeScreenshot('knowledge-empty')
  assertNoErrors(session)
})

type Thing = {
  id: string
  name: string
  description?: string
  collections?: string[]
  metadata?: Record<string, string>
  actions?: object[]
}

async function readThings(): Promise<Thing[]> {
  return assertStatus(await environment.agent.get('/knowledge/things'), 200).data
}

async function openKnowledge(t: Parameters<typeof openConsole>[0], path: string): Promise<OpenConsole | undefined> {
  const session = await openConsole(t, environment)
  if (!session) return undefined
  await waitUntilReady(session)
  await session.visit(path)
  return session
}

/** The gateway serves media, and it does not run here. */
async function waitUntilReady(session: OpenConsole): Promise<OpenConsole> {
  await session.page.route(`${gateway(environment)}/**`, (route) => route.fulfill({ status: 404 }))
  return session
}

const gateway = ({ server }: ConsoleEnvironment): string => server.context.config.gatewayPublicUrl

function assertNoErrors({ pageErrors }: OpenConsole): void {
  assert.deepEqual(
    pageErrors.filter((pageError) => !pageError.startsWith(gateway(environment))),
    [],
  )
}

async function chooseOption(page: Page, field: ReturnType<Page['getByLabel']>, option: string | RegExp): Promise<void> {
  await field.first().click()
  await pressOption(page.getByRole('option', { name: option }).first())
}

async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000
  while (!(await condition())) {
    if (Date.now() > deadline) assert.fail('what was done on the page did not reach the API')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
