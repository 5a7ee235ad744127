import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { abridgeTo } from '../server/src/testing/abridge.ts'
import { openGuide } from '../server/src/testing/guide.ts'
import { maskSecrets } from '../server/src/testing/mask-secrets.ts'
import { createScratchFolder, startParleyProcess } from '../server/src/testing/process.ts'
import { openBrowser } from './browser.ts'
import { assertFits } from './console/console.ts'
import { pathWithTools } from './curl.ts'

const shots = fileURLToPath(new URL('../.cache/screenshots/', import.meta.url))
mkdirSync(shots, { recursive: true })

/** Starts Parley as a reader of the quick start does, in an empty folder. */
const folder = createScratchFolder()
const parley = await startParleyProcess({ DATA_DIR: join(folder, 'data') })
const patienceMs = 90_000

test('the console, guides and API reference load in a browser without a request to another host', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  page.setDefaultTimeout(patienceMs)
  const externalRequests: string[] = []
  const errors: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (!['127.0.0.1', ''].includes(url.hostname)) externalRequests.push(request.url())
  })
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('response', (reply) => reply.status() >= 400 && errors.push(`${reply.status()} ${reply.url()}`))

  await page.goto(`${parley.origin}/`)
  const { email, password } = parley.credentials().console
  await page.getByLabel(/^Email/).fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await page.screenshot({ path: `${shots}home.png` })

  await page.goto(`${parley.origin}/docs`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.screenshot({ path: `${shots}guides.png` })

  await page.getByRole('link', { name: 'AML reference' }).click()
  await page.getByRole('navigation', { name: 'Guides' }).getByRole('link', { name: 'Chips' }).click()
  assert.ok(page.url().endsWith('/docs/aml#chips'))
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy' }).first().click()
  assert.match(String(await page.evaluate('navigator.clipboard.readText()')), /^We are \*\*open\*\* today\./)
  await page.screenshot({ path: `${shots}guide.png` })

  await page.goto(`${parley.origin}/docs/people`)
  const example = page.getByRole('group', { name: 'Example' }).first()
  const shown = () => example.locator('pre').filter({ visible: true }).allInnerTexts()
  assert.match((await shown()).join(), /^curl "\$PARLEY\/v1\/orgs\/demo|^PERSON_ID=\$\(curl/)
  await example.getByRole('radio', { name: 'curl' }).focus()
  await page.keyboard.press('ArrowRight')
  assert.match((await shown()).join(), /await agent\.people\.create\(/)
  await page.keyboard.press('ArrowRight')
  assert.match((await shown()).join(), /parley post '\/orgs\/\{org\}\/agents\/\{agent\}\/people'/)
  const second = page.getByRole('group', { name: 'Example' }).nth(1)
  assert.ok(await second.getByRole('radio', { name: 'Command line' }).isChecked())
  await page.screenshot({ path: `${shots}guide-tabs.png` })
  await page.reload()
  assert.ok(await example.getByRole('radio', { name: 'Command line' }).isChecked())

  await page.getByRole('searchbox', { name: 'Search the guides' }).fill('safe hours')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Search the guides' }).waitFor()
  await page.locator('mark').first().waitFor()
  await page.screenshot({ path: `${shots}guide-search.png` })
  await page.locator('.hits a').first().click()
  await page.waitForURL(/\/docs\/(?!search)/)

  await page.goto(`${parley.origin}/docs/errors#request.invalid`)
  assert.ok(await page.locator('[id="request.invalid"]').isVisible())

  await page.goto(`${parley.origin}/docs/api`)
  await page.getByText('Create an agent').first().waitFor()
  await page.screenshot({ path: `${shots}reference.png` })

  await page.setViewportSize({ width: 390, height: 800 })
  for (const path of [
    '/docs',
    '/docs/aml',
    '/docs/configuration',
    '/docs/people',
    '/docs/providers/twilio',
    '/docs/search?q=boat',
  ]) {
    await page.goto(parley.origin + path)
    await assertFits(page)
  }
  await page.goto(`${parley.origin}/docs/people`)
  await example.getByText('TypeScript', { exact: true }).click()
  assert.match((await shown()).join(), /await agent\.people\.create\(/)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.screenshot({ path: `${shots}guide-tabs-dark-390.png` })

  assert.deepEqual(externalRequests, [])
  assert.deepEqual(errors, [])
})

const guide = openGuide('quick-start')

/** The guide's URLs assume the default ports. */
const substituteAddresses = (text: string): string =>
  text.replaceAll('http://127.0.0.1:4000', parley.origin).replaceAll('http://127.0.0.1:4400', parley.gateway)

test('without scripts a guide shows its tabs, and the search works', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto(`${parley.origin}/docs/people`)
  const example = page.getByRole('group', { name: 'Example' }).first()
  await example.getByText('TypeScript', { exact: true }).click()
  assert.match((await example.locator('pre').filter({ visible: true }).allInnerTexts()).join(), /await agent\.people/)
  await page.getByRole('searchbox').fill('<b>consent</b>')
  await page.getByRole('button', { name: 'Search' }).click()
  assert.equal(new URL(page.url()).pathname, '/docs/search')
  assert.equal(await page.locator('b').count(), 0)
  assert.equal(await page.getByRole('searchbox').inputValue(), '<b>consent</b>')
})

test('the start prints the output that the quick start shows', async () => {
  const [startBlock = assert.fail('the guide shows no start')] = guide.blocks('text')
  const readLabels = (text: string) => [...text.matchAll(/^ {2}(\S.*?)(?: {2,}.*)?$/gm)].map(([, label]) => label)
  // It serves requests a moment before it prints that it is ready.
  for (let attemptsLeft = 400; attemptsLeft > 0 && !parley.output().includes('Ctrl-C'); attemptsLeft--) await sleep(50)
  assert.deepEqual(readLabels(parley.output()), readLabels(startBlock.text))
})

test('the commands of the quick start, run in order, lead to an agent that answers on a page', async (t) => {
  const blocks = guide.blocks('sh', 'json')
  const commands = blocks.filter(({ language }) => language === 'sh')
  assert.equal(commands.length, 10)
  const script = ['set -e', ...commands.map(({ text }) => `${substituteAddresses(text)}\nprintf '\\0'`)].join('\n')
  const env = { ...process.env, PATH: pathWithTools(folder) }
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: folder, env })
  const printed = stdout.split('\0')
  let at = -1
  for (const { language, text } of blocks) {
    if (language === 'sh') at++
    else
      assert.deepEqual(
        abridgeTo(JSON.parse(printed[at] as string), JSON.parse(text)),
        JSON.parse(text),
        maskSecrets(text),
      )
  }
  const [chat] = printed.filter((text) => text.startsWith(`${parley.gateway}/chat/`))
  assert.equal((await fetch((chat as string).trim())).status, 200)

  const browser = await openBrowser(t)
  if (!browser) return
  const page = await browser.newPage()
  page.setDefaultTimeout(patienceMs)
  await page.goto(pathToFileURL(join(folder, 'chat.html')).href)
  await page.getByRole('button', { name: /chat/i }).click()
  await page.getByRole('textbox').fill('When are you open?')
  await page.keyboard.press('Enter')
  await page.getByText('From eight to eight, every day.').waitFor()
  await page.screenshot({ path: `${shots}quick-start.png` })
})

