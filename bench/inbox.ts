import { gallery } from '@parley/amf/gallery'
import type { Page } from 'playwright-core'
import { type Database, openDatabase } from '../server/src/platform/db/database.ts'
import type { Benchmark } from './benchmark.ts'
import {
  buildTimingScript,
  computeP95,
  launchConsoleBrowser,
  measureRequest,
  openConsolePage,
} from './console-browser.ts'
import { type BenchParley, startBenchParley } from './servers.ts'

const messagesPerConversation = 200
const rounds = 20
const targetMs = 300

/** Every kind of message, so that bubbles, cards, lists and chips are drawn. */
const kinds = Object.values(gallery).map((exhibit) => ({ spec: 'amf/1', ...exhibit }))

/**
 * Opening a conversation in a browser: time from the click to the frame that shows its last message, compared with the
 * API request alone. Each round opens another conversation, so that none is in the page's cache.
 */
export async function benchInbox(url: string): Promise<Benchmark[]> {
  const browser = await launchConsoleBrowser()
  const parley = await startBenchParley(url)
  const database = openDatabase(url)
  try {
    await fill(database, parley.agent)
    const at = `/orgs/demo/agents/${parley.agent}`
    const page = await openConsolePage(browser, parley)
    await page.goto(`${parley.origin}${at}/inbox`)
    await page.locator('main li a').nth(rounds).waitFor()
    const { shown, requested } = await measure(page, parley, at)
    const name = `inbox: a conversation of ${messagesPerConversation} messages, p95`
    return [
      { name, ours: shown, ceiling: requested, unit: 'ms' },
      { name: `${name}, target`, ours: shown, ceiling: targetMs, unit: 'ms' },
    ]
  } finally {
    await browser.close()
    await database.close()
    await parley.stop()
  }
}

async function measure(page: Page, parley: BenchParley, at: string): Promise<{ shown: number; requested: number }> {
  const [shown, requested]: [number[], number[]] = [[], []]
  // Round 0 is a warm-up.
  for (let round = 0; round <= rounds; round++) {
    // Lets the page finish its other rendering.
    await page.waitForTimeout(400)
    const action = `[...document.querySelectorAll('main li a')].find((link) => link.href.includes('ses-${round}&') || link.href.endsWith('ses-${round}')).click()`
    const endCondition = `document.querySelector('[role=log]')?.textContent.includes('The end of ses-${round}.')`
    const shownMs = await page.evaluate<number>(buildTimingScript({ action, endCondition }))
    const query = `sessionId=ses-${round}&start=2000-01-01T00:00:00Z&includeTest=true&limit=500`
    const requestMs = await measureRequest(parley, `${at}/messages?${query}`)
    if (round === 0) continue
    shown.push(shownMs)
    requested.push(requestMs)
  }
  return { shown: computeP95(shown), requested: computeP95(requested) }
}

/** Half of the messages come from the person; each message of the agent has been delivered and read. */
async function fill({ pool }: Database, agent: string): Promise<void> {
  const { rows } = await pool.query('select agent_key from agents where id = $1', [agent])
  const [begin, values] = [new Date(Date.now() - 3_600_000), [rows[0].agent_key, rounds]]
  await pool.query(
    `insert into sessions (agent_key, asid, id, channel, started_at, last_activity_at)
     select $1::bigint, 'user-' || n, 'ses-' || n, 'rcs', $3::timestamptz, $3::timestamptz + interval '50 minutes'
       from generate_series(0, $2::int) as n`,
    [...values, begin],
  )
  await pool.query(
    `insert into traffic (agent_key, at, asid, session_id, origin, type, subtype, channel, text, message_id, raw)
     select $1::bigint, $3::timestamptz + (nth * 4 + step) * interval '1 second', 'user-' || n, 'ses-' || n,
            case when step = 2 or (step = 0 and nth % 2 = 0) then 'user' else 'agent' end,
            case step when 0 then 'content' else 'status' end,
            case step when 0 then 'text' when 1 then 'sent' else 'read' end, 'rcs',
            case step when 0 then 'When would it suit you? Number ' || nth end, 'msg-' || n || '-' || nth,
            case when step > 0 then null
                 when nth = $4::int - 1 then json_build_object('spec', 'amf/1', 'parts', json_build_array(
                   json_build_object('type', 'text', 'text', 'The end of ses-' || n || '.')))
                 when nth % 2 = 1 then ($5::json -> (nth / 2) % json_array_length($5::json))
                 else json_build_object('type', 'message', 'message', json_build_object('text', 'Number ' || nth)) end
       from generate_series(0, $2::int) as n, generate_series(0, $4::int - 1) as nth, generate_series(0, 2) as step
      where step = 0 or nth % 2 = 1`,
    [...values, begin, messagesPerConversation, JSON.stringify(kinds)],
  )
}
