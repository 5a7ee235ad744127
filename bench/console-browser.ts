import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import type { BenchParley } from './servers.ts'

/** Builds the console if its sources changed, and opens a browser. Call it first: a server lists its files at the start. */
export async function launchConsoleBrowser(): Promise<Browser> {
  execFileSync(process.execPath, [fileURLToPath(new URL('../console/build.ts', import.meta.url))], { stdio: 'inherit' })
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  })
}

/** Opens a page of the console as its first member. */
export async function openConsolePage(browser: Browser, parley: BenchParley): Promise<Page> {
  const { email, password } = parley.console
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await page.goto(parley.origin)
  await page.getByLabel(/^Email/).fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/orgs/*')
  return page
}

export async function measureRequest({ origin, key }: BenchParley, path: string): Promise<number> {
  const startedAt = performance.now()
  const response = await fetch(`${origin}/v1${path}`, { headers: { authorization: `Bearer ${key}` } })
  if (!response.ok) throw new Error(`${path} returned ${response.status}`)
  await response.json()
  return performance.now() - startedAt
}

type TimingScriptOptions = { action: string; endCondition: string; before?: string }

/** Returns a script that measures from the action to the frame that shows its result. */
export const buildTimingScript = ({
  action,
  endCondition,
  before = '',
}: TimingScriptOptions): string => `new Promise((resolve, reject) => {
  ${before}
  const startedAt = performance.now()
  const check = () => {
    if (${endCondition}) resolve(performance.now() - startedAt)
    else if (performance.now() - startedAt > 10000) reject(new Error('the page did not react to ' + ${JSON.stringify(action)}))
    else requestAnimationFrame(check)
  }
  ${action}
  requestAnimationFrame(check)
})`

export const computeP95 = (values: readonly number[]): number =>
  values.toSorted((first, second) => first - second)[Math.floor(values.length * 0.95)] as number
