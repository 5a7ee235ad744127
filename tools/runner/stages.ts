import { RunStoppedError } from './processes.ts'
import { formatElapsed, sumCounts, type TestCounts } from './result.ts'

/** A step of the run that is not a test file; returns undefined on success, or the problem. */
export type RunStage = { name: string; run(): Promise<string | undefined> | string | undefined }

export type Print = (text: string) => void

/** Runs the stages two at a time; each prints one line when it is done, followed by any problem. */
export async function runStages(stages: RunStage[], print: Print = console.log): Promise<TestCounts> {
  const tallies: TestCounts[] = []
  const waiting = [...stages]
  const lane = async () => {
    for (let stage = waiting.shift(); stage; stage = waiting.shift()) tallies.push(await runStage(stage, print))
  }
  await Promise.all([lane(), lane()])
  return sumCounts(tallies)
}

async function runStage(stage: RunStage, print: Print): Promise<TestCounts> {
  const started = performance.now()
  const wrong = await outcome(stage)
  print(`${wrong === undefined ? '✔' : '✖'} ${stage.name.padEnd(14)} ${formatElapsed(performance.now() - started)}`)
  if (wrong === undefined) return { passed: 1, failed: 0, skipped: 0 }
  print(indented(wrong || 'failed without a word'))
  return { passed: 0, failed: 1, skipped: 0 }
}

async function outcome(stage: RunStage): Promise<string | undefined> {
  try {
    return await stage.run()
  } catch (error) {
    if (error instanceof RunStoppedError) throw error
    return error instanceof Error ? (error.stack ?? error.message) : String(error)
  }
}

function indented(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')
}
