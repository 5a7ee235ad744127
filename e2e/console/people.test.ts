// Quick run too: one story of this feature.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testInCompleteRun } from '@parley/test-kit'
import { createGateway } from '../../server/src/app.ts'
import { createTestAgent } from '../../server/src/testing/agent.ts'
import { createBinding, managedRcs, readBinding } from '../../server/src/testing/channel-bench.ts'
import type { ReplyBody } from '../../server/src/testing/client.ts'
import {
  assertFits,
  assertHarmless,
  assertStatus,
  hostileMarkup,
  type OpenConsole,
  openConsole,
  pressOption,
  startConsole,
} from './console.ts'

/** People in the console: segments, imports, the person page, and appointments. */

const environment = await startConsole(undefined, { working: true })
const { agent } = environment
const everyHour = [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({ dayOfWeek, startTime: '00:00', endTime: '23:59' }))

assertStatus(
  await agent.put('/people-fields', {
    fields: [
      { key: 'licence', label: 'Licence', type: 'enum', options: ['inland', 'sea'], locked: true },
      { key: 'seats', type: 'number' },
      { key: 'member', type: 'boolean' },
    ],
  }),
  200,
)
assertStatus(
  await agent.put('/scheduling', {
    timezone: 'UTC',
    defaultDurationMinutes: 60,
    availableHours: everyHour,
    representatives: [{ id: 'desk', name: `The desk ${hostileMarkup[0]}` }],
  }),
  200,
)

/** Many people, every fifth of them from the fair. */
const manyPeople = Array.from({ length: 2_000 }, (_, at) => ({
  fullName: `Visitor ${String(at).padStart(4, '0')}`,
  email: `visitor${at}@example.com`,
  phone: `+1202${String(5_550_000 + at)}`,
  tags: at % 5 === 0 ? ['fair'] : [],
  status: at % 2 === 0 ? 'new' : 'contacted',
  consent: at % 3 === 0 ? 'granted' : 'unknown',
  customFields: { licence: at % 4 === 0 ? 'sea' : 'inland' },
}))
const deckhands = Array.from({ length: 10 }, (_, at) => ({
  fullName: `Deckhand ${at}`,
  email: `deckhand${at}@example.com`,
}))
assertStatus(await agent.post('/people/import', { channel: 'rcs', people: [...deckhands, ...manyPeople] }), 200)

const empty = { ...environment, agent: await createTestAgent(environment.server) }

type Options = { role?: 'viewer' | 'editor'; width?: number; dark?: boolean; startEnvironment?: typeof environment }
type ConsoleTest = [title: string, options: Options, tell: (console: OpenConsole) => Promise<void>]
const listTests: ConsoleTest[] = []
const personTests: ConsoleTest[] = []
const addListTest = (...consoleTest: ConsoleTest) => void listTests.push(consoleTest)
const addPersonTest = (...consoleTest: ConsoleTest) => void personTests.push(consoleTest)

const findPeople = async (query: string): Promise<ReplyBody[]> =>
  assertStatus(await agent.get(`/people?${query}`), 200).data

