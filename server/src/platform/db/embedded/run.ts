import { spawn } from 'node:child_process'

export type Ran = { code: number | null; printed: string }
export type RunOptions = { input?: string; uid?: number; gid?: number; env?: NodeJS.ProcessEnv }

/** Runs a program to its end, in a session of its own, and gives back what it printed. */
export function run(program: string, args: string[], { input = '', ...options }: RunOptions = {}): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: '/',
      detached: true,
      windowsHide: true,
      env: plainEnvironment(),
      ...options,
    })
    let printed = ''
    const keep = (chunk: Buffer) => {
      printed += chunk
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.stdin.on('error', () => {}) // the program may end before it has read all
    child.stdin.end(input)
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, printed }))
  })
}

/** No PG… variable of the caller reaches PostgreSQL, no secret either; messages are English so that we can read them. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP, TMPDIR } = process.env
  return { PATH, SystemRoot, TEMP, TMPDIR, LC_ALL: 'C', TZ: 'UTC' }
}
