import type { Browser } from 'playwright-core'
import { openDatabase } from '../server/src/platform/db/database.ts'
import type { Benchmark } from './benchmark.ts'
import { launchConsoleBrowser, openConsolePage, p95, requestTime, timedScript } from './console-browser.ts'
import { createPeople } from './people-crowd.ts'
import { type BenchParley, startBenchParley } from './servers.ts'

const people = Number(process.env.BENCH_AMOUNT) || 1_000_000
const rounds = 25
/** The page size that the console requests. */
const pageSize = 50

const rows = 'main section[tabindex] tbody tr:not([aria-hidden])'
const box = `document.querySelector('main section[tabindex]')`
const firstRow = `${box}?.querySelector('tbody tr:not([aria-hidden])')?.textContent`
const header = (label: string) =>
  `[...${box}.querySelectorAll('th button')].find((one) => one.textContent === '${label}')`
const goTo = (address: string) => `history.pushState({}, '', '${address}')`

/**
 * One interaction: the state before it, the user's action, and the condition that ends it. Each round uses different
 * people.
 */
type Interaction = {
  name: string
  before: (at: string, round: number) => string
  act: (at: string, round: number) => string
  done: string
  /** The request that the page sends to the API. */
  request: (round: number) => string
}

const letters = (round: number) => `an${String.fromCharCode(97 + (round % 26), 97 + Math.floor(round / 26))}`
const otherRows = `${firstRow} !== before`

const interactions: Interaction[] = [
  {
    name: 'another search',
    before: (at) => `${at}?status=lost`,
    act: (at, round) => goTo(`${at}?q=${letters(round)}`),
    done: otherRows,
    request: (round) => `q=${letters(round)}`,
  },
  {
    name: 'a filter',
    before: (at) => at,
    act: (at, round) => goTo(`${at}?tag=half&source=fair&customFields.account=A-${(1 + round) * 10 + 6}`),
    done: otherRows,
    request: (round) => `tag=half&source=fair&customFields.account=A-${(1 + round) * 10 + 6}`,
  },
  {
    name: 'sorted by name',
    before: (at, round) => `${at}?status=new&q=${letters(round + 60)}`,
    act: () => `${header('Name')}.click()`,
    done: otherRows,
    request: (round) => `status=new&q=${letters(round + 60)}&sort=fullName`,
  },
  {
    name: 'scrolled to the next page',
    before: (at, round) => `${at}?source=web&q=${letters(round + 120)}`,
    act: () => `${box}.scrollTop = ${box}.scrollHeight`,
    done: `${box}.scrollHeight > height`,
    request: (round) => `source=web&q=${letters(round + 120)}`,
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
    const crowd = await createPeople(database, people)
    await database.pool.query(`update agents set org_id = 'demo' where agent_key = $1`, [crowd.key])
    await database.pool.query({ text: 'vacuum analyze people, people_search_keys', query_timeout: 600_000 } as {
      text: string
    })
    return await measure(browser, parley, `/orgs/demo/agents/${crowd.id}/people`)
  } finally {
    await browser.close()
    await database.close()
    await parley.stop()
  }
}

async function measure(browser: Browser, parley: BenchParley, at: string): Promise<Benchmark[]> {
  const page = await openConsolePage(browser, parley)
  await page.goto(`${parley.origin}${at}`)
  const measured: Benchmark[] = []
  for (const interaction of interactions) {
    const [shownTimes, requestTimes]: [number[], number[]] = [[], []]
    // Round 0 is a warm-up: right after the vacuum, PostgreSQL has none of the pages cached.
    for (let round = rounds; round >= 0; round--) {
      const { act, before, done, request } = interaction
      await page.evaluate(goTo(before(at, round)))
      await page.locator(rows).first().waitFor()
      // Lets the page finish its other rendering.
      await page.waitForTimeout(400)
      const took = await page.evaluate<number>(timedScript({ act: act(at, round), done, before: stateBefore }))
      const alone = await requestTime(parley, `${at}?${request(round)}&limit=${pageSize}`)
      if (round === rounds) continue
      shownTimes.push(took)
      requestTimes.push(alone)
    }
    const name = `console: ${interaction.name}, p95`
    measured.push({ name, ours: p95(shownTimes), ceiling: p95(requestTimes), unit: 'ms' })
  }
  return measured
}

const stateBefore = `const before = ${firstRow}
  const height = ${box}.scrollHeight`
