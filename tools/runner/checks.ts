import { join } from 'node:path'
import { describe as describeViolation, findViolations } from '../boundaries.ts'
import { describe as describeOverrun, findOverruns } from '../budgets.ts'
import { run } from './processes.ts'
import type { Stage } from './stages.ts'

/** What can be said about the code without running it. */
export function checksOf(root: string): Stage[] {
  return [
    { name: 'types', act: () => types(root, '.') },
    { name: 'widget types', act: () => types(root, 'webchat') },
    { name: 'console types', act: () => types(root, 'console') },
    { name: 'sdk types', act: () => program(root, 'node', 'tools/sdk-types.ts', '--check') },
    { name: 'lint', act: () => program(root, 'biome', 'check', '--error-on-warnings') },
    { name: 'boundaries', act: () => lines(findViolations(root).map(describeViolation)) },
    { name: 'budgets', act: () => lines(findOverruns(root).map(describeOverrun)) },
    { name: 'dead code', act: () => program(root, 'knip', '--config', 'tools/runner/knip.json', '--no-config-hints') },
  ]
}

/** Only what has changed since the last check is checked again: 3 instead of 19 s when nothing has. */
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
  const { code, output } = await run(join(root, 'node_modules/.bin', name), args, { cwd: root })
  return code === 0 ? undefined : output
}

function lines(found: string[]): string | undefined {
  return found.length > 0 ? found.join('\n') : undefined
}
