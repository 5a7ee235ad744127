import { existsSync } from 'node:fs'
import { after, type TestContext } from 'node:test'
import { type Browser, chromium } from 'playwright-core'

/** The headless shell is the same Chromium without its windows, and a sixth quicker. */
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const path = process.env.CHROMIUM_PATH ?? installed.find(existsSync) ?? '/usr/bin/chromium'

// Chromium asks the outside for many things of its own accord; a machine with no way out would refuse them one by one.
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Pictures of agents lie elsewhere, which is nowhere. Routes would do the same, and switch off the browser's cache.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

/** One browser for all test files of a process. Playwright ends it when the runner ends the process. */
let launched: Promise<Browser> | undefined
if (!process.env.TEST_TIER) after(async () => (await launched)?.close())

/**
 * A real browser whose pages are closed with the test, or undefined after the test was skipped because there is no
 * Chromium here.
 */
export async function openBrowser(t: TestContext): Promise<Browser | undefined> {
  if (!existsSync(path)) {
    if (process.env.REQUIRE_ALL) throw new Error(`There is no Chromium at ${path}`)
    t.skip(`there is no Chromium at ${path}; install it or set CHROMIUM_PATH`)
    return undefined
  }
  launched ??= chromium.launch({ executablePath: path, args: quiet })
  const browser = await launched
  t.after(async () => void (await Promise.all(browser.contexts().map((context) => context.close()))))
  return browser
}
