// Quick run too: one story of this feature.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { testInCompleteRun } from '@parley/test-kit'
import type { Page } from 'playwright-core'
import {
  createApi,
  createBackgroundWork,
  createGateway,
  createServices,
  managementRoutes,
} from '../../server/src/app.ts'
import { createTestAgent } from '../../server/src/testing/agent.ts'
import { createTestApp } from '../../server/src/testing/app.ts'
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
} from './console.ts'

/** The desk: members take conversations, answer, write notes and return them, in one browser and in several. */

const [planted = '', script = ''] = hostileMarkup
const document = {
  exportVersion: 1,
  agent: { name: 'Harbour', description: 'Boats for a day' },
  personality: { text: 'Warm and brief.' },
  playbooks: [{ id: 'general', name: 'General', body: 'Help.', uses: ['people'], isDefault: true }],
  capabilities: {
    knowledge: { facts: [{ id: 'hours', question: 'When are you open?', answer: 'From nine to five.' }] },
  },
}

const deskStreamPace = { pollMilliseconds: 50, keepAliveMilliseconds: 1_000, maxMilliseconds: 60_000 }
const server = await createTestApp({ consoleFiles: process.env.CONSOLE_DIST, deskStreamPace })
const agent = await createTestAgent(server, document)
const work = createBackgroundWork(server.services)
await work.start()
after(() => work.stop({ withinMilliseconds: 2_000 }))
const gateway = createGateway(server.services)
after(() => gateway.close())

/** A process of Parley on the shared database. */
async function serve(port: number): Promise<Server> {
  const services = createServices(server.context)
  const app = createApi(services, managementRoutes(services))
  await app.ready()
  const http = createServer((request, response) => app.routing(request, response)).listen(port, '127.0.0.1')
  await once(http, 'listening')
  http.once('close', () => void app.close())
  return http
}

async function stop(http: Server): Promise<void> {
  const closed = once(http, 'close')
  http.close()
  http.closeAllConnections()
  await closed
}

let http = await serve(0)
const { port } = http.address() as AddressInfo
after(() => stop(http))
const environment = { server, agent, origin: `http://127.0.0.1:${port}` }

/** Polls until the condition holds. */
async function until<T>(read: () => Promise<T>, isSo: (value: T) => boolean): Promise<T> {
  for (let tries = 0; tries < 600; tries++) {
    const value = await read()
    if (isSo(value)) return value
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return assert.fail('it did not come to that')
}

const { id: bindingId } = await createBinding(agent, managedRcs)
await until(
  () => readBinding(agent, bindingId),
  ({ status }) => status === 'Active',
)
const { accessToken } = assertStatus(await agent.post('/gateway/_rotateAccessToken'), 200)

/** The person with this phone writes; returns their userId. */
async function write(phone: string, text: string): Promise<string> {
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
  const url = `/lab/v1/handsets/rcs/${encodeURIComponent(phone)}/events`
  const answer = await gateway.inject({ method: 'POST', url, headers, payload: JSON.stringify({ type: 'text', text }) })
  assert.ok(answer.statusCode < 300, answer.body)
  return answer.json().userId
}

let phones = 0

/** A person who has written and is known by a name. */
async function createPerson(
  name: string,
  text: string,
): Promise<{ userId: string; write(text: string): Promise<string> }> {
  phones += 1
  const phone = `+120255501${String(phones).padStart(2, '0')}`
  const userId = await write(phone, text)
  const conversation = () => agent.get(`/desk/conversations/${userId}`)
  const { body } = await until(conversation, (answer) => answer.status === 200 && answer.body.personId !== undefined)
  assertStatus(await agent.patch(`/people/${body.personId}`, { fullName: name }), 200)
  return { userId, write: (more) => write(phone, more) }
}

const contentOf = async (userId: string): Promise<ReplyBody[]> =>
  assertStatus(await agent.get(`/messages?type=content&userId=${userId}`), 200).data
const sentTexts = async (userId: string, text: string) =>
  (await contentOf(userId)).filter((entry) => entry.author && entry.text === text)

const enable = async (settings: object = {}) =>
  void assertStatus(await agent.put('/settings/desk', { enabled: true, ...settings }), 200)

async function finish({ page, pageErrors }: OpenConsole): Promise<void> {
  await assertHarmless(page)
  // A server that restarts refuses connections for a moment.
  assert.deepEqual(
    pageErrors.filter(
      (text) =>
        !/ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|INTERNET_DISCONNECTED|INCOMPLETE_CHUNKED_ENCODING)/.test(
          text,
        ),
    ),
    [],
  )
  await page.context().close()
}

