import { Worker } from 'node:worker_threads'
import { minimizeText } from './mutate-text.ts'
import type { Crash, SearchResult } from './search.ts'
import { createSharedInput, type SearchJob, type SearchThreadData, sharedBytes } from './shared-input.ts'

const slowSeconds = 2
const maxMegabytes = 500
const maxRestarts = 3
/** Each takes seconds. */
const maxMinimizations = 20

/**
 * Searches in a separate thread. A thread that needs more than two seconds for an input, or too much memory, is
 * terminated, and its current input is the crash. Because the machine itself may stall for seconds, only an input that
 * is slow again on its own is reported; otherwise the search restarts with a longer timeout. Returns undefined if it
 * never completes.
 */
export async function runSearchThread(job: SearchJob): Promise<SearchResult | undefined> {
  for (let restarts = 0; restarts <= maxRestarts; restarts++) {
    const outcome = await runInThread({ ...job, seed: job.seed + restarts }, slowSeconds * 2 ** restarts)
    if ('crashes' in outcome) return outcome
    const { error } = outcome
    const isSlow = async (input: string) => 'error' in (await runInThread({ ...job, input }, slowSeconds))
    if (await isSlow(outcome.input)) {
      const input = await minimizeText(outcome.input, isSlow, maxMinimizations)
      return { inputs: 0, newInputs: 0, coveredCharacters: 0, crashes: [{ input, error }] }
    }
  }
  return undefined
}

/** Returns the result of a search, or the input it was running when it was terminated. */
function runInThread(job: SearchJob, timeoutSeconds: number): Promise<SearchResult | Crash> {
  const current = new SharedArrayBuffer(sharedBytes)
  const shared = createSharedInput(current)
  const threadData: SearchThreadData = { ...job, current }
  const thread = new Worker(new URL('thread.ts', import.meta.url), {
    workerData: threadData,
    resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
  })
  const { promise, resolve, reject } = Promise.withResolvers<SearchResult | Crash>()
  const resolveAsCrash = (error: string) => resolve({ input: shared.read(), error })
  const timer = setInterval(() => {
    if (shared.elapsedMilliseconds() > timeoutSeconds * 1_000) resolveAsCrash(`more than ${timeoutSeconds} s`)
  }, 200)
  thread.once('message', resolve)
  thread.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolveAsCrash(`more than ${maxMegabytes} MB`)
    else reject(error)
  })
  return promise.finally(() => {
    clearInterval(timer)
    return thread.terminate()
  })
}
