import { join } from 'node:path'
import { formatViolation as describeViolation, findViolations } from '../boundaries.ts'
import { formatBudgetFinding as describeOverrun, findBudgetFindings } from '../budgets.ts'
import { runProcess } from './processes.ts'
import type { RunStage } from './stages.ts'

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

/** Incremental: checks only what changed since the last run, 3 instead of 19 s if nothing has. */
function types(root: string, project: string): Promise<string | undefined> {
  const known = join(root, '.cache', `types-${project === '.' ? 'server' : project}.tsbuildinfo`)
  return program(
    root,
    'tsc',
    '-p',
    project,
    '--noEmit',
    '--pretty',
    'false',
    '--incremental',
    '--tsBuildInfoFile',
    known,
  )
}

async function program(root: string, name: string, ...args: string[]): Promise<string | undefined> {
  const { code, output } = await runProcess(join(root, 'node_modules/.bin', name), args, { cwd: root })
  return code === 0 ? undefined : output
}

function lines(found: string[]): string | undefined {
  return found.length > 0 ? found.join('\n') : undefined
}
