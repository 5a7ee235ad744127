// Own process: webchat-page.ts opens its servers once for each process.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { openGuide } from '../server/src/testing/guide.ts'
import {
  bench,
  buildPagePath,
  createSceneList,
  createText,
  delivered,
  field,
  hostOrigin,
  log,
  openPage,
  openTab,
  playScenes,
  receivedContents,
  sendParts,
  shoot,
  visibleTexts,
  waitForValue,
  writeMessage,
} from './webchat-page.ts'

/** Signed-in visitors and files of visitors, in a browser. */

const { scenes, scene } = createSceneList()
const guide = openGuide('webchat')
const exampleOf = (info: string) => guide.blocks('js').find((block) => block.info === info)?.text ?? assert.fail(info)

const secret = 'is-secret-of-the-harbour'
Object.assign(bench.binding, { auth: { identitySecret: secret } })
const sign = (userId: string): string => createHmac('sha256', secret).update(userId).digest('hex')

const prepare = `${exampleOf('stub')}
  window.failures = []
  parleyChat.on('error', ({ code }) => failures.push(code))`
const identifyCall = (userId: string, signature = sign(userId)) =>
  `parleyChat.identify(${JSON.stringify({ userId, signature, name: `${userId} Example` })})`

/** Another page in the same browser, as a second tab of the same person. */
async function openSameBrowser(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto(hostOrigin + openPage)
  return page
}

async function openDevice(browser: Browser, userId: string): Promise<Page> {
  const { page } = await openTab(browser, openPage, { prepare })
  await page.evaluate(identifyCall(userId))
  await field(page).waitFor()
  return page
}

const untilTexts = (page: Page, ...texts: string[]) =>
  waitForValue(
    () => visibleTexts(page),
    (all) => JSON.stringify(all) === JSON.stringify(texts),
  )

scene('the example of the guide signs as the gateway expects', async () => {
  const code = exampleOf('sign')
    .replace(/^import .*$/m, '')
    .replace('export const signUser =', 'return')
  const signUser = new Function('createHmac', code)(createHmac)
  assert.equal(signUser(secret, 'user-42'), sign('user-42'))
})

scene('a user sees one chat on two devices, live', async (browser) => {
  const phone = await openDevice(browser, 'ada')
  await writeMessage(phone, 'From the phone')
  await delivered(phone).waitFor()
  const laptop = await openDevice(browser, 'ada')
  await untilTexts(laptop, 'From the phone')
  await writeMessage(laptop, 'From the laptop')
  await untilTexts(phone, 'From the phone', 'From the laptop')
  await sendParts('user:ada', 'both_1', createText('Hello, Ada'))
  await untilTexts(phone, 'From the phone', 'From the laptop', 'Hello, Ada')
  await untilTexts(laptop, 'From the phone', 'From the laptop', 'Hello, Ada')
  assert.deepEqual(
    receivedContents('user:ada').map((content) => content.type === 'text' && content.text),
    ['From the phone', 'From the laptop'],
  )
  await laptop.reload()
  await untilTexts(laptop, 'From the phone', 'From the laptop', 'Hello, Ada')
})

scene('what a visitor wrote anonymously stays in the chat when they sign in', async (browser) => {
  const { page, errors } = await openTab(browser, openPage, { prepare })
  await writeMessage(page, 'Anonymous question')
  await delivered(page).waitFor()
  await page.evaluate(`${identifyCall('grace')}; parleyChat.send('Signed in')`)
  await untilTexts(page, 'Anonymous question', 'Signed in')
  await waitForValue(
    () => receivedContents('user:grace'),
    (all) => all.length === 1,
  )
  await page.reload()
  await untilTexts(page, 'Anonymous question', 'Signed in')
  assert.deepEqual(errors, [])
})

scene('signing out clears the chat in every tab, and the next message is of a new visitor', async (browser) => {
  const page = await openDevice(browser, 'edith')
  await writeMessage(page, 'Private')
  await delivered(page).waitFor()
  const other = await openSameBrowser(page.context())
  await untilTexts(other, 'Private')
  const before = await bench.visitors()
  await page.evaluate(exampleOf('reset'))
  await untilTexts(page)
  await untilTexts(other)
  await page.getByText('Hello! How can we help?').waitFor()
  await other.reload()
  await field(other).waitFor()
  await untilTexts(other)
  await writeMessage(page, 'Somebody else')
  await delivered(page).waitFor()
  const [visitor, ...others] = (await bench.visitors()).filter((each) => !before.includes(each))
  assert.deepEqual(others, [])
  assert.deepEqual(receivedContents(visitor ?? ''), [{ type: 'text', text: 'Somebody else' }])
  await untilTexts(page, 'Somebody else')
  // Signed in again, the earlier conversation is back.
  await page.evaluate(identifyCall('edith'))
  await untilTexts(page, 'Private', 'Somebody else')
})

