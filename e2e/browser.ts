import { existsSync } from 'node:fs'
import { after, type TestContext } from 'node:test'
import { type Browser, chromium } from 'playwright-core'

/** The headless shell is the same Chromium without a UI, and a sixth faster. */
const executablePaths = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const path = process.env.CHROMIUM_PATH ?? executablePaths.find(existsSync) ?? '/usr/bin/chromium'

// Chromium makes many background requests; on a machine without Internet access each would fail.
const launchArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Agent avatars are on other hosts, which must not resolve. Playwright routes would block them too, but disable the
  // browser's cache.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

/** One browser for all test files of a process. Playwright closes it when the runner ends the process. */
let browserPromise: Promise<Browser> | undefined
if (!process.env.TEST_TIER) after(async () => (await browserPromise)?.close())

/**
 * Opens a real browser whose pages close with the test; skips the test and returns undefined where Chromium is not
 * installed.
 */
export async function openBrowser(t: TestContext): Promise<Browser | undefined> {
  if (!existsSync(path)) {
    if (process.env.REQUIRE_ALL) throw new Error(`There is no Chromium at ${path}`)
    t.skip(`there is no Chromium at ${path}; install it or set CHROMIUM_PATH`)
    return undefined
  }
  browserPromise ??= chromium.launch({ executablePath: path, args: launchArgs })
  const browser = await browserPromise
  t.after(async () => void (await Promise.all(browser.contexts().map((context) => context.close()))))
  return browser
}
