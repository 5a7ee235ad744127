import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { after, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Browser, Locator, Page } from 'playwright-core'
import { createBackgroundWork } from '../../server/src/app.ts'
import type { Role } from '../../server/src/platform/http/access.ts'
import { createTestAgent, type TestAgent } from '../../server/src/testing/agent.ts'
import { createTestApp, type TestApp } from '../../server/src/testing/app.ts'
import { assertStatus } from '../../server/src/testing/client.ts'
import { openBrowser } from '../browser.ts'

/** The console in a real browser, with its own API and database. */
export type ConsoleEnvironment = { server: TestApp; agent: TestAgent; origin: string }
export type OpenConsole = {
  page: Page
  /** Opens a page of the agent: `visit('/people')`. */
  visit(path: string): Promise<void>
  /** Opens a page of the organization: `visitOrg('/settings')`. */
  visitOrg(path: string): Promise<void>
  /** Asserts that axe reports no serious finding on the current page. `busy`: while a loader is shown. */
  assertAccessible(options?: { busy?: boolean }): Promise<void>
  /** Saves a screenshot for review in .cache/screenshots if SCREENSHOTS is set. */
  takeScreenshot(name: string): Promise<void>
  /** Errors that the browser reported; `done` asserts that there are none. */
  pageErrors: string[]
}
/** `touch`: a phone with a thumb instead of a mouse. */
type Options = { role?: Role; width?: number; dark?: boolean; locale?: string; touch?: boolean }

/** Waiting ends as soon as the page is ready; the limit is for a machine that is busy with other tests. */
const timeoutSeconds = 90

const shots = fileURLToPath(new URL('../../.cache/screenshots/console/', import.meta.url))
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * `document` is the agent's definition; `withWorkers` starts the background workers; `allowPrivateNetwork` lets Parley
 * call servers of the test.
 */
export async function startConsole(
  document?: object,
  { working: withWorkers = false, allowPrivateNetwork = false } = {},
): Promise<ConsoleEnvironment> {
  const server = await createTestApp({ consoleFiles: process.env.CONSOLE_DIST, config: { allowPrivateNetwork } })
  const agent = await createTestAgent(server, document)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  if (withWorkers) {
    const work = createBackgroundWork(server.services)
    await work.start()
    after(() => work.stop({ withinMilliseconds: 2_000 }))
  }
  return { server, agent, origin: `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}` }
}

/** Signs in with the given role, at desktop width by default; returns undefined after skipping the test. */
export async function openConsole(
  t: TestContext,
  environment: ConsoleEnvironment,
  options: Options = {},
): Promise<OpenConsole | undefined> {
  const browser = await openBrowser(t)
  return browser && openIn(browser, environment, options)
}

async function openIn(browser: Browser, environment: ConsoleEnvironment, options: Options = {}): Promise<OpenConsole> {
  const { server, agent, origin } = environment
  const { role = 'owner', width = 1280, dark = false, locale = 'en-US', touch = false } = options
  const member = await server.member({ id: agent.orgId, path: `/orgs/${agent.orgId}`, api: agent.client }, role)
  const context = await browser.newContext({
    viewport: { width, height: touch ? 844 : 900 },
    hasTouch: touch,
    isMobile: touch,
    locale,
    colorScheme: dark ? 'dark' : 'light',
    // Disables animations, so that no test waits for them.
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(timeoutSeconds * 1000)
  await page.addInitScript(buildInitScript(buildSession(agent.orgId, member)))
  const pageErrors = recordPageErrors(page)
  page.on('crash', () => pageErrors.push('the page crashed'))
  const home = `${origin}/orgs/${agent.orgId}`
  return {
    page,
    pageErrors,
    visit: async (path) => void (await page.goto(`${home}/agents/${agent.id}${path}`)),
    visitOrg: async (path) => void (await page.goto(`${home}${path}`)),
    assertAccessible: ({ busy = false } = {}) => (busy ? runAxe(page) : assertAccessible(page)),
    async takeScreenshot(name) {
      if (!process.env.SCREENSHOTS) return
      mkdirSync(shots, { recursive: true })
      await page.screenshot({ path: `${shots}${name}.png` })
    },
  }
}

/** Signs in before the first page, and not again after signing out. */
const buildInitScript = (session: object): string => `
  if (!sessionStorage.getItem('begun')) localStorage.setItem('parley.session', ${JSON.stringify(JSON.stringify(session))})
  sessionStorage.setItem('begun', 'yes')`

function buildSession(org: string, { token, userId, email }: { token?: string; userId: string; email: string }) {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  return { user: { id: userId, email }, lastOrg: org, tokens: { [org]: { token, expiresAt } } }
}

/**
 * Records script errors, content security policy violations, and calls to other hosts. 4xx responses are the page's
 * responsibility.
 */
export function recordPageErrors(page: Page): string[] {
  const pageErrors: string[] = []
  page.on('pageerror', (error) => pageErrors.push(error.message))
  page.on('console', (entry) => {
    const text = entry.text()
    if (entry.type() === 'error' && !/status of 4\d\d|ERR_FAILED|ERR_ABORTED|ERR_NAME_NOT_RESOLVED/.test(text))
      pageErrors.push(text)
  })
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url())
    if (/^http/.test(protocol) && !['127.0.0.1', 'example.com'].includes(hostname)) pageErrors.push(request.url())
  })
  return pageErrors
}

type Violation = { id: string; impact: string; nodes: { target: string[]; failureSummary: string }[] }

const everyRule = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
/** The rules whose result differs between light and dark mode. */
export const colorRules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/**
 * A dialog that is still fading in does not have its final colors yet, and a page that shows a loader is not ready. Lists
 * what never stops moving: every page asks for reduced motion.
 */