const reply = (page: Page) => page.getByLabel('Reply on RCS')
const transcript = (page: Page) => page.getByRole('log', { name: 'Transcript' })
const open = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Conversations' }).getByRole('link').filter({ hasText: name }).click()

test('a desk that is off says so, and the settings turn it on', async (t) => {
  const session = await openConsole(t, environment, { role: 'editor' })
  if (!session) return
  const { page, visit, assertAccessible, takeScreenshot } = session
  await visit('/desk')
  await page.getByRole('heading', { name: 'The desk is off' }).waitFor()
  await assertAccessible()
  await page.getByRole('link', { name: 'Open desk settings' }).click()
  await page.getByLabel('Turn the desk on').check()
  await page.getByRole('button', { name: 'Add hours' }).click()
  await page.getByLabel('While waiting').fill(`One moment. ${planted}`)
  await page.getByLabel('Members in turn').check()
  await assertAccessible()
  await takeScreenshot('desk-settings')
  await page.getByRole('button', { name: 'Remove hours 1' }).click()
  await page.getByLabel('Any member').check()
  await page.getByRole('button', { name: 'Save' }).click()
  const { enabled, waitingMessage, hours, assignment } = await until(
    async () => assertStatus(await agent.get('/settings/desk'), 200),
    (settings) => settings.enabled,
  )
  assert.deepEqual([enabled, waitingMessage, hours, assignment], [true, `One moment. ${planted}`, undefined, 'manual'])
  await finish(session)
})

test('a member takes a conversation, answers, writes a note and returns it', async (t) => {
  await enable({ waitingMessage: 'One moment.' })
  const session = await openConsole(t, environment, { role: 'editor', width: 1440 })
  if (!session) return
  const { page, visit, assertAccessible, takeScreenshot } = session
  await visit('/desk?view=waiting')
  await page.getByRole('heading', { name: 'Nobody is waiting' }).waitFor()
  const ada = await createPerson(`Ada ${planted}`, 'When are you open?')
  await ada.write('I want to talk to a human')
  await open(page, 'Ada')
  await page.getByText('The person is waiting for a human').waitFor()
  await takeScreenshot('desk-waiting')
  await page.keyboard.press('r')
  await reply(page).fill('Hello, this is Robin.')
  await page.keyboard.press('Control+Enter')
  await transcript(page).getByText('Hello, this is Robin.').waitFor()
  await until(
    () => sentTexts(ada.userId, 'Hello, this is Robin.'),
    ({ length }) => length === 1,
  )
  await ada.write(script)
  await transcript(page).getByText(script).waitFor()
  await ada.write('When are you open?')
  await page.getByRole('button', { name: /When are you open/ }).waitFor()
  await page.keyboard.press('Alt+1')
  await until(
    () => reply(page).inputValue(),
    (text) => text === 'From nine to five.',
  )
  await page.getByText('Note', { exact: true }).click()
  await page.getByLabel('Note for members').fill('Prefers a call')
  await page.getByRole('button', { name: 'Add note' }).click()
  await transcript(page).getByText('Prefers a call').waitFor()
  await page.getByText('Reply', { exact: true }).click()
  // The draft survived.
  assert.equal(await reply(page).inputValue(), 'From nine to five.')
  await page.getByRole('button', { name: 'Send' }).click()
  await until(
    () => sentTexts(ada.userId, 'From nine to five.'),
    ({ length }) => length === 1,
  )
  await assertAccessible()
  await takeScreenshot('desk-conversation')
  await page.getByRole('button', { name: 'Return to agent' }).click()
  await page.getByLabel('Note for the agent').fill('Offered a visit on Friday')
  await assertAccessible()
  await page.getByRole('button', { name: 'Return', exact: true }).click()
  await page.getByText('The agent answers this conversation').waitFor()
  const { state, notes, history } = assertStatus(await agent.get(`/desk/conversations/${ada.userId}`), 200)
  assert.deepEqual([state, notes.length, history.at(-1).move], ['agent', 1, 'returned'])
  await finish(session)
})

