import { setTimeout as wait } from 'node:timers/promises'
import type { Exit } from '../exit.ts'
import type { Io } from '../io.ts'
import { parley } from '../parley.ts'

export type Told = { exit: Exit; out: string; err: string }
export type World = Partial<Pick<Io, 'env' | 'folder' | 'columns' | 'colours' | 'interrupted'>>

/** `parley` with these arguments; nobody waits there, and nobody is at the terminal. */
export async function called(args: string[], world: World = {}): Promise<Told> {
  const told = { out: [] as string[], err: [] as string[] }
  const io: Io = {
    env: {},
    folder: '/nowhere',
    columns: () => undefined,
    colours: false,
    interrupted: new AbortController().signal,
    ...world,
    out: (text) => void told.out.push(text),
    err: (text) => void told.err.push(text),
    fetch,
    now: () => performance.now(),
    sleep: (_, signal) => wait(1, undefined, { signal }).catch(() => undefined),
  }
  const exit = await parley(args, io)
  return { exit, out: told.out.join(''), err: told.err.join('') }
}