const root = fileURLToPath(new URL('../', import.meta.url))

test('the first calls of the README get the same answer with curl, with the SDK and on the command line', async () => {
  const { blocks } = openGuide('../README')
  const [curl = assert.fail(), commandLine = assert.fail()] = blocks('sh')
  const [program = assert.fail()] = blocks('ts')
  const own = `npm() { shift 3; '${process.execPath}' '${root}cli/bin/parley.mjs' "$@"; }`
  const file = join(root, `.cache/readme-${process.pid}.ts`)
  writeFileSync(file, program.text)
  const script = [
    'set -e',
    own,
    substituteAddresses(curl.text),
    "printf '\\0'",
    `'${process.execPath}' '${file}'`,
    "printf '\\0'",
    commandLine.text,
  ]
  const env = { ...process.env, PATH: pathWithTools(folder) }
  const { stdout } = await promisify(execFile)('bash', ['-c', script.join('\n')], { cwd: folder, env }).finally(() =>
    rmSync(file),
  )
  const [response = '', ...others] = stdout.split('\0')
  const words: string[] = JSON.parse(response).messages[0].text.split(/\s+/)
  assert.ok(words.length > 3, maskSecrets(response))
  for (const printed of others)
    for (const word of words.slice(0, 4)) assert.ok(printed.includes(word), maskSecrets(printed))
})
