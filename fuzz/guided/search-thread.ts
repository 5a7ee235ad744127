import { Worker } from 'node:worker_threads'
import { minimizeText } from './mutate-text.ts'
import type { Crash, SearchResult } from './search.ts'
import { type SearchJob, type SearchThreadData, sharedBytes, sharedInput } from './shared-input.ts'

const slowSeconds = 2
const mostMegabytes = 500
const mostLosses = 3
/** Each takes seconds. */
const mostShortenings = 20

/**
 * Searches in a separate thread. A thread that needs more than two seconds for an input, or too much memory, is
 * terminated, and its current input is the crash. Because the machine itself may stall for seconds, only an input that
 * is slow again on its own is reported; otherwise the search restarts with a longer timeout. Returns undefined if it
 * never completes.
 */
export async function runSearchThread(job: SearchJob): Promise<SearchResult | undefined> {
  for (let losses = 0; losses <= mostLosses; losses++) {
    const outcome = await inThread({ ...job, seed: job.seed + losses }, slowSeconds * 2 ** losses)
    if ('crashes' in outcome) return outcome
    const { error } = outcome
    const fails = async (input: string) => 'error' in (await inThread({ ...job, input }, slowSeconds))
    if (await fails(outcome.input)) {
      const input = await minimizeText(outcome.input, fails, mostShortenings)
      return { inputs: 0, keptInputs: 0, letters: 0, crashes: [{ input, error }] }
    }
  }
  return undefined
}

/** Returns the result of a search, or the input it was running when it was terminated. */
function inThread(job: SearchJob, patienceSeconds: number): Promise<SearchResult | Crash> {
  const current = new SharedArrayBuffer(sharedBytes)
  const shared = sharedInput(current)
  const given: SearchThreadData = { ...job, current }
  const thread = new Worker(new URL('thread.ts', import.meta.url), {
    workerData: given,
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
  })
  const { promise, resolve, reject } = Promise.withResolvers<SearchResult | Crash>()
  const lost = (error: string) => resolve({ input: shared.input(), error })
  const timer = setInterval(() => {
    if (shared.milliseconds() > patienceSeconds * 1_000) lost(`more than ${patienceSeconds} s`)
  }, 200)
  thread.once('message', resolve)
  thread.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') lost(`more than ${mostMegabytes} MB`)
    else reject(error)
  })
  return promise.finally(() => {
    clearInterval(timer)
    return thread.terminate()
  })
}
