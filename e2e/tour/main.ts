import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { crawl, pictureNameOf, watchLoading } from './crawl.ts'
import { type State, states } from './states.ts'

export type TourOptions = {
  browser: Browser
  origin: string
  org: string
  agent: string
  signIn: (page: Page) => Promise<void>
  folder: string
  /** Called with a page that did not show what the picture is of. */
  onProblem: (problem: string) => void
  /** Takes only the pages and states whose names begin with it. */
  wanted: string
}

const devices = [
  { width: 1440, height: 900, touch: false },
  { width: 390, height: 844, touch: true },
] as const
type Device = (typeof devices)[number]

/** Longer pages are cut off here. */
const maxHeight = 2_200

/** Takes every page of the console and its open dialogs, in light and dark, for a mouse at 1440 and a thumb at 390 pixels. */
export async function takeTour(options: TourOptions): Promise<void> {
  let paths: string[] | undefined
  for (const device of devices) {
    const context = await openContext(options.browser, device)
    const page = await context.newPage()
    page.setDefaultTimeout(10_000)
    await options.signIn(page)
    paths ??= await listPaths(page, options)
    for (const path of paths.filter((one) => pictureNameOf(one).startsWith(options.wanted)))
      await take(page, options, device, { name: pictureNameOf(path), path })
    for (const state of states.filter(({ name }) => name.startsWith(options.wanted)))
      await take(page, options, device, { ...state, path: resolvePath(state.path, options) })
    await context.close()
  }
}

const openContext = (browser: Browser, { width, height, touch }: Device): Promise<BrowserContext> =>
  browser.newContext({
    viewport: { width, height },
    hasTouch: touch,
    isMobile: touch,
    reducedMotion: 'reduce',
    locale: 'en-US',
  })

async function listPaths(page: Page, { wanted }: TourOptions): Promise<string[]> {
  // A name of a state needs no crawl.
  if (wanted.startsWith('state-')) return []
  const settle = watchLoading(page)
  return crawl(page, async (path) => {
    await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`)
    await settle()
  })
}

const resolvePath = (path: string, { org, agent }: TourOptions): string =>
  path.startsWith('/') ? path : `/orgs/${org}/${path}`.replace('{agent}', `agents/${agent}`)

async function take(
  page: Page,
  { origin, folder, onProblem }: TourOptions,
  device: Device,
  state: State,
): Promise<void> {
  const { name, path, open, prepare } = state
  const settle = watchLoading(page)
  await prepare?.(page)
  await page.goto(origin + path)
  const show = async () => {
    await page.locator('h1, form, [role=alert]').first().waitFor({ state: 'attached' })
    await settle()
    await open?.(page)
  }
  await show().catch((error: Error) => onProblem(`${name} at ${device.width} pixels: ${error.message.split('\n')[0]}`))
  await settle()
  // A dialog covers the window, and a page is as high as its content.
  if (open === undefined) await page.setViewportSize({ width: device.width, height: await measureHeight(page, device) })
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.waitForTimeout(250)
    const target = join(folder, `${device.width}-${scheme}`)
    mkdirSync(target, { recursive: true })
    await page.screenshot({ path: join(target, `${name}.png`) })
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.setViewportSize({ width: device.width, height: device.height })
}

async function measureHeight(page: Page, { height }: Device): Promise<number> {
  const content = await page.evaluate<number>('document.documentElement.scrollHeight')
  return Math.min(Math.max(content, height), maxHeight)
}