scene('a user whose token another tab has removed as expired stays signed in', async (browser) => {
  const page = await openDevice(browser, 'hedy')
  await writeMessage(page, 'Mine')
  await delivered(page).waitFor()
  const other = await openSameBrowser(page.context())
  await untilTexts(other, 'Mine')
  const readToken = () => page.evaluate<string | undefined>(`localStorage.getItem(${findTokenKey})`)
  const former = await readToken()
  await other.evaluate(`localStorage.removeItem(${findTokenKey})`)
  await waitForValue(readToken, (token) => Boolean(token) && token !== former)
  await untilTexts(page, 'Mine')
  await untilTexts(other, 'Mine')
})

const findTokenKey = `Object.keys(localStorage).find((key) => key.endsWith('.token'))`

scene('another user of the same browser sees nothing of the first', async (browser) => {
  const page = await openDevice(browser, 'joan')
  await writeMessage(page, 'Of Joan')
  await delivered(page).waitFor()
  await page.evaluate(identifyCall('mary'))
  await untilTexts(page)
  await writeMessage(page, 'Of Mary')
  await delivered(page).waitFor()
  await untilTexts(page, 'Of Mary')
  assert.deepEqual(receivedContents('user:mary'), [{ type: 'text', text: 'Of Mary' }])
})

scene('a wrong signature is reported to the page, and the visitor stays anonymous', async (browser) => {
  const { page, errors, visitor } = await openTab(browser, openPage, { prepare })
  await page.evaluate(identifyCall('ada', sign('somebody')))
  await waitForValue(
    () => page.evaluate('failures') as Promise<string[]>,
    (all) => all.includes('identityRefused'),
  )
  await writeMessage(page, 'Who am I?')
  await delivered(page).waitFor()
  assert.deepEqual(receivedContents(await visitor()), [{ type: 'text', text: 'Who am I?' }])
  assert.deepEqual(await visibleTexts(page), ['Who am I?'])
  assert.ok(errors.some((line) => line.includes('the signature of the user is wrong')))
})

scene('two tabs that sign in at the same moment show one chat and send each message once', async (browser) => {
  const { page } = await openTab(browser, openPage, { prepare })
  await writeMessage(page, 'Before')
  await delivered(page).waitFor()
  const other = await page.context().newPage()
  await other.goto(hostOrigin + openPage)
  await untilTexts(other, 'Before')
  const call = (text: string) => `${identifyCall('katherine')}; parleyChat.send(${JSON.stringify(text)})`
  await Promise.all([page.evaluate(call('One')), other.evaluate(call('Two'))])
  const isComplete = (all: string[]) => ['Before', 'One', 'Two'].every((text) => all.includes(text))
  for (const tab of [page, other]) {
    const texts = await waitForValue(() => visibleTexts(tab), isComplete)
    assert.equal(texts.length, 3)
  }
  assert.equal(receivedContents('user:katherine').length, 2)
})

/** A picture that a browser can show: a green area. */
function drawPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from([10, 92, 70]))])
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const rows = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

