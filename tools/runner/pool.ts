import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { readFamilySeconds } from '../../server/src/testing/processor-time.ts'
import { createIdleMeter } from './idle-meter.ts'
import { isRunStopped, killGroup, RunStoppedError, trackProcess } from './processes.ts'
import { createEmptyResult, type FileResult } from './result.ts'
import type { RunFile } from './worker.ts'

export type PooledFile = {
  file: string
  ownProcess: boolean
  /** It waits for programs, so it may run beside the others while a core is idle. */
  mostlyWaits?: boolean
}
export type PoolOptions = {
  root: string
  env: Record<string, string | undefined>
  preload?: readonly string[]
  onResult?: (result: FileResult) => void
  /** Number of concurrent processes; by default as many as there are cores. */
  workers?: number
  /** Whether a core is idle; by default measured on this machine. */
  isIdle?: () => boolean
}

/** A hanging test must not block the run; the limit is generous enough for slow ones. */
const fileTimeoutMinutes = 10
/** A process retains everything its files have loaded, so it is replaced after this many. */
const mostFilesPerProcess = 60
const graceSeconds = 5
const idleCheckMilliseconds = 2_000

/**
 * Runs the files in this order on a pool of processes; each free process takes the next. Files that mostly wait also run
 * on a spare process, each of them only if a core is idle when it starts.
 */
export async function runPool(files: readonly PooledFile[], options: PoolOptions): Promise<FileResult[]> {
  const queue = [...files]
  const results: FileResult[] = []
  const { workers = availableParallelism(), onResult, isIdle = createIdleMeter() } = options
  const runSlot = async (takeNext: () => Promise<PooledFile | undefined>) => {
    const shared = new Worker(options)
    for (let next = await takeNext(); next; next = await takeNext()) {
      const result = next.ownProcess ? await runAlone(next.file, options) : await shared.run(next.file)
      results.push(result)
      onResult?.(result)
    }
    await shared.end()
  }
  const slots = Array.from({ length: Math.min(workers, files.length) }, () => runSlot(async () => queue.shift()))
  if (workers > 1) slots.push(runSlot(() => takeWhenIdle(queue, isIdle)))
  await Promise.all(slots)
  return results
}

/** Waits until a core is idle and takes a file that mostly waits; returns undefined when no such file is left. */
async function takeWhenIdle(queue: PooledFile[], isIdle: () => boolean): Promise<PooledFile | undefined> {
  for (;;) {
    if (isRunStopped() || !queue.some(({ mostlyWaits }) => mostlyWaits)) return undefined
    await sleep(idleCheckMilliseconds)
    const index = queue.findIndex(({ mostlyWaits }) => mostlyWaits)
    if (index >= 0 && isIdle()) return queue.splice(index, 1)[0]
  }
}

async function runAlone(file: string, options: PoolOptions): Promise<FileResult> {
  const worker = new Worker(options)
  try {
    return await worker.run(file)
  } finally {
    await worker.end()
  }
}

/** One test process, started with its first file and replaced when it dies or has run many. */
class Worker {
  private readonly options: PoolOptions
  private child: ChildProcess | undefined
  private filesRun = 0
  private output = ''
  private processorSeconds = 0

  constructor(options: PoolOptions) {
    this.options = options
  }

  async run(file: string): Promise<FileResult> {
    if (this.filesRun >= mostFilesPerProcess) await this.end()
    if (isRunStopped()) throw new RunStoppedError()
    const startedAt = performance.now()
    this.filesRun++
    this.output = ''
    this.child ??= this.start()
    const { pid } = this.child
    const result = await this.resultFrom(this.child, file)
    const processorSeconds = this.takeProcessorSeconds(pid)
    // The result uses another pipe than the file's output and may arrive first.
    if (result.failures.length > 0) await sleep(100)
    const output = result.failures.length > 0 ? this.output : ''
    return { ...result, output, milliseconds: performance.now() - startedAt, processorSeconds }
  }

  /** Lets the process close resources that its files share, such as a browser, and kills it after five seconds. */
  async end(): Promise<void> {
    const child = this.child
    this.child = undefined
    this.filesRun = 0
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    // Not 'close', which is not emitted after a disconnect.
    const exited = new Promise((resolve) => child.once('exit', resolve))
    if (child.connected) child.disconnect()
    const timer = setTimeout(killGroup, graceSeconds * 1000, child)
    await exited
    clearTimeout(timer)
  }

  /** What the process and its children have used since the last file; a process that died has no figure. */
  private takeProcessorSeconds(pid: number | undefined): number | undefined {
    const total = pid === undefined ? undefined : readFamilySeconds(pid)
    const used = total === undefined ? undefined : Math.max(0, total - this.processorSeconds)
    this.processorSeconds = total ?? 0
    return used
  }

  private start(): ChildProcess {
    this.processorSeconds = 0
    const { root, env, preload = [] } = this.options
    const resolveHere = (file: string) => new URL(file, import.meta.url).href
    const child = fork(fileURLToPath(resolveHere('worker.ts')), {
      cwd: root,
      env: { ...process.env, ...env } as NodeJS.ProcessEnv,
      execArgv: [
        `--import=${resolveHere('test-scope.ts')}`,
        ...preload.map((path) => `--import=${pathToFileURL(join(root, path)).href}`),
        `--test-reporter=${resolveHere('worker-reporter.ts')}`,
        '--test-reporter-destination=stdout',
      ],
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
    })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (this.output += text))
    return trackProcess(child)
  }

  private resultFrom(child: ChildProcess, file: string): Promise<FileResult> {
    return new Promise((resolve, reject) => {
      const finish = () => {
        clearTimeout(timer)
        child.off('message', onMessage).off('exit', onExit)
      }
      const onMessage = (result: unknown) => {
        finish()
        resolve(result as FileResult)
      }
      const stopWorker = (reason: string) => {
        finish()
        killGroup(child)
        this.child = undefined
        if (isRunStopped()) reject(new RunStoppedError())
        else resolve({ ...createEmptyResult(file), failures: [{ name: file, location: file, reason }] })
      }
      const onExit = (code: number | null, signal: string | null) =>
        stopWorker(`Its process exited with ${signal ?? `code ${code}`} before the tests finished.`)
      const timer = setTimeout(
        stopWorker,
        fileTimeoutMinutes * 60_000,
        `It took more than ${fileTimeoutMinutes} minutes.`,
      )
      child.on('message', onMessage).on('exit', onExit)
      const message: RunFile = { file, url: pathToFileURL(join(this.options.root, file)).href }
      child.send(message)
    })
  }
}
