// `npm run screenshots`: takes the screenshots of the README and of the guides, of the demo in its state after the first
// start. `npm run screenshots -- providers` takes only those whose names begin with the word. `npm run screenshots -- tour`
// takes every page and dialog of the console instead, into .cache/tour; `tour people` only those that begin with people.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium, type Page } from 'playwright-core'
import { browserArguments, browserPath } from './chromium.ts'
import { takeTour } from './tour/main.ts'

const root = join(import.meta.dirname, '..')
const pictureFolder = join(root, 'docs/pictures')
const tourFolder = join(root, '.cache/tour')
const folder = mkdtempSync(join(tmpdir(), 'parley-screenshots-'))

type Credentials = { org: string; agent: string; apiKey: string; console: { email: string; password: string } }
type Shot = {
  name: string
  path: string
  waitForContent: (page: Page) => Promise<unknown>
  width?: number
  height?: number
  dark?: boolean
  /** Only this part of the page. */
  part?: string
}

/** `waitForContent` waits for the content that the picture must show, and expands what is collapsed. */
const readmeShots: Shot[] = [
  { name: 'home', path: '', waitForContent: (page) => page.getByRole('heading', { level: 1 }).waitFor() },
  {
    name: 'inbox',
    path: '{agent}/inbox',
    // A conversation of several messages, which ends in a booking.
    waitForContent: (page) =>
      page
        .getByRole('link', { name: /You are booked/ })
        .first()
        .click(),
  },
  {
    name: 'flow',
    path: '{agent}/playbooks/book-an-appointment?tab=flow',
    waitForContent: (page) => page.locator('.react-flow__node').first().waitFor(),
  },
  {
    name: 'campaign',
    path: '{agent}/campaigns',
    waitForContent: (page) =>
      page.getByRole('table').getByRole('button').or(page.getByRole('table').getByRole('link')).first().click(),
  },
  {
    name: 'tests',
    path: '{agent}/tests/runs',
    waitForContent: (page) =>
      page.getByRole('table').getByRole('button').or(page.getByRole('table').getByRole('link')).first().click(),
  },
  {
    name: 'people-dark',
    path: '{agent}/people',
    waitForContent: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
    dark: true,
  },
]

/** The form of each provider, as the catalog has it. */
async function listProviderShots(origin: string, apiKey: string): Promise<Shot[]> {
  const response = await fetch(`${origin}/v1/catalogs/channels`, { headers: { authorization: `Bearer ${apiKey}` } })
  const { data } = (await response.json()) as { data: { id: string; unmanaged?: { providers: { id: string }[] } }[] }
  return data.flatMap(({ id: channel, unmanaged }) =>
    (unmanaged?.providers ?? []).map(({ id }) => ({
      name: `providers/${channel}-${id}`,
      path: `{agent}/channels/add?channel=${channel}&provider=${id}`,
      waitForContent: (page: Page) => page.getByRole('button', { name: 'Add channel' }).waitFor(),
      part: 'main > *',
      width: 900,
      height: 1400,
    })),
  )
}

// Before Parley: without Chromium, no process is left behind.
const browser = await chromium.launch({ executablePath: browserPath, args: browserArguments })
const ports = [await freePort(), await freePort()]
const env = { ...process.env, DATA_DIR: join(folder, 'data'), PORT: `${ports[0]}`, GATEWAY_PORT: `${ports[1]}` }
const parley = spawn(process.execPath, ['server/src/main.ts'], {
  cwd: root,
  env,
  stdio: ['ignore', 'ignore', 'inherit'],
})
try {
  await takeScreenshots(browser, `http://127.0.0.1:${ports[0]}`)
} finally {
  await browser.close()
  parley.kill('SIGTERM')
  await once(parley, 'exit')
  rmSync(folder, { recursive: true, force: true })
}

async function takeScreenshots(browser: Browser, origin: string): Promise<void> {
  await waitUntil(async () => (await fetch(`${origin}/readyz`)).ok)
  const credentials: Credentials = JSON.parse(readFileSync(join(folder, 'data/credentials.json'), 'utf8'))
  const [wanted = '', wantedInTour = ''] = process.argv.slice(2)
  const signIn = (page: Page) => signInAtConsole(page, origin, credentials.console)
  if (wanted === 'tour') {
    await waitForDemo()
    const { org, agent } = credentials
    await takeTour({ browser, origin, org, agent, signIn, folder: tourFolder, wanted: wantedInTour, onProblem: report })
    report(`The pictures are in ${tourFolder}`)
    return
  }
  const shots = [...readmeShots, ...(await listProviderShots(origin, credentials.apiKey))].filter(({ name }) =>
    name.startsWith(wanted),
  )
  mkdirSync(join(pictureFolder, 'providers'), { recursive: true })
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await signIn(page)
  if (shots.some(({ part }) => part === undefined)) await waitForDemo()
  for (const { name, path, waitForContent, width = 1280, height = 800, dark = false, part } of shots) {
    report(name)
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' })
    const address = path.replace('{agent}', `/agents/${credentials.agent}`)
    await page.goto(`${origin}/orgs/${credentials.org}${address}`)
    await waitForContent(page)
    await page.waitForLoadState('networkidle').catch(() => {})
    await sleep(2_500)
    const clip = part === undefined ? undefined : await measureWithMargin(page, part)
    await page.screenshot({ path: join(pictureFolder, `${name}.png`), clip })
  }
}

const report = (line: string): void => void process.stdout.write(`${line}\n`)

/** The demo creates its conversations, campaign, and run in the background. */
const waitForDemo = (): Promise<void> => sleep(45_000)

async function signInAtConsole(page: Page, origin: string, { email, password }: Credentials['console']): Promise<void> {
  await page.goto(origin)
  await page.getByLabel(/^Email/).fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/orgs/*')
}

async function measureWithMargin(page: Page, part: string) {
  const margin = 12
  const box = await page.locator(part).first().boundingBox()
  if (!box) throw new Error(`The page has no ${part}`)
  const { x, y, width, height } = box
  return { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin }
}

async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
  for (let attempts = 0; attempts < 600; attempts++) {
    if (await condition().catch(() => false)) return
    await sleep(200)
  }
  throw new Error('Parley was not ready within two minutes')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}
