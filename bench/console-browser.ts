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

export async function requestTime({ origin, key }: BenchParley, path: string): Promise<number> {
  const began = performance.now()
  const answer = await fetch(`${origin}/v1${path}`, { headers: { authorization: `Bearer ${key}` } })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  await answer.json()
  return performance.now() - began
}

type TimedAction = { act: string; done: string; before?: string }

/** Returns a script that measures from the action to the frame that shows its result. */
export const timedScript = ({ act, done, before = '' }: TimedAction): string => `new Promise((resolve, reject) => {
  ${before}
  const began = performance.now()
  const look = () => {
    if (${done}) resolve(performance.now() - began)
    else if (performance.now() - began > 10000) reject(new Error('nothing came of ' + ${JSON.stringify(act)}))
    else requestAnimationFrame(look)
  }
  ${act}
  requestAnimationFrame(look)
})`

export const p95 = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.95)] as number