/** Polls the API until the condition holds. */
async function waitUntil<T>(read: () => Promise<T>, condition: (value: T) => boolean): Promise<T> {
  for (let attempts = 0; attempts < 300; attempts++) {
    const value = await read()
    if (condition(value)) return value
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return assert.fail('it did not come to that')
}

addListTest(
  'the table pages, searches, sorts and filters two thousand people, and the URL contains the filters',
  {},
  async (console) => {
    const { page, visit, assertAccessible, takeScreenshot } = console
    // The page ignores unknown query parameters.
    await visit('/people?unknown=1')
    await page.getByRole('link', { name: 'Visitor 1999' }).waitFor()
    await assertAccessible()
    await takeScreenshot('people-wide')
    assert.ok((await page.getByRole('row').count()) < 80, 'only the rows in sight are in the page')
    await page.getByRole('button', { name: 'Name', exact: true }).click()
    await page.getByRole('link', { name: 'Visitor 0000' }).waitFor()
    const table = page.getByRole('region', { name: 'People' })
    await table.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await page.getByText('First 100 people. Scroll for more.').waitFor()
    await page.getByRole('link', { name: 'Visitor 0040' }).waitFor()

    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('combobox', { name: 'Filter by' }).click()
    await pressOption(page.getByRole('option', { name: 'Tag', exact: true }))
    await page.getByRole('textbox', { name: 'Value' }).fill('fair')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('link', { name: 'Visitor 0005' }).waitFor()
    await page.getByRole('textbox', { name: 'Search people' }).fill('visitor 001')
    await page.getByText('2 people', { exact: true }).waitFor()
    assert.match(page.url(), /q=visitor(\+|%20)001/)
    await page.reload()
    await page.getByText('2 people', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Remove the filter Tag: fair' }).click()
    await page.getByText('10 people', { exact: true }).waitFor()
    await page.getByRole('textbox', { name: 'Search people' }).fill('no such person')
    await page.getByRole('button', { name: 'Clear all filters' }).click()
    await page.getByRole('link', { name: 'Visitor 1999' }).waitFor()
  },
)

addListTest(
  'selected people can be tagged, given another status, and erased after typing the phrase',
  { role: 'editor' },
  async (console) => {
    const { page, visit, assertAccessible, takeScreenshot } = console
    await visit('/people?q=deckhand')
    await page.getByText('10 people', { exact: true }).waitFor()
    await page.getByRole('checkbox', { name: 'Select all rows shown' }).check()
    await page.getByText('10 people selected').waitFor()
    await page.getByRole('button', { name: 'Add tag' }).click()
    await page.getByRole('textbox', { name: 'Tag' }).fill(hostileMarkup[0] as string)
    await takeScreenshot('people-bulk')
    await page.getByRole('button', { name: 'Apply to 10 people' }).click()
    await page.getByText('Done for 10 people').waitFor()
    assert.equal((await findPeople(`tag=${encodeURIComponent(hostileMarkup[0] as string)}`)).length, 10)
    await page.getByRole('button', { name: 'Record consent' }).click()
    await page.getByRole('dialog').getByText('Denied').click()
    await assertAccessible()
    await page.getByRole('button', { name: 'Apply to 10 people' }).click()
    await waitUntil(
      () => findPeople('consent=denied'),
      ({ length }) => length === 10,
    )
    await page
      .getByRole('region', { name: 'Actions for selected people' })
      .getByRole('button', { name: 'Erase' })
      .click()
    await page.getByLabel('Type erase 10 to confirm').fill('erase 10')
    await page.getByRole('dialog').getByRole('button', { name: 'Erase' }).click()
    await page.getByText('No matching people').waitFor()
    assert.deepEqual(await findPeople('q=deckhand'), [])
  },
)

addListTest(
  'filters can be saved as a segment, which shows its count and can be changed and deleted',
  {},
  async (console) => {
    const { page, visit, assertAccessible, takeScreenshot } = console
    await visit('/segments')
    await page.getByText('No segments yet').waitFor()
    await visit('/people?tag=fair&customFields.licence=sea')
    await page.getByRole('button', { name: 'Save as segment' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    await page.getByRole('dialog').getByText('must', { exact: false }).first().waitFor()
    await page.getByRole('dialog').getByLabel('Name').fill(`Sailors ${hostileMarkup[2]}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    await page.getByRole('link', { name: 'Segments' }).click()
    await page.getByRole('cell', { name: '100', exact: true }).waitFor()
    await assertAccessible()
    await takeScreenshot('segments')
    await page.getByRole('button', { name: /^Edit Sailors/ }).click()
    await page.getByRole('button', { name: 'Remove the filter Licence' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('cell', { name: '400', exact: true }).waitFor()
    await page.getByRole('button', { name: /^Delete Sailors/ }).click()
    await page.getByText('No segments yet').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('link', { name: /^Sailors/ }).click()
    await page.getByRole('button', { name: 'Remove the filter Tag: fair' }).waitFor()
  },
)

addListTest('a file is mapped, checked and imported; the report links to its people', {}, async (console) => {
  const { page, visit, assertAccessible, takeScreenshot } = console
  await visit('/people/import')
  const rows = ['A Sailor,+12025557000,sea,boat one', `${hostileMarkup[0]?.replaceAll('"', "'")},+12025557001,inland,x`]
  const text = ['Name,Handy,Licence,Remark', ...rows, 'Nobody,not a phone,sea,y'].join('\n')
  const file = { name: 'sailors.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.locator('input[type=file]').setInputFiles(file)
  const fieldSelect = page.getByRole('combobox', { name: 'Field for Handy' })
  await fieldSelect.waitFor()
  assert.equal(await fieldSelect.inputValue(), 'New custom field: Handy')
  assert.equal(await page.getByRole('combobox', { name: 'Field for Licence' }).inputValue(), 'Licence')
  await fieldSelect.click()
  await pressOption(page.getByRole('option', { name: 'Phone', exact: true }))
  await page.getByRole('combobox', { name: 'Field for Remark' }).click()
  await pressOption(page.getByRole('option', { name: 'Phone', exact: true }).last())
  await page.getByText('Another column already uses this field').first().waitFor()
  await page.getByRole('combobox', { name: 'Field for Remark' }).click()
  await pressOption(page.getByRole('option', { name: 'Notes', exact: true }).last())
  await assertAccessible()
  await page.getByRole('button', { name: 'Dry run' }).click()
  await page.getByText('Result of the dry run').waitFor()
  await page.getByRole('cell', { name: /must be a phone number/ }).waitFor()
  await takeScreenshot('people-import')
  assert.deepEqual(await findPeople('q=sailor'), [])
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('Import complete').waitFor()
  await assertAccessible()
  await page.reload()
  await page.getByText('Import complete').waitFor()
  const report = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download error report' }).click()
  assert.match((await report).suggestedFilename(), /-errors\.csv$/)
  await page.getByRole('link', { name: 'Show imported people' }).click()
  await page.getByText('2 people', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'A Sailor' }).waitFor()
  const [sailor] = await findPeople('q=sailor')
  assert.deepEqual(
    [sailor?.phone, sailor?.customFields, sailor?.notes],
    ['+12025557000', { licence: 'sea' }, 'boat one'],
  )
})

addListTest('the current list can be exported as a file', { role: 'editor' }, async (console) => {
  const { page, visit } = console
  await page.addInitScript(() => Object.defineProperty(globalThis, 'showSaveFilePicker', { value: undefined }))
  await visit('/people?q=visitor%200001')
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Table (CSV)' }).click()
  const stream = await (await download).createReadStream()
  const text = Buffer.concat(await stream.toArray()).toString()
  assert.match(text, /Visitor 0001/)
  assert.equal(text.trim().split('\n').length, 2)
})

/** A person who wrote, got a reply, received an Outreach, and sent STOP. */
async function createSailorWithMessages(): Promise<string> {
  assertStatus(
    await agent.put('/knowledge/facts', {
      facts: [{ id: 'hours', question: 'When are you open?', answer: 'From eight to eight.', exact: true }],
    }),
    200,
  )
  const { id } = await createBinding(agent, managedRcs)
  await waitUntil(
    () => readBinding(agent, id),
    ({ status }) => status === 'Active',
  )
  const { accessToken } = assertStatus(await agent.post('/gateway/_rotateAccessToken'), 200)
  const gateway = createGateway(environment.server.services)
  after(() => gateway.close())
  const sendMessage = async (text: string) => {
    const answer = await gateway.inject({
      method: 'POST',
      url: '/lab/v1/handsets/rcs/%2B12025559000/events',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ type: 'text', text }),
    })
    assert.equal(answer.statusCode, 202)
    return answer.json().userId as string
  }
  const userId = await sendMessage(`When are you open? ${hostileMarkup[0]}`)
  const readSentMessages = () => agent.get(`/messages?type=content&origin=agent&userId=${userId}`)
  await waitUntil(readSentMessages, ({ body }) => body.data.length > 0)
  assertStatus(await agent.post('/message-templates', { id: 'opener', name: 'Opener', body: 'Spring is coming.' }), 201)
  assertStatus(await agent.post('/outreach', { id: 'spring', name: 'Spring', openerTemplateId: 'opener' }), 201)
  const send = assertStatus(await agent.post('/outreach/spring/sends', { recipient: { asid: userId } }), 202)
  await waitUntil(
    () => agent.get(`/outreach/sends/${send.sendId}`),
    ({ body }) => body.state === 'sent',
  )
  await sendMessage('STOP')
  const { personId } = send
  await waitUntil(
    () => agent.get(`/people/${personId}`),
    ({ body }) => body.identities[0]?.optedOut === true,
  )
  return personId
}

addPersonTest('the page of a person joins all that happened, and changes what is known', {}, async (console) => {
  const personId = await createSailorWithMessages()
  const { page, visit, assertAccessible, takeScreenshot } = console
  await visit(`/people/${personId}`)
  const timeline = page.getByRole('list', { name: 'Timeline, newest first' })
  await timeline.getByText('From eight to eight.').waitFor()
  await timeline.getByText(`When are you open? ${hostileMarkup[0]}`).waitFor()
  await timeline.getByText('Outreach spring').waitFor()
  await timeline.getByText('They replied STOP on RCS').waitFor()
  await page.getByText('STOP', { exact: true }).first().waitFor()
  await page.getByLabel('Journal entry').fill(`Called back ${hostileMarkup[1]}`)
  await page.getByRole('button', { name: 'Add to journal' }).click()
  await timeline.getByText(`Called back ${hostileMarkup[1]}`).waitFor()
  await page.getByRole('button', { name: 'Record consent' }).click()
  await page.getByRole('dialog').getByLabel('Source').fill('on the phone')
  await page.getByRole('dialog').getByRole('button', { name: 'Record consent' }).click()
  await timeline.getByText('Consent granted').waitFor()
  await assertAccessible()
  await takeScreenshot('person-wide')
  await page.getByRole('group', { name: 'Show' }).getByText('Messages').click()
  await timeline.getByText('From eight to eight.').waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'Profile' }).click()
  await page.getByRole('textbox', { name: 'Full name' }).fill(hostileMarkup[0] as string)
  await page.getByRole('textbox', { name: 'Email' }).fill('nothing')
  await page.getByRole('textbox', { name: 'seats' }).fill('many')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('must be an email address').first().waitFor()
  await page.getByRole('textbox', { name: 'Email' }).fill('sailor@example.com')
  await page.getByRole('textbox', { name: 'seats' }).fill('4')
  await assertAccessible()
  await takeScreenshot('person-profile')
  await page.keyboard.press('Control+s')
  await page.getByRole('heading', { name: hostileMarkup[0], exact: true }).waitFor()
  const { body: person } = await agent.get(`/people/${personId}`)
  assert.deepEqual(
    [person.fullName, person.email, person.customFields],
    [hostileMarkup[0], 'sailor@example.com', { seats: '4' }],
  )

  await page.getByRole('button', { name: 'Add identity' }).click()
  await page.getByRole('dialog').getByLabel('Address').fill('12')
  await page.getByRole('dialog').getByRole('button', { name: 'Add identity' }).click()
  await page
    .getByRole('dialog')
    .getByText(/must be/)
    .waitFor()
  await page.getByRole('dialog').getByLabel('Address').fill('+12025559001')
  await page.getByRole('dialog').getByRole('button', { name: 'Add identity' }).click()
  await page.getByRole('button', { name: 'Actions for the RCS identity' }).nth(1).click()
  await page.getByRole('menuitem', { name: 'Make preferred' }).click()
  await page.getByText('RCS is now preferred').waitFor()
})

addPersonTest(
  'two records of one person become one, and a person can be taken along and erased',
  {},
  async (console) => {
    const createPerson = async (body: object) => assertStatus(await agent.post('/people', body), 201).id as string
    const keptId = await createPerson({ fullName: 'Jo Skipper', tags: ['crew'] })
    const mergedId = await createPerson({
      fullName: `Joseph Skipper ${hostileMarkup[0]}`,
      email: 'jo@example.com',
      tags: ['fair'],
    })
    const { page, visit, assertAccessible, takeScreenshot } = console
    await visit(`/people/${keptId}`)
    await page.getByText('No activity yet').waitFor()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Merge with another' }).click()
    await page.getByRole('combobox', { name: 'Other record of this person' }).fill('joseph')
    await pressOption(page.getByRole('option', { name: /Joseph/ }))
    await page.getByText('Use the other value').first().waitFor()
    await assertAccessible()
    await takeScreenshot('person-merge')
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    await page.getByText('Records merged').waitFor()
    assert.equal((await agent.get(`/people/${mergedId}`)).status, 404)
    assert.equal((await agent.get(`/people/${keptId}`)).body.email, 'jo@example.com')
    await page.getByRole('button', { name: 'More' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Export data' }).click()
    const parsed = JSON.parse(Buffer.concat(await (await (await download).createReadStream()).toArray()).toString())
    assert.deepEqual([parsed.person.email, Array.isArray(parsed.journal)], ['jo@example.com', true])
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Erase person' }).click()
    await page.getByLabel('Type erase to confirm').fill('erase')
    await page.getByRole('dialog').getByRole('button', { name: 'Erase' }).click()
    await page.getByText('Jo Skipper erased').waitFor()
    assert.equal((await agent.get(`/people/${keptId}`)).status, 404)
  },
)

addPersonTest('an open time is booked, moved and cancelled, and stands among the appointments', {}, async (console) => {
  const [visitor] = await findPeople('q=visitor%200007')
  const { page, visit, assertAccessible, takeScreenshot } = console
  await visit('/appointments')
  await page.getByText('No appointments').waitFor()
  await visit(`/people/${visitor?.id}?tab=appointments`)
  await page.getByRole('button', { name: 'Book appointment' }).click()
  const dialog = page.getByRole('dialog')
  const slots = dialog.getByRole('group', { name: 'Open times' }).getByRole('button')
  await slots.nth(30).click()
  await dialog.getByLabel('Notes').fill(hostileMarkup[1] as string)
  await assertAccessible()
  await takeScreenshot('appointment-booking')
  await dialog.getByRole('button', { name: 'Book appointment' }).click()
  await page.getByRole('button', { name: /^Reschedule the appointment/ }).click()
  await slots.nth(40).click()
  await dialog.getByRole('button', { name: 'Reschedule', exact: true }).click()
  await page.getByText('Rescheduled', { exact: true }).waitFor()
  await visit('/appointments')
  await page.getByRole('link', { name: 'Visitor 0007' }).waitFor()
  await assertAccessible()
  await takeScreenshot('appointments')
  const { body } = await agent.get(`/people/${visitor?.id}/appointments`)
  await visit(`/appointments?view=week&day=${body.data[0].startUtc.slice(0, 10)}`)
  await page.getByRole('link', { name: 'Visitor 0007' }).waitFor()
  await assertAccessible()
  await takeScreenshot('appointments-week')
  await page.getByRole('button', { name: /^Cancel the appointment/ }).click()
  await dialog.getByLabel('Reason').fill('Caught a cold')
  await dialog.getByRole('button', { name: 'Cancel appointment' }).click()
  await page.getByRole('region').getByText('Canceled', { exact: true }).waitFor()
  assert.equal((await agent.get(`/people/${visitor?.id}/appointments`)).body.data[0].status, 'cancelled')
})

addPersonTest(
  'what is to come stands the soonest first, however it was booked, and who it is with is read at once',
  {},
  async (console) => {
    const { page, visit } = console
    const day = 86_400_000
    const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000
    const days = [5, 3, 9, 4]
    for (const [at, daysAway] of days.entries()) {
      const [visitor] = await findPeople(`q=visitor%20020${at}`)
      const startUtc = new Date(hour + daysAway * day).toISOString()
      assertStatus(await agent.post(`/people/${visitor?.id}/appointments`, { startUtc }), 201)
    }
    const requests: string[] = []
    page.on('request', (request) => void requests.push(new URL(request.url()).pathname))
    await visit('/appointments')
    await page.getByRole('link', { name: 'Visitor 0202' }).waitFor()
    const names = await page.getByRole('link', { name: /^Visitor 02/ }).allTextContents()
    assert.deepEqual(names, ['Visitor 0201', 'Visitor 0203', 'Visitor 0200', 'Visitor 0202'])
    assert.equal(requests.filter((path) => path.endsWith('/people/holders')).length, 1)
    assert.equal(requests.filter((path) => /people\/per_/.test(path)).length, 0)
  },
)

addPersonTest('a new person is refused beside the field, then added', { startEnvironment: empty }, async (console) => {
  const { page, visit, assertAccessible } = console
  await visit('/people')
  await page.getByText('No people yet').waitFor()
  await assertAccessible()
  await page.getByRole('button', { name: 'Add person' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Full name').fill(hostileMarkup[4] as string)
  await dialog.getByLabel('Phone').fill('none')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog
    .getByText(/must be a phone number/)
    .first()
    .waitFor()
  await dialog.getByLabel('Phone').fill('(202) 555-0143')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('heading', { name: hostileMarkup[4], exact: true }).waitFor()
})

addPersonTest(
  'a viewer sees all of it and is offered nothing, on a phone and in the dark',
  { role: 'viewer', width: 390, dark: true },
  async (console) => {
    const [visitor] = await findPeople('q=visitor%200012')
    const { page, visit, assertAccessible, takeScreenshot } = console
    const pages: [path: string, shown: () => Promise<void>, name: string][] = [
      ['/people?tag=fair', () => page.getByRole('link', { name: 'Visitor 1995' }).waitFor(), 'people'],
      ['/segments', () => page.getByRole('link', { name: /^Sailors/ }).waitFor(), 'segments'],
      ['/people/import', () => page.getByText('Imports of the last 30 days').waitFor(), 'import'],
      [`/people/${visitor?.id}`, () => page.getByText('End of the timeline').waitFor(), 'person'],
      [`/people/${visitor?.id}?tab=profile`, () => page.getByText('You have read-only access').waitFor(), 'profile'],
      [
        '/appointments?status=cancelled',
        () => page.getByRole('link', { name: 'Visitor 0007' }).waitFor(),
        'appointments',
      ],
    ]
    for (const [path, waitForPage, name] of pages) {
      await visit(path)
      await waitForPage()
      await assertAccessible()
      await assertFits(page)
      await takeScreenshot(`${name}-narrow-dark`)
      const actionButtons = page.getByRole('button', {
        name: /^(Add (?!filter)|Export|More|Import|Save|Erase|Record|Book|Reschedule|Cancel|Edit|Delete|New)/,
      })
      assert.equal(await actionButtons.count(), 0, `${path} offers a viewer something`)
      assert.equal(await page.getByRole('checkbox', { name: /^Select/ }).count(), 0)
    }
  },
)

for (const [index, [title, { startEnvironment = environment, ...options }, check]] of [
  ...listTests,
  ...personTests,
].entries()) {
  const defineTest = index === 0 ? test : testInCompleteRun
  defineTest(title, async (t) => {
    const console = await openConsole(t, startEnvironment, options)
    if (!console) return
    await check(console)
    await assertHarmless(console.page)
    assert.deepEqual(console.pageErrors, [])
  })
}

testInCompleteRun('appointments are at the time of the place, and at that of a person elsewhere', async (t) => {
  const place = await startConsole(undefined, { working: true })
  const scheduling = { timezone: 'Asia/Tokyo', defaultDurationMinutes: 60, availableHours: everyHour }
  assertStatus(await place.agent.put('/scheduling', scheduling), 200)
  const person = { firstName: 'Ada', lastName: 'Far', email: 'ada@example.com', timezone: 'America/New_York' }
  const { id: personId } = assertStatus(await place.agent.post('/people', person), 201)
  const { data: slots } = assertStatus(await place.agent.get('/scheduling/slots'), 200)
  const { startUtc } = slots.at(-1)
  assertStatus(await place.agent.post(`/people/${personId}/appointments`, { startUtc }), 201)
  const session = await openConsole(t, place, { width: 1440 })
  if (!session) return
  const { page, visit, assertAccessible, takeScreenshot } = session
  await visit('/appointments')
  await page.getByText('Times are those of the place: Asia/Tokyo (GMT+9).').waitFor()
  const format = (timeZone: string) =>
    new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit', timeZone }).format(new Date(startUtc))
  const row = page.getByRole('row', { name: /Ada Far/ })
  await row.getByText(`${format('Asia/Tokyo')} GMT+9`).waitFor()
  await row
    .getByText(/^For the person: /)
    .getByText(format('America/New_York'))
    .waitFor()
  await assertAccessible()
  await takeScreenshot('appointments-elsewhere')
  const day = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: 'Asia/Tokyo' }).format(
    new Date(startUtc),
  )
  await visit(`/appointments?view=week&day=${day}`)
  const weekday = new Intl.DateTimeFormat('en', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'Asia/Tokyo',
  })
  const section = page.getByRole('region', { name: weekday.format(new Date(startUtc)) })
  await section.getByRole('link', { name: 'Ada Far' }).waitFor()
  await section.getByText(format('Asia/Tokyo')).waitFor()
  await visit(`/people/${personId}?tab=appointments`)
  await page
    .getByText(`${format('Asia/Tokyo')} GMT+9`)
    .first()
    .waitFor()
  await page.getByRole('button', { name: /^Reschedule the appointment on .* GMT\+9/ }).click()
  await page.getByRole('dialog').getByText('Times are those of the place: Asia/Tokyo (GMT+9).').waitFor()
  assert.deepEqual(session.pageErrors, [])
})
