import type { Browser } from 'playwright-core'
import { openDatabase } from '../server/src/platform/db/database.ts'
import type { Benchmark } from './benchmark.ts'
import {
  buildTimingScript,
  computeP95,
  launchConsoleBrowser,
  measureRequest,
  openConsolePage,
} from './console-browser.ts'
import { createPeople } from './people-crowd.ts'
import { type BenchParley, startBenchParley } from './servers.ts'

const people = Number(process.env.BENCH_AMOUNT) || 1_000_000
const rounds = 25
/** The page size that the console requests. */
const pageSize = 50

const rowSelector = 'main section[tabindex] tbody tr:not([aria-hidden])'
const tableExpression = `document.querySelector('main section[tabindex]')`
const firstRowExpression = `${tableExpression}?.querySelector('tbody tr:not([aria-hidden])')?.textContent`
const headerExpression = (label: string) =>
  `[...${tableExpression}.querySelectorAll('th button')].find((button) => button.textContent === '${label}')`
const navigationScript = (address: string) => `history.pushState({}, '', '${address}')`

/**
 * One interaction: the state before it, the user's action, and the condition that ends it. Each round uses different
 * people.
 */
type Interaction = {
  name: string
  startPath: (listPath: string, round: number) => string
  action: (listPath: string, round: number) => string
  endCondition: string
  /** The request that the page sends to the API. */
  request: (round: number) => string
}

const searchPrefix = (round: number) => `an${String.fromCharCode(97 + (round % 26), 97 + Math.floor(round / 26))}`
const rowsChanged = `${firstRowExpression} !== before`

const interactions: Interaction[] = [
  {
    name: 'another search',
    startPath: (listPath) => `${listPath}?status=lost`,
    action: (listPath, round) => navigationScript(`${listPath}?q=${searchPrefix(round)}`),
    endCondition: rowsChanged,
    request: (round) => `q=${searchPrefix(round)}`,
  },
  {
    name: 'a filter',
    startPath: (listPath) => listPath,
    action: (listPath, round) =>
      navigationScript(`${listPath}?tag=half&source=fair&customFields.account=A-${(1 + round) * 10 + 6}`),
    endCondition: rowsChanged,
    request: (round) => `tag=half&source=fair&customFields.account=A-${(1 + round) * 10 + 6}`,
  },
  {
    name: 'sorted by name',
    startPath: (listPath, round) => `${listPath}?status=new&q=${searchPrefix(round + 60)}`,
    action: () => `${headerExpression('Name')}.click()`,
    endCondition: rowsChanged,
    request: (round) => `status=new&q=${searchPrefix(round + 60)}&sort=fullName`,
  },
  {
    name: 'scrolled to the next page',
    startPath: (listPath, round) => `${listPath}?source=web&q=${searchPrefix(round + 120)}`,
    action: () => `${tableExpression}.scrollTop = ${tableExpression}.scrollHeight`,
    endCondition: `${tableExpression}.scrollHeight > height`,
    request: (round) => `source=web&q=${searchPrefix(round + 120)}`,
  },
]

/**
 * The table of a million people in a browser: time from the user's action to the rendered rows, compared with the API
 * request alone.
 */
export async function benchConsole(url: string): Promise<Benchmark[]> {
  const browser = await launchConsoleBrowser()
  const parley = await startBenchParley(url)
  const database = openDatabase(url)
  try {
    const agent = await createPeople(database, people)
    await database.pool.query(`update agents set org_id = 'demo' where agent_key = $1`, [agent.key])
    await database.pool.query({ text: 'vacuum analyze people, people_search_keys', query_timeout: 600_000 } as {
      text: string
    })
    return await measureInteractions(browser, parley, `/orgs/demo/agents/${agent.id}/people`)
  } finally {
    await browser.close()
    await database.close()
    await parley.stop()
  }
}

async function measureInteractions(browser: Browser, parley: BenchParley, listPath: string): Promise<Benchmark[]> {
  const page = await openConsolePage(browser, parley)
  await page.goto(`${parley.origin}${listPath}`)
  const results: Benchmark[] = []
  for (const interaction of interactions) {
    const [shownTimes, requestTimes]: [number[], number[]] = [[], []]
    // Round 0 is a warm-up: right after the vacuum, PostgreSQL has none of the pages cached.
    for (let round = rounds; round >= 0; round--) {
      const { action, startPath, endCondition, request } = interaction
      await page.evaluate(navigationScript(startPath(listPath, round)))
      await page.locator(rowSelector).first().waitFor()
      // Lets the page finish its other rendering.
      await page.waitForTimeout(400)
      const script = { action: action(listPath, round), endCondition, before: stateBefore }
      const shownMs = await page.evaluate<number>(buildTimingScript(script))
      const requestMs = await measureRequest(parley, `${listPath}?${request(round)}&limit=${pageSize}`)
      if (round === rounds) continue
      shownTimes.push(shownMs)
      requestTimes.push(requestMs)
    }
    const name = `console: ${interaction.name}, p95`
    results.push({ name, ours: computeP95(shownTimes), ceiling: computeP95(requestTimes), unit: 'ms' })
  }
  return results
}

const stateBefore = `const before = ${firstRowExpression}
  const height = ${tableExpression}.scrollHeight`