testInCompleteRun('two browsers: one member takes it, the other sees who, and no message is shown twice', async (t) => {
  await enable()
  const bo = await createPerson('Bo', 'Hello')
  const [first, second] = [
    await openConsole(t, environment, { role: 'editor' }),
    await openConsole(t, environment, { role: 'admin' }),
  ]
  if (!first || !second) return
  for (const { visit, page } of [first, second]) {
    await visit(`/desk?view=open&conversation=${bo.userId}`)
    await page.getByRole('heading', { name: 'Bo', level: 2 }).waitFor()
  }
  await second.page.getByText(/is looking/).waitFor()
  await first.page.getByRole('button', { name: 'Take', exact: true }).click()
  await reply(first.page).pressSequentially('I am here')
  await second.page.getByText(/is typing/).waitFor()
  await first.page.keyboard.press('Control+Enter')
  for (const { page } of [first, second]) {
    await transcript(page).getByText('I am here').waitFor()
    await until(
      () => transcript(page).getByText('I am here').count(),
      (count) => count === 1,
    )
  }
  await second.page.getByText(/holds this conversation/).waitFor()
  await second.page.getByRole('button', { name: 'Take over' }).click()
  await second.page.getByRole('dialog').getByRole('button', { name: 'Take over' }).click()
  await reply(second.page).waitFor()
  await first.page.getByText(/holds this conversation/).waitFor()
  assert.equal((await sentTexts(bo.userId, 'I am here')).length, 1)
  for (const session of [first, second]) await finish(session)
})

testInCompleteRun(
  'the server restarts while a message is typed: the draft stays, and the message is sent once',
  async (t) => {
    await enable()
    const cleo = await createPerson('Cleo', 'Hello')
    const session = await openConsole(t, environment, { role: 'editor' })
    if (!session) return
    const { page, visit } = session
    await visit(`/desk?view=open&conversation=${cleo.userId}`)
    await page.getByRole('button', { name: 'Take to reply' }).click()
    await reply(page).fill('Typed before the restart')
    await stop(http)
    await page.getByText('Connection lost').waitFor()
    assert.equal(await reply(page).inputValue(), 'Typed before the restart')
    await page.getByRole('button', { name: 'Send' }).click()
    await transcript(page).getByText('Typed before the restart').waitFor()
    await reply(page).fill('A draft')
    http = await serve(port)
    await until(
      () => sentTexts(cleo.userId, 'Typed before the restart'),
      ({ length }) => length > 0,
    )
    await page.getByText('Connection lost').waitFor({ state: 'hidden' })
    await page.reload()
    await transcript(page).getByText('Typed before the restart').waitFor()
    assert.equal(await reply(page).inputValue(), 'A draft')
    assert.equal((await sentTexts(cleo.userId, 'Typed before the restart')).length, 1)
    await until(
      () => transcript(page).getByText('Typed before the restart').count(),
      (count) => count === 1,
    )
    await finish(session)
  },
)

testInCompleteRun('at 390 pixels a member works with a thumb: list, take, saved reply, close', async (t) => {
  await enable()
  const dora = await createPerson('Dora', 'Hello')
  const saved = { id: 'thanks', title: 'Thanks', shortcut: 'thx', aml: 'Thank you, {person.firstName|friend}.' }
  assertStatus(await agent.post('/desk/replies', saved), 201)
  const session = await openConsole(t, environment, { role: 'editor', width: 390 })
  if (!session) return
  const { page, visit, assertAccessible, takeScreenshot } = session
  await visit('/desk')
  await page.getByText('Dora').waitFor()
  await assertFits(page)
  await assertAccessible()
  await takeScreenshot('desk-narrow-list')
  await open(page, 'Dora')
  await page.getByRole('button', { name: 'Take to reply' }).click()
  await reply(page).fill('/thx')
  await page.getByRole('option', { name: /Thanks/ }).click()
  await until(
    () => reply(page).inputValue(),
    (text) => text.startsWith('Thank you, '),
  )
  // The preview scrolls, and the buttons stay in reach.
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('region', { name: /^Preview/ }).waitFor()
  const send = page.getByRole('button', { name: 'Send' })
  const { y = 0, height = 0 } = (await send.boundingBox()) ?? {}
  assert.ok(y + height <= 900 && height >= 44, `${y} ${height}`)
  await assertFits(page)
  await assertAccessible()
  await takeScreenshot('desk-narrow-conversation')
  await send.click()
  await until(
    () => contentOf(dora.userId),
    (entries) => entries.some(({ author, text }) => author && /^Thank you, /.test(text)),
  )
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByText('The conversation is closed').waitFor()
  await page.getByRole('link', { name: 'Back to list' }).click()
  await page.getByRole('link', { name: /^Closed/ }).click()
  await page.getByRole('list', { name: 'Conversations' }).getByText('Dora').waitFor()
  await finish(session)
})

