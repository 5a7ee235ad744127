import type { Finding } from '@parley/findings'
import { error, into, isFields, listed, type Place, warning, wordsAt } from '../place.ts'
import type { Known } from './known.ts'
import type { Rule } from './rule.ts'

export const lintStart: Rule = (document, known) => {
  const start = into(document, 'scenario', 'start')
  return [
    ...lintOutreach(into(start, 'outreach'), known),
    ...lintResume(into(start, 'resume', 'activePlaybook'), known),
    ...lintReminder(into(start, 'reminder'), into(document, 'scenario', 'appointments')),
  ]
}

function lintOutreach(outreach: Place, { outreaches }: Known): Finding[] {
  if (!isFields(outreach.value)) return []
  const place = into(outreach, 'outreachId')
  const id = wordsAt(place)
  if (id === undefined) {
    if (place.value !== undefined && typeof place.value !== 'string') return []
    return [error(outreach, 'case.start.outreach.missing', 'must name the Outreach that it starts with: outreachId')]
  }
  return outreaches.has(id) ? [] : [error(place, 'case.start.outreach.unknown', 'names no Outreach of the agent')]
}

function lintResume(place: Place, { playbooks }: Known): Finding[] {
  const id = wordsAt(place)
  if (id === undefined || playbooks.has(id)) return []
  return [error(place, 'case.start.resume.playbook-unknown', 'names no playbook of the agent')]
}

function lintReminder(reminder: Place, appointments: Place): Finding[] {
  if (reminder.value !== true || listed(appointments).some(canBeRemindedOf)) return []
  const message = 'starts with a reminder, and no appointment is still to come'
  return [warning(reminder, 'case.start.reminder.no-appointment', message)]
}

function canBeRemindedOf(appointment: Place): boolean {
  const { value: status = 'scheduled' } = into(appointment, 'status')
  return status === 'scheduled' && wordsAt(into(appointment, 'startsIn'))?.startsWith('-') === false
}
