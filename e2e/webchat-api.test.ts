// Own process: webchat-page.ts opens its servers once for each process.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openGuide } from '../server/src/testing/guide.ts'
import {
  beginChat,
  bench,
  buildPagePath,
  createSceneList,
  createText,
  delivered,
  hostOrigin,
  launcher,
  log,
  openPage,
  openTab,
  playScenes,
  receivedContents,
  sendParts,
  visibleTexts,
  waitForValue,
  writeMessage,
} from './webchat-page.ts'

/** The JavaScript API of the web chat, used as docs/webchat.md says. */

const { scenes, scene } = createSceneList()
const guide = openGuide('webchat')
const exampleOf = (info: string, language = 'js') =>
  guide.blocks(language).find((block) => block.info === info)?.text ?? assert.fail(`no example ${info}`)

/** The queue of the guide, and a record of every event in `window.seen`. */
const stub = exampleOf('stub')
const recorder = `window.seen = []; for (const name of ['ready', 'open', 'close', 'message', 'unread', 'error'])
  parleyChat.on(name, (detail) => seen.push([name, detail]))`
const prepare = `${stub}\n${recorder}`

type Seen = [name: string, detail: Record<string, unknown>][]
const seen = (page: Page) => page.evaluate('seen') as Promise<Seen>
const seenNames = async (page: Page) => (await seen(page)).map(([name]) => name)
const untilSeen = (page: Page, name: string, times = 1) =>
  waitForValue(
    () => seen(page),
    (all) => all.filter(([each]) => each === name).length >= times,
  )
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Harbour' })

scene('calls queued before the script has loaded are made in order once the chat is there', async (browser) => {
  const calls = `parleyChat.open(); parleyChat.send('First'); parleyChat.send(' Second '); parleyChat.close()`
  const { page, errors, visitor } = await openTab(browser, '/', { prepare: `${prepare}\n${calls}` })
  await untilSeen(page, 'close')
  const address = await waitForValue(visitor, Boolean)
  await waitForValue(
    () => receivedContents(address),
    (all) => all.length === 2,
  )
  assert.deepEqual(receivedContents(address), [
    { type: 'text', text: 'First' },
    { type: 'text', text: 'Second' },
  ])
  const names = await seenNames(page)
  assert.deepEqual(names, ['ready', 'open', 'message', 'message', 'close'])
  assert.deepEqual((await seen(page))[0], ['ready', { state: 'open' }])
  await dialog(page).waitFor({ state: 'hidden' })
  assert.deepEqual(errors, [])
})

scene('the page hears of messages, of the number of unread ones, and of the panel', async (browser) => {
  const { page, errors, address } = await beginChat(browser, openPage, { prepare })
  await page.evaluate('parleyChat.close()')
  await sendParts(address, 'api_1', createText('Which *day*?'))
  await sendParts(address, 'api_2', createText('Or tomorrow?'))
  await untilSeen(page, 'message', 3)
  await page.evaluate('parleyChat.open()')
  await page.evaluate('parleyChat.open()')
  await waitForValue(
    () => seen(page),
    (all) => all.at(-1)?.[0] === 'open',
  )
  const [, ...events] = (await seen(page)).filter(([name]) => name !== 'ready')
  const [hello, ...others] = events
  assert.deepEqual([hello?.[0], hello?.[1].from, hello?.[1].text], ['message', 'visitor', 'Hello'])
  assert.deepEqual(
    others.filter(([name]) => name === 'message'),
    [
      ['message', { id: 'api_1', from: 'agent', text: 'Which day?' }],
      ['message', { id: 'api_2', from: 'agent', text: 'Or tomorrow?' }],
    ],
  )
  const counts = others.flatMap(([name, detail]) => (name === 'unread' ? [detail.count] : []))
  assert.deepEqual(counts.slice(-2), [2, 0], 'both may arrive at once')
  assert.deepEqual(
    others.filter(([name]) => name === 'open' || name === 'close').map(([name]) => name),
    ['close', 'open'],
  )
  await page.reload()
  await untilSeen(page, 'ready')
  await log(page).getByText('Or tomorrow?').waitFor()
  assert.deepEqual((await seenNames(page)).includes('message'), false, 'the history is nothing new')
  assert.deepEqual(errors, [])
})