testInCompleteRun(
  'by keyboard alone: next, take, write, leave the field, close, next; cleared filters are empty',
  async (t) => {
    await enable()
    for (const name of ['Fay', 'Gus']) await createPerson(name, 'When are you open?')
    const session = await openConsole(t, environment, { role: 'editor' })
    if (!session) return
    const { page, visit } = session
    await visit('/desk')
    const heading = (name: string) => page.getByRole('heading', { name, level: 2 })
    await page.getByRole('list', { name: 'Conversations' }).getByText('Gus').waitFor()
    await page.keyboard.press('j')
    await heading('Gus').waitFor()
    await page.keyboard.press('r')
    await reply(page).waitFor()
    await until(
      () => reply(page).evaluate((field) => field === field.ownerDocument.activeElement),
      (isFocused) => isFocused,
    )
    await page.keyboard.type('From nine, j')
    await page.keyboard.press('Escape')
    await page.keyboard.press('e')
    await page.getByText('Conversation closed').waitFor()
    await page.getByRole('list', { name: 'Conversations' }).getByText('Gus').waitFor({ state: 'hidden' })
    await page.keyboard.press('j')
    await heading('Fay').waitFor()
    await page.getByLabel('Search people').fill('Fay')
    await page.waitForURL(/q=Fay/)
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await until(
      () => page.getByLabel('Search people').inputValue(),
      (text) => text === '',
    )
    await finish(session)
  },
)

testInCompleteRun('K goes back, A assigns, the menu snoozes, and the title counts who waits', async (t) => {
  await enable()
  for (const name of ['Pat', 'Quinn']) await createPerson(name, 'Hello')
  const session = await openConsole(t, environment, { role: 'editor' })
  if (!session) return
  const { page, visit, assertAccessible, takeScreenshot } = session
  await visit('/desk')
  const heading = (name: string) => page.getByRole('heading', { name, level: 2 })
  const list = page.getByRole('list', { name: 'Conversations' })
  await list.getByText('Quinn').waitFor()
  for (const [key, name] of [
    ['j', 'Quinn'],
    ['j', 'Pat'],
    ['k', 'Quinn'],
  ] as const) {
    await page.keyboard.press(key)
    await heading(name).waitFor()
  }
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: 'Assign the conversation' })
  await dialog.getByRole('combobox', { name: 'Member' }).click()
  await pressOption(page.getByRole('option').first())
  await assertAccessible()
  await takeScreenshot('desk-assign')
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await transcript(page)
    .getByText(/assigned the conversation to/)
    .waitFor()
  const conversation = page.getByRole('region', { name: 'Conversation', exact: true })
  await conversation.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Until tomorrow, 9:00' }).click()
  await list.getByText('Quinn').waitFor({ state: 'hidden' })

  const countInTitle = async () => Number(/^\((\d+)\) Desk/.exec(await page.title())?.[1] ?? 0)
  const { unassigned } = assertStatus(await agent.get('/desk/counts'), 200)
  const before = await until(countInTitle, (count) => count >= unassigned.conversations)
  const ray = await createPerson('Ray', 'Hello')
  await ray.write('I want to talk to a human')
  await until(countInTitle, (count) => count === before + 1)
  await finish(session)
})

testInCompleteRun('the composer warns where the person has opted out, before anything is typed', async (t) => {
  await enable()
  const sid = await createPerson('Sid', 'Hello')
  const session = await openConsole(t, environment, { role: 'editor' })
  if (!session) return
  const { page, visit, assertAccessible, takeScreenshot } = session
  await visit(`/desk?view=open&conversation=${sid.userId}`)
  await page.getByRole('button', { name: 'Take to reply' }).waitFor()
  const warning = page.getByText(/^The person has opted out/)
  assert.equal(await warning.count(), 0)
  await sid.write('STOP')
  await warning.waitFor()
  await assertAccessible()
  await takeScreenshot('desk-opted-out')
  await sid.write('START')
  await warning.waitFor({ state: 'hidden' })
  await finish(session)
})

