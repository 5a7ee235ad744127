import type { Random } from '../random.ts'
import { type Coverage, type CoverageMap, createCoverageMap } from './coverage.ts'
import { minimizeText, mutateText } from './mutate-text.ts'
import type { FuzzTarget } from './target.ts'

export type Crash = { input: string; error: string }
/** `coveredCharacters` is the number of covered characters of source. */
export type SearchResult = { inputs: number; newInputs: number; coveredCharacters: number; crashes: Crash[] }

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

const batchSize = 64
const maxCrashes = 5

/** Mutates its inputs and keeps those that reach code that no earlier input reached. */
export async function searchInputs(search: Search): Promise<SearchResult> {
  const { target, random } = search
  const pool = [...target.seeds]
  const coverageMap = createCoverageMap()
  const crashes = new Map<string, Crash>()
  let inputs = 0
  await recordCoverage(search, pool, coverageMap)
  while (search.shouldContinue() && crashes.size < maxCrashes) {
    const candidates = Array.from({ length: batchSize }, () =>
      mutateText(random.pick(pool), pool, target.tokens, random),
    )
    inputs += candidates.length
    for (const input of candidates) await recordCrash(await runInput(search, input), search, crashes)
    if (await reachesNewCode(search, coverageMap)) pool.push(...(await findNewInputs(search, candidates, coverageMap)))
  }
  return {
    inputs,
    newInputs: pool.length - target.seeds.length,
    coveredCharacters: coverageMap.countCharacters(),
    crashes: [...crashes.values()],
  }
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
  const crashSite = crashSiteOf(crash)
  const fails = async (input: string) => {
    const crashAgain = await runInput(search, input)
    return crashAgain !== undefined && crashSiteOf(crashAgain) === crashSite
  }
  const input = await minimizeText(crash.input, fails)
  crashes.set(crashSite, (await runInput(search, input)) ?? crash)
}

/**
 * Whether the last batch reached new code. Does not record the coverage, because it is not known yet which input caused
 * it.
 */
async function reachesNewCode({ coverage }: Search, coverageMap: CoverageMap): Promise<boolean> {
  return coverageMap.hasNewCode(await coverage.read())
}

/** Finds the inputs that reach new code by bisection: reading the coverage costs more than running all inputs again. */
async function findNewInputs(search: Search, inputs: readonly string[], coverageMap: CoverageMap): Promise<string[]> {
  if (inputs.length === 1) return (await recordCoverage(search, inputs, coverageMap)) ? [...inputs] : []
  const halves = [inputs.slice(0, inputs.length / 2), inputs.slice(inputs.length / 2)]
  const newInputs: string[] = []
  for (const half of halves) {
    for (const input of half) await runInput(search, input)
    if (await reachesNewCode(search, coverageMap)) newInputs.push(...(await findNewInputs(search, half, coverageMap)))
  }
  return newInputs
}

/** Runs only these inputs and records what they reach. */
async function recordCoverage(search: Search, inputs: readonly string[], coverageMap: CoverageMap): Promise<boolean> {
  for (const input of inputs) await runInput(search, input)
  const coverage = await search.coverage.read()
  const hasNewCode = coverageMap.hasNewCode(coverage)
  coverageMap.add(coverage)
  return hasNewCode
}