scene('an unsubscribed handler hears nothing, and a failing one does not affect the chat', async (browser) => {
  const handlers = `window.heard = []
    const off = parleyChat.on('open', () => heard.push('queued'))
    off()
    parleyChat.on('open', () => { throw new Error('a handler of the page') })
    parleyChat.on('open', () => heard.push('after the failing one'))
    window.stop = parleyChat.on('open', () => heard.push('stopped later'))
    parleyChat.on('close', null)
    parleyChat.on('open', async () => { throw new Error('later') })`
  const { page, errors } = await openTab(browser, '/', { prepare: `${stub}\n${handlers}` })
  await launcher(page).click()
  await dialog(page).waitFor()
  await page.evaluate(`stop(); stop(); parleyChat.on('open', () => heard.push('new'))()`)
  await page.evaluate('parleyChat.close(); parleyChat.open()')
  assert.deepEqual(await page.evaluate('heard'), ['after the failing one', 'stopped later', 'after the failing one'])
  await writeMessage(page, 'Still works')
  await delivered(page).waitFor()
  assert.ok(errors.some((line) => line.includes('a handler of the page for "open" failed') && line.includes('Error')))
  assert.ok(errors.some((line) => line.includes('on needs the name of an event and a function')))
})

const wrongCalls = [
  'send()',
  'send(7)',
  'send("  ")',
  `send("x".repeat(4001))`,
  'send("\\ud800")',
  'start()',
  'start({})',
  'start({ payload: "" })',
  'start({ payload: "x", label: 7 })',
  'identify()',
  'identify({ userId: "" , signature: "x" })',
  'identify({ userId: "7" })',
  'identify({ userId: 7, signature: "x" })',
  'identify({ userId: "7", signature: "x", name: {} })',
  'setLanguage()',
]
scene('calls with wrong arguments throw nothing, say what they need, and send nothing', async (browser) => {
  const { page, visitor } = await openTab(browser, '/', { prepare })
  await untilSeen(page, 'ready')
  for (const call of wrongCalls) await page.evaluate(`parleyChat.${call}`)
  const failures = (await seen(page)).filter(([name]) => name === 'error')
  assert.deepEqual(
    failures.map(([, { code }]) => code),
    wrongCalls.map(() => 'invalidCall'),
  )
  for (const [, { message }] of failures) assert.match(String(message), /^(send|start|identify|setLanguage) needs /)
  assert.equal(await visitor(), '')
})

scene('a page that subscribes late still learns that the chat is ready', async (browser) => {
  const { page } = await openTab(browser)
  await launcher(page).waitFor()
  const state = await page.evaluate(`new Promise((resolve) => parleyChat.on('ready', ({ state }) => resolve(state)))`)
  assert.equal(state, 'open')
})

scene('the language can change while the chat is open, and nothing is lost', async (browser) => {
  const { page, errors, address } = await beginChat(browser, openPage, { prepare })
  await sendParts(address, 'lang_1', createText('Hello there'))
  await log(page).getByText('Hello there').waitFor()
  await page.evaluate(`parleyChat.setLanguage('de')`)
  const german = page.getByRole('textbox', { name: 'Nachricht schreiben' })
  await german.fill('Guten Tag')
  await german.press('Enter')
  await waitForValue(
    () => receivedContents(address),
    (all) => all.length === 2,
  )
  assert.deepEqual(await visibleTexts(page), ['Hello', 'Hello there', 'Guten Tag'])
  assert.equal(await page.locator('parley-webchat').count(), 1)
  assert.deepEqual(errors, [])
})

scene('a chat that cannot start reports the error to the page', async (browser) => {
  const { page } = await openTab(browser, buildPagePath({ binding: 'bind_typo' }), { prepare })
  const [[, detail] = []] = (await untilSeen(page, 'error')).filter(([name]) => name === 'error')
  assert.equal(detail?.code, 'unknownBinding')
  assert.match(String(detail?.message), /bind_typo/)
})

