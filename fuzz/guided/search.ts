import type { Random } from '../random.ts'
import { type Coverage, type EverythingRun, everythingRun } from './coverage.ts'
import type { Target } from './target.ts'
import { mutatedText, shortest } from './texts.ts'

export type Crash = { input: string; error: string }
/** `letters` is how much of the code has run. */
export type Searched = { inputs: number; kept: number; letters: number; crashes: Crash[] }

export type Search = {
  target: Target
  coverage: Coverage
  random: Random
  /** Whether to go on. */
  goesOn(): boolean
  /** Is told each input before it is tried, so that somebody knows it who lives longer. */
  trying(input: string): void
  /** Is told when it has been. */
  rests(): void
}

const batch = 64
const mostCrashes = 5

/** Mutates what it has; keeps what reaches code that nothing before it has reached. */
export async function searched(search: Search): Promise<Searched> {
  const { target, random } = search
  const pool = [...target.seeds]
  const seen = everythingRun()
  const crashes = new Map<string, Crash>()
  let inputs = 0
  await news(search, pool, seen)
  while (search.goesOn() && crashes.size < mostCrashes) {
    const tried = Array.from({ length: batch }, () => mutatedText(random.pick(pool), pool, target.words, random))
    inputs += tried.length
    for (const input of tried) await note(await crashOf(search, input), search, crashes)
    if (await isNews(search, seen)) pool.push(...(await newsmakers(search, tried, seen)))
  }
  return { inputs, kept: pool.length - target.seeds.length, letters: seen.size(), crashes: [...crashes.values()] }
}

async function crashOf({ target, trying, rests }: Search, input: string): Promise<Crash | undefined> {
  trying(input)
  try {
    await target.run(input)
    return undefined
  } catch (error) {
    return { input, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  } finally {
    rests()
  }
}

/** The same error from the same place is one crash. */
const placeOf = ({ error }: Crash): string => error.split('\n').slice(0, 3).join(' ').replace(/\d+/g, '0').slice(0, 200)

async function note(crash: Crash | undefined, search: Search, crashes: Map<string, Crash>): Promise<void> {
  if (!crash || crashes.has(placeOf(crash))) return
  const place = placeOf(crash)
  const fails = async (input: string) => {
    const again = await crashOf(search, input)
    return again !== undefined && placeOf(again) === place
  }
  const input = await shortest(crash.input, fails)
  crashes.set(place, (await crashOf(search, input)) ?? crash)
}

/** Whether what has just run reached something new. What it reached is not remembered: which input it was is not known yet. */
async function isNews({ coverage }: Search, seen: EverythingRun): Promise<boolean> {
  return seen.isNews(await coverage.taken())
}

/** Those that reach something new, found by halves: to ask what was covered costs more than to try all of them again. */
async function newsmakers(search: Search, inputs: readonly string[], seen: EverythingRun): Promise<string[]> {
  if (inputs.length === 1) return (await news(search, inputs, seen)) ? [...inputs] : []
  const halves = [inputs.slice(0, inputs.length / 2), inputs.slice(inputs.length / 2)]
  const found: string[] = []
  for (const half of halves) {
    for (const input of half) await crashOf(search, input)
    if (await isNews(search, seen)) found.push(...(await newsmakers(search, half, seen)))
  }
  return found
}

/** Runs these alone, and remembers what they reach. */
async function news(search: Search, inputs: readonly string[], seen: EverythingRun): Promise<boolean> {
  for (const input of inputs) await crashOf(search, input)
  const ran = await search.coverage.taken()
  const found = seen.isNews(ran)
  seen.remember(ran)
  return found
}
