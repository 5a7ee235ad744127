import { readdirSync, readFileSync } from 'node:fs'

/** Returns a process and all its descendants, the parent first. */
export function listProcessTree(pid: number): number[] {
  return [pid, ...listChildren(pid).flatMap(listProcessTree)]
}

function listChildren(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => readParentPid(candidate) === pid)
}

function readParentPid(pid: number): number | undefined {
  try {
    // The name is in parentheses and may contain anything; state and parent pid follow it.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}
