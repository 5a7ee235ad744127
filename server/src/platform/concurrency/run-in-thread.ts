import { Worker } from 'node:worker_threads'

export class ThreadTimeoutError extends Error {}
export class ThreadMemoryError extends Error {}

export type ThreadLimits = { seconds: number; heapMegabytes: number; signal?: AbortSignal }

/**
 * Buffers live outside the thread's heap, so the whole process is monitored: a compressed file may expand to any size.
 */
const maxGrowthBytes = 1024 * 1024 * 1024
const watchMilliseconds = 100

/**
 * Runs a program in a separate thread and returns the one message it posts, so that hostile input costs this process
 * neither its event loop nor its memory. The program receives its input in `workerData`.
 */
export async function runInThread<Out>(program: URL, input: unknown, limits: ThreadLimits): Promise<Out> {
  const { seconds, heapMegabytes, signal } = limits
  signal?.throwIfAborted()
  const thread = new Worker(program, {
    workerData: input,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    stdout: true,
    stderr: true,
  })
  const { promise, resolve, reject } = Promise.withResolvers<Out>()
  const tooLong = setTimeout(() => reject(new ThreadTimeoutError(`longer than ${seconds} s`)), seconds * 1000)
  const watch = watchMemory(() => reject(new ThreadMemoryError()))
  const stopped = () => reject(signal?.reason)
  signal?.addEventListener('abort', stopped)
  thread.on('message', resolve)
  thread.on('error', (error) => reject(isOutOfMemory(error) ? new ThreadMemoryError() : error))
  thread.on('exit', (code) => reject(new Error(`the thread ended with ${code}`)))
  try {
    return await promise
  } finally {
    clearTimeout(tooLong)
    clearInterval(watch)
    signal?.removeEventListener('abort', stopped)
    await thread.terminate()
  }
}

function watchMemory(exceeded: () => void): NodeJS.Timeout {
  const before = process.memoryUsage.rss()
  return setInterval(() => {
    if (process.memoryUsage.rss() - before > maxGrowthBytes) exceeded()
  }, watchMilliseconds)
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
