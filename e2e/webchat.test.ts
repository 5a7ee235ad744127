import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { type WebchatGateway, webchatBench } from '../server/src/testing/webchat-bench.ts'
import { openBrowser } from './browser.ts'

const shots = fileURLToPath(new URL('../.cache/screenshots/', import.meta.url))
mkdirSync(shots, { recursive: true })
const patienceMs = 60_000

const bench = await webchatBench()
let gateway: WebchatGateway | undefined = await bench.start(0)

/** A stable address in front of a gateway that restarts, like a proxy. */
const front = createTcpServer((socket) => {
  const behind = gateway && connect(gateway.port, '127.0.0.1')
  if (!behind) return void socket.destroy()
  socket.pipe(behind).pipe(socket)
  socket.on('error', () => behind.destroy()).on('close', () => behind.destroy())
  behind.on('error', () => socket.destroy()).on('close', () => socket.destroy())
}).listen(0, '127.0.0.1')
await once(front, 'listening')
after(() => front.close())
const origin = `http://127.0.0.1:${(front.address() as AddressInfo).port}`

/** A customer's page on another origin, whose content security policy allows only what the guide requires. */
const host = createServer((request, response) => {
  if (request.url?.startsWith('/picture')) {
    const hue = Number(new URL(request.url, origin).searchParams.get('hue') ?? 160)
    response.setHeader('content-type', 'image/svg+xml')
    response.end(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 180"><rect width="320" height="180" fill="hsl(${hue} 40% 70%)"/><path d="M60 120h200l-40 30H100zM160 20v90M165 25l60 80h-60z" fill="#fff" stroke="#fff" stroke-width="4"/></svg>`,
    )
    return
  }
  const socket = origin.replace('http', 'ws')
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.setHeader(
    'content-security-policy',
    `default-src 'none'; script-src ${origin}; connect-src ${origin} ${socket}; img-src 'self'; require-trusted-types-for 'script'`,
  )
  const attributes = new URL(request.url ?? '/', origin).searchParams.get('with') ?? ''
  response.end(
    `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Shop</title><h1>A page of somebody’s</h1><script src="${origin}/webchat.js" data-binding="bind_chat" data-lang="en" ${attributes} async></script></html>`,
  )
}).listen(0, '127.0.0.1')
after(() => host.close())
const hostOrigin = () => `http://127.0.0.1:${(host.address() as AddressInfo).port}`
const picture = (hue: number) => `${hostOrigin()}/picture?hue=${hue}`

type Scene = { title: string; play(browser: Browser): Promise<void> }
const scenes: Scene[] = []
const scene = (title: string, play: Scene['play']) => scenes.push({ title, play })

type Tab = { page: Page; errors: string[]; visitor(): Promise<string> }

/** Opens the page in a new browser context and records console errors. */
async function visit(
  browser: Browser,
  path = '/',
  more: BrowserContextOptions & { prepare?: string } = {},
): Promise<Tab> {
  const { prepare, ...options } = more
  const context = await browser.newContext({ viewport: { width: 1000, height: 800 }, ...options })
  if (prepare) await context.addInitScript(prepare)
  const page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  const before = await bench.visitors()
  await page.goto(path.startsWith('http') ? path : hostOrigin() + path)
  const visitor = async () => (await bench.visitors()).find((each) => !before.includes(each)) ?? ''
  return { page, errors, visitor }
}

const log = (page: Page) => page.getByRole('log')
const field = (page: Page) => page.getByRole('textbox', { name: 'Write a message' })
const sent = (page: Page, word = 'Sent') => log(page).locator('.state', { hasText: `✓ ${word}` })
const launcher = (page: Page) => page.getByRole('button', { name: /^Open chat/ })

async function write(page: Page, words: string): Promise<void> {
  await field(page).fill(words)
  await field(page).press('Enter')
}

/** Returns the messages that the chat shows, without statuses and names. */
function visibleTexts(page: Page): Promise<string[]> {
  return log(page).locator('.text').allInnerTexts()
}

