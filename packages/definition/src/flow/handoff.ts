/** The target of a handoff: `human`, `playbook:<id>`, or a bare playbook id. A playbook named human is `playbook:human`. */
export type Handoff = { to: 'human' } | { to: 'playbook'; id: string }

export function parseHandoff(target: string): Handoff {
  const written = target.trim()
  if (written === 'human') return { to: 'human' }
  return { to: 'playbook', id: written.replace(/^playbook:\s*/, '') }
}
