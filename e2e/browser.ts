import { existsSync } from 'node:fs'
import { after, type TestContext } from 'node:test'
import { type Browser, chromium } from 'playwright-core'
import { browserArguments, browserPath } from './chromium.ts'

/** One browser for all test files of a process. Playwright closes it when the runner ends the process. */
let browserPromise: Promise<Browser> | undefined
if (!process.env.TEST_TIER) after(async () => (await browserPromise)?.close())

/**
 * Opens a real browser whose pages close with the test; skips the test and returns undefined where Chromium is not
 * installed.
 */
export async function openBrowser(t: TestContext): Promise<Browser | undefined> {
  if (!existsSync(browserPath)) {
    if (process.env.REQUIRE_ALL) throw new Error(`There is no Chromium at ${browserPath}`)
    t.skip(`there is no Chromium at ${browserPath}; install it or set CHROMIUM_PATH`)
    return undefined
  }
  browserPromise ??= chromium.launch({ executablePath: browserPath, args: browserArguments })
  const browser = await browserPromise
  t.after(async () => void (await Promise.all(browser.contexts().map((context) => context.close()))))
  return browser
}