async function until<T>(read: () => Promise<T> | T, holds: (value: T) => boolean): Promise<T> {
  const limit = Date.now() + patienceMs
  for (;;) {
    const value = await read()
    if (holds(value)) return value
    if (Date.now() > limit) assert.fail(`it did not come to that: ${JSON.stringify(value)}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

const contents = (visitor: string) =>
  bench.received.flatMap((each) => (each.kind === 'content' && each.from === visitor ? [each.content] : []))
const states = (id: string) =>
  bench.received.flatMap((each) => (each.kind === 'receipt' && each.channelMessageId === id ? [each.state] : []))
const text = (words: string, chips: object[] = []) => ({ kind: 'text', text: words, chips })
const chip = (label: string, tap: number, more: object = {}) => ({
  label,
  kind: 'reply',
  postback: `amf|m1|${tap}`,
  ...more,
})

scene('a visitor writes, the agent answers live, and a reload shows each message once', async (browser) => {
  const { page, errors, visitor } = await visit(browser)
  await launcher(page).click()
  assert.equal(await visitor(), '', 'looking makes no visitor')
  await write(page, 'A boat for two, please')
  await sent(page).waitFor()
  const address = await visitor()
  assert.deepEqual(contents(address), [{ type: 'text', text: 'A boat for two, please' }])

  const typing = page.getByText('Harbour is typing')
  await until(async () => {
    await bench.signal(address, 'typing')
    return typing.isVisible()
  }, Boolean)
  await bench.send(address, 'live_1', text('Which *day*?'))
  await log(page).getByText('Which day?').waitFor()
  await typing.waitFor({ state: 'hidden' })
  await until(
    () => states('live_1'),
    (all) => all.includes('delivered') && all.includes('read'),
  )

  await page.reload()
  await bench.send(address, 'live_2', text('Still there?'))
  await page.getByRole('button', { name: 'Open chat (1 unread)' }).click()
  await log(page).getByText('Still there?').waitFor()
  assert.deepEqual(await visibleTexts(page), ['A boat for two, please', 'Which day?', 'Still there?'])
  assert.deepEqual(errors, [])
})

scene('a lost connection is restored: nothing is lost or duplicated in either direction', async (browser) => {
  const { page, visitor } = await visit(browser, '/?with=data-open')
  await write(page, 'One')
  await sent(page).waitFor()
  const address = await visitor()
  const before = gateway
  gateway = undefined
  await before?.app.close()
  await write(page, 'Two, while it is away')
  await write(page, 'Three')
  await bench.send(address, 'cut_1', text('Answer, meanwhile'))
  await page.getByText('Connecting…').waitFor()
  gateway = await bench.start(0)
  await until(
    () => contents(address),
    (all) => all.length === 3,
  )
  await until(
    () => visibleTexts(page),
    (all) => all.length === 4,
  )
  await until(
    () => sent(page).count(),
    (count) => count === 3,
  )
  assert.deepEqual(await visibleTexts(page), ['One', 'Answer, meanwhile', 'Two, while it is away', 'Three'])
  assert.deepEqual(
    contents(address).map((content) => content.type === 'text' && content.text),
    ['One', 'Two, while it is away', 'Three'],
  )
})

scene('the next page sends messages written before the previous page closed', async (browser) => {
  const { page, visitor } = await visit(browser, '/?with=data-open')
  await page.route('**/webchat/bind_chat/visitors', (route) => route.abort())
  await write(page, 'Kept')
  await page.getByText('Sending').waitFor()
  await page.unroute('**/webchat/bind_chat/visitors')
  await page.reload()
  await sent(page).waitFor()
  assert.deepEqual(contents(await visitor()), [{ type: 'text', text: 'Kept' }])
  assert.deepEqual(await visibleTexts(page), ['Kept'])
})

const noSockets = `window.WebSocket = class { constructor() { setTimeout(() => this.onclose({ code: 1006 })) } send() {} close() {} }`

scene('if no socket gets through, the chat uses long polling', async (browser) => {
  const { page, errors, visitor } = await visit(browser, '/?with=data-open', { prepare: noSockets })
  await write(page, 'By request')
  await sent(page).waitFor()
  const address = await visitor()
  await bench.send(address, 'poll_1', text('By answer'))
  await log(page).getByText('By answer').waitFor()
  await bench.send(address, 'poll_2', text('And again'))
  await log(page).getByText('And again').waitFor()
  assert.deepEqual(await visibleTexts(page), ['By request', 'By answer', 'And again'])
  await until(
    () => states('poll_2'),
    (all) => all.includes('read'),
  )
  assert.deepEqual(errors, [])
})

scene('cards, carousels, lists, times and chips are shown, and taps are reported', async (browser) => {
  const { page, errors, visitor } = await visit(browser, '/?with=data-open')
  await write(page, 'Show me')
  await sent(page).waitFor()
  const address = await visitor()
  const card = (title: string, hue: number, tap: number) => ({
    title,
    description: 'Seats four\n€ 90 a day',
    mediaUrl: picture(hue),
    chips: [chip('Select', tap), chip('Read on', tap + 1, { kind: 'url', url: `${hostOrigin()}/?boat` })],
  })
  await bench.send(address, 'rich_1', {
    kind: 'carousel',
    cards: [card('Dinghy', 200, 0), card('Sloop', 160, 2), card('Ketch', 30, 4)],
    chips: [],
  })
  await bench.send(address, 'rich_2', {
    kind: 'media',
    url: picture(260),
    mediaType: 'image/svg+xml',
    alt: 'The pier',
    caption: 'The **pier**',
    chips: [],
  })
  const rows = ['Life vests', 'Picnic basket', 'Skipper'].map((title, at) => ({
    title,
    description: 'By the day',
    postback: `amf|m2|${at}`,
  }))
  await bench.send(address, 'rich_3', {
    kind: 'list',
    text: 'What else?',
    button: 'Choose',
    multiple: true,
    rows,
    chips: [],
  })
  const slots = ['2027-03-04T10:00:00+01:00', '2027-03-04T14:00:00+01:00', '2027-03-05T10:00:00+01:00'].map(
    (iso, at) => ({
      id: `s${at}`,
      start: { iso, tz: 'Europe/Berlin' },
      label: `${iso.slice(8, 10)}.3. at ${iso.slice(11, 16)}`,
      postback: `amf|m3|${at}`,
    }),
  )
  await bench.send(address, 'rich_4', { kind: 'times', text: 'When?', durationMinutes: 60, slots, chips: [] })
  await bench.send(address, 'rich_5', {
    kind: 'card',
    card: card('Dinghy', 200, 6),
    chips: [chip('Yes', 8), chip('No', 9), chip('Call us', 10, { kind: 'dial', phone: '+1 202 555 0166' })],
  })
  await page.getByRole('button', { name: 'Yes' }).waitFor()
  await page.screenshot({ path: `${shots}webchat-chips.png` })
  await page.getByRole('group', { name: 'Cards' }).scrollIntoViewIfNeeded()
  await page.screenshot({ path: `${shots}webchat-carousel.png` })

  await page.getByRole('button', { name: 'Select' }).first().click()
  await page.getByRole('checkbox', { name: 'Life vests' }).check()
  await page.getByRole('checkbox', { name: 'Skipper' }).check()
  await page.screenshot({ path: `${shots}webchat-list.png` })
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('group', { name: 'Thursday, March 4' }).getByRole('button').nth(1).click()
  const requests = await until(
    () => contents(address),
    (all) => all.length === 4,
  )
  assert.deepEqual(requests.slice(1), [
    { type: 'tap', postback: 'amf|m1|0', label: 'Select' },
    { type: 'tap', postback: 'amf|m2|0', label: 'Life vests, Skipper', picked: true, also: ['amf|m2|2'] },
    { type: 'tap', postback: 'amf|m3|1', label: '04.3. at 14:00', picked: true },
  ])
  await page.getByRole('button', { name: 'Yes' }).waitFor({ state: 'hidden' })
  assert.equal(await page.getByRole('link', { name: 'Call us' }).getAttribute('href'), 'tel:+12025550166')
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Read on' }).first().click()
  assert.equal((await opened).url(), `${hostOrigin()}/?boat`)
  await until(
    () => contents(address),
    (all) => all.some((content) => content.type === 'tap' && content.postback === 'amf|m1|1'),
  )
  assert.equal((await visibleTexts(page)).includes('Read on'), false)
  assert.deepEqual(errors, [])
})

scene('the keyboard alone can open the chat, write, tap a chip and close it', async (browser) => {
  const { page, visitor } = await visit(browser)
  await launcher(page).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Harbour' }).waitFor()
  await page.keyboard.type('By hand')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('in two lines')
  await page.keyboard.press('Enter')
  await sent(page).waitFor()
  const address = await visitor()
  assert.deepEqual(contents(address), [{ type: 'text', text: 'By hand\nin two lines' }])
  await bench.send(address, 'keys_1', text('Sure?', [chip('Yes', 0), chip('No', 1)]))
  await page.getByRole('button', { name: 'No' }).waitFor()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await until(
    () => contents(address),
    (all) => all.length === 2,
  )
  assert.deepEqual(contents(address)[1], { type: 'tap', postback: 'amf|m1|1', label: 'No' })
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
  const { page, visitor } = await visit(browser, '/?with=data-open')
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await write(page, hostile[0]!)
  await sent(page).waitFor()
  const address = await visitor()
  for (const [at, words] of hostile.entries())
    await bench.send(address, `xss_${at}`, text(words, [chip(words.slice(0, 25), at)]))
  const bad = 'javascript:alert(1)'
  const chips = [chip('Site', 0, { kind: 'url', url: bad })]
  await bench.send(address, 'xss_card', {
    kind: 'card',
    card: { title: hostile[0], description: hostile[1], mediaUrl: bad, chips },
    chips: [],
  })
  await bench.send(address, 'xss_media', {
    kind: 'media',
    url: bad,
    mediaType: 'text/html',
    alt: hostile[0],
    chips: [],
  })
  await bench.send(address, 'xss_end', text('The end'))
  await log(page).getByText('The end').waitFor()
  const foreign = await log(page).locator('script, iframe, svg, object, embed, img, [onerror], [onload]').count()
  assert.equal(foreign, 0)
  assert.equal(await log(page).locator('a').count(), 0)
  assert.ok((await visibleTexts(page)).join('\n').includes(hostile[1]!))
  await page.getByRole('button', { name: 'Site' }).click()
  assert.deepEqual(dialogs, [])
})

scene('on a phone the chat fills the screen, on the hosted page too, in the visitor’s language', async (browser) => {
  const phone = { viewport: { width: 360, height: 700 }, locale: 'de-DE' }
  const { page, errors, visitor } = await visit(browser, `${origin}/chat/bind_chat`, phone)
  const german = page.getByRole('textbox', { name: 'Nachricht schreiben' })
  await german.fill('Guten Tag')
  await german.press('Enter')
  await sent(page, 'Gesendet').waitFor()
  const address = await visitor()
  const cards = [200, 120, 40].map((hue, at) => ({
    title: `Boot ${at + 1}`,
    description: 'Vier Plätze',
    mediaUrl: picture(hue),
    chips: [chip('Auswählen', at)],
  }))
  await bench.send(address, 'phone_1', { kind: 'carousel', cards, chips: [] })
  const rows = Array.from({ length: 12 }, (_, at) => ({ title: `Steg ${at + 1}`, postback: `amf|m4|${at}` }))
  await bench.send(address, 'phone_2', {
    kind: 'list',
    text: 'An welchem Steg?',
    button: 'Wählen',
    multiple: false,
    rows,
    chips: [],
  })
  await bench.send(
    address,
    'phone_3',
    text('Noch etwas? Ein_sehr_langes_Wort_das_nirgends_aufhört_und_nirgends_umbricht_und_weiter_geht', [
      chip('Öffnungszeiten', 0),
      chip('Anfahrt', 1),
      chip('Nein, danke', 2),
    ]),
  )
  await page.getByRole('button', { name: 'Nein, danke' }).waitFor()
  await page.screenshot({ path: `${shots}webchat-phone.png` })
  const overflows = await page.evaluate(`(() => {
    const log = document.querySelector('parley-webchat').shadowRoot.querySelector('.log')
    return log.scrollWidth > log.clientWidth || document.documentElement.scrollWidth > innerWidth
  })()`)
  assert.equal(overflows, false, 'a phone scrolls in one direction only')
  assert.deepEqual(errors, [])
})

scene('a closed chat says that it is closed', async (browser) => {
  bench.binding.status = 'Disabled'
  try {
    const { page } = await visit(browser, '/?with=data-open')
    await page.getByText('This chat is currently closed.').waitFor()
    assert.equal(await field(page).isDisabled(), true)
  } finally {
    bench.binding.status = 'Active'
  }
})

test('web chat in a browser', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  for (const { title, play } of scenes) {
    await t.test(title, () => play(browser))
    await Promise.all(browser.contexts().map((context) => context.close()))
  }
})
