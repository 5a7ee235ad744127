import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'
import { createScratchFolder, startParleyProcess } from '../../server/src/testing/process.ts'
import { openBrowser } from '../browser.ts'
import { assertAccessible, assertFits, assertScheme, colorRules, recordPageErrors } from './console.ts'

/** Every kind of page of the demo, reached through its links as users reach it. */

/** Replaces a resource id in a path by a placeholder: one page of each kind is enough. */
const collections =
  /\/(agents|people|campaigns|playbooks|channels|webhooks|suites|cases|runs|results|edit|automated|sends)\/(?!new$|add$|import$|identity|personality|goals|objectives|standing-instructions|guardrails|rules|lint|document|templates|history|updates|danger)[^/]+/g
const normalizePath = (path: string): string => path.replace(/^\/orgs\/[^/]+/, '/orgs/…').replace(collections, '/$1/…')

/** The kinds of pages that must be reachable through links. */
const kinds = [
  ...['', '/settings', '/settings/members', '/settings/api-keys', '/settings/webhooks', '/settings/connections'],
  ...['/settings/audit-log', '/settings/usage', '/settings/account', '/new-agent'],
  ...['identity', 'personality', 'goals', 'objectives', 'standing-instructions', 'guardrails', 'rules', 'lint']
    .concat(['document', 'templates', 'updates', 'danger'])
    .map((part) => `/agents/…/edit/${part}`),
  ...['/playbooks', '/playbooks/…', '/knowledge', '/knowledge/collections', '/knowledge/facts', '/channels']
    .concat(['/knowledge/sources', '/knowledge/media', '/channels/…', '/people', '/people/…', '/people/import'])
    .concat(['/segments', '/appointments', '/inbox', '/inbox/logs', '/outreach', '/outreach/edit/…'])
    .concat(['/outreach/automated', '/outreach/sends', '/outreach/links', '/outreach/settings', '/campaigns'])
    .concat(['/campaigns/…', '/tests', '/tests/suites/…', '/tests/runs', '/tests/runs/…', '/emulator'])
    .concat(['/setup/templates', '/setup/scheduling', '/setup/tools', '/setup/integrations', '/setup/people-fields'])
    .concat([
      '/setup/locations',
      '/setup/notifications',
      '/setup/gateway',
      '/versions',
      '/versions/history',
      '/versions/replays',
    ])
    .concat(['/versions/comparison', '/versions/publishing', '/tests/simulations', '/tests/coverage'])
    .map((page) => `/agents/…${page}`),
].map((page) => `/orgs/…${page}`)

test('links reach every page of the demo, and each is accessible in light and dark and fits 1280, 390 and 320 pixels', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const parley = await startParleyProcess({ DATA_DIR: join(createScratchFolder(), 'data'), LOG_LEVEL: 'info' })
  while (!parley.output().includes('the demo is complete')) await sleep(200)
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
  page.setDefaultTimeout(90_000)
  const complaints = recordPageErrors(page)
  page.on('response', (answer) => answer.status() >= 500 && complaints.push(`${answer.status()} ${answer.url()}`))
  const isIdle = watchRequests(page)
  await signIn(page, parley.origin, parley.credentials().console)

  const pathsToVisit = [new URL(page.url()).pathname]
  const visitedKinds = new Set(pathsToVisit.map(normalizePath))
  for (let path = pathsToVisit.shift(); path !== undefined; path = pathsToVisit.shift()) {
    await followLink(page, path)
    await waitUntilIdle(page, isIdle)
    complaints.push(...(await findFaults(page)))
    await page.setViewportSize({ width: 1280, height: 900 })
    for (const link of await readLinks(page)) {
      if (visitedKinds.has(normalizePath(link))) continue
      visitedKinds.add(normalizePath(link))
      pathsToVisit.push(link)
    }
  }
  t.diagnostic(`${visitedKinds.size} kinds of pages`)
  assert.deepEqual(
    kinds.filter((kind) => !visitedKinds.has(kind)),
    [],
  )
  assert.deepEqual(complaints, [])
})

async function signIn(page: Page, origin: string, { email, password }: { email: string; password: string }) {
  await page.goto(origin)
  await page.getByLabel(/^Email/).fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/orgs/*')
}

/** Navigates like a click on a link, without loading a document. */
const followLink = (page: Page, path: string): Promise<void> =>
  page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`)

/** Returns a function that reports whether every response has arrived. Event streams do not count. */
function watchRequests(page: Page): () => boolean {
  const openRequests = new Set<Request>()
  page.on('request', (request) => openRequests.add(request))
  page.on('requestfinished', (request) => openRequests.delete(request))
  page.on('requestfailed', (request) => openRequests.delete(request))
  page.on('response', (response) => {
    if (response.headers()['content-type']?.startsWith('text/event-stream')) openRequests.delete(response.request())
  })
  return () => openRequests.size === 0
}

/** A list may start to load after its page, so the page must be idle at several checks in a row. */
async function waitUntilIdle(page: Page, isIdle: () => boolean): Promise<void> {
  for (let idleChecks = 0; idleChecks < 4; idleChecks = isIdle() ? idleChecks + 1 : 0) await sleep(50)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'hidden' })
}

const readLinks = async (page: Page): Promise<string[]> =>
  await page.evaluate(`[...document.querySelectorAll('a[href^="/orgs/"]')].map((link) => link.pathname)`)

/** At 1280 pixels, axe's results in dark mode differ from light mode only in the color rules. */
const viewports = [
  { width: 1280, scheme: 'light', axe: assertAccessible },
  { width: 1280, scheme: 'dark', axe: (page: Page) => assertAccessible(page, colorRules) },
  { width: 390, scheme: 'dark', axe: assertAccessible },
  { width: 320, scheme: 'light', axe: undefined },
] as const

/** Checks in light and dark mode, on desktop and phone; collects every problem, not only the first. */
async function findFaults(page: Page): Promise<string[]> {
  const faults: string[] = []
  const catchFault = (check: (page: Page) => Promise<void>) =>
    check(page).catch((fault: Error) => void faults.push(fault.message))
  for (const { width, scheme, axe } of viewports) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: scheme })
    await catchFault(() => assertScheme(page, scheme))
    await catchFault(assertFits)
    if (axe) await catchFault((page) => axe(page))
  }
  return faults
}