const waitForAnimations = `Promise.race([
  Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))).then(() => []),
  new Promise((done) => setTimeout(done, ${timeoutSeconds * 1000})).then(() =>
    document.getAnimations()
      .filter(({ effect }) => effect.getComputedTiming().endTime === Infinity)
      .map(({ effect: { target } }) => target.outerHTML.slice(0, 200))),
])`

export async function assertAccessible(page: Page, runOnly = everyRule): Promise<void> {
  const moving = await page.evaluate<string[]>(waitForAnimations)
  assert.deepEqual(moving, [], `${page.url()} never stops moving`)
  await runAxe(page, runOnly)
}

async function runAxe(page: Page, runOnly = everyRule): Promise<void> {
  if (!(await page.evaluate(`'axe' in globalThis`))) await page.evaluate(axe)
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'] })
  // A bar that sticks to the window covers content only until the user scrolls, but axe counts that content as hidden.
  const found = await page.evaluate<Violation[]>(`(() => {
    const stuck = [...document.querySelectorAll('[data-sticky]')]
    for (const bar of stuck) bar.style.position = 'static'
    return axe.run(document, ${options}).then(({ violations }) => {
      for (const bar of stuck) bar.style.position = ''
      return violations
    })
  })()`)
  const violations = found.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${impact} ${id} at ${target.join(' ')}: ${failureSummary}`),
  )
  assert.deepEqual(violations, [], `axe on ${page.url()}`)
}

const overflowScript = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement
  const wide = [...document.body.querySelectorAll('*')].filter((element) => element.getBoundingClientRect().right > clientWidth)
  const names = wide.slice(0, 4).map(({ tagName, className }) => tagName + ' ' + className)
  return { overflowPixels: scrollWidth - clientWidth, names }
})()`

/** A page adapts to a new width asynchronously, which takes seconds on a busy machine. */
const layoutSeconds = 10

/** Asserts that nothing is cut off or needs horizontal scrolling. The failure names the elements that overflow. */
export async function assertFits(page: Page): Promise<void> {
  const measure = () => page.evaluate<{ overflowPixels: number; names: string[] }>(overflowScript)
  const fits = await waitUntil(page, async () => (await measure()).overflowPixels <= 0)
  if (fits) return
  const { overflowPixels, names } = await measure()
  assert.fail(`${page.url()} scrolls sideways by ${overflowPixels} pixels: ${names.join('; ')}`)
}

const smallTargetsScript = `(() => {
  const dialogs = [...document.querySelectorAll('[role=dialog]')].filter((one) => one.checkVisibility())
  const area = dialogs.at(-1) ?? document.body
  const controls = 'a[href], button, input, select, textarea, [role=button], [role=tab], [role=menuitem], [role=option]'
  const found = []
  for (const control of area.querySelectorAll(controls)) {
    const target = control.closest('tr[data-opens] a, tr[data-opens] button') === control && control.matches('[class*=opener]')
      ? control.closest('tr') : control.closest('label, .mantine-Switch-body, .mantine-Checkbox-body, .mantine-Radio-body, .mantine-Input-wrapper') ?? control
    const { width, height, top, left } = target.getBoundingClientRect()
    const isShown = control.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && width > 1 && height > 1
    if (!isShown || left < 0 || target.closest('[aria-hidden=true], [data-phone]')) continue
    if (height < 43.5 || width < 23.5) found.push(
      (control.ariaLabel ?? control.textContent ?? '').trim().slice(0, 40) + ' <' + control.tagName.toLowerCase() + ' ' +
      control.className + '> ' + Math.round(width) + ' × ' + Math.round(height))
  }
  return found
})()`

/** Asserts that a thumb can hit everything on the page: in the dialog, if one is open. */
export async function assertThumbSized(page: Page): Promise<void> {
  const small = () => page.evaluate<string[]>(smallTargetsScript)
  if (await waitUntil(page, async () => (await small()).length === 0)) return
  assert.deepEqual(await small(), [], `${page.url()} has targets that are lower than 44 pixels`)
}

/** Asserts that a control is in the lower half of the window, where the thumb is. */
export async function assertAtThumb(control: Locator): Promise<void> {
  const box = await control.boundingBox()
  const height = control.page().viewportSize()?.height ?? 0
  assert.ok(box && box.y > height / 2 && box.y + box.height <= height, `${control} is at ${box?.y} of ${height}`)
}

export async function assertScheme(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  const currentScheme = () =>
    page.evaluate<string | null>(`document.documentElement.getAttribute('data-mantine-color-scheme')`)
  assert.ok(await waitUntil(page, async () => (await currentScheme()) === scheme), `${page.url()} is not ${scheme}`)
}

/** Polls from outside: the page's content security policy forbids Playwright's polling inside the page. */
async function waitUntil(page: Page, check: () => Promise<boolean>): Promise<boolean> {
  for (const end = Date.now() + layoutSeconds * 1000; Date.now() < end; await page.waitForTimeout(100))
    if (await check()) return true
  return check()
}

/**
 * Chooses an option of an open list. The page below the list may still grow and move it: a click at a position would
 * scroll, and a list whose field scrolls out of sight closes.
 */
export const pressOption = (option: Locator): Promise<void> => option.dispatchEvent('click')

/** Markup that must never be injectable: each piece would trigger an alert, a request, or an error. */
export const hostileMarkup = [
  '<img src=x onerror="globalThis.planted=1">',
  '<script>globalThis.planted=1</script>',
  '"><svg onload="globalThis.planted=1">',
  'javascript:globalThis.planted=1',
  '{{constructor.constructor("globalThis.planted=1")()}}',
]

export async function assertHarmless(page: Page): Promise<void> {
  assert.equal(await page.evaluate(() => 'planted' in globalThis), false, `something planted ran on ${page.url()}`)
}

export { assertStatus }
