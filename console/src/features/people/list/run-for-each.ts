export type BulkProgress = { total: number; done: number; failed: number; firstError?: unknown }

const concurrency = 4

/** Runs an action for each item, a few at a time; stopping lets running ones finish. */
export async function runForEach<One>(
  everyone: readonly One[],
  act: (one: One) => Promise<unknown>,
  { tell, signal }: { tell: (progress: BulkProgress) => void; signal: AbortSignal },
): Promise<BulkProgress> {
  let progress: BulkProgress = { total: everyone.length, done: 0, failed: 0 }
  const waiting = everyone.values()
  const work = async () => {
    for (const one of waiting) {
      if (signal.aborted) return
      const error = await act(one).then(
        () => undefined,
        (reason: unknown) => reason ?? new Error('refused'),
      )
      progress = countResult(progress, error)
      tell(progress)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return progress
}

function countResult(progress: BulkProgress, error: unknown): BulkProgress {
  if (error === undefined) return { ...progress, done: progress.done + 1 }
  return { ...progress, failed: progress.failed + 1, firstError: progress.firstError ?? error }
}
