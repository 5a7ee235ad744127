import { existsSync } from 'node:fs'
import { after, type TestContext } from 'node:test'
import { type Browser, chromium } from 'playwright-core'

const path = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

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

let opened: Promise<Browser> | undefined

/** A real browser, one for all tests of a file, or undefined after the test was skipped for want of one. */
export async function openBrowser(t: TestContext): Promise<Browser | undefined> {
  if (!existsSync(path)) {
    if (process.env.REQUIRE_ALL) throw new Error(`There is no Chromium at ${path}`)
    t.skip(`there is no Chromium at ${path}; install it or set CHROMIUM_PATH`)
    return undefined
  }
  opened ??= chromium.launch({ executablePath: path, args: quiet })
  return opened
}

after(async () => (await opened)?.close())
