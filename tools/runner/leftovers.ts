import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Ends what tests left running, such as a server in a session of its own that a killed test could not stop: every
 * process whose command names the folder that was the run's alone. Needs /proc; elsewhere it finds nothing.
 */
export async function killLeftoverProcesses(folder: string): Promise<string[]> {
  const found = leftovers(folder)
  for (const { pid } of found) signal(pid, 'SIGQUIT')
  for (let tries = 0; tries < 20 && leftovers(folder).length > 0; tries++) await sleep(100)
  for (const { pid } of leftovers(folder)) signal(pid, 'SIGKILL')
  return found.map(({ command }) => command)
}

function leftovers(folder: string): { pid: number; command: string }[] {
  return processIds().flatMap((pid) => {
    const command = commandOf(pid)
    return pid !== process.pid && command.includes(`${folder}/`) ? [{ pid, command }] : []
  })
}

function processIds(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return []
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return ''
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It ended meanwhile.
  }
}
