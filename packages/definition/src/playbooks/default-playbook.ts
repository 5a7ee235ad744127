import { ChangeRejectedError } from '../change-rejected.ts'
import type { AgentPlaybook } from './playbook.ts'

/** Exactly one playbook is the default, and never one owned by an Outreach. */

export function withDefaultPlaybook(playbooks: readonly AgentPlaybook[], id: string): AgentPlaybook[] {
  const chosen = playbooks.find((playbook) => playbook.id === id)
  if (chosen?.outreachId !== undefined) throw createOwnedDefaultError(chosen)
  return playbooks.map((playbook) =>
    playbook.isDefault === (playbook.id === id) ? playbook : { ...playbook, isDefault: playbook.id === id },
  )
}

/** Removes a playbook. If it was the default, the next one in list order that no Outreach owns becomes the default. */
export function withoutPlaybook(playbooks: readonly AgentPlaybook[], id: string): AgentPlaybook[] {
  const at = playbooks.findIndex((playbook) => playbook.id === id)
  const gone = playbooks[at]
  const rest = playbooks.filter((_, index) => index !== at)
  if (!gone?.isDefault) return rest
  const following = [...rest.slice(at), ...rest.slice(0, at)]
  const next = following.find(({ outreachId }) => outreachId === undefined)
  return next ? withDefaultPlaybook(rest, next.id) : rest
}

export function assertHasDefault(playbooks: readonly AgentPlaybook[]): void {
  const defaults = playbooks.filter(({ isDefault }) => isDefault)
  const owned = defaults.find(({ outreachId }) => outreachId !== undefined)
  if (owned) throw createOwnedDefaultError(owned)
  if (!playbooks.some(({ outreachId }) => outreachId === undefined)) {
    throw new ChangeRejectedError('resource.conflict', {
      detail: 'An agent keeps at least one playbook that no Outreach owns',
    })
  }
  if (defaults.length !== 1) {
    const message = `must have exactly one default, not ${defaults.length}`
    throw new ChangeRejectedError('request.invalid', { errors: [{ field: 'playbooks', message }] })
  }
}

function createOwnedDefaultError({ name }: AgentPlaybook): ChangeRejectedError {
  const detail = `The playbook “${name}” belongs to an Outreach and cannot be the default`
  return new ChangeRejectedError('resource.conflict', { detail })
}
