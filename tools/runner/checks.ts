import { join } from 'node:path'
import { describe as describeViolation, findViolations } from '../boundaries.ts'
import { describe as describeOverrun, findOverruns } from '../budgets.ts'
import { run } from './processes.ts'
import type { Stage } from './stages.ts'

/** What can be said about the code without running it. */
export function checksOf(root: string): Stage[] {
  return [
    { name: 'types', act: () => program(root, 'tsc', '--noEmit', '--pretty', 'false') },
    { name: 'widget types', act: () => program(root, 'tsc', '-p', 'webchat', '--noEmit', '--pretty', 'false') },
    { name: 'console types', act: () => program(root, 'tsc', '-p', 'console', '--noEmit', '--pretty', 'false') },
    { name: 'sdk types', act: () => program(root, 'node', 'tools/sdk-types.ts', '--check') },
    { name: 'lint', act: () => program(root, 'biome', 'check', '--error-on-warnings') },
    { name: 'boundaries', act: () => lines(findViolations(root).map(describeViolation)) },
    { name: 'budgets', act: () => lines(findOverruns(root).map(describeOverrun)) },
    { name: 'dead code', act: () => program(root, 'knip', '--config', 'tools/runner/knip.json', '--no-config-hints') },
  ]
}

async function program(root: string, name: string, ...args: string[]): Promise<string | undefined> {
  const { code, output } = await run(join(root, 'node_modules/.bin', name), args, { cwd: root })
  return code === 0 ? undefined : output
}

function lines(found: string[]): string | undefined {
  return found.length > 0 ? found.join('\n') : undefined
}