testInCompleteRun('a member rehearses the desk with a persona, from the emulator', async (t) => {
  await enable()
  const persona = assertStatus(await agent.post('/personas', { name: 'Tess', channel: 'rcs' }), 201)
  const play = async (turn: string) => assertStatus(await agent.post(`/personas/${persona.id}/turns`, { turn }), 200)
  await play('I want to talk to a human')
  const session = await openConsole(t, environment, { role: 'editor' })
  if (!session) return
  const { page, visit } = session
  await visit(`/emulator?persona=${persona.id}`)
  await page.getByRole('link', { name: 'Open at the desk' }).click()
  await page.getByText('Rehearsal', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Take to reply' }).click()
  await reply(page).fill('Hello, this is a member.')
  await page.keyboard.press('Control+Enter')
  await transcript(page).getByText('Hello, this is a member.').waitFor()
  await play('Are you a human?')
  await transcript(page).getByText('Are you a human?').waitFor()
  const { state } = assertStatus(await agent.get(`/desk/conversations/${persona.userId}`), 200)
  assert.equal(state, 'human')
  await finish(session)
})

testInCompleteRun('saved replies are created, edited and deleted; a viewer only reads', async (t) => {
  await enable()
  const eve = await createPerson('Eve', 'Hello')
  const session = await openConsole(t, environment, { role: 'editor' })
  if (!session) return
  const { page, visit, assertAccessible, takeScreenshot } = session
  await visit('/desk/replies')
  await page.getByRole('button', { name: 'New reply' }).click()
  await page.getByLabel('Title').fill('Opening hours')
  await page.getByLabel('Shortcut').fill('open')
  await page.getByRole('textbox', { name: 'Text' }).fill('From nine to five.')
  await assertAccessible()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Edit Opening hours' }).waitFor()
  await assertAccessible()
  await takeScreenshot('desk-replies')
  const viewer = await openConsole(t, environment, { role: 'viewer' })
  if (!viewer) return
  await viewer.visit(`/desk?conversation=${eve.userId}`)
  await viewer.page.getByText('You have read-only access.').waitFor()
  assert.equal(await viewer.page.getByRole('button', { name: 'Take' }).count(), 0)
  await viewer.assertAccessible()
  for (const one of [session, viewer]) await finish(one)
})

testInCompleteRun('the views count their conversations, and the counts follow live', async (t) => {
  await enable()
  const session = await openConsole(t, environment, { role: 'editor' })
  if (!session) return
  const { page, visit } = session
  await createPerson('Ida', 'Hello')
  await visit('/desk?view=open')
  const countOf = async (view: string) => {
    const text = await page.getByRole('link', { name: new RegExp(`^${view}`) }).textContent()
    return Number(/\d+/.exec(text ?? '')?.[0] ?? 0)
  }
  const open = await until(
    () => countOf('All open'),
    (count) => count > 0,
  )
  const closed = await countOf('Closed')
  const jon = await createPerson('Jon', 'Hello')
  await until(
    () => countOf('All open'),
    (count) => count === open + 1,
  )
  const { data: members } = assertStatus(await agent.get('/desk/members'), 200)
  const as = members[0].userId
  assertStatus(await agent.post(`/desk/conversations/${jon.userId}/_close`, { as }), 200)
  await until(
    () => Promise.all([countOf('All open'), countOf('Closed')]),
    ([nowOpen, nowClosed]) => nowOpen === open && nowClosed === closed + 1,
  )
  await finish(session)
})

/** A browser without a screen refuses notifications, so this one records them; a sound is played and counted. */
const recordAlerts = `(() => {
  const alerts = { shown: [], sounds: 0 }
  const { AudioContext } = window
  window.alerts = alerts
  window.Notification = class {
    static permission = 'granted'
    static requestPermission = async () => 'granted'
    close() {}
    constructor(title, options) {
      alerts.shown.push({ title, body: options.body, notification: this })
    }
  }
  window.AudioContext = class extends AudioContext {
    constructor() {
      super()
      alerts.sounds += 1
    }
  }
})()`

testInCompleteRun('a notification opens the conversation with a click; the sound is optional', async (t) => {
  await enable()
  const session = await openConsole(t, environment, { role: 'editor' })
  if (!session) return
  const { page, visit } = session
  await page.addInitScript(recordAlerts)
  await visit('/desk')
  const alerts = () =>
    page.evaluate<{ titles: string[]; bodies: string[]; sounds: number }>(
      `({ titles: alerts.shown.map((one) => one.title), bodies: alerts.shown.map((one) => one.body), sounds: alerts.sounds })`,
    )
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Alerts' }).click()
    await page.getByRole('switch', { name }).click({ force: true })
    await page.keyboard.press('Escape')
  }
  const askForHuman = async (name: string) => {
    const person = await createPerson(name, 'Hello')
    await person.write('I want to talk to a human')
    await until(
      async () => assertStatus(await agent.get(`/desk/conversations/${person.userId}`), 200).state,
      (state) => state === 'waiting',
    )
    return person
  }
  await askForHuman('Kay')
  await page.getByRole('list', { name: 'Conversations' }).getByText('Kay').waitFor({ state: 'attached' })
  assert.deepEqual(await alerts(), { titles: [], bodies: [], sounds: 0 })

  await choose('Browser notifications')
  await choose('Sound')
  const lou = await askForHuman('Lou')
  const { titles, bodies } = await until(alerts, ({ sounds }) => sounds === 1)
  assert.deepEqual(titles, ['Somebody is waiting'])
  // The screen may be shared.
  assert.doesNotMatch(bodies.join(), /Lou/)
  await page.evaluate('alerts.shown[0].notification.onclick()')
  await page.waitForURL(new RegExp(`conversation=${lou.userId}`))
  await page.getByRole('heading', { name: 'Lou', level: 2 }).waitFor()

  await choose('Sound')
  await askForHuman('Mae')
  const after = await until(alerts, (now) => now.titles.length === 2)
  assert.equal(after.sounds, 1)
  await finish(session)
})

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