scene('a page of another origin gets no chat, and its owner reads which origin to allow', async (browser) => {
  Object.assign(bench.binding, { allowedOrigins: ['https://shop.example.com'] })
  try {
    const { page } = await openTab(browser, '/', { prepare })
    const [[, detail] = []] = (await untilSeen(page, 'error')).filter(([name]) => name === 'error')
    assert.equal(detail?.code, 'originRefused')
    assert.ok(String(detail?.message).includes(hostOrigin))
    assert.equal(await page.locator('parley-webchat').count(), 0)
    // Once the origin is allowed, the chat appears without a reload.
    Object.assign(bench.binding, { allowedOrigins: [hostOrigin] })
    await launcher(page).waitFor()
  } finally {
    Object.assign(bench.binding, { allowedOrigins: undefined })
  }
})

scene('with allowed origins, a chat of an allowed page works by socket and by long polling', async (browser) => {
  Object.assign(bench.binding, { allowedOrigins: [hostOrigin] })
  try {
    for (const noSockets of [
      '',
      `window.WebSocket = class { constructor() { setTimeout(() => this.onclose({})) } close() {} }`,
    ]) {
      const { page, errors, address } = await beginChat(browser, openPage, { prepare: noSockets })
      await sendParts(address, `origin_${noSockets.length}`, createText('Welcome'))
      await log(page).getByText('Welcome').waitFor()
      assert.deepEqual(errors, [])
    }
  } finally {
    Object.assign(bench.binding, { allowedOrigins: undefined })
  }
})

/** The buttons of the guide, on the customer's page. */
const addButtons = `for (const html of ${JSON.stringify(exampleOf('button', 'html').trim().split('\n'))}) {
    const button = document.createElement('button')
    for (const [, name, value = ''] of html.matchAll(/(data-[\\w-]+)(?:="([^"]*)")?/g)) button.setAttribute(name, value)
    button.textContent = html.replace(/<[^>]*>/g, '')
    document.body.append(button)
  }`

scene('buttons of the page open the chat and begin the conversation as a tap', async (browser) => {
  const { page, errors, visitor } = await openTab(browser, '/', { prepare })
  await untilSeen(page, 'ready')
  await page.evaluate(addButtons)
  await page.getByRole('button', { name: 'Ask us' }).click()
  await dialog(page).waitFor()
  assert.equal(await visitor(), '')
  await page.evaluate('parleyChat.close()')
  await page.getByRole('button', { name: 'Rent a boat' }).dblclick()
  await dialog(page).waitFor()
  await delivered(page).waitFor()
  const tap = { type: 'tap', postback: 'rent-boat', label: 'I want to rent a boat' }
  assert.deepEqual(receivedContents(await visitor()), [tap])
  await page.evaluate(`parleyChat.start({ payload: 'ask-price' })`)
  await waitForValue(
    async () => receivedContents(await visitor()),
    (all) => all.length === 2,
  )
  assert.deepEqual(receivedContents(await visitor())[1], { type: 'tap', postback: 'ask-price', label: 'ask-price' })
  assert.deepEqual(await visibleTexts(page), ['I want to rent a boat', 'ask-price'])
  assert.deepEqual(errors, [])
})

scene('the examples of the guide run on a page', async (browser) => {
  const { page, errors, visitor } = await openTab(browser, '/', { prepare })
  for (const { info, text } of guide.blocks('js')) if (info === '') await page.evaluate(`{ ${text} }`)
  await dialog(page).waitFor()
  const address = await waitForValue(visitor, Boolean)
  await waitForValue(
    () => receivedContents(address),
    (all) => all.length >= 2,
  )
  assert.deepEqual(receivedContents(address)[0], { type: 'text', text: 'Do you rent boats?' })
  assert.deepEqual(errors, [])
})

test('the JavaScript API of web chat in a browser', (t) => playScenes(t, scenes))
