import { parentPort, workerData } from 'node:worker_threads'
import { createSeededRandomSource } from '../random.ts'
import { openCoverage } from './coverage.ts'
import { type SearchResult, searchInputs } from './search.ts'
import { createSharedInput, type SearchThreadData } from './shared-input.ts'
import type { FuzzTarget } from './target.ts'
import { loadTargets } from './targets/index.ts'

const { file, name, seed, seconds, current, input } = workerData as SearchThreadData
const { start, finish } = createSharedInput(current)

const target = (await loadTargets(file)).find((candidate) => candidate.name === name) as FuzzTarget
parentPort?.postMessage(input === undefined ? await search() : await runOnce(input))

async function search(): Promise<SearchResult> {
  const coverage = await openCoverage(target.sourcePattern)
  const deadline = performance.now() + seconds * 1_000
  const shouldContinue = () => performance.now() < deadline
  const result = await searchInputs({
    target,
    coverage,
    random: createSeededRandomSource(seed),
    onInput: start,
    onIdle: finish,
    shouldContinue,
  })
  coverage.close()
  return result
}

async function runOnce(text: string): Promise<SearchResult> {
  start(text)
  try {
    await target.run(text)
  } catch {
    // The search finds errors; this thread only measures time.
  }
  return { inputs: 1, newInputs: 0, coveredCharacters: 0, crashes: [] }
}
