import type { SchedulingConfig } from '@parley/definition'
import { invalidRequest } from '../../../platform/http/problem.ts'
import type { Host } from './appointment.ts'

/** In order of precedence: the host asked for, the current one, the one assigned to the person. */
export type HostPreference = { asked?: string; current?: string; assigned?: string }

/** Hosts to try in order, and whose preference selected them. */
export type HostSelection = { hosts: readonly Host[]; by: keyof HostPreference | 'nobody' }

/**
 * Returns no hosts when the one asked for does not exist. Skips a current or assigned host who no longer exists.
 * Without representatives, the host is the agent itself.
 */
export function selectHosts(config: SchedulingConfig, { asked, current, assigned }: HostPreference): HostSelection {
  const everyone = config.representatives.map(({ id, name, title }): Host => ({ id, name, title: title || undefined }))
  const named = (id: string | undefined) => everyone.filter((host) => host.id === id)
  if (asked !== undefined) return { hosts: named(asked), by: 'asked' }
  const itself = { id: '', name: config.defaultRepresentativeIdentity || undefined }
  if (everyone.length === 0) return { hosts: [itself], by: 'nobody' }
  if (named(current).length > 0) return { hosts: named(current), by: 'current' }
  if (named(assigned).length > 0) return { hosts: named(assigned), by: 'assigned' }
  return { hosts: everyone, by: 'nobody' }
}

export function assertKnownHost(config: SchedulingConfig, id: string | undefined): void {
  if (id === undefined || config.representatives.some((one) => one.id === id)) return
  throw invalidRequest([{ field: 'representativeId', message: 'must be a representative of the agent' }])
}
