import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { BudgetFinding } from './code-budgets.ts'

/** A value of this machine that must not be in the repository; `label` names it in a finding. */
export type Secret = { label: string; pattern: RegExp }

export function machineSecrets(root: string): Secret[] {
  return [...registryHost(), ...parentFolder(root)]
}

export function findLeaks(file: string, text: string, secrets: Secret[]): BudgetFinding[] {
  return text
    .split('\n')
    .flatMap((line, at) =>
      secrets
        .filter(({ pattern }) => pattern.test(line))
        .map(({ label }) => ({ file, line: at + 1, message: `contains ${label} of this machine; remove it` })),
    )
}

/** Read from npm each time, never stored. */
function registryHost(): Secret[] {
  const npmArgs = ['config', 'get', 'registry', '--loglevel=error']
  const answer = execFileSync('npm', npmArgs, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  return collectRegistrySecrets(answer)
}

export function collectRegistrySecrets(registry: string): Secret[] {
  if (!URL.canParse(registry)) return []
  const { host, hostname, port } = new URL(registry)
  const loopback = hostname === 'localhost' || /^127\.|^\[/.test(hostname)
  if (loopback && !port) return []
  return [{ label: 'the package registry', pattern: new RegExp(`(?<![\\w.-])${escaped(host)}(?![\\w-])`, 'i') }]
}

/** For a short parent such as /tmp or /src, only its own entries count: the bare name has other meanings. */
function parentFolder(root: string): Secret[] {
  const parent = dirname(root)
  const isSpecific = parent.split('/').filter(Boolean).length > 1
  return collectParentSecrets(parent, isSpecific ? undefined : readdirSync(parent))
}

export function collectParentSecrets(parent: string, entries?: string[]): Secret[] {
  if (parent === '/') return []
  const entryPattern = entries ? `/(?:${entries.map((entry) => escaped(entry)).join('|')})` : ''
  return [{ label: 'a folder', pattern: new RegExp(`(?<![\\w.@/-])${escaped(parent)}${entryPattern}(?![\\w-])`) }]
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
}