testInCompleteRun('a reply takes an emoji, a file of the member, and AML', async (t) => {
  await enable()
  const nia = await createPerson('Nia', 'Do you have a picture?')
  const session = await openConsole(t, environment, { role: 'editor' })
  if (!session) return
  const { page, visit, assertAccessible, takeScreenshot } = session
  await visit(`/desk?view=open&conversation=${nia.userId}`)
  await page.getByRole('button', { name: 'Take to reply' }).click()
  await reply(page).fill('Here it is ')
  await page.getByRole('button', { name: 'Emoji' }).click()
  await page.getByRole('button', { name: '👍', exact: true }).click()
  await page.keyboard.press('Escape')
  assert.equal(await reply(page).inputValue(), 'Here it is 👍')
  await page.getByRole('button', { name: 'Insert', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Picture or file…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Picture or file' })
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: 'Upload' }).click(),
  ])
  await chooser.setFiles({ name: 'boat.png', mimeType: 'image/png', buffer: pixel })
  await assertAccessible()
  await takeScreenshot('desk-attachment')
  await dialog.getByRole('button', { name: 'Insert boat.png' }).click()
  const aml = page.getByRole('textbox', { name: 'Reply on RCS, in AML' })
  await aml.getByText('boat.png').waitFor()
  await page.getByRole('button', { name: 'Send' }).click()
  const sent = (entries: ReplyBody[]) => entries.filter(({ author }) => author)
  const [withFile] = await until(
    async () => sent(await contentOf(nia.userId)),
    (entries) => entries.length > 0,
  )
  const asSent = JSON.stringify(withFile)
  assert.match(asSent, /Here it is 👍/)
  assert.match(asSent, /boat/)

  await page.getByRole('switch', { name: 'Write in AML' }).click({ force: true })
  await aml.click()
  await page.keyboard.type('Which **color**? [[chips: Red | Blue]]')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page
    .getByRole('region', { name: /^Preview/ })
    .getByText('Blue')
    .waitFor()
  await aml.click()
  await page.keyboard.press('Control+Enter')
  await until(
    async () => sent(await contentOf(nia.userId)),
    (entries) => entries.some(({ text }) => /Which color/.test(text)),
  )
  await finish(session)
})

testInCompleteRun(
  'a message that is sent offline is kept, and sent once when the browser is online again',
  async (t) => {
    await enable()
    const oli = await createPerson('Oli', 'Hello')
    const session = await openConsole(t, environment, { role: 'editor' })
    if (!session) return
    const { page, visit } = session
    const text = 'Typed on the train'
    await visit(`/desk?view=open&conversation=${oli.userId}`)
    await page.getByRole('button', { name: 'Take to reply' }).click()
    await reply(page).fill(text)
    await page.context().setOffline(true)
    await page.getByText('Connection lost').waitFor()
    await page.keyboard.press('Control+Enter')
    await transcript(page).getByText(text).waitFor()
    assert.deepEqual(await sentTexts(oli.userId, text), [])
    const kept = await page.evaluate<string>(`JSON.stringify(localStorage)`)
    assert.match(kept, new RegExp(text))
    await page.context().setOffline(false)
    await until(
      () => sentTexts(oli.userId, text),
      ({ length }) => length === 1,
    )
    await page.reload()
    await transcript(page).getByText(text).waitFor()
    assert.equal(await transcript(page).getByText(text).count(), 1)
    assert.equal((await sentTexts(oli.userId, text)).length, 1)
    await finish(session)
  },
)
