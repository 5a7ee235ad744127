import type { Random } from '../random.ts'
import { type Coverage, type CoverageMap, createCoverageMap } from './coverage.ts'
import { minimizeText, mutateText } from './mutate-text.ts'
import type { FuzzTarget } from './target.ts'

export type Crash = { input: string; error: string }
/** `letters` is the number of covered characters of source. */
export type SearchResult = { inputs: number; keptInputs: number; letters: number; crashes: Crash[] }

export type Search = {
  target: FuzzTarget
  coverage: Coverage
  random: Random
  shouldContinue(): boolean
  /** Receives each input before it runs, so that the main thread knows it if this thread dies. */
  onInput(input: string): void
  /** Called when the input has run. */
  onIdle(): void
}

const batch = 64
const maxCrashes = 5

/** Mutates its inputs and keeps those that reach code that no earlier input reached. */
export async function searchInputs(search: Search): Promise<SearchResult> {
  const { target, random } = search
  const pool = [...target.seeds]
  const seen = createCoverageMap()
  const crashes = new Map<string, Crash>()
  let inputs = 0
  await news(search, pool, seen)
  while (search.shouldContinue() && crashes.size < maxCrashes) {
    const tried = Array.from({ length: batch }, () => mutateText(random.pick(pool), pool, target.words, random))
    inputs += tried.length
    for (const input of tried) await recordCrash(await runInput(search, input), search, crashes)
    if (await isNews(search, seen)) pool.push(...(await newsmakers(search, tried, seen)))
  }
  return { inputs, keptInputs: pool.length - target.seeds.length, letters: seen.size(), crashes: [...crashes.values()] }
}

async function runInput({ target, onInput, onIdle }: Search, input: string): Promise<Crash | undefined> {
  onInput(input)
  try {
    await target.run(input)
    return undefined
  } catch (error) {
    return { input, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  } finally {
    onIdle()
  }
}

/** The same error from the same location is one crash. */
const crashSiteOf = ({ error }: Crash): string =>
  error.split('\n').slice(0, 3).join(' ').replace(/\d+/g, '0').slice(0, 200)

async function recordCrash(crash: Crash | undefined, search: Search, crashes: Map<string, Crash>): Promise<void> {
  if (!crash || crashes.has(crashSiteOf(crash))) return
  const place = crashSiteOf(crash)
  const fails = async (input: string) => {
    const again = await runInput(search, input)
    return again !== undefined && crashSiteOf(again) === place
  }
  const input = await minimizeText(crash.input, fails)
  crashes.set(place, (await runInput(search, input)) ?? crash)
}

/**
 * Whether the last batch reached new code. Does not record the coverage, because it is not known yet which input caused
 * it.
 */
async function isNews({ coverage }: Search, seen: CoverageMap): Promise<boolean> {
  return seen.isNews(await coverage.take())
}

/** Finds the inputs that reach new code by bisection: reading the coverage costs more than running all inputs again. */
async function newsmakers(search: Search, inputs: readonly string[], seen: CoverageMap): Promise<string[]> {
  if (inputs.length === 1) return (await news(search, inputs, seen)) ? [...inputs] : []
  const halves = [inputs.slice(0, inputs.length / 2), inputs.slice(inputs.length / 2)]
  const found: string[] = []
  for (const half of halves) {
    for (const input of half) await runInput(search, input)
    if (await isNews(search, seen)) found.push(...(await newsmakers(search, half, seen)))
  }
  return found
}

/** Runs only these inputs and records what they reach. */
async function news(search: Search, inputs: readonly string[], seen: CoverageMap): Promise<boolean> {
  for (const input of inputs) await runInput(search, input)
  const ran = await search.coverage.take()
  const found = seen.isNews(ran)
  seen.remember(ran)
  return found
}
