import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'

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

/**
 * The user that PostgreSQL runs as. It rejects uid 0, so root either maps to another uid in a user namespace (`prefix`;
 * files stay root's) or runs the process as another user (`uid`, `gid`).
 */
export type ServerUser = { prefix: string[]; uid?: number; gid?: number }

export const currentServerUser: ServerUser = { prefix: [] }

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** initdb looks up its user by name, and a container may run under a uid without one. */
export function hasPasswdEntry(): boolean {
  try {
    userInfo()
    return true
  } catch {
    return false
  }
}

export function nobodyUser(): Required<ServerUser> {
  const line = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readPasswd())
  return { prefix: [], uid: Number(line?.[1] ?? 65534), gid: Number(line?.[2] ?? 65534) }
}

export function namespacedNobodyUser(): ServerUser {
  const { uid, gid } = nobodyUser()
  return { prefix: ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`] }
}

type Command = { program: string; args: string[]; options: { uid?: number; gid?: number; env: NodeJS.ProcessEnv } }

export function buildCommandAs({ prefix, uid, gid }: ServerUser, program: string, args: string[]): Command {
  const [first = program, ...rest] = [...prefix, program, ...args]
  const identity = uid === undefined ? {} : { uid, gid }
  return { program: first, args: rest, options: { ...identity, env: createCleanEnvironment() } }
}

export function runAs(user: ServerUser, command: [string, ...string[]], input = ''): Promise<ProgramResult> {
  const { program, args, options } = buildCommandAs(user, command[0], command.slice(1))
  return runPostgresProgram(program, args, { ...options, input })
}

type UserProbe = 'yes' | 'no' | 'not the folder' | 'not the program'

/** Whether this user is available, may write to the folder, and may run the program. */
export async function probeUser(user: ServerUser, program: string, folder: string): Promise<UserProbe> {
  const script = 'test -w "$1" -a -x "$1" || exit 3; "$0" --version >/dev/null 2>&1 || exit 4; exit 5'
  const ran = await runAs(user, ['/bin/sh', '-c', script, program, folder]).catch(() => ({ code: null }))
  if (ran.code === 5) return 'yes'
  if (ran.code === 3) return 'not the folder'
  return ran.code === 4 ? 'not the program' : 'no'
}

function readPasswd(): string {
  try {
    return readFileSync('/etc/passwd', 'utf8')
  } catch {
    return ''
  }
}
