import type { Page, Request } from 'playwright-core'

/** One page of each kind is enough: an id in a path is replaced by a placeholder. */
const ids =
  /\/(agents|people|campaigns|playbooks|channels|webhooks|suites|cases|runs|results|automated|sends|sequences|tools|drafts|replays|simulations)\/(?!new$|add$|import$|edit\/|settings$)[^/]+/g
const outreachIds = /\/outreach\/edit\/[^/]+/
const replaceIds = (path: string): string =>
  path
    .replace(/^\/orgs\/[^/]+/, '')
    .replace(ids, '/$1/…')
    .replace(outreachIds, '/outreach/edit/…')

/** The file name of a page: `/agents/…/people/…` is `people-one`. */
export function pictureNameOf(path: string): string {
  const name = replaceIds(path)
    .replace(/^\/agents\/…/, '')
    .replaceAll('…', 'one')
    .split('/')
    .filter(Boolean)
    .join('-')
  return name === '' ? 'home' : name
}

const maxPages = 150

/** Visits every kind of page that links reach, and returns one path of each. */
export async function crawl(page: Page, visit: (path: string) => Promise<void>): Promise<string[]> {
  const paths = [new URL(page.url()).pathname]
  const kinds = new Set(paths.map(replaceIds))
  for (let at = 0; at < paths.length && at < maxPages; at++) {
    await visit(paths[at] as string)
    const links = await page.evaluate<string[]>(
      `[...document.querySelectorAll('a[href^="/orgs/"]')].map((link) => link.pathname)`,
    )
    for (const link of links) {
      if (kinds.has(replaceIds(link))) continue
      kinds.add(replaceIds(link))
      paths.push(link)
    }
  }
  return paths
}

const maxLoadingMs = 30_000
const placeholders = '.mantine-Skeleton-root, [role=status][aria-label="Loading"]'

/** Returns a function that waits until the page has loaded what it needs. Event streams stay open and do not count. */
export function watchLoading(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  page.on('response', (response) => {
    if (response.headers()['content-type']?.startsWith('text/event-stream')) open.delete(response.request())
  })
  return async () => {
    const end = Date.now() + maxLoadingMs
    const isIdle = async () => open.size === 0 && (await page.locator(placeholders).count()) === 0
    for (let idleChecks = 0; idleChecks < 4 && Date.now() < end; idleChecks = (await isIdle()) ? idleChecks + 1 : 0)
      await page.waitForTimeout(60)
  }
}
