import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  bench,
  createSceneList,
  createText,
  delivered,
  field,
  launcher,
  log,
  openPage,
  openTab,
  playScenes,
  receivedContents,
  sendParts,
  sendRendered,
  startGateway,
  stopGateway,
  visibleTexts,
  waitForValue,
  withReplies,
  writeMessage,
} from './webchat-page.ts'

const { scenes, scene } = createSceneList()

const states = (id: string) =>
  bench.received.flatMap((each) => (each.kind === 'receipt' && each.channelMessageId === id ? [each.state] : []))

scene('a visitor writes, the agent answers live, and a reload shows each message once', async (browser) => {
  const { page, errors, visitor } = await openTab(browser)
  await launcher(page).click()
  assert.equal(await visitor(), '', 'looking makes no visitor')
  await writeMessage(page, 'A boat for two, please')
  await delivered(page).waitFor()
  const address = await visitor()
  assert.deepEqual(receivedContents(address), [{ type: 'text', text: 'A boat for two, please' }])

  const typing = page.getByText('Harbour is typing')
  await waitForValue(async () => {
    await bench.signal(address, 'typing')
    return typing.isVisible()
  }, Boolean)
  await sendParts(address, 'live_1', createText('Which *day*?'))
  await log(page).getByText('Which day?').waitFor()
  await typing.waitFor({ state: 'hidden' })
  await waitForValue(
    () => states('live_1'),
    (all) => all.includes('delivered') && all.includes('read'),
  )

  await page.reload()
  await sendParts(address, 'live_2', createText('Still there?'))
  await page.getByRole('button', { name: 'Open chat (1 unread)' }).click()
  await log(page).getByText('Still there?').waitFor()
  assert.deepEqual(await visibleTexts(page), ['A boat for two, please', 'Which day?', 'Still there?'])
  assert.deepEqual(errors, [])
})

scene('a lost connection is restored: nothing is lost or duplicated in either direction', async (browser) => {
  const { page, visitor } = await openTab(browser, openPage)
  await writeMessage(page, 'One')
  await delivered(page).waitFor()
  const address = await visitor()
  await stopGateway()
  await writeMessage(page, 'Two, while it is away')
  await writeMessage(page, 'Three')
  await sendParts(address, 'cut_1', createText('Answer, meanwhile'))
  await page.getByText('Connection lost. Reconnecting…').waitFor()
  await startGateway()
  await waitForValue(
    () => receivedContents(address),
    (all) => all.length === 3,
  )
  await waitForValue(
    () => visibleTexts(page),
    (all) => all.length === 4,
  )
  await delivered(page).waitFor()
  assert.deepEqual(await visibleTexts(page), ['One', 'Answer, meanwhile', 'Two, while it is away', 'Three'])
  assert.deepEqual(
    receivedContents(address).map((content) => content.type === 'text' && content.text),
    ['One', 'Two, while it is away', 'Three'],
  )
})

scene('the next page sends messages written before the previous page closed', async (browser) => {
  const { page, visitor } = await openTab(browser, openPage)
  await page.route('**/webchat/bind_chat/visitors', (route) => route.abort())
  await writeMessage(page, 'Kept')
  await page.getByText('Sending').waitFor()
  await page.unroute('**/webchat/bind_chat/visitors')
  await page.reload()
  await delivered(page).waitFor()
  assert.deepEqual(receivedContents(await visitor()), [{ type: 'text', text: 'Kept' }])
  assert.deepEqual(await visibleTexts(page), ['Kept'])
})

const noSockets = `window.WebSocket = class { constructor() { setTimeout(() => this.onclose({ code: 1006 })) } sendParts() {} close() {} }`

scene('if no socket gets through, the chat uses long polling', async (browser) => {
  const { page, errors, visitor } = await openTab(browser, openPage, { prepare: noSockets })
  await writeMessage(page, 'By request')
  await delivered(page).waitFor()
  const address = await visitor()
  await sendParts(address, 'poll_1', createText('By answer'))
  await log(page).getByText('By answer').waitFor()
  await sendParts(address, 'poll_2', createText('And again'))
  await log(page).getByText('And again').waitFor()
  assert.deepEqual(await visibleTexts(page), ['By request', 'By answer', 'And again'])
  await waitForValue(
    () => states('poll_2'),
    (all) => all.includes('read'),
  )
  assert.deepEqual(errors, [])
})

scene('the keyboard alone can open the chat, write, tap a chip and close it', async (browser) => {
  const { page, visitor } = await openTab(browser)
  await launcher(page).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Harbour' }).waitFor()
  await page.keyboard.type('By hand')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('in two lines')
  await page.keyboard.press('Enter')
  await delivered(page).waitFor()
  const address = await visitor()
  assert.deepEqual(receivedContents(address), [{ type: 'text', text: 'By hand\nin two lines' }])
  await sendRendered(address, 'keys_1', withReplies('Sure?', 'Yes', 'No'))
  await page.getByRole('button', { name: 'No' }).waitFor()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await waitForValue(
    () => receivedContents(address),
    (all) => all.length === 2,
  )
  assert.deepEqual(receivedContents(address)[1], { type: 'tap', postback: 'amf|keys_1|1', label: 'No' })
  await field(page).focus()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  const focused = await page.evaluate(`document.activeElement.shadowRoot.activeElement.className`)
  assert.equal(focused, 'launcher')
})

const hostile = [
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '[click](javascript:alert(1))',
  '![x](javascript:alert(1))',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '"><svg onload=alert(1)>',
  '`<iframe srcdoc="<script>alert(1)</script>">`',
]

scene('hostile text stays text, and links lead to web pages only', async (browser) => {
  const { page, visitor } = await openTab(browser, openPage)
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await writeMessage(page, hostile[0]!)
  await delivered(page).waitFor()
  const address = await visitor()
  for (const [at, words] of hostile.entries())
    await sendRendered(address, `xss_${at}`, withReplies(words, words.slice(0, 25)))
  const bad = 'javascript:alert(1)'
  const chips = [{ label: 'Site', kind: 'url', tap: 0, postback: 'amf|xss|0', url: bad }]
  await bench.send(address, 'xss_card', {
    kind: 'card',
    card: { title: hostile[0], description: [{ text: hostile[1], href: bad }], mediaUrl: bad, chips },
    chips: [],
  })
  const media = { url: bad, mediaType: 'text/html', kind: 'file', name: 'x.html', alt: hostile[0] }
  await bench.send(address, 'xss_media', { kind: 'media', media, chips: [] })
  await sendParts(address, 'xss_end', createText('The end'))
  await log(page).getByText('The end').waitFor()
  const foreign = await log(page).locator('script, iframe, svg, object, embed, img, [onerror], [onload]').count()
  assert.equal(foreign, 0)
  assert.equal(await log(page).locator('a').count(), 0)
  assert.ok((await log(page).textContent())?.includes(hostile[1]!))
  await page.getByRole('button', { name: 'Site' }).click()
  assert.deepEqual(dialogs, [])
})

scene('a closed chat says that it is closed', async (browser) => {
  bench.binding.status = 'Disabled'
  try {
    const { page } = await openTab(browser, openPage)
    await page.getByText('This chat is currently closed.').waitFor()
    assert.equal(await field(page).isDisabled(), true)
  } finally {
    bench.binding.status = 'Active'
  }
})

test('web chat in a browser', (t) => playScenes(t, scenes))