const choose = (page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.locator('input[type=file]').setInputFiles(files)
const picture = { name: 'pier.png', mimeType: 'image/png', buffer: drawPng(40, 30) }

/** Gives the page's composer or panel a file, as a drop or a paste does. */
const transfer = (kind: 'drop' | 'paste', selector: string) => `{
  const data = new DataTransfer()
  data.items.add(new File([new Uint8Array(${JSON.stringify([...drawPng(40, 30)])})], '${kind}.png', { type: 'image/png' }))
  const target = document.querySelector('parley-webchat').shadowRoot.querySelector('${selector}')
  const init = { bubbles: true, cancelable: true, dataTransfer: data, clipboardData: data }
  target.dispatchEvent('${kind}' === 'drop' ? new DragEvent('dragover', init) : new Event('none'))
  target.dispatchEvent('${kind}' === 'drop' ? new DragEvent('drop', init) : new ClipboardEvent('paste', init))
}`

scene(
  'a visitor sends files by the button, by dropping and by pasting, and sees them after a reload',
  async (browser) => {
    const { page, errors, visitor } = await openTab(browser, openPage, { prepare })
    await page.getByRole('button', { name: 'Attach a file' }).waitFor()
    await choose(page, picture, {
      name: 'terms.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7\n%%EOF\n'),
    })
    await page.getByRole('img', { name: 'pier.png' }).waitFor()
    await page.getByRole('link', { name: 'terms.pdf' }).waitFor()
    const address = await visitor()
    await page.evaluate(transfer('drop', '.panel'))
    await page.getByRole('img', { name: 'drop.png' }).waitFor()
    await page.evaluate(transfer('paste', 'textarea'))
    await page.getByRole('img', { name: 'paste.png' }).waitFor()
    await delivered(page).waitFor()
    assert.deepEqual(
      receivedContents(address).map((content) => content.type === 'media' && [content.name, content.mediaType]),
      [
        ['pier.png', 'image/png'],
        ['terms.pdf', 'application/pdf'],
        ['drop.png', 'image/png'],
        ['paste.png', 'image/png'],
      ],
    )
    await page.reload()
    await page.getByRole('img', { name: 'paste.png' }).waitFor()
    const loaded = await page
      .getByRole('img', { name: 'pier.png' })
      .evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)
    assert.equal(loaded, 40)
    await shoot(page, 'files')
    assert.deepEqual(errors, [])
  },
)

scene('a file that is not allowed is refused with what is allowed, and the chat goes on', async (browser) => {
  const { page, visitor } = await openTab(browser, openPage, { prepare })
  await field(page).waitFor()
  const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  await choose(page, { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: script })
  const alert = page.getByRole('alert')
  await alert.getByText('logo.svg: This file cannot be sent. You can send pictures').waitFor()
  await choose(page, { name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(10 * 1024 * 1024 + 1) })
  await alert.getByText('big.png: The file is too large. Files may have up to 10 MB.').waitFor()
  await shoot(page, 'file-refused')
  assert.equal(await visitor(), '', 'nothing was sent')
  // It passes the page, and the gateway looks at the bytes.
  await choose(page, { name: 'fake.png', mimeType: 'image/png', buffer: script })
  await alert.getByText('fake.png: This file cannot be sent.').waitFor()
  await page.getByText('Not sent').waitFor()
  await writeMessage(page, 'Then without')
  await delivered(page).waitFor()
  await alert.waitFor({ state: 'hidden' })
  assert.deepEqual(await page.evaluate('failures'), ['fileRefused', 'fileRefused', 'fileRefused', 'notSent'])
  assert.deepEqual(receivedContents(await visitor()), [{ type: 'text', text: 'Then without' }])
})

scene('an upload shows its progress, and begins again after a lost connection', async (browser) => {
  const { page, visitor } = await openTab(browser, openPage, { prepare })
  await writeMessage(page, 'A file follows')
  await delivered(page).waitFor()
  let attempts = 0
  await page.route('**/files?*', (route) => (++attempts === 1 ? route.abort() : route.continue()))
  await choose(page, picture)
  await page.getByRole('progressbar', { name: 'Uploading: pier.png' }).waitFor()
  await shoot(page, 'uploading')
  await page.getByRole('img', { name: 'pier.png' }).waitFor()
  assert.equal(await page.getByRole('progressbar').count(), 0)
  assert.ok(attempts >= 2)
  assert.equal(receivedContents(await visitor()).length, 2)
})

scene('on a phone of 320 pixels, the composer with its buttons fits', async (browser) => {
  const phone = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true, prepare }
  const { page } = await openTab(browser, buildPagePath({ attributes: 'data-open' }), phone)
  await field(page).fill('A text that is long enough to need a second line')
  const widths = await page.evaluate(`(() => {
    const root = document.querySelector('parley-webchat').shadowRoot
    return [...root.querySelectorAll('.composer > :not([hidden])')].map((each) => each.getBoundingClientRect().right)
  })()`)
  assert.ok(
    (widths as number[]).every((right) => right <= 320),
    JSON.stringify(widths),
  )
  await shoot(page, 'phone-composer')
  assert.equal(await log(page).count(), 1)
})

test('signed-in visitors and files of the web chat in a browser', (t) => playScenes(t, scenes))
