import { parentPort, workerData } from 'node:worker_threads'
import { randomOf } from '../random.ts'
import { openCoverage } from './coverage.ts'
import { type Searched, searched } from './search.ts'
import { type Given, sharedInput } from './shared-input.ts'
import type { Target } from './target.ts'
import { targetsIn } from './targets/index.ts'

const { file, name, seed, seconds, current, input } = workerData as Given
const { trying, rests } = sharedInput(current)

const target = (await targetsIn(file)).find((one) => one.name === name) as Target
parentPort?.postMessage(input === undefined ? await search() : await tryOnly(input))

async function search(): Promise<Searched> {
  const coverage = await openCoverage(target.within)
  const until = performance.now() + seconds * 1_000
  const goesOn = () => performance.now() < until
  const outcome = await searched({ target, coverage, random: randomOf(seed), trying, rests, goesOn })
  coverage.close()
  return outcome
}

async function tryOnly(text: string): Promise<Searched> {
  trying(text)
  try {
    await target.run(text)
  } catch {
    // That it throws is found by the search; here it is timed.
  }
  return { inputs: 1, kept: 0, letters: 0, crashes: [] }
}
