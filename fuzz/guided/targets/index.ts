import type { FuzzTarget } from '../target.ts'

/** Every parser of untrusted input, by file: a thread loads only its own, because coverage of little code is fast. */
export const targetFiles = ['messages', 'documents', 'files', 'requests', 'providers'] as const
export type TargetFile = (typeof targetFiles)[number]

export async function loadTargets(file: TargetFile): Promise<readonly FuzzTarget[]> {
  return (await import(`./${file}.ts`)).targets
}
