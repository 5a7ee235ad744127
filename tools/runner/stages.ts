import { join } from 'node:path'
import { formatViolation as describeViolation, findViolations } from '../boundaries.ts'
import { formatBudgetFinding as describeOverrun, findBudgetFindings } from '../budgets.ts'
import { RunStoppedError, runProcess } from './processes.ts'
import { formatElapsed, sumCounts, type TestCounts } from './result.ts'

/** A step of the run that is not a test file; returns undefined on success, or the problem. */
export type RunStage = { name: string; run(): Promise<string | undefined> | string | undefined }

export type Print = (text: string) => void

/** Runs the stages two at a time; each prints one line when it is done, followed by any problem. */
export async function runStages(stages: RunStage[], print: Print = console.log): Promise<TestCounts> {
  const counts: TestCounts[] = []
  const queue = [...stages]
  const runLane = async () => {
    for (let stage = queue.shift(); stage; stage = queue.shift()) counts.push(await runStage(stage, print))
  }
  await Promise.all([runLane(), runLane()])
  return sumCounts(counts)
}

async function runStage(stage: RunStage, print: Print): Promise<TestCounts> {
  const startedAt = performance.now()
  const failure = await runSafely(stage)
  print(`${failure === undefined ? '✔' : '✖'} ${stage.name.padEnd(14)} ${formatElapsed(performance.now() - startedAt)}`)
  if (failure === undefined) return { passed: 1, failed: 0, skipped: 0 }
  print(indented(failure || 'failed without output'))
  return { passed: 0, failed: 1, skipped: 0 }
}

async function runSafely(stage: RunStage): Promise<string | undefined> {
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

export function createCheckStages(root: string): RunStage[] {
  return [
    { name: 'types', run: () => types(root, '.') },
    { name: 'widget types', run: () => types(root, 'webchat') },
    { name: 'console types', run: () => types(root, 'console') },
    { name: 'sdk types', run: () => program(root, 'node', 'tools/sdk-types.ts', '--check') },
    { name: 'lint', run: () => program(root, 'biome', 'check', '--error-on-warnings') },
    { name: 'boundaries', run: () => lines(findViolations(root).map(describeViolation)) },
    { name: 'budgets', run: () => lines(findBudgetFindings(root).map(describeOverrun)) },
    { name: 'dead code', run: () => program(root, 'knip', '--config', 'tools/runner/knip.json', '--no-config-hints') },
  ]
}

/**
 * Incremental: checks only what changed since the last run, 3 instead of 19 s if nothing has. One checker, because each
 * checks the shared types again, and the other core is busy with another stage.
 */
function types(root: string, project: string): Promise<string | undefined> {
  const buildInfo = join(root, '.cache', `types-${project === '.' ? 'server' : project}.tsbuildinfo`)
  const options = ['--noEmit', '--pretty', 'false', '--checkers', '1', '--incremental', '--tsBuildInfoFile', buildInfo]
  return program(root, 'tsc', '-p', project, ...options)
}

/** The type checker is written in Go and needs a quarter less processor time if it collects garbage less often. */
const env = { ...process.env, GOGC: '400' }

async function program(root: string, name: string, ...args: string[]): Promise<string | undefined> {
  const { code, output } = await runProcess(join(root, 'node_modules/.bin', name), args, { cwd: root, env })
  return code === 0 ? undefined : output
}

function lines(problems: string[]): string | undefined {
  return problems.length > 0 ? problems.join('\n') : undefined
}
