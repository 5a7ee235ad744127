import { parentPort, workerData } from 'node:worker_threads'
import { createSeededRandomSource } from '../random.ts'
import { openCoverage } from './coverage.ts'
import { type SearchResult, searchInputs } from './search.ts'
import { type SearchThreadData, sharedInput } from './shared-input.ts'
import type { FuzzTarget } from './target.ts'
import { loadTargets } from './targets/index.ts'

const { file, name, seed, seconds, current, input } = workerData as SearchThreadData
const { trying, rests } = sharedInput(current)

const target = (await loadTargets(file)).find((one) => one.name === name) as FuzzTarget
parentPort?.postMessage(input === undefined ? await search() : await tryOnly(input))

async function search(): Promise<SearchResult> {
  const coverage = await openCoverage(target.within)
  const until = performance.now() + seconds * 1_000
  const goesOn = () => performance.now() < until
  const outcome = await searchInputs({
    target,
    coverage,
    random: createSeededRandomSource(seed),
    onInput: trying,
    onIdle: rests,
    shouldContinue: goesOn,
  })
  coverage.close()
  return outcome
}

async function tryOnly(text: string): Promise<SearchResult> {
  trying(text)
  try {
    await target.run(text)
  } catch {
    // The search finds errors; this thread only measures time.
  }
  return { inputs: 1, keptInputs: 0, letters: 0, crashes: [] }
}
