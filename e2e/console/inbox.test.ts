// Quick run too: one story of this feature.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testInCompleteRun } from '@parley/test-kit'
import { createGateway } from '../../server/src/app.ts'
import { createBinding, managedRcs, readBinding } from '../../server/src/testing/channel-bench.ts'
import type { ReplyBody } from '../../server/src/testing/client.ts'
import { createTrafficReader } from '../../server/src/testing/traffic-reader.ts'
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

/** The inbox: live conversations, the transcript as the person saw it, the turn inspector, and logs. */

const [planted = '', script = '', svg = '', address = ''] = hostileMarkup
const document = {
  exportVersion: 1,
  agent: { name: 'Harbour', description: 'Boats for a day' },
  personality: { text: `Warm and brief. ${planted}` },
  playbooks: [{ id: 'general', name: 'General', body: 'Help.', uses: ['people'], isDefault: true }],
  capabilities: {
    knowledge: {
      facts: [{ id: 'hours', question: 'When are you open?', answer: `From nine to five. ${svg}` }],
    },
  },
}
const environment = await startConsole(document, { working: true })
const { agent } = environment
const gateway = createGateway(environment.server.services)
after(() => gateway.close())

/** Polls the API until the condition holds. */
async function until<T>(read: () => Promise<T>, isSo: (value: T) => boolean): Promise<T> {
  for (let tries = 0; tries < 300; tries++) {
    const value = await read()
    if (isSo(value)) return value
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return assert.fail('it did not come to that')
}

const list = async (path: string): Promise<ReplyBody[]> => assertStatus(await agent.get(path), 200).data

async function line() {
  const { id } = await createBinding(agent, managedRcs)
  await until(
    () => readBinding(agent, id),
    ({ status }) => status === 'Active',
  )
  const { accessToken } = assertStatus(await agent.post('/gateway/_rotateAccessToken'), 200)
  const call = async (url: string, payload: object) => {
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
    const answer = await gateway.inject({ method: 'POST', url, headers, payload: JSON.stringify(payload) })
    assert.ok(answer.statusCode < 300, answer.body)
    return answer.json()
  }
  return {
    says: async (phone: string, text: string): Promise<string> =>
      (await call(`/lab/v1/handsets/rcs/${encodeURIComponent(phone)}/events`, { type: 'text', text })).userId,
    send: (userId: string, ...messages: object[]) => call('/v4/messages', { userId, messages }),
  }
}

const answered = (userId: string, count = 1) =>
  until(
    () => list(`/messages?type=content&origin=agent&userId=${userId}`),
    ({ length }) => length >= count,
  )

const carousel = {
  spec: 'amf/1',
  parts: [
    {
      type: 'carousel',
      cards: ['Red boat', 'Blue boat'].map((title) => ({
        title,
        description: `Two seats ${planted}`,
        chips: [{ label: 'Take it' }],
      })),
    },
  ],
  chips: [{ label: 'Our site', kind: 'url', url: 'https://example.com/boats' }, { label: script }],
}

async function finish({ page, pageErrors }: OpenConsole): Promise<void> {
  await assertHarmless(page)
  assert.deepEqual(pageErrors, [])
  await page.context().close()
}

test('an empty inbox explains its purpose and links to the next step', async (t) => {
  const session = await openConsole(t, environment)
  if (!session) return
  const { page, visit, assertAccessible } = session
  await visit('/inbox')
  await page.getByRole('heading', { name: 'No conversations yet' }).waitFor()
  await assertAccessible()
  await page.getByRole('link', { name: 'Open emulator' }).click()
  await page.getByRole('heading', { name: 'No personas yet' }).waitFor()
  await finish(session)
})

testInCompleteRun(
  'a conversation appears live, shows what the person saw, explains replies, and can become a test',
  async (t) => {
    const session = await openConsole(t, environment, { role: 'editor' })
    if (!session) return
    const { page, visit, assertAccessible, takeScreenshot } = session
    const { says, send } = await line()
    await visit('/inbox')
    await page.getByRole('heading', { name: 'Select a conversation' }).waitFor()
    const userId = await says('+12025550143', 'When are you open?')
    await answered(userId)
    const [person] = await list(`/people/holders?userIds=${userId}`)
    assertStatus(
      await agent.patch(`/people/${person.id}`, {
        fullName: `Alex ${planted}`,
        tags: [script],
        customFields: { boat: address },
      }),
      200,
    )
    await send(userId, carousel)
    await answered(userId, 2)
    await says('+12025550199', `Hello ${planted}`)

    const conversations = page.getByRole('list', { name: 'Conversations' })
    await conversations.getByRole('link', { name: 'Alex' }).click()
    const transcript = page.getByRole('log', { name: 'Transcript' })
    await transcript.getByText(`From nine to five. ${svg}`).waitFor()
    await transcript.getByText('Red boat').waitFor()
    assert.equal(
      await transcript.getByRole('link', { name: 'Our site' }).getAttribute('href'),
      'https://example.com/boats',
    )
    await transcript
      .getByText(/^(Sent|Delivered|Read)$/)
      .first()
      .waitFor()
    const side = page.getByRole('complementary', { name: 'Conversation details' })
    await side.getByRole('heading', { name: `Alex ${planted}` }).waitFor()
    await side.getByText(address).waitFor()

    await transcript.getByRole('button', { name: /^Why\? From nine/ }).click()
    await side.getByText('“When are you open?”').waitFor()
    await side
      .getByRole('button', { name: /^Model calls|^Knowledge found/ })
      .first()
      .waitFor()
    await side.getByRole('button', { name: /^Prompt/ }).click()
    await side.getByRole('button', { name: /personality/ }).click()
    await side.getByText(`Warm and brief. ${planted}`).waitFor()
    await assertAccessible()
    await takeScreenshot('inbox')

    await transcript.getByRole('button', { name: /^More about: From nine/ }).click()
    await page.getByRole('menuitem', { name: 'Show as AMF' }).click()
    await page.getByRole('dialog').getByText('"spec": "amf/1"').waitFor()
    await assertAccessible()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await page.keyboard.press('k')
    await transcript.getByText(`Hello ${planted}`).waitFor()
    await page.keyboard.press('j')
    await transcript.getByText('Red boat').waitFor()

    await page.getByRole('button', { name: 'Create test' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Case title').fill('x'.repeat(301))
    await dialog.getByRole('button', { name: 'Create case' }).click()
    await dialog.getByText(/300/).waitFor()
    await dialog.getByLabel('Case title').fill('Opening hours')
    await dialog.getByRole('button', { name: 'Create case' }).click()
    await page.waitForURL(/\/tests\/suites\/[^/]+\/cases\/[^/]+/)
    const [, suiteId, caseId] = /suites\/([^/]+)\/cases\/([^/?]+)/.exec(page.url()) ?? []
    const made = assertStatus(await agent.get(`/tests/suites/${suiteId}/cases/${caseId}`), 200)
    assert.equal(made.title, 'Opening hours')
    await finish(session)
  },
)

testInCompleteRun(
  'the URL contains the filters, the person and the message; a viewer reads everything and can change nothing',
  async (t) => {
    const session = await openConsole(t, environment, { role: 'viewer', dark: true })
    if (!session) return
    const { page, visit, assertAccessible, takeScreenshot } = session
    const message = (await list('/messages?type=content&origin=agent')).find(({ text }) => text.startsWith('From nine'))
    await visit(`/inbox?conversation=${message?.sessionId}&message=${message?.messageId}&why=${message?.messageId}`)
    const transcript = page.getByRole('log', { name: 'Transcript' })
    await transcript.locator('[data-marked]').getByText('From nine to five.').waitFor()
    await page.getByRole('complementary').getByText('“When are you open?”').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Create test' }).count(), 0)
    await assertAccessible()
    await takeScreenshot('inbox-dark')

    const conversations = page.getByRole('list', { name: 'Conversations' })
    await page.getByLabel('Search people').fill('alex')
    await page.waitForURL(/q=alex/)
    await conversations.getByText(`Hello ${planted}`).waitFor({ state: 'detached' })
    await conversations.getByRole('link', { name: 'Alex' }).waitFor()
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('combobox', { name: 'Channel' }).click()
    await pressOption(page.getByRole('option', { name: 'SMS' }))
    await page.getByRole('heading', { name: 'No matching conversations' }).waitFor()
    await assertAccessible()
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await conversations.getByRole('link', { name: 'Alex' }).waitFor()

    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Search pages').fill('alex')
    await page
      .getByRole('button', { name: /^Alex.*RCS ·/ })
      .first()
      .click()
    await page.waitForURL(/conversation=/)
    await transcript.getByText('From nine to five.').first().waitFor()
    await finish(session)
  },
)

testInCompleteRun('a phone shows one pane at a time', async (t) => {
  const session = await openConsole(t, environment, { width: 390 })
  if (!session) return
  const { page, visit, assertAccessible, takeScreenshot } = session
  await visit('/inbox')
  await page.getByRole('link', { name: 'Alex' }).waitFor()
  await assertAccessible()
  await assertFits(page)
  await takeScreenshot('inbox-narrow-list')
  await page.getByRole('link', { name: 'Alex' }).click()
  const transcript = page.getByRole('log', { name: 'Transcript' })
  await transcript.getByText('Red boat').waitFor()
  assert.equal(await page.getByRole('list', { name: 'Conversations' }).count(), 0)
  await assertAccessible()
  await assertFits(page)
  await takeScreenshot('inbox-narrow')
  await page.getByRole('button', { name: 'About the person' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Open profile' }).waitFor()
  await assertAccessible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Back to list' }).click()
  await page.getByRole('link', { name: 'Alex' }).waitFor()
  await finish(session)
})

testInCompleteRun('the log describes each event, can be filtered, and shows full entries', async (t) => {
  const session = await openConsole(t, environment, { role: 'viewer' })
  if (!session) return
  const { page, visit, assertAccessible, takeScreenshot } = session
  await createTrafficReader(environment.server).flush()
  await visit('/inbox/logs')
  const table = page.getByRole('table', { name: 'Agent log' })
  await table.getByRole('button', { name: 'Turn completed' }).first().waitFor()
  await assertAccessible()
  await takeScreenshot('logs')
  await page.getByRole('combobox', { name: 'Event' }).click()
  await pressOption(page.getByRole('option', { name: 'Inbound event' }))
  await table.getByRole('button', { name: 'Turn completed' }).first().waitFor({ state: 'detached' })
  await table.getByRole('button', { name: 'Inbound event' }).first().click()
  const drawer = page.getByRole('dialog', { name: 'Inbound event' })
  await drawer.getByText('Something arrived from a channel').waitFor()
  await assertAccessible()
  await drawer.getByRole('link', { name: 'Open conversation' }).click()
  await page.getByRole('log', { name: 'Transcript' }).waitFor()
  await visit('/inbox/logs?level=error')
  await page.getByRole('heading', { name: 'No matching entries' }).waitFor()
  await finish(session)
})
