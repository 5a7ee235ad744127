import { spawn } from 'node:child_process'

export type ProgramResult = { code: number | null; output: string }
export type ProgramOptions = { input?: string; uid?: number; gid?: number; env?: NodeJS.ProcessEnv }

/** Runs a program to completion in a session of its own and returns its output. */
export function runPostgresProgram(
  program: string,
  args: string[],
  { input = '', ...options }: ProgramOptions = {},
): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: '/',
      detached: true,
      windowsHide: true,
      env: createCleanEnvironment(),
      ...options,
    })
    let output = ''
    const keep = (chunk: Buffer) => {
      output += chunk
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.stdin.on('error', () => {}) // the program may exit before it has read all input
    child.stdin.end(input)
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })
}

/**
 * Keeps the caller's PG… variables and secrets away from PostgreSQL, and makes its messages English so that we can
 * parse them.
 */
export function createCleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP, TMPDIR } = process.env
  return { PATH, SystemRoot, TEMP, TMPDIR, LC_ALL: 'C', TZ: 'UTC' }
}
